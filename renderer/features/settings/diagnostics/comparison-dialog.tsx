import type { SpanPair } from '@shared/diagnostics/trace'
import { useTranslation } from 'react-i18next'
import { compareTraces } from '@renderer/state/kept-traces'
import { Button } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import { tookText, useSpanName } from './span-words'
import styles from './diagnostics.module.css'

interface ComparisonDialogProps {
  readonly a: string
  readonly b: string
  readonly onClose: () => void
}

/** Two traces span by span, with what the second took more or less. */
export function ComparisonDialog({ a, b, onClose }: ComparisonDialogProps) {
  const { t } = useTranslation(['diagnostics', 'app'])
  const compared = useFetched(`${a} ${b}`, () => compareTraces(a, b))
  return (
    <Dialog onClose={onClose} title={t('comparison.title')} className={styles.wide}>
      {compared.error && <ErrorNote error={compared.error} nothingLost onRetry={compared.again} />}
      {!compared.value && !compared.error && <LateSkeleton lines={8} label={t('traces.loading')} />}
      {compared.value && <PairTable pairs={compared.value.pairs} a={a} b={b} />}
      <div className={styles.buttons}>
        <Button look="primary" onClick={onClose}>
          {t('app:close')}
        </Button>
      </div>
    </Dialog>
  )
}

interface PairTableProps extends Pick<ComparisonDialogProps, 'a' | 'b'> {
  readonly pairs: readonly SpanPair[]
}

function PairTable({ pairs, a, b }: PairTableProps) {
  const { t } = useTranslation('diagnostics')
  const nameOf = useSpanName()
  return (
    <div className={styles.waterfall} role="region" aria-label={t('comparison.title')}>
      <table className={styles.table}>
        <caption className="unseen">{t('comparison.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column.what')}</th>
            <th scope="col" className={styles.figure}>
              A <code>{a.slice(0, 8)}</code>
            </th>
            <th scope="col" className={styles.figure}>
              B <code>{b.slice(0, 8)}</code>
            </th>
            <th scope="col" className={styles.figure}>
              {t('comparison.difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair, at) => (
            <tr key={pair.a?.span ?? pair.b?.span ?? at}>
              <th scope="row" style={{ paddingInlineStart: `${0.5 + pair.depth * 0.875}rem` }}>
                {nameOf(pair)}
              </th>
              <td className={styles.figure}>{pair.a ? tookText(pair.a.ms) : t('comparison.missing')}</td>
              <td className={styles.figure}>{pair.b ? tookText(pair.b.ms) : t('comparison.missing')}</td>
              <td className={styles.figure}>{differenceText(pair)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function differenceText({ a, b }: SpanPair): string {
  if (typeof a?.ms !== 'number' || typeof b?.ms !== 'number') return ''
  const ms = b.ms - a.ms
  const sign = ms > 0 ? '+' : ms < 0 ? '−' : ''
  return `${sign}${tookText(Math.abs(ms))}`
}
