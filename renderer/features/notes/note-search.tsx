import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { NoteHit } from '@shared/research/notebook-shapes'
import { openEvidence } from '@renderer/state/chat/evidence-selection'
import { call } from '@renderer/state/connection'
import { go } from '@renderer/state/window/address'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { moveInList } from '@renderer/ui/list-keys'
import { safeName, withoutOverrides } from '@renderer/ui/text/safe-name'
import { textLanguage } from '@renderer/ui/text/text-language'
import styles from '@renderer/ui/list-and-page.module.css'

const pauseMs = 150

interface NoteSearchFieldProps {
  readonly text: string
  readonly onType: (text: string) => void
}

/** The field that looks through notes and highlights. */
export function NoteSearchField({ text, onType }: NoteSearchFieldProps) {
  const { t } = useTranslation('notes')
  return (
    <label className={styles.search}>
      <Search size={15} strokeWidth={1.75} aria-hidden />
      <input
        type="search"
        value={text}
        maxLength={200}
        aria-label={t('search.label')}
        placeholder={t('search.label')}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return
          event.stopPropagation()
          onType('')
        }}
      />
    </label>
  )
}

/** The notes that hold the words; a highlight opens in its document, any other note in its notebook. */
export function NoteHits({ text }: { readonly text: string }) {
  const { t } = useTranslation('notes')
  const { error, last } = useFetched(text, () => call((client) => client.notes.search({ text })), { pauseMs })
  if (error) return <ErrorNote error={error} />
  const hits = last?.value
  if (!hits) return null
  return (
    <>
      <p role="status" className={styles.facts}>
        {t('search.found', { count: hits.length })}
      </p>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move between its buttons */}
      <ul className={styles.rows} aria-label={t('search.hits')} onKeyDown={moveInList}>
        {hits.map((hit) => (
          <li key={`${hit.notebook.id} ${hit.item.id}`}>
            <button type="button" data-row className={styles.row} onClick={(event) => show(hit, event.detail === 0)}>
              <span className={styles.hit} lang={textLanguage(hit.item.text)}>
                {withoutOverrides(hit.item.text.slice(0, 300))}
              </span>
              {hit.item.comment !== undefined && (
                <span className={styles.hit} lang={textLanguage(hit.item.comment)}>
                  {withoutOverrides(hit.item.comment)}
                </span>
              )}
              <bdi className={styles.facts}>{safeName(hit.notebook.title)}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function show({ notebook, item }: NoteHit, byKeyboard: boolean): void {
  const [source] = item.sources
  if (notebook.document_id !== undefined && source) openEvidence(source, null, byKeyboard)
  else go({ notebookId: notebook.id })
}
