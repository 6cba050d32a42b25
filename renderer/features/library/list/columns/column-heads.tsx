import { libraryColumns } from '@shared/settings'
import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  areAsAtFirst,
  type LibraryColumn,
  resetColumns,
  showColumn,
  useLibraryColumns,
} from '@renderer/state/library/listing/library-columns'
import { setLibraryFilter, type SortColumn, useLibraryFilter } from '@renderer/state/library/library-filter'
import { classes } from '@renderer/ui/classes'
import { IconButton } from '@renderer/ui/controls/button'
import { CheckBox } from '@renderer/ui/controls/check-box'
import { Menu } from '@renderer/ui/controls/menu'
import table from '../document-table.module.css'
import { ColumnEdge } from './column-edge'
import styles from './column-heads.module.css'

/** Columns that sort downwards first: readers look for the largest or newest. */
const downFirst: ReadonlySet<SortColumn> = new Set(['size', 'content', 'dated', 'changed', 'added'])

interface ColumnHeadsProps {
  readonly chosen: boolean | 'some'
  /** The columns there is room for, beside the name. */
  readonly shown: readonly LibraryColumn[]
  /** Whether any document has a tag: no column for nothing. */
  readonly withTags: boolean
  readonly onChooseAll: (chosen: boolean) => void
}

/** The names of the columns; a press sorts by one, another turns the order round. Their edges widen them. */
export function ColumnHeads({ chosen, shown, withTags, onChooseAll }: ColumnHeadsProps) {
  const { t } = useTranslation('library')
  return (
    <div role="row" aria-rowindex={1} className={table.head}>
      <div role="columnheader" className={table.all}>
        <CheckBox checked={chosen} onChange={onChooseAll} label={t('chooseAll')} labelHidden />
      </div>
      <Head column="name" />
      {shown.map((column, at) => (
        <Head key={column} column={column} edge={<ColumnEdge column={column} isAfterName={at === 0} />} />
      ))}
      <div role="columnheader" aria-label={t('column.acts')}>
        <ColumnsMenu shown={shown} withTags={withTags} />
      </div>
    </div>
  )
}

function Head({ column, edge }: { readonly column: SortColumn; readonly edge?: ReactNode }) {
  const { t } = useTranslation('library')
  const direction = useLibraryFilter(({ sort }) => (sort.column === column ? sort.direction : undefined))
  const turn = () => {
    const first = downFirst.has(column) ? 'descending' : 'ascending'
    const other = direction === 'ascending' ? 'descending' : 'ascending'
    setLibraryFilter({ sort: { column, direction: direction === undefined ? first : other } })
  }
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown
  const atEnd = column === 'size' || column === 'content'
  return (
    <div role="columnheader" aria-sort={direction ?? 'none'} className={classes(styles.column, atEnd && styles.end)}>
      {edge}
      <button type="button" className={classes(styles.sort, direction && styles.sorted)} onClick={turn}>
        {t(`column.${column}`)}
        {direction && <Arrow size={12} strokeWidth={2} className={styles.arrow} aria-hidden />}
      </button>
    </div>
  )
}

/** Which columns are wanted, and which of them the list is too narrow for. */
function ColumnsMenu({ shown, withTags }: Pick<ColumnHeadsProps, 'shown' | 'withTags'>) {
  const { t } = useTranslation('library')
  const hidden = useLibraryColumns((state) => state.hidden)
  const isChanged = !useLibraryColumns(areAsAtFirst)
  const offered = libraryColumns.filter((column: LibraryColumn) => withTags || column !== 'tags')
  return (
    <Menu
      checks={offered.map((column) => ({
        id: column,
        text: t(`column.${column}`),
        checked: !hidden.has(column),
        ...(!hidden.has(column) && !shown.includes(column) && { note: t('columns.noRoom') }),
        onChange: (wanted) => showColumn(column, wanted),
      }))}
      items={[{ id: 'reset', text: t('columns.reset'), disabled: !isChanged, run: resetColumns }]}
      trigger={<IconButton icon={Columns3} label={t('columns.choose')} />}
    />
  )
}
