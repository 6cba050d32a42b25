import { slideHeading } from '@shared/session/page-unit'
import type { TextRow } from '../row-kinds'

const rowsTogether = 80

/** Gathers what stands on one slide into a card. */
export function slideRows(rows: readonly TextRow[], text: string): TextRow[] {
  const starts = rows.flatMap((row, at) => (row.kind === 'page' ? [at] : []))
  const [first = rows.length] = starts
  const slides = starts.flatMap((from, at) => slideOf(rows.slice(from, starts[at + 1]), text))
  return [...rows.slice(0, first), ...slides]
}

function slideOf([page, ...rows]: readonly TextRow[], text: string): TextRow[] {
  if (page?.kind !== 'page') return []
  const [top] = rows
  const heading = top?.kind === 'heading' ? slideHeading(text.slice(top.start, top.end)) : null
  const own = (top && heading ? rows.slice(1) : rows).map((row) => notesOf(row, text) ?? row)
  const title = top && heading?.title ? { start: top.end - heading.title.length, end: top.end } : null
  const numbered =
    top && heading ? { start: top.start, end: title?.start ?? top.end } : { start: page.start, end: page.start }
  const about = { kind: 'slide', number: page.page, isHidden: heading?.isHidden ?? false, numbered, title } as const
  const parts: TextRow[] = []
  for (let at = 0; at === 0 || at < own.length; at += rowsTogether) {
    const together = own.slice(at, at + rowsTogether)
    const first = at === 0
    parts.push({
      ...about,
      rows: together,
      first,
      last: at + rowsTogether >= own.length,
      start: first ? page.start : (together[0]?.start ?? page.start),
      end: together.at(-1)?.end ?? top?.end ?? page.end,
    })
  }
  return parts
}

function notesOf(row: TextRow, text: string): TextRow | null {
  // As the parsers write it, in the document's language.
  const isNotes = row.kind === 'heading' && /^(?:Notes|备注)$/u.test(text.slice(row.start, row.end))
  return isNotes ? { kind: 'notes', start: row.start, end: row.end } : null
}
