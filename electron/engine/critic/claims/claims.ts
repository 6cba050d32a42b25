import { citationMark, hasDigit, headingMark, lineMarker } from '@engine/text/letters'
import type { AnswerRef } from '@shared/events'
import { type Span, splitSentences } from '@engine/text/sentences/sentences'
import { contentTerms } from '@engine/text/english/stop-words'
import { answerTables, rowOf } from './answer-tables'
import { plainText } from '../facts/comparable-text'
import { quantitiesIn } from '../facts/quantities'
import { isToReader, whatIsSaid } from './absences'

/** A sentence of a response that has to be carried by what it cites. */
export interface Claim extends Span {
  readonly text: string
  /** Names of the columns that its cells stand in; a source need not have them. */
  readonly labels: readonly string[]
  /** Numbers of the evidence it cites, in order. */
  readonly numbers: readonly number[]
  /** Numbers the next citation of its paragraph has: it may be meant to cover this sentence as well. */
  readonly nearby: readonly number[]
  /** The references that stand for exactly this sentence. */
  readonly refs: readonly AnswerRef[]
}

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
      labels: [],
      nearby: [],
      numbers: [...(known?.numbers ?? []), number],
      refs: [...(known?.refs ?? []), ref],
    })
  }
  return [...claims.values()].sort((a, b) => a.start - b.start)
}

/** The claims of free text with `[n]` marks, as a language model writes it: every sentence or row that says something. */
export function writtenClaims(response: string): Claim[] {
  const marks = [...response.matchAll(citationMark)].map((match) => ({ at: match.index, number: Number(match[1]) }))
  // Blanked rather than cut out, so that offsets stay; and so are fenced blocks, which are code, not claims.
  const bare = response
    .replace(citationMark, (found) => ' '.repeat(found.length))
    .replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1[^\n]*$|$(?![\s\S]))/gmu, (code) => code.replace(/[^\n]/gu, ' '))
  const tables = answerTables(bare)
  const sentences = splitSentences(bare).map((span) => withoutMarker(bare, span))
  return sentences.flatMap((span, at): Claim[] => {
    const next = sentences[at + 1]?.start ?? Infinity
    const numbers = [
      ...new Set(marks.filter((one) => one.at >= span.start && one.at < next).map(({ number }) => number)),
    ]
    const table = tables.find(({ start, end }) => start <= span.start && span.start < end)
    if (table) {
      const row = rowOf(bare, span, table)
      if (row === null) return []
      // A row that has no mark rests on those of its table, and of what stands right before it.
      const before = sentences.findLast(({ end }) => end <= table.start)?.start ?? table.start
      const its = marks.filter((one) => one.at >= before && one.at < table.end).map(({ number }) => number)
      return [{ ...span, ...row, numbers: numbers.length > 0 ? numbers : [...new Set(its)], nearby: [], refs: [] }]
    }
    const text = whatIsSaid(bare.slice(span.start, span.end).replace(/\s+/gu, ' ').trim())
    if (!saysSomething(text) || (numbers.length === 0 && isToReader(text))) return []
    const paragraphEnd = endOfParagraph(response, span.end)
    const later = marks.find((one) => one.at >= next && one.at < paragraphEnd)
    return [{ ...span, text, labels: [], numbers, nearby: later ? [later.number] : [], refs: [] }]
  })
}

function withoutMarker(text: string, { start, end }: Span): Span {
  const lead = lineMarker.exec(text.slice(start, end))?.[0].length ?? 0
  return { start: start + lead, end }
}

function endOfParagraph(text: string, from: number): number {
  const end = text.slice(from).search(/\n\s*(?:\n|[-*+•|#>]|\d{1,3}[.)])/u)
  return end === -1 ? text.length : from + end
}

const longestLabel = 60
/** What the name of what follows ends in. */
const colons = [':', '：']
const commas = [',', '，']
const bold = ['**', '__']
/** Digits of a figure that may well stand in a heading. */
const year = 4

/** Headings, labels, salutations, table rules and "Yes." claim nothing. */
function saysSomething(text: string): boolean {
  if (headingMark.test(text)) return false
  const endsIn = (signs: readonly string[]) => signs.some((sign) => text.endsWith(sign))
  const isMeasured = () => quantitiesIn(plainText(text)).some(({ raw, unit }) => unit !== null || raw.length !== year)
  const isLabel = endsIn(colons) || ((endsIn(commas) || endsIn(bold)) && !isMeasured())
  if (isLabel && text.length < longestLabel) return false
  return contentTerms(text).length > 1 || hasDigit(text)
}
