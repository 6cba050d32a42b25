import type { DocumentRecord } from '@shared/documents'
import { useTranslation } from 'react-i18next'
import { classes } from '@renderer/ui/classes'
import { RelativeTime } from '@renderer/ui/text/relative-time'
import row from '../document-row.module.css'

/** The cells for the day that a document says it is of, and for the last change of its file. */
export function DateCells({ record }: { readonly record: DocumentRecord }) {
  const { i18n } = useTranslation()
  const { written_at: written, modified_at: modified, created_at: created } = record
  const dated = written === null ? null : writtenDate(written, i18n.language)
  return (
    <>
      <div role="gridcell" className={classes(row.cell, row.dated)} title={dated ?? undefined}>
        {dated ?? (modified !== null && <RelativeTime time={modified} />)}
      </div>
      <div role="gridcell" className={classes(row.cell, row.changed)}>
        <RelativeTime time={modified ?? created} />
      </div>
    </>
  )
}

/** A date as exactly as the document gives it: a year, a month, a day, or a moment. */
export function writtenDate(written: string, language: string): string {
  if (/^\d{4}$/u.test(written)) return written
  const format: Intl.DateTimeFormatOptions = /^\d{4}-\d\d$/u.test(written)
    ? { year: 'numeric', month: 'long', timeZone: 'UTC' }
    : { dateStyle: 'medium', ...(written.includes('T') ? { timeStyle: 'short' } : { timeZone: 'UTC' }) }
  const date = new Date(written)
  return Number.isNaN(date.getTime()) ? written : date.toLocaleString(language, format)
}
