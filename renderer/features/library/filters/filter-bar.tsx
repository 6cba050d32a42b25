import { Popover } from '@base-ui/react/popover'
import { ListFilter, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { countOfLimits, useLibraryFilter } from '@renderer/state/library/library-filter'
import { classes } from '@renderer/ui/classes'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { numberText } from '@renderer/ui/text/figure-text'
import { AddMenu } from '../adding/add-menu'
import { openDialog } from '../dialogs/library-dialog'
import { FacetMenus } from './facet-menus'
import styles from './filter-bar.module.css'
import type { LibraryFacets } from './library-facets'
import { SavedFiltersMenu } from './saved-filters-menu'
import { SearchField } from './search-field'

/** The filters of the list, and the menu that adds documents. The style sheet folds the filters where the bar is narrow. */
export function FilterBar({ facets }: { readonly facets: LibraryFacets }) {
  const { t } = useTranslation('library')
  return (
    <div className={styles.around}>
      <div className={styles.bar} role="search" aria-label={t('filter.label')}>
        <SearchField />
        <div className={styles.facets}>
          <FacetMenus facets={facets} />
        </div>
        <div className={styles.folded}>
          <FiltersButton facets={facets} />
        </div>
        <SavedFiltersMenu />
        <IconButton icon={Trash2} label={t('trash.open')} onClick={() => openDialog({ kind: 'trash' })} />
        <AddMenu />
      </div>
    </div>
  )
}

/** One button for all filters; says how many of them limit the list. */
function FiltersButton({ facets }: { readonly facets: LibraryFacets }) {
  const { t } = useTranslation('library')
  const count = useLibraryFilter(countOfLimits)
  const number = numberText(count)
  const trigger = (
    <Button
      look="quiet"
      icon={ListFilter}
      className={classes(styles.filters, count > 0 && styles.on)}
      aria-label={count === 0 ? undefined : t('filter.inUse', { count, number })}
    >
      {t('filter.all')}
      {count > 0 && <span className="numeric">{number}</span>}
    </Button>
  )
  return (
    <Popover.Root>
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner align="start" sideOffset={4} collisionPadding={8} className={styles.layer}>
          <Popover.Popup className={styles.menus} aria-label={t('filter.label')}>
            <FacetMenus facets={facets} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
