import { hasDigit } from '@engine/text/letters'
import { type Note, note } from '@shared/note'
import { shown } from './facts/comparable-text'
import { isDenial } from './facts/polarity'
import { matchOf, type Quantity, quantitiesIn } from './facts/quantities'
import type { Source } from './source'
import { tokensIn } from './claims/claim-tokens'

/** A sentence that speaks about the same as another must share this much of the shorter one's words. */
const sameSubject = 0.7
const minWords = 3
/** Of one answer; more would only repeat that its sources do not fit together. */
const maxNotes = 3

/** A sentence as it is compared with others. */
export interface ComparedSentence {
  readonly text: string
  readonly words: ReadonlySet<string>
  readonly quantities: readonly Quantity[]
}

interface Statement extends ComparedSentence {
  readonly number: number
}

/** How two sentences contradict each other: `stated` are the differing figures or dates, one of each; empty where one denies the other. */
export interface Contradiction {
  readonly kind: 'figures' | 'dates' | 'denial'
  readonly stated: readonly string[]
}

/** Whether two sentences say different things about the same, by their words and figures alone; null where they do not. */
export function contradictionOf(a: ComparedSentence, b: ComparedSentence): Contradiction | null {
  return isSameSubject(a, b) ? contradiction(a, b) : null
}

/** Where cited sources contradict each other: in a figure or date for the same thing, or by a "not". */
export function disagreements(
  said: readonly { readonly text: string; readonly number: number }[],
  sources: readonly Source[],
): Note[] {
  const notes = new Map<string, Note>()
  const theirs = sources.flatMap(({ number, sentences }) =>
    sentences.map((sentence) => lazyStatement(number, sentence.text, sentence.terms)),
  )
  for (const claim of said) {
    const mine = statementOf(claim.number, claim.text)
    if (mine.words.size < minWords) continue
    for (const { number, text, terms, statement } of theirs) {
      const pair = [claim.number, number].sort((a, b) => a - b).join('-')
      if (number === claim.number || notes.has(pair) || !mayShare(mine, text, terms)) continue
      const other = statement()
      if (contradictionOf(mine, other) === null) continue
      const first = { one: mine.number, first: shown(mine.text) }
      notes.set(pair, note('sources_disagree', { ...first, other: other.number, second: shown(other.text) }))
    }
    if (notes.size >= maxNotes) break
  }
  return [...notes.values()].slice(0, maxNotes)
}

/** Cutting a sentence into words costs much more than looking whether it could matter. */
function lazyStatement(number: number, text: string, terms: ReadonlySet<string>) {
  let made: Statement | undefined
  return { number, text, terms, statement: () => (made ??= statementOf(number, text)) }
}

function mayShare({ words }: Statement, text: string, terms: ReadonlySet<string>): boolean {
  const shared = [...words].filter((word) => terms.has(word) || text.includes(word)).length
  return shared >= minWords && shared / words.size >= sameSubject / 2
}

function statementOf(number: number, text: string): Statement {
  return { number, ...comparedSentence(text) }
}

/** Reads a sentence, in plain form, for `contradictionOf`. */
export function comparedSentence(text: string): ComparedSentence {
  const words = new Set(
    tokensIn(text)
      .filter(({ content, term }) => content && !hasDigit(term))
      .map(({ term }) => term),
  )
  return { text, words, quantities: quantitiesIn(text) }
}

function isSameSubject(a: ComparedSentence, b: ComparedSentence): boolean {
  const smaller = Math.min(a.words.size, b.words.size)
  if (smaller < minWords) return false
  const larger = Math.max(a.words.size, b.words.size)
  const shared = [...a.words].filter((word) => b.words.has(word)).length
  return shared / smaller >= sameSubject && shared / larger >= sameSubject / 2
}

function contradiction(a: ComparedSentence, b: ComparedSentence): Contradiction | null {
  const [datesA, datesB] = [a.quantities.filter(isMoment), b.quantities.filter(isMoment)]
  const figuresOf = ({ quantities }: ComparedSentence) => quantities.filter((one) => !isMoment(one))
  const [figuresA, figuresB] = [figuresOf(a), figuresOf(b)]
  const datesDiffer = differ(datesA, datesB)
  const figuresDiffer = differ(figuresA, figuresB)
  // Another figure for another year is no contradiction.
  if (figuresA.length > 0 && figuresB.length > 0) {
    const isFault = figuresDiffer && !datesDiffer && sameMeasure(figuresA, figuresB)
    return isFault ? { kind: 'figures', stated: statedOf(figuresA, figuresB) } : null
  }
  if (datesA.length > 0 && datesB.length > 0)
    return datesDiffer ? { kind: 'dates', stated: statedOf(datesA, datesB) } : null
  const isDenied = a.quantities.length === 0 && b.quantities.length === 0 && isDenial(a.text) !== isDenial(b.text)
  return isDenied ? { kind: 'denial', stated: [] } : null
}

/** Of each side the first figure that the other does not have, as it is written. */
function statedOf(a: readonly Quantity[], b: readonly Quantity[]): string[] {
  const own = (mine: readonly Quantity[], theirs: readonly Quantity[]) =>
    mine.find((one) => matchOf(one, theirs) !== 'same')?.raw ?? ''
  return [own(a, b), own(b, a)]
}

function isMoment({ date, unit, value }: Quantity): boolean {
  return date !== null || (unit === null && Number.isInteger(value) && value >= 1500 && value <= 2100)
}

function differ(a: readonly Quantity[], b: readonly Quantity[]): boolean {
  if (a.length === 0 || b.length === 0) return false
  return a.every((one) => matchOf(one, b) !== 'same') && b.every((one) => matchOf(one, a) !== 'same')
}

/** Some figure of one counts or measures what a figure of the other does. */
function sameMeasure(a: readonly Quantity[], b: readonly Quantity[]): boolean {
  return a.some((one) =>
    b.some((other) => one.unit?.kind === other.unit?.kind && (one.unit !== null || one.noun === other.noun)),
  )
}
