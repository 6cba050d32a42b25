import type { ToolPlace, ToolRun, ToolTable } from '@shared/tools/tool-run'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyError } from '@renderer/state/window/notices'
import { openDocument } from '@renderer/state/window/view'
import { Button } from '@renderer/ui/controls/button'
import { CopyButton } from '@renderer/ui/feedback/copy-button'
import { useErrorText } from '@renderer/ui/text/use-error-text'
import { safeLines, safeName } from '@renderer/ui/text/safe-name'
import { ToolArguments } from './tool-arguments'
import styles from './tool-cards.module.css'

/** What was asked of a tool, and what it gave: its words, its table, how it was worked out. */
export function ToolDetails({ run }: { readonly run: ToolRun }) {
  const { t } = useTranslation('chat')
  const errorText = useErrorText()
  const { args, text, table, notes, workings, error, version } = run
  return (
    <div className={styles.details}>
      {Object.keys(args).length > 0 && <ToolArguments args={args} />}
      {text !== undefined && (
        <p className={styles.text} dir="auto">
          {safeLines(text)}
        </p>
      )}
      {error && (
        <p className={styles.error}>{safeLines([error.message || errorText(error).message, error.action].join(' '))}</p>
      )}
      {table && <ResultTable table={table} />}
      {notes?.map((one, at) => (
        <p key={at} className={styles.note}>
          {safeLines(one)}
        </p>
      ))}
      {workings !== undefined && workings !== '' && <Workings workings={workings} />}
      {version !== undefined && version !== '' && (
        <p className={styles.label}>{t('tools.version', { replace: { version } })}</p>
      )}
    </div>
  )
}

/** How a result was worked out, such as its SQL: for who asks. */
function Workings({ workings }: { readonly workings: string }) {
  const { t } = useTranslation('chat')
  return (
    <details className={styles.folded}>
      <summary>{t('tools.workings')}</summary>
      <div className={styles.workings}>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
        <pre tabIndex={0} dir="ltr">
          {workings}
        </pre>
        <CopyButton text={workings} label={t('tools.copyWorkings')} onError={notifyError} />
      </div>
    </details>
  )
}

/** Rows that are shown before somebody asks for more. */
const fewRows = 20

/** A result's rows; one that stands in a document opens it there. */
function ResultTable({ table: { columns, rows, total } }: { readonly table: ToolTable }) {
  const { t, i18n } = useTranslation('chat')
  const [isWhole, setWhole] = useState(false)
  const region = useRef<HTMLDivElement>(null)
  const shown = isWhole ? rows : rows.slice(0, fewRows)
  const figures = columns.map((_, at) => rows.every(({ cells }) => isFigure(cells[at] ?? '')))
  const alignment = (at: number) => (figures[at] === true ? styles.figure : undefined)
  const placed = rows.some(({ source }) => source)
  const count = (number: number) => number.toLocaleString(i18n.language)
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div ref={region} className={styles.scroll} tabIndex={0} role="region" aria-label={t('tools.rows')}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={at} scope="col" className={alignment(at)}>
                  {safeName(column)}
                </th>
              ))}
              {placed && <th scope="col">{t('tools.source')}</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ cells, source }, row) => (
              <tr key={row}>
                {cells.map((cell, at) => (
                  <td key={at} className={alignment(at)}>
                    {safeLines(cell)}
                  </td>
                ))}
                {placed && <td>{source && <PlaceLink place={source} />}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown.length && (
        <div>
          <Button
            size="small"
            onClick={() => {
              setWhole(true)
              // The button goes; the rows it brought are where the reader goes on.
              region.current?.focus({ preventScroll: true })
            }}
          >
            {t('tools.showRows', { replace: { count: count(rows.length) } })}
          </Button>
        </div>
      )}
      {total > rows.length && (
        <p className={styles.note}>{t('tools.kept', { replace: { kept: count(rows.length), total: count(total) } })}</p>
      )}
    </>
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
