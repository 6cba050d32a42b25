import type { NetworkAttempt } from '@shared/models/models'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findAttempts } from '@renderer/state/network'
import { Button } from '@renderer/ui/controls/button'
import { TextField } from '@renderer/ui/controls/text-field'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import { RelativeTime } from '@renderer/ui/text/relative-time'
import { safeName } from '@renderer/ui/text/safe-name'
import { useEngineSentence } from '@renderer/ui/text/use-error-text'
import rows from '@renderer/ui/rows.module.css'
import styles from '../tools/tools.module.css'

const slice = 50
/** As many as the engine gives. */
const most = 5000
const typingMs = 200

/** What tried to reach anything by an address, newest first, and a field to search it. */
export function AttemptList() {
  const { t } = useTranslation('settings')
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [limit, setLimit] = useState(slice)
  const found = useFetched(isOpen ? `log ${text}` : null, () => findAttempts(text, limit), {
    version: limit,
    pauseMs: text === '' ? 0 : typingMs,
  })
  // While one types, what fitted before stays, so that nothing blinks.
  const shown = found.value ?? (found.error ? null : found.last?.value)
  return (
    <>
      <h3 className={styles.subtitle}>{t('network.log')}</h3>
      <details className={rows.folded} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('network.show')}</summary>
        <TextField
          label={t('network.find')}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setLimit(slice)
          }}
        />
        {found.error && <ErrorNote error={found.error} nothingLost onRetry={found.again} />}
        {isOpen && !shown && !found.error && <LateSkeleton lines={3} label={t('network.loading')} />}
        {shown?.total === 0 && <p className={rows.none}>{t(text === '' ? 'network.nothing' : 'network.noneFits')}</p>}
        {shown && shown.total > 0 && <AttemptTable attempts={shown.attempts} />}
        {shown && shown.damaged > 0 && <p className={rows.none}>{t('network.damaged', { count: shown.damaged })}</p>}
        <div className={rows.acts}>
          <Button size="small" look="quiet" onClick={found.again}>
            {t('network.again')}
          </Button>
          {shown && shown.total > shown.attempts.length && limit < most && (
            <Button size="small" onClick={() => setLimit(Math.min(limit + slice, most))}>
              {t('network.more', { count: shown.total - shown.attempts.length })}
            </Button>
          )}
        </div>
      </details>
    </>
  )
}

function AttemptTable({ attempts }: { readonly attempts: readonly NetworkAttempt[] }) {
  const { t } = useTranslation('settings')
  const say = useEngineSentence()
  return (
    <table className={styles.table}>
      <caption className="unseen">{t('network.log')}</caption>
      <thead>
        <tr>
          {(['when', 'host', 'purpose', 'outcome'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`network.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {attempts.map((one, place) => (
          <tr key={attempts.length - place}>
            <td>
              <RelativeTime time={one.at} />
            </td>
            <td>
              <bdi>{safeName(one.host)}</bdi>
            </td>
            <td>{safeName(say(one.purpose))}</td>
            <td>{t(`network.became.${becameOf(one)}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function becameOf({ outcome, by }: NetworkAttempt): 'denied' | 'failed' | 'loopback' | 'rule' | 'once' {
  return outcome === 'allowed' ? (by ?? 'rule') : outcome
}
