import type { DocumentRecord } from '@shared/documents'
import type { FoundSentence } from '@shared/excerpts/words-in-documents'
import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { useFoundSentences } from '@renderer/state/library/found-sentences'
import type { FoundHighlight } from '@renderer/state/notes/found-highlights'
import { useRoute } from '@renderer/state/window/address'
import { openDocument } from '@renderer/state/window/shown-document'
import { classes } from '@renderer/ui/classes'
import { FileName } from '@renderer/ui/documents/file-name'
import { PassagePreview } from '@renderer/ui/documents/passage-preview'
import { SourcePlace } from '@renderer/ui/documents/source-place'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { moveInList } from '@renderer/ui/list-keys'
import { numberText } from '@renderer/ui/text/figure-text'
import chips from '../filters/state-chips.module.css'
import { HighlightHits } from './highlight-hits'
import styles from './text-hits.module.css'

interface TextHitsProps {
  readonly hits: ReturnType<typeof useFoundSentences>
  readonly highlights: readonly FoundHighlight[]
  readonly documents: ReadonlyMap<string, DocumentRecord>
  readonly lookIn: ReactNode
}

/** The sentences that words were found in, by document; each opens its document at its place. */
export function TextHits({ hits: { found, error, again }, highlights, documents, lookIn }: TextHitsProps) {
  const { t } = useTranslation('library')
  const groups = found ? byDocument(found.sentences, documents) : []
  return (
    <>
      <div className={chips.row}>
        {lookIn}
        <span className={classes('numeric', chips.count)} role="status">
          {groups.length > 0 && t('texts.inDocuments', { count: groups.length, number: numberText(groups.length) })}
        </span>
      </div>
      {error && (
        <div className={styles.note}>
          <ErrorNote error={error} onRetry={again} />
        </div>
      )}
      {found && groups.length === 0 && highlights.length === 0 && !error && (
        <p className={styles.note} role="status">
          {t('texts.none')}
        </p>
      )}
      {groups.length > 0 && !found?.has_all_words && <p className={styles.some}>{t('texts.some')}</p>}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- keys are those of the buttons inside */}
      <div className={styles.list} onKeyDown={moveInList} data-text-hits>
        <HighlightHits highlights={highlights} />
        {groups.map(({ record, sentences }) => (
          <section key={record.id} className={styles.document} aria-label={record.name}>
            <h2 className={styles.name}>
              <FileText size={14} strokeWidth={1.75} className={styles.icon} aria-hidden />
              <FileName name={record.name} />
            </h2>
            {sentences.map((sentence) => (
              <Hit key={sentence.start} sentence={sentence} />
            ))}
          </section>
        ))}
      </div>
    </>
  )
}

function Hit({ sentence }: { readonly sentence: FoundSentence }) {
  const { document_id: id, start, end, text, marks, format, heading_path, page, heading } = sentence
  const isOpen = useRoute(({ document }) => document?.id === id && document.range?.start === start)
  const open = (byKeyboard: boolean) => openDocument({ id, range: { start, end }, quote: text }, byKeyboard)
  return (
    <button
      type="button"
      data-row
      className={styles.hit}
      aria-current={isOpen ? 'location' : undefined}
      onClick={({ detail }) => open(detail === 0)}
    >
      {heading && (
        <span className={styles.heading}>
          <PassagePreview text={heading.text} cited={heading.marks} />
        </span>
      )}
      <PassagePreview text={text} cited={marks} format={format} />
      <SourcePlace format={format} heading_path={heading_path} page={page} />
    </button>
  )
}

interface Group {
  readonly record: DocumentRecord
  readonly sentences: readonly FoundSentence[]
}

/** Without documents that have left the library since. */
function byDocument(sentences: readonly FoundSentence[], documents: ReadonlyMap<string, DocumentRecord>): Group[] {
  const ids = [...new Set(sentences.map(({ document_id: id }) => id))]
  return ids.flatMap((id) => {
    const record = documents.get(id)
    return record ? [{ record, sentences: sentences.filter(({ document_id: own }) => own === id) }] : []
  })
}
