const dash = /^[-–—−―_.·/\\\s]*$/u
const never =
  /^(?:n\.?\/?a\.?|#n\/a|null|nan|\(blank\)|\(empty\)|#(?:value|ref|div\/0|name|num)[!?]?|暂无|不详|空|缺)$/iu
/** Names in a column of words, but no values in one of numbers or dates. */
const unlessWords = /^(?:na|none|nil|nd|n\.d\.|unknown|missing|tbd|tba|pending|\?+|x|无|没有|未知|待定|未定)$/iu

/** Whether nothing stands in a cell, whatever its column holds. */
export function isBlank(cell: string): boolean {
  return cell === '' || dash.test(cell) || never.test(cell)
}

/** Whether a cell of a column of numbers, dates or yes and no says that it has no value. */
export function isMissing(cell: string): boolean {
  return isBlank(cell) || unlessWords.test(cell)
}

const pairs: readonly (readonly [string, string])[] = [
  ['yes', 'no'],
  ['true', 'false'],
  ['y', 'n'],
  ['ja', 'nein'],
  ['oui', 'non'],
  ['是', '否'],
  ['有', '无'],
  ['对', '错'],
  ['✓', '✗'],
  ['✔', '✘'],
  ['✓', '✕'],
  ['☑', '☐'],
]
const values = new Map(
  pairs.flatMap(([yes, no]): [string, boolean][] => [
    [yes, true],
    [no, false],
  ]),
)

/** Reads a cell that says yes or no; null for anything else. */
export function readBoolean(cell: string): boolean | null {
  return cell.length > 6 ? null : (values.get(cell.trim().toLowerCase()) ?? null)
}
