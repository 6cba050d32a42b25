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

/** The part of a growing answer that can be shown: without a half-written citation or list item at its end. */
export function settledText(response: string): string {
  return response.replace(/(?:\n-?[^\S\n]*|\s*\[\d{0,3})$/u, '')
}
