import { FileQuestion, FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLibrary } from '@renderer/state/library/library-store'
import type { ShownDocument } from '@renderer/state/window/route'
import { useRoute } from '@renderer/state/window/address'
import { closeDocument } from '@renderer/state/window/shown-document'
import { Button } from '@renderer/ui/controls/button'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { CitationBar } from './citations/citation-bar'
import styles from './document-viewer.module.css'
import { Reader } from './reader'
import { DocumentWithoutText, ViewerFrame } from './document-without-text'
import { useContent } from './use-content'

/** The document on show, at the passage that was cited. */
export function DocumentViewer() {
  const { t } = useTranslation('viewer')
  const shown = useRoute((route) => route.document)
  if (!shown) {
    return (
      <div className={styles.viewer}>
        <EmptyState icon={FileText} title={t('nothingOpen')} text={t('nothingOpenText')} />
      </div>
    )
  }
  return (
    <div className={styles.panel}>
      {/* Stays while the document changes, and keeps the focus. */}
      <CitationBar shown={shown} />
      <ShownDocumentView key={shown.id} shown={shown} />
    </div>
  )
}

function ShownDocumentView({ shown }: { readonly shown: ShownDocument }) {
  const { t } = useTranslation('viewer')
  const record = useLibrary((state) => state.documents.get(shown.id))
  const isKnown = useLibrary((state) => state.known)
  const { content, error, retry } = useContent(record)
  if (isKnown && !record) {
    return (
      <ViewerFrame record={undefined}>
        <EmptyState
          icon={FileQuestion}
          title={t('gone')}
          text={t('goneText')}
          action={<Button onClick={closeDocument}>{t('closeDocument')}</Button>}
        />
      </ViewerFrame>
    )
  }
  if (record && content) return <Reader record={record} content={content} shown={shown} />
  return <DocumentWithoutText record={record} error={error} onRetry={retry} />
}
