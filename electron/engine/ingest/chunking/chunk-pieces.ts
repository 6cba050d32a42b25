import type { Block } from '@shared/documents'
import { splitSentences } from '@engine/text/sentences/sentences'
import { estimateTokens } from '@engine/text/token-count'

/** The smallest stretch a chunk is put together from. Offsets into the document's text. */
export interface Piece {
  readonly start: number
  readonly end: number
  readonly tokens: number
  readonly block: Block
  /** A whole sentence of prose: what may be repeated as overlap. */
  readonly isSentence: boolean
  /** The first piece of its block. */
  readonly opensBlock: boolean
  /** Tokens of its block from this piece on. */
  readonly blockTokensLeft: number
}

interface Span {
  readonly start: number
  readonly end: number
  readonly tokens: number
  readonly isWhole: boolean
}

const prose = new Set<Block['kind']>(['paragraph', 'list_item', 'quote'])

/** A block as pieces of at most `maxTokens`: sentences of prose; rows, code and headings whole where they fit. */
export function piecesOf(text: string, block: Block, maxTokens: number): Piece[] {
  const isProse = prose.has(block.kind)
  const body = text.slice(block.start, block.end)
  const whole = isProse ? splitSentences(body) : [{ start: 0, end: body.length }]
  const split = splitter(body, maxTokens)
  const spans = whole.flatMap(({ start, end }) => split(start, end, isProse ? 'words' : 'lines'))
  let left = spans.reduce((sum, span) => sum + span.tokens, 0)
  return spans.map((span, at) => {
    const piece = {
      start: block.start + span.start,
      end: block.start + span.end,
      tokens: span.tokens,
      block,
      isSentence: isProse && span.isWhole,
      opensBlock: at === 0,
      blockTokensLeft: left,
    }
    left -= span.tokens
    return piece
  })
}

/** A function that cuts a stretch of the text at lines, then sentences, then words, then anywhere, only as far as the limit demands. */
function splitter(text: string, maxTokens: number) {
  return function split(start: number, end: number, by: 'lines' | 'sentences' | 'words'): Span[] {
    const tokens = estimateTokens(text.slice(start, end))
    if (tokens <= maxTokens) return tokens > 0 ? [{ start, end, tokens, isWhole: true }] : []
    if (by === 'words') return splitAnywhere(text, start, end, maxTokens)
    const parts = by === 'lines' ? splitLines(text, start, end) : splitSentencesOf(text, start, end)
    const finer = by === 'lines' ? 'sentences' : 'words'
    return parts.flatMap((part) => split(part.start, part.end, finer)).map((span) => ({ ...span, isWhole: false }))
  }
}

function splitSentencesOf(text: string, start: number, end: number): { start: number; end: number }[] {
  return splitSentences(text.slice(start, end)).map((span) => ({ start: start + span.start, end: start + span.end }))
}

function splitLines(text: string, start: number, end: number): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = []
  for (let from = start; from < end;) {
    const found = text.indexOf('\n', from)
    const to = found === -1 || found >= end ? end : found
    // Indentation stays outside of pieces; it is inside every chunk of more than one line.
    let first = from
    while (first < to && /\s/u.test(text.charAt(first))) first += 1
    let last = to
    while (last > first && /\s/u.test(text.charAt(last - 1))) last -= 1
    if (last > first) lines.push({ start: first, end: last })
    from = to + 1
  }
  return lines
}

/** Cuts at white space or punctuation near the limit, else between any two characters, never inside one. */
function splitAnywhere(text: string, start: number, end: number, most: number): Span[] {
  const spans: Span[] = []
  let from = start
  while (from < end) {
    while (from < end && /\s/u.test(text.charAt(from))) from += 1
    let to = Math.min(end, from + most * 4)
    let tokens = estimateTokens(text.slice(from, to))
    while (tokens > most) {
      to = from + Math.max(1, Math.floor((to - from) * Math.max(0.4, Math.min(0.9, most / tokens))))
      tokens = estimateTokens(text.slice(from, to))
    }
    if (to < end) to = niceCut(text, from, to)
    let last = to
    while (last > from && /\s/u.test(text.charAt(last - 1))) last -= 1
    if (last > from)
      spans.push({ start: from, end: last, tokens: estimateTokens(text.slice(from, last)), isWhole: false })
    from = to
  }
  return spans
}

function niceCut(text: string, from: number, to: number): number {
  const earliest = from + Math.floor((to - from) * 0.7)
  for (let at = to; at > earliest; at -= 1) {
    if (/[\s,;，；、。]/u.test(text.charAt(at - 1))) return at
  }
  const code = text.charCodeAt(to)
  const splitsPair = code >= 0xdc00 && code <= 0xdfff && to > 0 && isHighSurrogate(text.charCodeAt(to - 1))
  if (!splitsPair) return to
  return to - 1 > from ? to - 1 : to + 1
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
