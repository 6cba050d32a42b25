import type { Block } from '@shared/documents'
import { type Span, splitSentences } from '@engine/text/sentences/sentences'
import { estimateTokens } from '@engine/text/token-count'
import { linesOf, trimSpan } from '../parsers/structure/source-text'

/** The smallest stretch a chunk is put together from. Offsets into the document's text. */
export interface Piece extends Span {
  readonly tokens: number
  readonly block: Block
  /** A whole sentence of prose: what may be repeated as overlap. */
  readonly isSentence: boolean
  /** The first piece of its block. */
  readonly opensBlock: boolean
  /** Tokens of its block from this piece on. */
  readonly blockTokensLeft: number
}

/** What one piece or chunk may hold. White space has no tokens, and what is done with a chunk may cost the square of its length. */
interface MostOfAChunk {
  readonly maxTokens: number
  /** UTF-16 units. */
  readonly maxCharacters: number
}

interface CountedSpan extends Span {
  readonly tokens: number
  readonly isWhole: boolean
}

const prose = new Set<Block['kind']>(['paragraph', 'list_item', 'quote'])

/** A block as pieces within these limits: sentences of prose; rows, code and headings whole where they fit. */
export function piecesOf(text: string, block: Block, most: MostOfAChunk): Piece[] {
  const isProse = prose.has(block.kind)
  const body = text.slice(block.start, block.end)
  const whole = isProse ? splitSentences(body) : [{ start: 0, end: body.length }]
  const split = splitter(body, most)
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
function splitter(text: string, { maxTokens, maxCharacters }: MostOfAChunk) {
  return function split(start: number, end: number, by: 'lines' | 'sentences' | 'words'): CountedSpan[] {
    const tokens = estimateTokens(text.slice(start, end))
    if (tokens <= maxTokens && end - start <= maxCharacters)
      return tokens > 0 ? [{ start, end, tokens, isWhole: true }] : []
    if (by === 'words') return splitAnywhere(text, start, end, maxTokens)
    const parts = by === 'lines' ? splitLines(text, start, end) : splitSentencesOf(text, start, end)
    const finer = by === 'lines' ? 'sentences' : 'words'
    return parts.flatMap((part) => split(part.start, part.end, finer)).map((span) => ({ ...span, isWhole: false }))
  }
}

function splitSentencesOf(text: string, start: number, end: number): Span[] {
  return splitSentences(text.slice(start, end)).map((span) => ({ start: start + span.start, end: start + span.end }))
}

/** Indentation stays outside of pieces; it is inside every chunk of more than one line. */
function splitLines(text: string, start: number, end: number): Span[] {
  const lines = [...linesOf(text.slice(start, end))]
  return lines.flatMap((line) => trimSpan(text, start + line.start, start + line.end) ?? [])
}

/** Cuts at white space or punctuation near the limit, else between any two characters, never inside one. */
function splitAnywhere(text: string, start: number, end: number, most: number): CountedSpan[] {
  const spans: CountedSpan[] = []
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
    const span = trimSpan(text, from, to)
    if (span) spans.push({ ...span, tokens: estimateTokens(text.slice(span.start, span.end)), isWhole: false })
    from = to
  }
  return spans
}

function niceCut(text: string, from: number, to: number): number {
  const earliest = from + Math.floor((to - from) * 0.7)
  for (let at = to; at > earliest; at -= 1) {
    if (/[\s,;，；、。]/u.test(text.charAt(at - 1))) return at
  }
  const splitsPair = to > 0 && (text.codePointAt(to - 1) ?? 0) > 0xffff
  if (!splitsPair) return to
  return to - 1 > from ? to - 1 : to + 1
}
