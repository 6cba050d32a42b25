import type { Range } from '../marks'
import type { MembersRow, TextRow } from '../row-kinds'

/** Characters a line from which on a file was not written for people. */
const longLine = 200
/** A list of values as short as this stays on one line. */
const shortList = 72
const linesTogether = 40
const longestPiece = 4000
const jsonName = /\.(?:json|geojson|jsonl|ndjson)$/iu
/** A string, which may have no end in a file that was cut, or a sign that the layout follows. */
const signs = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[[\]{},]/gsu

interface Line extends Range {
  /** How deep in objects and lists it is. */
  readonly depth: number
}

/** Minified JSON as lines that are indented: stretches of the text, so that every offset stays the document's. Null for anything else. */
export function jsonRows(text: string, name: string): TextRow[] | null {
  if (!jsonName.test(name) || !isMinified(text)) return null
  const lines = linesOf(text)
  const rows: MembersRow[] = []
  for (let at = 0; at < lines.length; at += linesTogether) {
    const together = lines.slice(at, at + linesTogether)
    const [first, last] = [together[0], together.at(-1)]
    if (first && last) rows.push({ kind: 'members', lines: together, start: first.start, end: last.end })
  }
  return rows
}

function isMinified(text: string): boolean {
  if (text.length <= longLine) return false
  return text.length / text.trimEnd().split('\n').length > longLine
}

/** Lines break behind an opening bracket and a comma, and before a closing bracket. */
function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let from = 0
  let depth = 0
  const close = (to: number): void => {
    addLine(lines, text, { start: from, end: to, depth })
    from = to
  }
  signs.lastIndex = 0
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    const [found] = sign
    const at = sign.index
    if (found === '{' || found === '[') {
      const end = shortEnd(text, at)
      if (end !== null) {
        signs.lastIndex = end
        continue
      }
      close(at + 1)
      depth += 1
    } else if (found === '}' || found === ']') {
      close(at)
      depth = Math.max(0, depth - 1)
    } else if (found === ',') close(at + 1)
  }
  close(text.length)
  return lines
}

/** Where a bracket that holds nothing, or only a few values, is closed; null for one that holds more. */
function shortEnd(text: string, at: number): number | null {
  const near = text.slice(at, at + shortList)
  const [whole] = /^(?:\{\s*\}|\[[^[\]{}"]*\]|\[(?:[^[\]{}"]|"(?:[^"\\]|\\.)*")*\])/u.exec(near) ?? []
  return whole === undefined ? null : at + whole.length
}

/** Without the space around it; a long one in pieces, because browsers lay long lines out slowly. */
function addLine(lines: Line[], text: string, { start, end, depth }: Line): void {
  const written = text.slice(start, end)
  const first = start + (written.length - written.trimStart().length)
  const last = start + written.trimEnd().length
  for (let from = first; from < last;) {
    let to = Math.min(last, from + longestPiece)
    if (to < last && isHighSurrogate(text.charCodeAt(to - 1))) to += 1
    lines.push({ start: from, end: to, depth })
    from = to
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}
