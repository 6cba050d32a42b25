import type { Range } from '../marks'
import type { TextRow } from '../row-kinds'

/** How the parser writes the headings between mails. */
const openings = [
  { says: 'quote', pattern: /^Quoted(?:: |$)/u },
  { says: 'message', pattern: /^Attached message(?:: |$)/u },
  { says: 'sender', pattern: /^(?:From: |Reply$)/u },
] as const

/** Tells what is quoted from the sender's own words, and attached files from lists. */
export function mailRows(rows: readonly TextRow[], text: string): TextRow[] {
  /** The mails that the text stands in, outermost first, by the levels of their headings. */
  let open: { readonly level: number; readonly isQuoted: boolean }[] = []
  let isHead = false
  return rows.map((row) => {
    const opening = row.kind === 'heading' ? openingOf(row, text, open.length > 0) : null
    if (opening && row.kind === 'heading') {
      open = open.filter(({ level }) => level < row.level)
      if (opening.says !== 'sender') open.push({ level: row.level, isQuoted: opening.says === 'quote' })
    }
    const shown = opening ?? (isHead ? attachmentOf(row, text) : null) ?? row
    isHead = shown.kind === 'fields' || shown.kind === 'attachment'
    const depth = open.filter(({ isQuoted }) => isQuoted).length
    return depth === 0 ? shown : { kind: 'quoted', depth, row: shown, start: shown.start, end: shown.end }
  })
}

function openingOf(row: Range, text: string, isInside: boolean): (TextRow & { readonly kind: 'byline' }) | null {
  const { start, end } = row
  for (const { says, pattern } of openings) {
    const [prefix] = pattern.exec(text.slice(start, end)) ?? []
    if (prefix === undefined || (says === 'sender' && !isInside)) continue
    const isBare = says === 'sender' && prefix === 'Reply'
    return { kind: 'byline', says, by: { start: isBare ? end : start + prefix.length, end }, start, end }
  }
  return null
}

function attachmentOf(row: TextRow, text: string): TextRow | null {
  const prefix = 'Attachment: '
  if (row.kind !== 'list_item' || !text.startsWith(prefix, row.start)) return null
  return {
    kind: 'attachment',
    file: { start: row.start + prefix.length, end: row.end },
    start: row.start,
    end: row.end,
  }
}
