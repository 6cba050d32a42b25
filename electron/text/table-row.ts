/** Between cells, or at an end of the row; not every bar in a text. */
const cellEnd = /(?<!\S)\|(?!\S)/gu
const label = /^[^:：;\n]{1,60}: /u
/** Inside a label a sentence ends: what follows the colon is prose. An abbreviation's stop ends none. */
const sentenceEnd = /[。！？]|[.!?]\s+\p{Lu}/u

/** Whether a text is a row of a table, or several: written `a | b | c`, or `Header: value; Header: value`, cut before by `…` or not. */
export function isTableRow(text: string): boolean {
  if ((text.match(cellEnd)?.length ?? 0) > 1) return true
  const parts = text.split('; ')
  const isCell = (part: string) => {
    const [header] = label.exec(part) ?? []
    return header !== undefined && !sentenceEnd.test(header)
  }
  const [first = ''] = parts
  return (first.startsWith('…') || isCell(first)) && parts.filter(isCell).length > 1
}
