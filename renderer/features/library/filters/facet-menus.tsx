import { CalendarClock, CalendarDays, MessageSquareText, Pencil } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, dayRange } from '@shared/dates/document-date'
import { type LibraryFilter, setLibraryFilter, useLibraryFilter } from '@renderer/state/library/library-filter'
import { useLibrary } from '@renderer/state/library/library-store'
import { askAbout } from '@renderer/state/library/scope'
import { collectionName } from '@renderer/ui/documents/file-name'
import { formatName } from '@renderer/ui/documents/format-name'
import { changedName, dayRangeName } from '@renderer/ui/documents/scope-name'
import { TagDot } from '@renderer/ui/documents/tags/tag-name'
import { useNow } from '@renderer/ui/feedback/use-now'
import { openDialog } from '../dialogs/library-dialog'
import { FacetMenu } from './facet-menu'
import { changedCounts, type LibraryFacets } from './library-facets'

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
      <ChangedMenu filter={filter} />
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
      items={[
        {
          id: 'range',
          text: t('dates.choose'),
          icon: CalendarDays,
          run: () => openDialog({ kind: 'dates', of: 'dates' }),
        },
      ]}
    />
  )
}

const recentDays = { today: 0, week: 7, month: 30, year: 365 } as const
const dayMs = 24 * 60 * 60 * 1000

/** Since which day files were changed: a few that are near, or any. */
function ChangedMenu({ filter: { changed } }: Pick<MenuProps, 'filter'>) {
  const { t } = useTranslation('library')
  const now = useNow()
  const names = new Map<string, string>()
  for (const name of ['today', 'week', 'month', 'year'] as const) {
    const range = dayRange(dayOf(now - recentDays[name] * dayMs), null)
    if (range !== null) names.set(range, t(`changed.${name}`))
  }
  const documents = useDeferredValue(useLibrary((state) => state.documents))
  // The ranges begin at days, so they stay the same while the clock goes on.
  const days = [...names.keys()].join(' ')
  const options = useMemo(() => changedCounts(documents.values(), days.split(' ')), [documents, days])
  return (
    <FacetMenu
      label={t('filter.changed')}
      everything={t('changed.any')}
      options={options}
      nameOf={(range) => names.get(range) ?? changedName(range)}
      chosen={changed}
      onChoose={(next) => setLibraryFilter({ changed: next })}
      items={[
        {
          id: 'since',
          text: t('changed.choose'),
          icon: CalendarClock,
          run: () => openDialog({ kind: 'dates', of: 'changed' }),
        },
      ]}
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
      options={facets.folders}
      nameOf={collectionName}
      chosen={collection}
      onChoose={(next) => setLibraryFilter({ collection: next })}
      items={items}
    />
  )
}
