import type { TraceSummary } from '@shared/diagnostics/trace'
import { useTranslation } from 'react-i18next'
import { readTrace, saveTraces } from '@renderer/state/kept-traces'
import { notifyError } from '@renderer/state/window/notices'
import { Button } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import { CopyButton } from '@renderer/ui/feedback/copy-button'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import { RelativeTime } from '@renderer/ui/text/relative-time'
import rows from '@renderer/ui/rows.module.css'
import { tookText, useSpanName } from './span-words'
import { Waterfall } from './waterfall'
import styles from './diagnostics.module.css'

/** One trace: what it was, and its spans under a common time. */
export function TraceDialog({ trace, onClose }: { readonly trace: TraceSummary; readonly onClose: () => void }) {
  const { t } = useTranslation(['diagnostics', 'app'])
  const nameOf = useSpanName()
  const whole = useFetched(trace.trace, () => readTrace(trace.trace))
  return (
    <Dialog onClose={onClose} title={`${nameOf(trace)} · ${tookText(trace.ms)}`} className={styles.wide}>
      <p className={rows.facts}>
        <RelativeTime time={trace.start} /> · <code>{trace.trace}</code>{' '}
        <CopyButton text={trace.trace} label={t('traces.copyId')} onError={notifyError} />
      </p>
      {whole.error && <ErrorNote error={whole.error} nothingLost onRetry={whole.again} />}
      {!whole.value && !whole.error && <LateSkeleton lines={8} label={t('traces.loading')} />}
      {whole.value && <Waterfall trace={whole.value} />}
      {trace.left_out > 0 && <p className={rows.text}>{t('traces.leftOut', { count: trace.left_out })}</p>}
      <div className={styles.buttons}>
        <Button onClick={() => void saveTraces({ ids: [trace.trace] })}>{t('traces.saveOne')}</Button>
        <Button look="primary" onClick={onClose}>
          {t('app:close')}
        </Button>
      </div>
    </Dialog>
  )
}
