import type { AnswerRef } from '@shared/events'
import { type Span, splitSentences } from '@engine/text/sentences/sentences'
import { contentTerms } from '@engine/text/english/stop-words'

/** A sentence of a response that has to be carried by what it cites. */
export interface Claim extends Span {
  readonly text: string
  /** Numbers of the evidence it cites, in order. */
  readonly numbers: readonly number[]
  /** Numbers the next citation of its paragraph has: it may be meant to cover this sentence as well. */
  readonly nearby: readonly number[]
  /** The references that stand for exactly this sentence. */
  readonly refs: readonly AnswerRef[]
}

const mark = /\[(\d{1,3})\]/gu
const bullet = /^(?:[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)、]\s+|>\s*|\|\s*)/u
/** Says that something is not there, which no passage can show. */
const absence =
  /\b(?:(?:documents?|sources?|passages?|evidence|context) (?:do|does|did)(?:n't| not)|found nothing|no (?:information|mention)|not (?:mentioned|stated|specified) in)\b|没有(?:找到|提到|提及|说明|相关)|未(?:找到|提及|提到|说明)|无法(?:确定|判断|回答)/iu

/** The claims of an answer that quotes: what its references stand for. All else is in the engine's own words. */
export function quotedClaims(response: string, refs: readonly AnswerRef[]): Claim[] {
  const claims = new Map<string, Claim>()
  for (const ref of refs) {
    const { response_start: start, response_end: end, number } = ref
    if (start >= end || end > response.length) continue
    const known = claims.get(`${start}-${end}`)
    claims.set(`${start}-${end}`, {
      start,
      end,
      text: response.slice(start, end),
      numbers: [...(known?.numbers ?? []), number],
      nearby: [],
      refs: [...(known?.refs ?? []), ref],
    })
  }
  return [...claims.values()].sort((a, b) => a.start - b.start)
}

/** The claims of free text with `[n]` marks, as a language model writes it: every sentence that says something. */
export function writtenClaims(response: string): Claim[] {
  const marks = [...response.matchAll(mark)].map((match) => ({ at: match.index, number: Number(match[1]) }))
  // Blanked rather than cut out, so that offsets stay; and so are fenced blocks, which are code, not claims.
  const bare = response
    .replace(mark, (found) => ' '.repeat(found.length))
    .replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1[^\n]*$|$(?![\s\S]))/gmu, (code) => code.replace(/[^\n]/gu, ' '))
  const sentences = splitSentences(bare).map((span) => withoutMarker(bare, span))
  return sentences.flatMap((span, at) => {
    const text = bare.slice(span.start, span.end).replace(/\s+/gu, ' ').trim()
    const next = sentences[at + 1]?.start ?? Infinity
    const numbers = marks.filter((one) => one.at >= span.start && one.at < next).map(({ number }) => number)
    if (!saysSomething(text)) return []
    const paragraphEnd = endOfParagraph(response, span.end)
    const later = marks.find((one) => one.at >= next && one.at < paragraphEnd)
    return [{ ...span, text, numbers: [...new Set(numbers)], nearby: later ? [later.number] : [], refs: [] }]
  })
}

function withoutMarker(text: string, { start, end }: Span): Span {
  const lead = bullet.exec(text.slice(start, end))?.[0].length ?? 0
  return { start: start + lead, end }
}

function endOfParagraph(text: string, from: number): number {
  const end = text.slice(from).search(/\n\s*(?:\n|[-*+•|#>]|\d{1,3}[.)])/u)
  return end === -1 ? text.length : from + end
}

/** Headings, labels, table rules, "Yes." and what only says that something is missing claim nothing. */
function saysSomething(text: string): boolean {
  if (/^#{1,6}\s/u.test(text) || /^[\s|:*_=-]*$/u.test(text) || absence.test(text)) return false
  const bare = text.replace(/[*_`]/gu, '').trim()
  if (/[:：]$/u.test(bare) && bare.length < 60) return false
  const content = contentTerms(bare)
  return content.length > 1 || /\d/u.test(bare)
}
