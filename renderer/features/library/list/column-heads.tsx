import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { setLibraryFilter, type SortColumn, useLibraryFilter } from '@renderer/state/library/library-filter'
import { CheckBox } from '@renderer/ui/controls/check-box'
import { classes } from '@renderer/ui/classes'
import styles from './document-table.module.css'

const columns: readonly SortColumn[] = ['name', 'collection', 'tags', 'format', 'size', 'content', 'state', 'added']
/** What one looks for the largest or newest of first. */
const downFirst: ReadonlySet<SortColumn> = new Set(['size', 'content', 'added'])

interface ColumnHeadsProps {
  readonly chosen: boolean | 'some'
  readonly onChooseAll: (chosen: boolean) => void
}

/** The names of the columns; a press sorts by one, another turns the order round. */
export function ColumnHeads({ chosen, onChooseAll }: ColumnHeadsProps) {
  const { t } = useTranslation('library')
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      <div role="columnheader" className={styles.all}>
        <CheckBox checked={chosen} onChange={onChooseAll} label={t('chooseAll')} />
      </div>
      {columns.map((column) => (
        <Head key={column} column={column} />
      ))}
      <div role="columnheader" aria-label={t('column.acts')} />
    </div>
  )
}

function Head({ column }: { readonly column: SortColumn }) {
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
    <div
      role="columnheader"
      aria-sort={direction ?? 'none'}
      className={classes(styles.column, styles[column], atEnd && styles.end)}
    >
      <button type="button" className={classes(styles.sort, direction && styles.sorted)} onClick={turn}>
        {t(`column.${column}`)}
        {direction && <Arrow size={12} strokeWidth={2} className={styles.arrow} aria-hidden />}
      </button>
    </div>
  )
}
