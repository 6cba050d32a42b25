/** Between cells, or at an end of the row; not every bar in a text. */
const cellEnd = /(?<!\S)\|(?!\S)/gu
const label = /^([^:：;\n]{1,60}): /u
/** Inside a label a sentence ends: what follows the colon is prose. An abbreviation's stop ends none. */
const sentenceEnd = /[。！？]|[.!?]\s+\p{Lu}/u
const lastStop = /[.!?。！？]["”’)\]]*$/u
/** Of a label that stands in one row only. */
const longestLabel = 40
const maxLabelWords = 5
const separator = '; '

/** A cell of a row written `Header: value; Header: value`. */
export interface LabelledPart {
  /** Empty for a first cell whose column has no name. */
  readonly label: string
  /** Of its value, 0-based half-open in the row's text. */
  readonly start: number
  readonly end: number
}

/** Whether a text is a row of a table, or several: written `a | b | c`, or `Header: value; Header: value`, cut before by `…` or not. */
export function isTableRow(text: string): boolean {
  if ((text.match(cellEnd)?.length ?? 0) > 1) return true
  const parts = text.split(separator)
  const [first = ''] = parts
  return (first.startsWith('…') || labelOf(first) !== null) && parts.filter((part) => labelOf(part) !== null).length > 1
}

/** The cells of one line, read as such a row. What has no label goes on with the cell before it: values may hold `; ` too. */
export function labelledParts(line: string): LabelledPart[] {
  const parts: LabelledPart[] = []
  let from = 0
  for (const part of line.split(separator)) {
    const end = from + part.length
    const head = labelOf(part)
    const before = parts.at(-1)
    if (head !== null || !before)
      parts.push({ label: (head ?? '').trim(), start: from + (head === null ? 0 : head.length + ': '.length), end })
    else parts[parts.length - 1] = { ...before, end }
    from = end + separator.length
  }
  return parts
}

/** Whether a line is a table's row: it shares two labels with a neighbour, or is all short labels and values. */
export function isLabelledRow(line: string, neighbours: readonly string[]): boolean {
  if (!line.includes(separator)) return false
  const labels = labelsOf(line)
  if (labels.length < 2) return false
  return neighbours.some((neighbour) => sharedLabels(labels, neighbour) > 1) || isPlainRow(line, labels)
}

function isPlainRow(line: string, labels: readonly string[]): boolean {
  const parts = line.split(separator)
  const isShort = (name: string) => name.length <= longestLabel && name.split(/\s+/u).length <= maxLabelWords
  return (
    parts.length === labels.length &&
    new Set(labels).size === labels.length &&
    labels.every(isShort) &&
    !lastStop.test(line.trimEnd()) &&
    !parts.some((part) => sentenceEnd.test(part))
  )
}

function sharedLabels(labels: readonly string[], line: string): number {
  const others = new Set(labelsOf(line))
  return new Set(labels.filter((name) => others.has(name))).size
}

function labelsOf(line: string): string[] {
  return labelledParts(line).flatMap((part) => (part.label === '' ? [] : [part.label]))
}

/** What names a part's value; null where nothing does: no name is cut by a bracket or holds the end of a sentence. */
function labelOf(part: string): string | null {
  const [head, name] = label.exec(part) ?? []
  if (head === undefined || name === undefined || sentenceEnd.test(head)) return null
  return isBalanced(name) && /[\p{L}\p{N}]/u.test(name) ? name : null
}

function isBalanced(text: string): boolean {
  const count = (signs: RegExp) => text.match(signs)?.length ?? 0
  return count(/[(（[]/gu) === count(/[)）\]]/gu)
}
