const listItem = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/u

/**
 * Cuts Markdown into pieces that mean the same on their own: at empty lines outside fences, maths and lists. While an
 * answer grows, all pieces but the last stay as they are and need not be parsed again.
 */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = []
  let lines: string[] = []
  let fence = ''
  let sawGap = false
  const close = () => {
    if (lines.some((line) => line.trim() !== '')) blocks.push(lines.join('\n').trimEnd())
    lines = []
  }
  for (const line of text.split('\n')) {
    if (fence === '' && line.trim() === '') {
      sawGap = true
      lines.push(line)
      continue
    }
    if (fence === '' && sawGap && startsAnew(line, lines)) close()
    sawGap = false
    fence = fenceAfter(line, fence)
    lines.push(line)
  }
  close()
  return blocks
}

function startsAnew(line: string, before: readonly string[]): boolean {
  if (/^\s/u.test(line)) return false
  const inList = listItem.test(before.find((one) => one.trim() !== '') ?? '')
  return !inList || !listItem.test(line)
}

/** The fence that is open after this line; empty where none is. */
function fenceAfter(line: string, open: string): string {
  const [, mark = '', info = ''] = /^\s{0,3}(`{3,}|~{3,}|\${2,})(.*)$/u.exec(line) ?? []
  if (open === '') return mark !== '' && !info.includes(mark[0] ?? '') ? mark : ''
  const closes = mark.startsWith(open) && info.trim() === ''
  return closes || (open.startsWith('$') && line.trimEnd().endsWith(open)) ? '' : open
}

/** The part of a growing answer that can be shown: without a half-written citation, list item or head of a table at its end. */
export function settledText(response: string): string {
  return withoutHalfHead(response.replace(/(?:\n-?[^\S\n]*|\s*\[\d{0,3})$/u, ''))
}

/** Until the rule below its head is whole, a table is bars and dashes. */
function withoutHalfHead(text: string): string {
  const last = text.lastIndexOf('\n') + 1
  if (!text.startsWith('|', last)) return text
  const before = last === 0 ? 0 : text.lastIndexOf('\n', last - 2) + 1
  const head = last > 0 && text.startsWith('|', before) ? before : last
  const [names = '', rule = ''] = text.slice(head).split('\n')
  const isWhole = /^\|(?:\s*:?-+:?\s*\|)+\s*$/u.test(rule) && barsIn(rule) === barsIn(names)
  // A row below a rule is a table's, and so is one below another row.
  const isInTable = head > 0 && text.startsWith('|', text.lastIndexOf('\n', head - 2) + 1)
  return isWhole || isInTable ? text : text.slice(0, head).trimEnd()
}

function barsIn(line: string): number {
  return line.match(/(?<!\\)\|/gu)?.length ?? 0
}
