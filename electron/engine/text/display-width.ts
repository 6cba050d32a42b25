// What a terminal shows: East Asian wide characters take two columns, combining marks none, and no character may be one
// that the terminal obeys.

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}\ufe0f]/u
const narrow = /^[\uff61-\uffdc\uffe8-\uffee]/u
const nothing = /^[\p{M}\p{Cf}]+$/u

/** Text that is as wide as it is long; most is. */
const plain = /^[ -~]*$/

/** Marks that must not begin a line. */
const closing = /^[\p{Pe}\p{Pf},.;:!?%、。，．：；！？％…‥·ー々ゝゞ〜～]/u

function widthOf(grapheme: string): number {
  if (nothing.test(grapheme)) return 0
  return wide.test(grapheme) && !narrow.test(grapheme) ? 2 : 1
}

/** How many columns a line without control characters takes. */
export function columnsOf(line: string): number {
  if (plain.test(line)) return line.length
  let columns = 0
  for (const { segment } of graphemes.segment(line)) columns += widthOf(segment)
  return columns
}

/** The line followed by spaces up to `columns`. */
export function padded(line: string, columns: number): string {
  return line + ' '.repeat(Math.max(0, columns - columnsOf(line)))
}

/** Text that a terminal only shows: control characters as pictures or U+FFFD, any line break as a line feed. */
export function harmless(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(/\t/g, '  ')
    .replace(/[\u0000-\u0009\u000b-\u001f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
    .replace(/\u007f/g, '\u2421')
    .replace(/[\u0080-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu, '\ufffd')
}

/** Harmless text in lines of at most `columns` (at least 2): broken at spaces, or between wide characters. */
export function wrapped(text: string, columns: number): string[] {
  const room = Math.max(2, columns)
  return harmless(text)
    .split('\n')
    .flatMap((line) => wrappedLine(line, room))
}

function wrappedLine(line: string, room: number): string[] {
  const lines: string[] = []
  let current = ''
  let used = 0
  for (const piece of unbreakable(line)) {
    const width = columnsOf(piece)
    if (used + columnsOf(piece.trimEnd()) <= room) {
      current += piece
      used += width
      continue
    }
    if (current.trim() !== '') lines.push(current.trimEnd())
    const parts = slices(piece.trimStart() || piece, room)
    current = parts.pop() ?? ''
    lines.push(...parts)
    used = columnsOf(current)
  }
  lines.push(current.trimEnd())
  return lines
}

/** Words with the spaces behind them, and wide characters one by one with the closing marks behind them. */
function unbreakable(line: string): string[] {
  const pieces: string[] = []
  let last: 'word' | 'space' | 'wide' | null = null
  for (const { segment } of graphemes.segment(line)) {
    const kind: 'word' | 'space' | 'wide' = segment.trim() === '' ? 'space' : widthOf(segment) === 2 ? 'wide' : 'word'
    const joins =
      kind === 'space' || (kind === 'word' && last === 'word') || (closing.test(segment) && last !== 'space')
    const before = joins ? pieces.pop() : undefined
    pieces.push((before ?? '') + segment)
    last = kind
  }
  return pieces
}

/** A piece too wide for a line, cut between its characters. */
function slices(piece: string, room: number): string[] {
  const parts: string[] = []
  let part = ''
  let used = 0
  for (const { segment } of graphemes.segment(piece)) {
    const width = widthOf(segment)
    if (used + width > room && segment.trim() !== '') {
      parts.push(part)
      part = ''
      used = 0
    }
    part += segment
    used += width
  }
  return [...parts, part]
}

/** The first `count` lines of a text as `wrapped` breaks it; the last one says with an ellipsis that there was more. */
export function excerpt(text: string, count: number, columns: number): string[] {
  // A character of many parts is long and narrow; beyond this there is no telling, and no need to break it all.
  const reach = (count + 1) * Math.max(2, columns) * 8
  const lines = wrapped(text.slice(0, reach), columns)
  if (lines.length <= count && text.length <= reach) return lines
  const last = lines[count - 1] ?? lines.at(-1) ?? ''
  let kept = ''
  let used = 0
  for (const { segment } of graphemes.segment(last)) {
    used += widthOf(segment)
    if (used > columns - 1) break
    kept += segment
  }
  return [...lines.slice(0, Math.min(count, lines.length) - 1), `${kept.trimEnd()}…`]
}
