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

interface Statement {
  readonly number: number
  readonly text: string
  readonly words: ReadonlySet<string>
  readonly quantities: readonly Quantity[]
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
      if (!isSameSubject(mine, other) || !contradicts(mine, other)) continue
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
  const words = new Set(
    tokensIn(text)
      .filter(({ content, term }) => content && !hasDigit(term))
      .map(({ term }) => term),
  )
  return { number, text, words, quantities: quantitiesIn(text) }
}

function isSameSubject(a: Statement, b: Statement): boolean {
  const smaller = Math.min(a.words.size, b.words.size)
  if (smaller < minWords) return false
  const larger = Math.max(a.words.size, b.words.size)
  const shared = [...a.words].filter((word) => b.words.has(word)).length
  return shared / smaller >= sameSubject && shared / larger >= sameSubject / 2
}

function contradicts(a: Statement, b: Statement): boolean {
  const [datesA, datesB] = [a.quantities.filter(isMoment), b.quantities.filter(isMoment)]
  const figuresOf = ({ quantities }: Statement) => quantities.filter((one) => !isMoment(one))
  const [figuresA, figuresB] = [figuresOf(a), figuresOf(b)]
  const datesDiffer = differ(datesA, datesB)
  const figuresDiffer = differ(figuresA, figuresB)
  // Another figure for another year is no contradiction.
  if (figuresA.length > 0 && figuresB.length > 0)
    return figuresDiffer && !datesDiffer && sameMeasure(figuresA, figuresB)
  if (datesA.length > 0 && datesB.length > 0) return datesDiffer
  return a.quantities.length === 0 && b.quantities.length === 0 && isDenial(a.text) !== isDenial(b.text)
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
