import type { DocumentRecord } from '@shared/documents'
import { Pause, ScanText } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLibrary } from '@renderer/state/library/library-store'
import { changeSettings, useSettings } from '@renderer/state/settings-store'
import { Button } from '@renderer/ui/controls/button'
import { classes } from '@renderer/ui/classes'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { safeName } from '@renderer/ui/text/safe-name'
import { numberText } from '@renderer/ui/text/figure-text'
import styles from './activity-strip.module.css'

interface OcrStripProps {
  readonly documents: ReadonlyMap<string, DocumentRecord>
}

/** How far the reading of scans and pictures is, and that it is paused or off where pages wait for it. */
export function OcrStrip({ documents }: OcrStripProps) {
  const { t } = useTranslation('library')
  const { enabled, paused } = useSettings((state) => state.settings.ocr)
  const job = useLibrary((state) =>
    [...state.jobs.values()].find((one) => one.kind === 'ocr' && one.state === 'running'),
  )
  const waiting = useMemo(() => waitingPages(documents.values()), [documents])
  if (job && job.total > 0) {
    return (
      <div className={styles.strip} role="group" aria-label={t('ocr.label')}>
        <ScanText size={16} strokeWidth={1.75} className={styles.faint} aria-hidden />
        <span className={classes('numeric', styles.count)}>
          {t('ocr.running', { done: numberText(job.done), total: numberText(job.total) })}
        </span>
        <span className={styles.bar}>
          <ProgressBar done={job.done} total={job.total} label={t('ocr.label')} />
        </span>
        <bdi className={styles.message} title={safeName(job.message)}>
          {safeName(job.message)}
        </bdi>
        <Button size="small" onClick={() => void changeSettings({ ocr: { paused: true } })}>
          {t('ocr.pause')}
        </Button>
      </div>
    )
  }
  if (waiting === 0 || (enabled && !paused)) return null
  return (
    <div className={styles.strip} role="status">
      <Pause size={16} strokeWidth={1.75} className={styles.faint} aria-hidden />
      <span className={classes('numeric', styles.result)}>
        {t(enabled ? 'ocr.paused' : 'ocr.off', { count: waiting, number: numberText(waiting) })}
      </span>
      <Button size="small" onClick={() => void changeSettings({ ocr: { enabled: true, paused: false } })}>
        {t(enabled ? 'ocr.goOn' : 'ocr.switchOn')}
      </Button>
    </div>
  )
}

function waitingPages(documents: Iterable<DocumentRecord>): number {
  let count = 0
  for (const { gaps } of documents) {
    for (const { kind, pages = [] } of gaps) if (kind === 'pages_waiting') count += pages.length
  }
  return count
}
