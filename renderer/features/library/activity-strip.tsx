import type { DocumentRecord } from '@shared/documents'
import { Check, CircleAlert, CircleSlash, LoaderCircle, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import {
  type Batch,
  type BatchResult,
  latestBatch,
  progressOf,
  resultOf,
  type Sending,
  sendingOf,
} from '@renderer/state/library/activity'
import { clearLibraryFilter, setLibraryFilter } from '@renderer/state/library/library-filter'
import { stopJob, useLibrary } from '@renderer/state/library/library-store'
import { stopUploads, useUploads } from '@renderer/state/library/uploads'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { classes } from '@renderer/ui/classes'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { safeName } from '@renderer/ui/text/safe-name'
import { numberText, sizeText } from '@renderer/ui/text/figure-text'
import { useSeconds } from '@renderer/ui/feedback/use-now'
import styles from './activity-strip.module.css'
import { elapsedText, jobMessage } from './library-texts'
import { UploadList } from './adding/upload-list'
import { MappingStrip } from './mapping-strip'
import { OcrStrip } from './ocr-strip'
import { SharedStrip } from './shared-strip'

/** Results up to here were closed, or stem from before this page. Milliseconds since the epoch. */
const useClosed = create<{ readonly until: number }>(() => ({ until: performance.timeOrigin }))

interface ActivityStripProps {
  readonly documents: ReadonlyMap<string, DocumentRecord>
}

/** The progress of documents that are being added, and the result afterwards. */
export function ActivityStrip({ documents }: ActivityStripProps) {
  const jobs = useLibrary((state) => state.jobs)
  const uploads = useUploads((state) => state.uploads)
  const span = useUploads((state) => state.span)
  const closedUntil = useClosed((state) => state.until)
  const batch = useMemo(() => latestBatch(jobs.values(), span), [jobs, span])
  const sending = sendingOf(uploads)
  const running = batch?.running === true || sending.files > 0
  const over = !running && batch?.endedAt != null && batch.endedAt > closedUntil ? batch : null
  return (
    <>
      {running && <Running batch={batch?.running ? batch : null} sending={sending} />}
      {over && <Over key={`${over.startedAt} ${over.endedAt}`} batch={over} documents={documents} />}
      {uploads.length > 0 && <UploadList uploads={uploads} />}
      {!running && <MappingStrip />}
      <OcrStrip documents={documents} />
      <SharedStrip />
    </>
  )
}

function Running({ batch, sending }: { readonly batch: Batch | null; readonly sending: Sending }) {
  const { t, i18n } = useTranslation('library')
  const now = useSeconds()
  const size = (bytes: number) => sizeText(bytes, i18n.language)
  const { done, total } = progressOf(batch, sending)
  const message = batch ? jobMessage(batch.message, (status) => t(`status.${status}`)) : ''
  const stop = () => {
    stopUploads()
    for (const id of batch?.runningJobs ?? []) void stopJob(id)
  }
  return (
    <div className={styles.strip} role="group" aria-label={t('activity.label')}>
      <LoaderCircle size={16} strokeWidth={1.75} className={styles.turning} aria-hidden />
      <span className={classes('numeric', styles.count)}>
        {t(batch?.kind === 'rebuild' ? 'activity.rebuilding' : 'activity.running', {
          count: total,
          done: numberText(done),
          total: numberText(total),
        })}
      </span>
      <span className={styles.bar}>
        <ProgressBar done={done} total={total} label={t('activity.label')} />
      </span>
      <bdi className={styles.message} title={safeName(message)}>
        {safeName(message)}
      </bdi>
      {sending.files > 0 && (
        <span className={classes('numeric', styles.faint)}>
          {t('activity.sending', { sent: size(sending.sent), size: size(sending.size) })}
        </span>
      )}
      {batch && <span className={classes('numeric', styles.faint)}>{elapsedText(now - batch.startedAt)}</span>}
      <Button size="small" onClick={stop}>
        {t('activity.stop')}
      </Button>
    </div>
  )
}

function Over({ batch, documents }: ActivityStripProps & { readonly batch: Batch }) {
  const { t } = useTranslation(['library', 'app'])
  // What is done with the documents afterwards does not change what became of the files.
  const [settled, setSettled] = useState<BatchResult | null>(null)
  const result = settled ?? resultOf(batch, documents.values(), useLibrary.getState().removed.values())
  if (settled === null && result.open === 0) setSettled(result)
  const { added, partial, failed, stopped, unchanged } = result
  const close = () => useClosed.setState({ until: batch.endedAt ?? 0 })
  const part = (key: 'added' | 'partial' | 'failed' | 'left' | 'unchanged', count: number) =>
    count > 0 && t(`activity.${key}`, { count, number: numberText(count) })
  const parts = [
    batch.cancelled && t('activity.stopped'),
    part('added', added),
    part('partial', partial),
    part('failed', failed),
    part('left', stopped),
    part('unchanged', unchanged),
  ].filter((text) => text !== false)
  // Nothing came of it at all, and the reason stands below.
  const isRefused = batch.error !== null && parts.length === 0
  const showFailed = () => {
    clearLibraryFilter()
    setLibraryFilter({ status: 'failed' })
    close()
  }
  return (
    <>
      <div className={styles.strip} role="status">
        {failed > 0 || isRefused ? (
          <CircleAlert size={16} strokeWidth={1.75} className={styles.failed} aria-hidden />
        ) : batch.cancelled ? (
          <CircleSlash size={16} strokeWidth={1.75} className={styles.faint} aria-hidden />
        ) : (
          <Check size={16} strokeWidth={1.75} className={styles.done} aria-hidden />
        )}
        <span className={classes('numeric', styles.result)}>
          {isRefused && t('activity.refused')}
          {!isRefused && (parts.length > 0 ? parts.join(t('activity.comma')) : t('activity.nothing'))}
        </span>
        {failed > 0 && (
          <Button size="small" onClick={showFailed}>
            {t('activity.show', { count: failed })}
          </Button>
        )}
        <IconButton icon={X} label={t('app:close')} onClick={close} />
      </div>
      {batch.error && (
        <div className={styles.error}>
          <ErrorNote error={batch.error} />
        </div>
      )}
    </>
  )
}
