import { LoaderCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import type { DocumentRecord } from '@shared/documents'
import type { ErrorReport } from '@shared/errors'
import { originalUrl, retryDocuments } from '@renderer/state/library/library-store'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import styles from './document-viewer.module.css'
import { noMarks } from './text/marks'
import { PdfView } from './pdf/pdf-view'
import { usePdf } from './pdf/use-pdf'
import { ViewerHeader } from './viewer-header'

interface DocumentWithoutTextProps {
  readonly record: DocumentRecord | undefined
  /** Why its text could not be fetched, although there is one. */
  readonly error: ErrorReport | null
  readonly onRetry: () => void
}

/** A document without text to show: not read yet, not readable, or not fetched yet. */
export function DocumentWithoutText({ record, error, onRetry }: DocumentWithoutTextProps) {
  const { t } = useTranslation('viewer')
  if (record?.status === 'failed' && !record.live && !error) return <Failed record={record} />
  return (
    <ViewerFrame record={record}>
      {record && error ? (
        <div className={styles.notes}>
          <ErrorNote error={error} title={t('textFailed')} onRetry={onRetry} />
        </div>
      ) : record && !record.live ? (
        <EmptyState icon={LoaderCircle} title={t('stillRead')} text={t('stillReadText')} />
      ) : (
        <div className={styles.late}>
          <Skeleton lines={12} label={t('loading')} />
        </div>
      )}
    </ViewerFrame>
  )
}

/** A document that could not be read: the error, and the pages of a PDF, which can often be shown all the same. */
function Failed({ record }: { readonly record: DocumentRecord }) {
  const { t } = useTranslation('viewer')
  // Where reading failed early the format is not known.
  const isPdf = record.format === 'pdf' || /\.pdf$/iu.test(record.name)
  const pdf = usePdf(isPdf ? originalUrl(record.id) : null)
  return (
    <ViewerFrame record={record}>
      <div className={styles.notes}>
        {record.error && (
          <ErrorNote error={record.error} title={t('notRead')} onRetry={() => void retryDocuments([record.id])} />
        )}
      </div>
      {pdf.status === 'open' && (
        <div className={styles.content}>
          <PdfView pdf={pdf.pdf} pages={[]} text="" name={record.name} marks={noMarks} goal={null} zoom={1} />
        </div>
      )}
    </ViewerFrame>
  )
}

interface ViewerFrameProps {
  readonly record: DocumentRecord | undefined
  readonly children: ReactNode
}

/** The viewer around what is no text to read: nothing can be searched or gone to. */
export function ViewerFrame({ record, children }: ViewerFrameProps) {
  return (
    <div className={styles.viewer}>
      <ViewerHeader record={record} />
      {children}
    </div>
  )
}
