import { ChevronRight, Folder } from 'lucide-react'
import { writtenCollection } from '@shared/documents'
import { type CSSProperties, type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLibrary } from '@renderer/state/library/library-store'
import { showCollection, useLibraryFilter } from '@renderer/state/library/library-filter'
import {
  type CollectionNode,
  collectionTree,
  countCollections,
  unfoldCollection,
  useOpenCollections,
} from '@renderer/state/library/listing/collection-tree'
import { useRoute } from '@renderer/state/window/address'
import { classes } from '@renderer/ui/classes'
import { collectionName } from '@renderer/ui/documents/file-name'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './collection-list.module.css'

/** The collections as a tree, each with the number of its documents; a press shows it in the library. */
export function CollectionList() {
  const { t, i18n } = useTranslation('sessions')
  const documents = useDeferredValue(useLibrary((state) => state.documents))
  const tree = useMemo(
    () => collectionTree(countCollections(documents.values()), new Intl.Collator(i18n.language, { numeric: true })),
    [documents, i18n.language],
  )
  const [open, setOpen] = useState(true)
  if (tree.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>
        <button type="button" className={styles.heading} aria-expanded={open} onClick={() => setOpen(!open)}>
          <ChevronRight size={12} strokeWidth={2} className={styles.chevron} aria-hidden />
          {t('collections')}
        </button>
      </h2>
      {open && (
        <ul className={styles.list}>
          {tree.map((node) => (
            <CollectionItem key={node.name} node={node} depth={0} />
          ))}
        </ul>
      )}
    </section>
  )
}

function CollectionItem({ node, depth }: { readonly node: CollectionNode; readonly depth: number }) {
  const { t, i18n } = useTranslation('sessions')
  const { name, label, count, inside } = node
  const isOpen = useOpenCollections(({ open }) => open.has(name))
  const inLibrary = useRoute((route) => route.view === 'library')
  const isCurrent = useLibraryFilter((state) => state.collection === name) && inLibrary
  const shown = depth === 0 ? collectionName(label) : safeName(writtenCollection(label))
  const hasMore = inside.length > 0
  const unfoldByKey = (event: KeyboardEvent) => {
    const wanted = event.key === 'ArrowRight'
    if (!hasMore || isOpen === wanted || (!wanted && event.key !== 'ArrowLeft')) return
    event.preventDefault()
    unfoldCollection(name, wanted)
  }
  return (
    <li>
      <div
        className={classes(styles.item, isCurrent && styles.current)}
        style={{ '--depth': depth } as CSSProperties}
        data-depth={depth}
      >
        {hasMore ? (
          <button
            type="button"
            className={styles.unfold}
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'foldCollection' : 'unfoldCollection', { name: collectionName(name) })}
            onClick={() => unfoldCollection(name, !isOpen)}
          >
            <ChevronRight size={12} strokeWidth={2} className={styles.chevron} aria-hidden />
          </button>
        ) : (
          <span className={styles.unfold} />
        )}
        <button
          type="button"
          className={styles.open}
          aria-current={isCurrent ? 'true' : undefined}
          title={collectionName(name)}
          onClick={() => showCollection(name)}
          onKeyDown={unfoldByKey}
        >
          <Folder size={14} strokeWidth={1.75} aria-hidden />
          <bdi className={styles.name}>{shown}</bdi>
          <span className={classes('numeric', styles.count)} aria-label={t('documentCount', { count })}>
            {count.toLocaleString(i18n.language)}
          </span>
        </button>
      </div>
      {hasMore && isOpen && (
        <ul>
          {inside.map((one) => (
            <CollectionItem key={one.name} node={one} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  )
}
