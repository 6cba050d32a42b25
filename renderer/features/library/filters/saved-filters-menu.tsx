import { Bookmark, BookmarkMinus, BookmarkPlus, Filter, MessageSquareText } from 'lucide-react'
import type { SavedFilter } from '@shared/settings'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { searchFilterOf, useLibraryFilter } from '@renderer/state/library/library-filter'
import {
  applyFilter,
  forgetFilter,
  isSame,
  savedFormOf,
  saveFilter,
  takeOldFilters,
  useSavedFilters,
} from '@renderer/state/library/listing/saved-filters'
import { askAbout, scopeOf } from '@renderer/state/library/scope'
import { useSettings } from '@renderer/state/settings-store'
import { IconButton } from '@renderer/ui/controls/button'
import { Menu, type MenuItem } from '@renderer/ui/controls/menu'
import { scopeName } from '@renderer/ui/documents/scope-name'
import { safeName } from '@renderer/ui/text/safe-name'

/** Filters that were saved, and what can be done with the present one. Nothing where there is neither. */
export function SavedFiltersMenu() {
  const { t } = useTranslation('library')
  const filter = useLibraryFilter()
  const saved = useSavedFilters()
  const known = useSettings((state) => state.known)
  useEffect(() => void takeOldFilters(), [known])
  const present = savedFormOf(filter)
  const limits = searchFilterOf(filter)
  if (saved.length === 0 && !present) return null
  const isSaved = present !== null && saved.some((one) => isSame(one, present))
  const items: (MenuItem | false)[] = [
    ...saved.map((one, at) => ({ id: String(at), text: nameOf(one), icon: Filter, run: () => applyFilter(one) })),
    present !== null &&
      !isSaved && {
        id: 'save',
        text: t('saved.save'),
        icon: BookmarkPlus,
        apart: saved.length > 0,
        run: () => void saveFilter(present),
      },
    present !== null &&
      isSaved && {
        id: 'forget',
        text: t('saved.forget'),
        icon: BookmarkMinus,
        apart: true,
        run: () => void forgetFilter(present),
      },
    limits !== null && {
      id: 'ask',
      text: t('saved.ask'),
      icon: MessageSquareText,
      run: () => askAbout(scopeOf(limits)),
    },
  ]
  return (
    <Menu
      items={items.filter((item) => item !== false)}
      trigger={<IconButton icon={Bookmark} label={t('saved.label')} pressed={isSaved} />}
    />
  )

  function nameOf({ text, status, collection, tag, format, dates, changed }: SavedFilter): string {
    const parts = [
      text === '' ? null : `“${text}”`,
      collection === null ? null : scopeName('collections', collection),
      tag === null ? null : `#${tag}`,
      format === null ? null : scopeName('formats', format),
      dates === null ? null : scopeName('dates', dates),
      changed === null ? null : scopeName('changed', changed),
      status === null ? null : t(`group.${status}`),
    ]
    return parts.flatMap((part) => (part === null ? [] : [safeName(part)])).join(' · ')
  }
}
