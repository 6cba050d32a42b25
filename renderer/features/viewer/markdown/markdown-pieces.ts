import type { Range } from '../text/marks'

/** A stretch of Markdown that can be rendered alone; `plain` is shown as its source. */
export interface MarkdownPiece extends Range {
  readonly plain: boolean
}

const aimedLength = 3000
const longestPiece = 60_000
/** Runs of quote or list markers make the parser quadratic, and mean nothing. */
const markerFlood = /(?:[>*+-][^\S\n]?){60,}|\[{60,}/u

/** Cuts Markdown for a virtual list, before headings and between blocks outside fences. The pieces add up to the text. */
export function markdownPieces(text: string): MarkdownPiece[] {
  const pieces: MarkdownPiece[] = []
  const add = (start: number, end: number, plain: boolean): void => {
    if (end > start) pieces.push({ start, end, plain })
  }
  let start = frontMatterEnd(text)
  add(0, start, true)
  let fence: string | undefined
  let afterEmpty = false
  for (let at = start; at < text.length;) {
    const found = text.indexOf('\n', at)
    const next = found === -1 ? text.length : found + 1
    const line = text.slice(at, Math.min(next, at + 400))
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1]
    const wasFenced = fence !== undefined
    if (mark !== undefined) fence = fenceAfter(fence, mark)
    if (!wasFenced && at > start && endsHere(line, afterEmpty, at - start)) {
      add(start, at, isPlain(text, start, at))
      start = at
    } else if (at - start > longestPiece) {
      add(start, at, true)
      start = at
      fence = undefined
    }
    afterEmpty = line.trim() === ''
    at = next
  }
  add(start, text.length, isPlain(text, start, text.length))
  return pieces
}

function fenceAfter(fence: string | undefined, mark: string): string | undefined {
  if (fence === undefined) return mark
  return mark.startsWith(fence) ? undefined : fence
}

/** Whether a line begins a block of its own at the outermost level, far enough from where the piece began. */
function endsHere(line: string, afterEmpty: boolean, length: number): boolean {
  if (/^#{1,6}\s/u.test(line)) return length > aimedLength / 4
  if (length > 4 * aimedLength && /^([-*+]|\d{1,9}[.)])\s/u.test(line)) return true
  return afterEmpty && length > aimedLength && /^(?![-*+]\s|\d{1,9}[.)]\s|[\s:[])/u.test(line)
}

function isPlain(text: string, start: number, end: number): boolean {
  return end - start > 2 * longestPiece || markerFlood.test(text.slice(start, end))
}

/** Settings between two lines of marks at the very start, as the engine's own parser takes them. */
function frontMatterEnd(text: string): number {
  const match = /^(---|\+\+\+)[^\S\n]*\n([\s\S]{0,20000}?\n)?\1[^\S\n]*(?:\n|$)/u.exec(text)
  return match && /^[^\s:=#-][^:=\n]{0,60}[:=]/mu.test(match[2] ?? '') ? match[0].length : 0
}

const definition = /^ {0,3}\[([^\]\n]{1,200})\]:[^\S\n]*\S[^\n]{0,1000}$/gmu

/** Link and footnote targets of the whole document, to be known in every piece; empty where there are very many. */
export function definitionsOf(text: string): string {
  const found: string[] = []
  for (const match of text.matchAll(definition)) {
    if (match[1]?.startsWith('^') === true) continue
    found.push(match[0])
    if (found.length > 200) return ''
  }
  return found.join('\n')
}
