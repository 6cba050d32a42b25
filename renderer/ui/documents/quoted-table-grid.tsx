import { Fragment } from 'react'
import { safeName } from '../text/safe-name'
import { textLanguage } from '../text/text-language'
import type { QuotedTable } from './quoted-table'
import styles from './quoted-table-grid.module.css'

/** With more columns than this, a card has no room for them side by side. */
const mostColumns = 5

/** Cited rows of a table under the names of their columns; of a wide table, each value behind its name. */
export function QuotedTableGrid({ table: { heads, rows } }: { readonly table: QuotedTable }) {
  const isWide = heads.length > mostColumns
  // No table element: it stands in buttons, which may hold phrases only.
  return isWide ? (
    <span className={styles.pairs}>
      {rows.map((row, at) => (
        <span key={at} className={styles.line}>
          {heads.map((head, column) =>
            row[column] ? (
              <span key={column} className={styles.pair}>
                {head !== '' && <span className={styles.head}>{safeName(head)} </span>}
                <mark className={styles.cited} lang={textLanguage(row[column])}>
                  {safeName(row[column])}
                </mark>
              </span>
            ) : null,
          )}
        </span>
      ))}
    </span>
  ) : (
    <span className={styles.grid} style={{ gridTemplateColumns: `repeat(${heads.length}, minmax(0, auto))` }}>
      {heads.some((head) => head !== '') &&
        heads.map((head, column) => (
          <span key={column} className={styles.head}>
            {safeName(head)}
          </span>
        ))}
      {rows.map((row, at) => (
        <Fragment key={at}>
          {row.map((cell, column) => (
            <span key={column} className={styles.cell}>
              <mark className={styles.cited} lang={textLanguage(cell)}>
                {safeName(cell)}
              </mark>
            </span>
          ))}
        </Fragment>
      ))}
    </span>
  )
}
