import type { TraceSummary } from '@shared/diagnostics/trace'
import { useTranslation } from 'react-i18next'
import { CheckBox } from '@renderer/ui/controls/check-box'
import { RelativeTime } from '@renderer/ui/text/relative-time'
import { SpanState, tookText, useSpanName } from './span-words'
import styles from './diagnostics.module.css'

interface TraceTableProps {
  readonly traces: readonly TraceSummary[]
  /** Ids of those to be compared, two at most. */
  readonly chosen: readonly string[]
  readonly onChoose: (ids: readonly string[]) => void
  readonly onShow: (trace: TraceSummary) => void
}

/** One row a trace; its name opens it. */
export function TraceTable({ traces, chosen, onChoose, onShow }: TraceTableProps) {
  const { t } = useTranslation('diagnostics')
  const nameOf = useSpanName()
  const choose = (id: string, isWanted: boolean) => {
    const others = chosen.filter((one) => one !== id)
    // The third takes the place of the first.
    onChoose(isWanted ? [...others, id].slice(-2) : others)
  }
  return (
    <div className={styles.scroll} role="region" aria-label={t('traces.title')}>
      <table className={styles.table}>
        <caption className="unseen">{t('traces.title')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{t('column.choose')}</span>
            </th>
            <th scope="col">{t('column.when')}</th>
            <th scope="col">{t('column.what')}</th>
            <th scope="col" className={styles.figure}>
              {t('column.took')}
            </th>
            <th scope="col">{t('column.state')}</th>
            <th scope="col" className={styles.figure}>
              {t('column.spans')}
            </th>
          </tr>
        </thead>
        <tbody>
          {traces.map((trace) => (
            <tr key={trace.trace}>
              <td>
                <CheckBox
                  checked={chosen.includes(trace.trace)}
                  onChange={(wanted) => choose(trace.trace, wanted)}
                  label={t('traces.choose', { replace: { id: trace.trace.slice(0, 8) } })}
                  labelHidden
                />
              </td>
              <td>
                <RelativeTime time={trace.start} />
              </td>
              <td>
                <button type="button" className={styles.open} onClick={() => onShow(trace)}>
                  {nameOf(trace)} <code>{trace.trace.slice(0, 8)}</code>
                </button>
              </td>
              <td className={styles.figure}>{tookText(trace.ms)}</td>
              <td>
                <SpanState span={trace} />
              </td>
              <td className={styles.figure}>{trace.spans}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
