import type { ToolPlace, ToolRun, ToolTable } from '@shared/tools/tool-run'
import { useTranslation } from 'react-i18next'
import { openDocument } from '@renderer/state/window/view'
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
      {workings !== undefined && workings !== '' && (
        <div>
          <p className={styles.label}>{t('tools.workings')}</p>
          <pre className={styles.workings}>{workings}</pre>
        </div>
      )}
      {version !== undefined && version !== '' && (
        <p className={styles.label}>{t('tools.version', { replace: { version } })}</p>
      )}
    </div>
  )
}

/** A result's rows; one that stands in a document opens it there. */
function ResultTable({ table: { columns, rows, total } }: { readonly table: ToolTable }) {
  const { t } = useTranslation('chat')
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={at} scope="col">
                {safeName(column)}
              </th>
            ))}
            {rows.some(({ source }) => source) && <th scope="col">{t('tools.source')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, source }, at) => (
            <tr key={at}>
              {cells.map((cell, column) => (
                <td key={column} className={isFigure(cell) ? 'numeric' : undefined}>
                  {safeLines(cell)}
                </td>
              ))}
              {source && (
                <td>
                  <PlaceLink place={source} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length && <p className={styles.note}>{t('tools.more', { count: total - rows.length })}</p>}
    </div>
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

function isFigure(cell: string): boolean {
  return /^[^\p{L}]*\d[^\p{L}]*(?:\p{L}{1,4})?$/u.test(cell)
}
