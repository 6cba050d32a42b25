import { consentStanding } from '@shared/tools/consent-standing'
import type { ConsentEntry, ExternalToolInfo, ToolServerState } from '@shared/tools/tool-server-shapes'
import type { ErrorReport } from '@shared/errors'
import { RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listServerTools } from '@renderer/state/tools/known-tools'
import { setToolConsent, useToolConsents } from '@renderer/state/tools/tool-consents'
import { Button } from '@renderer/ui/controls/button'
import { Select } from '@renderer/ui/controls/select'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import { safeName } from '@renderer/ui/text/safe-name'
import rows from '@renderer/ui/rows.module.css'
import styles from './tools.module.css'

/** The tools of a program, which starts when they are unfolded; each with what is allowed to it. */
export function ProgramTools({ server }: { readonly server: ToolServerState }) {
  const { t, i18n } = useTranslation('settings')
  const language = i18n.language === 'zh' ? 'zh' : 'en'
  const [isOpen, setOpen] = useState(false)
  const { name, left_out: leftOut, left_out_more: more } = server
  // What it has may be another list behind each start.
  const listed = useFetched(isOpen ? name : null, () => listServerTools(name), { version: server.tools ?? 0 })
  return (
    <details className={rows.folded} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('tools.programs.show')}</summary>
      {listed.error && (
        <Failure
          error={listed.error}
          isSaid={server.last_error?.message === listed.error.message}
          onRetry={listed.again}
        />
      )}
      {isOpen && !listed.value && !listed.error && <LateSkeleton lines={3} label={t('tools.programs.starting')} />}
      {listed.value?.length === 0 && <p className={rows.none}>{t('tools.programs.noTools')}</p>}
      {listed.value && listed.value.length > 0 && (
        <ul className={styles.tools}>
          {listed.value.map((tool) => (
            <ToolRow key={tool.name} tool={tool} />
          ))}
        </ul>
      )}
      {leftOut.length > 0 && (
        <p className={rows.facts}>
          {t('tools.programs.leftOut', {
            count: leftOut.length + more,
            replace: {
              names: leftOut.map((one) => `${safeName(one.name)} (${safeName(one.why[language])})`).join(', '),
            },
          })}
        </p>
      )}
    </details>
  )
}

interface FailureProps {
  readonly error: ErrorReport
  /** It stands above already, as the latest error of the program. */
  readonly isSaid: boolean
  readonly onRetry: () => void
}

/** Why its tools could not be listed. */
function Failure({ error, isSaid, onRetry }: FailureProps) {
  const { t } = useTranslation('app')
  if (!isSaid) return <ErrorNote error={error} onRetry={onRetry} />
  return (
    <Button size="small" icon={RotateCcw} onClick={onRetry}>
      {t('retry')}
    </Button>
  )
}

const noConsents: readonly ConsentEntry[] = []

function ToolRow({ tool }: { readonly tool: ExternalToolInfo }) {
  const { t } = useTranslation('settings')
  const id = useId()
  const consents = useToolConsents(({ list }) => list ?? noConsents)
  const { answer, isChanged } = consentStanding(tool, consents)
  return (
    <li className={rows.line}>
      <div className={rows.what}>
        <p id={`${id}-name`} className={styles.toolName}>
          <bdi>{safeName(tool.name)}</bdi>
        </p>
        {tool.description !== '' && (
          <p id={`${id}-text`} className={rows.text} dir="auto">
            {safeName(tool.description)}
          </p>
        )}
        {isChanged && <p className={rows.facts}>{t('tools.programs.changed')}</p>}
      </div>
      <div className={styles.choice}>
        <Select
          labelledBy={`${id}-name`}
          value={answer}
          options={[
            { value: null, text: t('tools.consent.asks') },
            { value: 'always', text: t('tools.consent.always') },
            { value: 'never', text: t('tools.consent.never') },
          ]}
          onChange={(next) =>
            void setToolConsent(tool.server, tool.name, next === 'always' || next === 'never' ? next : null)
          }
        />
      </div>
    </li>
  )
}
