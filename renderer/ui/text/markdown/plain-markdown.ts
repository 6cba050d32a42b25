interface Edit {
  readonly start: number
  readonly end: number
  readonly by: string
}

/** Markdown as it is read, and where an offset of the source stands in it. Offsets are 0-based, in UTF-16 units. */
export interface PlainText {
  readonly text: string
  at(offset: number): number
}

/** Stands for a line's end that means something, as where verse is quoted in running text. */
const lineEnd = ' / '
const cellEnd = ' · '

/**
 * Markdown without its marks, for a preview of a few lines: emphasis, links, code, headings and the frames of tables go,
 * every word stays. Ends of rows, items and headings become `/`, and of cells `·`.
 */
export function plainMarkdown(source: string): PlainText {
  const edits = editsOf(source)
  const shift: { readonly from: number; readonly to: number; readonly by: number }[] = []
  let text = ''
  let at = 0
  for (const edit of edits) {
    if (edit.start < at) continue
    text += source.slice(at, edit.start) + edit.by
    at = edit.end
    shift.push({ from: edit.start, to: edit.end, by: text.length - edit.end })
  }
  text += source.slice(at)
  return {
    text,
    at(offset) {
      const last = shift.findLast(({ from }) => from < offset)
      return last ? Math.max(offset, last.to) + last.by : offset
    },
  }
}

/** Markdown without its marks, line by line: paragraphs, lists and tables keep their lines, and lines of nothing but marks go. */
export function plainLines(markdown: string): string {
  return markdown
    .split('\n')
    .flatMap((line) => {
      const text = plainMarkdown(line).text.trimEnd()
      return text === '' && line.trim() !== '' ? [] : text
    })
    .join('\n')
}

function editsOf(source: string): Edit[] {
  const edits: Edit[] = []
  let fence = ''
  let wasBlock = false
  let from = 0
  for (const line of source.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1] ?? ''
    const isFence = mark !== '' && (fence === '' || mark.startsWith(fence))
    const isRule = /^[\s|]*:?-{2,}[-:|\s]*$/u.test(line) || /^ {0,3}([*_] *){3,}$/u.test(line)
    if (isFence || (fence === '' && isRule)) {
      // Goes with the line break before it, so that none is left empty.
      edits.push({ start: Math.max(0, from - 1), end: from + line.length, by: '' })
      if (isFence) fence = fence === '' ? mark : ''
    } else if (line.trim() !== '') {
      const isBlock = fence !== '' || /^\s*(?:#{1,6}\s|\||[-*+]\s|\d{1,9}[.)]\s|>)/u.test(line)
      const breaks = (isBlock || wasBlock) && source.slice(0, from).trim() !== ''
      if (breaks) edits.push(lineBreakBefore(source, from, edits.at(-1)?.end ?? 0))
      if (fence === '') edits.push(...marksOf(line, from))
      wasBlock = isBlock
    }
    from += line.length + 1
  }
  return edits
}

/** The line breaks before a line, as far as nothing else has taken them, become one sign. */
function lineBreakBefore(source: string, from: number, taken: number): Edit {
  let start = from
  while (start > taken && /\s/u.test(source.charAt(start - 1))) start -= 1
  return { start, end: from, by: lineEnd }
}

const heads = /^\s*(?:#{1,6}\s+|(?:>\s?)+|[-*+]\s+(?:\[[ xX]\]\s+)?)?/u
const code = /(`+)(?!`)(.+?)(?<!`)\1(?!`)/gu
const link = /!?\[([^[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]*")?\)/gu
const emphasis = /(?<!\\)(\*{1,3}|~~|(?<![\p{L}\p{N}])_{1,3})(?=\S)((?:(?!\1).|\*\*[^*]+\*\*)+?)(?<=[^\s\\])\1(?!\*)/gu

/** The marks of one line, which begins at `from`. What is found first keeps others out: code, then links, then the rest. */
function marksOf(line: string, from: number): Edit[] {
  const edits: Edit[] = []
  const codes = [...line.matchAll(code)].map((match) => ({ start: match.index, end: match.index + match[0].length }))
  const isCode = (at: number) => codes.some(({ start, end }) => at >= start && at < end)
  const drop = (start: number, end: number, by = '') => {
    if (end > start && !edits.some((one) => start < one.end && one.start < end)) edits.push({ start, end, by })
  }
  const dropAround = (start: number, end: number, mark: number) => {
    drop(start, start + mark)
    drop(end - mark, end)
  }
  drop(0, heads.exec(line)?.[0].length ?? 0)
  if (/^\s*#/u.test(line)) drop(line.length - (/\s+#+\s*$/u.exec(line)?.[0].length ?? 0), line.length)
  for (const { index, 0: whole, 1: mark = '' } of line.matchAll(code)) {
    dropAround(index, index + whole.length, mark.length)
  }
  for (const { index, 0: whole, 1: words = '' } of line.matchAll(link)) {
    if (isCode(index)) continue
    const opening = whole.startsWith('!') ? 2 : 1
    drop(index, index + opening)
    drop(index + opening + words.length, index + whole.length)
  }
  const dropEmphasis = (text: string, at: number) => {
    for (const { index, 0: whole, 1: mark = '', 2: words = '' } of text.matchAll(emphasis)) {
      const start = at + index
      const end = start + whole.length
      const isName = mark.startsWith('_') && /[\p{L}\p{N}]/u.test(line.charAt(end))
      const isFree = !isName && !isCode(start) && !isCode(end - 1)
      if (isFree && !edits.some((one) => start >= one.start && end <= one.end)) dropAround(start, end, mark.length)
      dropEmphasis(words, start + mark.length)
    }
  }
  dropEmphasis(line, 0)
  for (const { index } of line.matchAll(/\\(?=[!-/:-@[-`{-~])/gu)) if (!isCode(index)) drop(index, index + 1)
  if (/^\s*\|.*\|\s*$/u.test(line)) {
    const bars = [...line.matchAll(/\s*(?<!\\)\|(?:\s*\|)*\s*/gu)].filter(
      ({ 0: bar, index }) => !isCode(index + bar.indexOf('|')),
    )
    bars.forEach(({ 0: bar, index }, at) => {
      drop(index, index + bar.length, at === 0 || at === bars.length - 1 ? '' : cellEnd)
    })
  }
  const inOrder = edits.sort((a, b) => a.start - b.start)
  return inOrder.map(({ start, end, by }) => ({ start: start + from, end: end + from, by }))
}
