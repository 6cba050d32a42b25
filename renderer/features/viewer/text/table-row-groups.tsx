import { classes } from '@renderer/ui/classes'
import { safeName } from '@renderer/ui/text/safe-name'
import { MarkedText } from './marked-text'
import type { Mark } from './marks'
import { cellsOf } from './table-cells'
import styles from './table-row-groups.module.css'
import type { TextRow } from './row-kinds'

interface TableRowsProps {
  readonly row: Extract<TextRow, { kind: 'table' }>
  readonly text: string
  readonly marks: readonly Mark[]
}

/** Some rows of a table. All stretches of one table have the same columns; the first one shows their names. */
export function TableRows({ row: { shape, rows, first, last }, text, marks }: TableRowsProps) {
  const columns = Array.from({ length: shape.columns }, (_, at) => at)
  const whole = shape.widths.reduce((sum, width) => sum + width, 0)
  return (
    <table className={classes(styles.table, last && styles.last)} style={{ minWidth: `${whole}em` }}>
      <colgroup>
        {columns.map((column) => (
          <col key={column} style={{ width: `${(100 * (shape.widths[column] ?? 0)) / whole}%` }} />
        ))}
      </colgroup>
      {shape.names && (
        <thead className={first ? undefined : 'unseen'}>
          <tr>
            {shape.names.map((name, at) => (
              <th key={at} scope="col">
                {safeName(name)}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ start, end }) => {
          const cells = new Map(cellsOf(text.slice(start, end), start, shape).map((cell) => [cell.column, cell]))
          return (
            <tr key={start}>
              {columns.map((column) => {
                const cell = cells.get(column)
                if (!cell) return <td key={column} />
                const { value, whole } = cell
                // A match in the column's name, which stands only once on the screen, lights the cell.
                const named = marks.filter((mark) => mark.start >= whole.start && mark.end <= value.start)
                const own = named.map(({ kind }) => ({ ...value, kind }))
                return (
                  <td key={column}>
                    <MarkedText
                      text={text.slice(value.start, value.end)}
                      start={value.start}
                      marks={[...marks, ...own]}
                    />
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
