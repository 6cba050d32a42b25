import type { ToolLogEntry } from '@shared/tools/tool-server-shapes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readToolLog } from '@renderer/state/tools/tool-consents'
import { Button } from '@renderer/ui/controls/button'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import { durationText } from '@renderer/ui/text/figure-text'
import { RelativeTime } from '@renderer/ui/text/relative-time'
import { safeName } from '@renderer/ui/text/safe-name'
import rowStyles from '@renderer/ui/rows.module.css'
import styles from './tools.module.css'

const slice = 50
/** As many as the engine keeps. */
const most = 2000

/** What was allowed and what ran, newest first; what tools were given or gave is not in it. */
export function ToolLog() {
  const { t } = useTranslation('settings')
  const [limit, setLimit] = useState(slice)
  const [isOpen, setOpen] = useState(false)
  // One more tells whether there are more.
  const wanted = Math.min(limit + 1, most)
  const log = useFetched(isOpen ? 'log' : null, () => readToolLog(wanted), { version: wanted })
  const rows = log.value?.slice(0, limit)
  return (
    <>
      <h3 className={styles.subtitle}>{t('tools.log.title')}</h3>
      <details className={rowStyles.folded} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('tools.log.show')}</summary>
        {log.error && <ErrorNote error={log.error} onRetry={log.again} />}
        {isOpen && !log.value && !log.error && <LateSkeleton lines={3} label={t('tools.log.loading')} />}
        {rows?.length === 0 && <p className={rowStyles.none}>{t('tools.log.none')}</p>}
        {rows && rows.length > 0 && <LogTable rows={rows} />}
        {log.value && (
          <div className={rowStyles.acts}>
            <Button size="small" look="quiet" onClick={log.again}>
              {t('tools.programs.readAgain')}
            </Button>
            {log.value.length > limit && (
              <Button size="small" onClick={() => setLimit(limit + slice)}>
                {t('tools.log.more')}
              </Button>
            )}
          </div>
        )}
      </details>
    </>
  )
}

function LogTable({ rows }: { readonly rows: readonly ToolLogEntry[] }) {
  const { t } = useTranslation('settings')
  return (
    <table className={styles.table}>
      <caption className="unseen">{t('tools.log.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('tools.log.when')}</th>
          <th scope="col">{t('tools.log.tool')}</th>
          <th scope="col">{t('tools.log.outcome')}</th>
          <th scope="col">{t('tools.log.time')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ at, server, tool, outcome, ms, code }, place) => (
          <tr key={rows.length - place}>
            <td>
              <RelativeTime time={at} />
            </td>
            <td>
              <bdi>{safeName(`${server}/${tool}`)}</bdi>
            </td>
            <td>{[t(`tools.log.outcomes.${outcome}`), code ?? ''].filter(Boolean).join(' · ')}</td>
            <td className="numeric">{ms === null ? '' : durationText(ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
