import { FileX2, LibraryBig } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addSample, useLibrary } from '@renderer/state/library/library-store'
import { useFoundSentences } from '@renderer/state/library/found-sentences'
import { clearLibraryFilter, searchFilterOf, useLibraryFilter } from '@renderer/state/library/library-filter'
import { useFoundHighlights } from '@renderer/state/notes/found-highlights'
import { Button } from '@renderer/ui/controls/button'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { ActivityStrip } from './activity-strip'
import { AddMenu } from './adding/add-menu'
import { DocumentList } from './list/document-list'
import { FilterBar } from './filters/filter-bar'
import { openDialog } from './dialogs/library-dialog'
import { LibraryDialogs } from './dialogs/library-dialogs'
import { facetsOf } from './filters/library-facets'
import styles from './library-view.module.css'
import { collatorFor, documentLister, passes } from './list/list-documents'
import { usePaste } from './adding/use-adding'
import { LookInChips } from './texts/look-in-chips'
import { TextHits } from './texts/text-hits'
import { useSampledDocuments } from './use-sampled-documents'

const mostSentences = 60

/** The documents of the store: what they are, how far they are, and everything that can be done with them. */
export function LibraryView() {
  const { t, i18n } = useTranslation(['library', 'app'])
  const known = useLibrary((state) => state.known)
  const documents = useSampledDocuments()
  const filter = useDeferredValue(useLibraryFilter())
  const collator = useMemo(() => collatorFor(i18n.language), [i18n.language])
  const [list] = useState(documentLister)
  const shown = useMemo(() => list(documents, filter, collator), [list, documents, filter, collator])
  const facets = useMemo(() => facetsOf(documents.values(), filter, collator), [documents, filter, collator])
  const hits = useFoundSentences(filter.text, searchFilterOf(filter), mostSentences)
  const highlights = useFoundHighlights(filter.text).filter(({ document_id: id }) => {
    const record = documents.get(id)
    return record !== undefined && passes(record, filter, [])
  })
  usePaste()
  // Without those of documents that have left the library since they were found.
  const found = hits.found?.sentences.filter(({ document_id: id }) => documents.has(id)).length ?? 0
  const inTexts = found + highlights.length
  // What names do not have, texts may.
  const lookIn =
    filter.text.trim() === '' ? 'names' : (filter.lookIn ?? (shown.length === 0 && inTexts > 0 ? 'texts' : 'names'))
  const texts = hits.found && { count: inTexts, isMore: found >= mostSentences }
  const chips = filter.text.trim() === '' ? null : <LookInChips shown={lookIn} names={shown.length} texts={texts} />
  if (!known) return <Skeleton lines={8} label={t('app:loading')} />
  return (
    <div className={styles.view}>
      {documents.size > 0 && <FilterBar facets={facets} />}
      {documents.size === 0 ? (
        <>
          <ActivityStrip documents={documents} />
          <EmptyLibrary />
        </>
      ) : lookIn === 'texts' ? (
        <TextHits hits={hits} highlights={highlights} documents={documents} lookIn={chips} />
      ) : (
        <DocumentList documents={documents} shown={shown} facets={facets} empty={<NothingMatches />} lookIn={chips} />
      )}
      <LibraryDialogs facets={facets} />
    </div>
  )
}

function EmptyLibrary() {
  const { t } = useTranslation('library')
  return (
    <EmptyState
      icon={LibraryBig}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <div className={styles.first}>
          <AddMenu />
          <button type="button" className={styles.link} onClick={() => void addSample()}>
            {t('empty.sample')}
          </button>
          <button type="button" className={styles.link} onClick={() => openDialog({ kind: 'trash' })}>
            {t('trash.open')}
          </button>
        </div>
      }
    />
  )
}

function NothingMatches() {
  const { t } = useTranslation('library')
  return (
    <EmptyState
      icon={FileX2}
      title={t('nothing.title')}
      action={<Button onClick={clearLibraryFilter}>{t('nothing.clear')}</Button>}
    />
  )
}
