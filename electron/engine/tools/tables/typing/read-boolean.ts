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
