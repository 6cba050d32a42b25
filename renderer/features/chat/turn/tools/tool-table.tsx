import type { ToolPlace, ToolTable } from '@shared/tools/tool-run'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openDocument } from '@renderer/state/window/shown-document'
import { Button } from '@renderer/ui/controls/button'
import { safeLines, safeName } from '@renderer/ui/text/safe-name'
import { numberText } from '@renderer/ui/text/figure-text'
import styles from './tool-cards.module.css'

/** Rows that are shown before somebody asks for more. */
const fewRows = 20

/** A result's rows, the first of them until somebody asks for all; one that stands in a document opens it there. */
export function ResultTable({ table: { columns, rows, total } }: { readonly table: ToolTable }) {
  const { t } = useTranslation('chat')
  const [isWhole, setWhole] = useState(false)
  const region = useRef<HTMLDivElement>(null)
  const shown = isWhole ? rows : rows.slice(0, fewRows)
  const showAll = () => {
    setWhole(true)
    // The button goes; the rows it brought are where the reader goes on.
    region.current?.focus({ preventScroll: true })
  }
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div ref={region} className={styles.scroll} tabIndex={0} role="region" aria-label={t('tools.rows')}>
        <Rows columns={columns} rows={shown} all={rows} />
      </div>
      {rows.length > shown.length && (
        <div>
          <Button size="small" onClick={showAll}>
            {t('tools.showRows', { replace: { count: numberText(rows.length) } })}
          </Button>
        </div>
      )}
      {total > rows.length && (
        <p className={styles.note}>
          {t('tools.kept', { replace: { kept: numberText(rows.length), total: numberText(total) } })}
        </p>
      )}
    </>
  )
}

interface RowsProps extends Pick<ToolTable, 'columns' | 'rows'> {
  /** With those that are not shown: they decide how a column looks. */
  readonly all: ToolTable['rows']
}

function Rows({ columns, rows, all }: RowsProps) {
  const { t } = useTranslation('chat')
  const alignments = columns.map((_, at) =>
    all.every(({ cells }) => isFigure(cells[at] ?? '')) ? styles.figure : undefined,
  )
  const isPlaced = all.some(({ source }) => source)
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map((column, at) => (
            <th key={at} scope="col" className={alignments[at]}>
              {safeName(column)}
            </th>
          ))}
          {isPlaced && <th scope="col">{t('tools.source')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ cells, source }, row) => (
          <tr key={row}>
            {cells.map((cell, at) => (
              <td key={at} className={alignments[at]}>
                {safeLines(cell)}
              </td>
            ))}
            {isPlaced && <td>{source && <PlaceLink place={source} />}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PlaceLink({ place }: { readonly place: ToolPlace }) {
  const { t } = useTranslation('chat')
  const { document_id: id, start, end, place: named } = place
  return (
    <button
      type="button"
      className={styles.place}
      onClick={(event) => openDocument({ id, range: { start, end } }, event.detail === 0)}
    >
      {named === undefined ? t('tools.open') : safeName(named)}
    </button>
  )
}

/** Whether a cell holds a figure, perhaps with its unit, or nothing. */
function isFigure(cell: string): boolean {
  if (cell === '') return true
  return /^[^\p{L}]*\d[^\p{L}]*(?:\p{L}{1,4})?$/u.test(cell)
}
