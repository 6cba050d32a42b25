const cellEnd = /(?<!\\)\|/gu
const label = /^[^:：;\n]{1,60}: /u

/** Whether a text is a row of a table, or several: written `a | b | c`, or `Header: value; Header: value`. */
export function isTableRow(text: string): boolean {
  if ((text.match(cellEnd)?.length ?? 0) > 1) return true
  return text.split('; ').filter((part) => label.test(part)).length > 1
}
