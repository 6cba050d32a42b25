/** Fewer rows are as likely a line or two that somebody indented. */
const leastRows = 4
const longestCell = 200

/** Whether a text is a table that lacks only the name of one: every line has as many tabs as the first, between short cells. */
export function isTabSeparated(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const tabs = (line: string) => line.split('\t').length - 1
  const [first = ''] = lines
  return (
    lines.length >= leastRows &&
    tabs(first) > 0 &&
    !first.startsWith('\t') &&
    lines.every((line) => tabs(line) === tabs(first) && line.split('\t').every((cell) => cell.length <= longestCell))
  )
}
