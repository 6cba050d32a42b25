import { CalendarDays, MessageSquareText, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type LibraryFilter, setLibraryFilter, useLibraryFilter } from '@renderer/state/library/library-filter'
import { askAbout } from '@renderer/state/library/scope'
import { collectionName } from '@renderer/ui/documents/file-name'
import { formatName } from '@renderer/ui/documents/format-name'
import { dayRangeName } from '@renderer/ui/documents/scope-name'
import { TagDot } from '@renderer/ui/documents/tags/tag-name'
import { openDialog } from '../dialogs/library-dialog'
import { FacetMenu } from './facet-menu'
import type { LibraryFacets } from './library-facets'

/** What limits the list: collection, tag, format and date, those of which there is something to choose. */
export function FacetMenus({ facets }: { readonly facets: LibraryFacets }) {
  const { t } = useTranslation('library')
  const filter = useLibraryFilter()
  const { tag, format } = filter
  return (
    <>
      <CollectionMenu facets={facets} filter={filter} />
      {(facets.tags.length > 0 || tag !== null) && (
        <FacetMenu
          label={t('filter.tag')}
          everything={t('filter.allTags')}
          options={facets.tags}
          chosen={tag}
          signOf={(name) => <TagDot tag={name} />}
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
    </>
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
