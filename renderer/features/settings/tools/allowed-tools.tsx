import type { ConsentEntry } from '@shared/tools/tool-server-shapes'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { readToolConsents, setToolConsent, useToolConsents } from '@renderer/state/tools/tool-consents'
import { IconButton } from '@renderer/ui/controls/button'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import { RelativeTime } from '@renderer/ui/text/relative-time'
import { safeName } from '@renderer/ui/text/safe-name'
import rows from '@renderer/ui/rows.module.css'
import styles from './tools.module.css'

/** What was allowed to tools of other programs, or refused for good, each to be forgotten. */
export function AllowedTools() {
  const { t } = useTranslation('settings')
  const { list, error } = useToolConsents()
  const heading = useRef<HTMLHeadingElement>(null)
  const forget = async ({ server, tool }: ConsentEntry) => {
    if (await setToolConsent(server, tool, null)) heading.current?.focus()
  }
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={styles.subtitle}>
        {t('tools.consent.title')}
      </h3>
      {error && <ErrorNote error={error} nothingLost onRetry={() => void readToolConsents()} />}
      {!list && !error && <LateSkeleton lines={2} label={t('tools.consent.loading')} />}
      {list?.length === 0 && <p className={rows.none}>{t('tools.consent.none')}</p>}
      {list && list.length > 0 && (
        <ul className={rows.list} aria-label={t('tools.consent.title')}>
          {list.map((entry) => (
            <li key={keyOf(entry)} className={rows.line}>
              <p className={rows.what}>
                <bdi className={styles.toolName}>{safeName(`${entry.server}/${entry.tool}`)}</bdi>
                <span className={rows.facts}>
                  {t(`tools.consent.was.${entry.answer}`)} · <RelativeTime time={entry.at} />
                </span>
              </p>
              <IconButton
                icon={X}
                label={t('tools.consent.forget', { replace: { tool: safeName(entry.tool) } })}
                onClick={() => void forget(entry)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function keyOf({ server, tool, session_id: chat, answer }: ConsentEntry): string {
  return [server, tool, chat ?? '', answer].join('\n')
}
