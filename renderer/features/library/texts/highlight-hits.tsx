import { Highlighter } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLibrary } from '@renderer/state/library/library-store'
import type { FoundHighlight } from '@renderer/state/notes/found-highlights'
import { FileName } from '@renderer/ui/documents/file-name'
import { withoutOverrides } from '@renderer/ui/text/safe-name'
import styles from './text-hits.module.css'

/** Longer passages are cut: their document shows them whole. */
const shownLetters = 300

/** Highlights and comments of one's own that hold the words; each opens its document at its place. */
export function HighlightHits({ highlights }: { readonly highlights: readonly FoundHighlight[] }) {
  const { t } = useTranslation('library')
  const documents = useLibrary((state) => state.documents)
  if (highlights.length === 0) return null
  return (
    <section className={styles.document} aria-label={t('texts.highlights')}>
      <h2 className={styles.name}>
        <Highlighter size={14} strokeWidth={1.75} className={styles.icon} aria-hidden />
        {t('texts.highlights')}
      </h2>
      {highlights.map(({ id, document_id: document, text, comment, open }) => (
        <button key={id} type="button" data-row className={styles.hit} onClick={({ detail }) => open(detail === 0)}>
          {comment !== null && <span className={styles.heading}>{withoutOverrides(comment)}</span>}
          <span className={styles.passage}>{withoutOverrides(text.slice(0, shownLetters))}</span>
          <FileName name={documents.get(document)?.name ?? ''} className={styles.from} />
        </button>
      ))}
    </section>
  )
}
