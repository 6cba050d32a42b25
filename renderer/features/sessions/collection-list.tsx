import { ChevronRight, Folder } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLibrary } from '@renderer/state/library/library-store'
import { showCollection, useLibraryFilter } from '@renderer/state/library/library-filter'
import { useRoute } from '@renderer/state/window/address'
import { classes } from '@renderer/ui/classes'
import { collectionName } from '@renderer/ui/documents/file-name'
import styles from './collection-list.module.css'
import { countCollections } from './session-rows'

/** Every collection with the number of its documents; a press shows it in the library. */
export function CollectionList() {
  const { t, i18n } = useTranslation('sessions')
  const documents = useDeferredValue(useLibrary((state) => state.documents))
  const collections = useMemo(() => countCollections(documents.values(), i18n.language), [documents, i18n.language])
  const inLibrary = useRoute((route) => route.view === 'library')
  const chosen = useLibraryFilter((state) => state.collection)
  const [open, setOpen] = useState(true)
  if (collections.length === 0) return null
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
          {collections.map(({ name, count }) => {
            const current = inLibrary && chosen === name
            return (
              <li key={name}>
                <button
                  type="button"
                  className={classes(styles.item, current && styles.current)}
                  aria-current={current ? 'true' : undefined}
                  title={collectionName(name)}
                  onClick={() => showCollection(name)}
                >
                  <Folder size={14} strokeWidth={1.75} aria-hidden />
                  <bdi className={styles.name}>{collectionName(name)}</bdi>
                  <span className={classes('numeric', styles.count)} aria-label={t('documentCount', { count })}>
                    {count.toLocaleString(i18n.language)}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
