import { CalendarDays, MessageSquareText, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type LibraryFilter, setLibraryFilter, useLibraryFilter } from '@renderer/state/library/library-filter'
import { collectionName } from '@renderer/ui/documents/file-name'
import { IconButton } from '@renderer/ui/controls/button'
import { AddMenu } from '../adding/add-menu'
import { askAbout } from '@renderer/state/library/scope'
import { FacetMenu } from './facet-menu'
import { formatName } from '@renderer/ui/documents/format-name'
import { dayRangeName } from '@renderer/ui/documents/scope-name'
import styles from './filter-bar.module.css'
import type { LibraryFacets } from './library-facets'
import { openDialog } from '../dialogs/library-dialog'
import { SavedFiltersMenu } from './saved-filters-menu'
import { SearchField } from './search-field'

/** The filters of the list, and the menu that adds documents. */
export function FilterBar({ facets }: { readonly facets: LibraryFacets }) {
  const { t } = useTranslation('library')
  const filter = useLibraryFilter()
  const { tag, format } = filter
  return (
    <div className={styles.bar} role="search" aria-label={t('filter.label')}>
      <SearchField />
      <div className={styles.facets}>
        <CollectionMenu facets={facets} filter={filter} />
        {(facets.tags.length > 0 || tag !== null) && (
          <FacetMenu
            label={t('filter.tag')}
            everything={t('filter.allTags')}
            options={facets.tags}
            chosen={tag}
            onChoose={(next) => setLibraryFilter({ tag: next })}
          />
        )}
        {(facets.formats.length > 1 || format !== null) && (
          <FacetMenu
            label={t('filter.format')}
            everything={t('filter.allFormats')}
            options={facets.formats}
            chosen={format}
            nameOf={(name) => formatName(t, name)}
            onChoose={(next) => setLibraryFilter({ format: next })}
          />
        )}
        <DatesMenu facets={facets} filter={filter} />
      </div>
      <SavedFiltersMenu />
      <IconButton icon={Trash2} label={t('trash.open')} onClick={() => openDialog({ kind: 'trash' })} />
      <AddMenu />
    </div>
  )
}

function DatesMenu({ facets, filter }: MenuProps) {
  const { t } = useTranslation('library')
  return (
    <FacetMenu
      label={t('filter.dates')}
      everything={t('filter.allDates')}
      options={facets.years}
      nameOf={dayRangeName}
      chosen={filter.dates}
      onChoose={(next) => setLibraryFilter({ dates: next })}
      items={[{ id: 'range', text: t('dates.choose'), icon: CalendarDays, run: () => openDialog({ kind: 'dates' }) }]}
    />
  )
}

interface MenuProps {
  readonly facets: LibraryFacets
  readonly filter: LibraryFilter
}

function CollectionMenu({ facets, filter }: MenuProps) {
  const { t } = useTranslation('library')
  const { collection } = filter
  const items =
    collection === null
      ? []
      : [
          {
            id: 'ask',
            text: t('collection.ask'),
            icon: MessageSquareText,
            run: () => askAbout({ collections: [collection] }),
          },
          {
            id: 'rename',
            text: t('collection.rename'),
            icon: Pencil,
            run: () => openDialog({ kind: 'rename', collection }),
          },
        ]
  return (
    <FacetMenu
      label={t('filter.collection')}
      everything={t('filter.allCollections')}
      options={facets.collections}
      nameOf={collectionName}
      chosen={collection}
      onChoose={(next) => setLibraryFilter({ collection: next })}
      items={items}
    />
  )
}
