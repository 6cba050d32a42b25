import type { Claim, ClaimSource, Conflict } from '@shared/research/claim-ledger'
import { type ComparedSentence, comparedSentence, type Contradiction, contradictionOf } from '@engine/critic/conflicts'
import { plainText } from '@engine/critic/facts/comparable-text'
import { namesIn } from '@engine/critic/facts/proper-names'
import { isDenial } from '@engine/critic/facts/polarity'
import { matchOf, type Quantity } from '@engine/critic/facts/quantities'
import { tokensIn } from '@engine/critic/claims/claim-tokens'
import { isPipedRow, pipedCells } from '@engine/text/tables/piped-cells'
import { isLabelledRow, labelledParts } from '@engine/text/tables/table-row'
import { isSameStatement, type Statement, statementAround } from './same-statement'
import { groupsBy } from './task-evidence'

/** A text made ready to be compared with others. */
export interface Compared<T> extends ComparedSentence {
  readonly of: T
  readonly names: readonly string[]
  /** Of a table's row all but its figures, which says what the row is about; null elsewhere. */
  readonly row: string | null
  readonly figures: readonly Figure[]
}

/** A figure or date with what is said around it. */
interface Figure extends Statement {
  readonly quantity: Quantity
  /** The whole sentence, in plain form. */
  readonly text: string
}

export function comparedOf<T extends { readonly text: string }>(items: readonly T[]): Compared<T>[] {
  return items.map((of) => {
    const text = plainText(of.text)
    const read = comparedSentence(text)
    const words = tokensIn(text).filter(({ content }) => content)
    const figures = read.quantities.map((quantity) => ({ quantity, text, ...statementAround(text, words, quantity) }))
    return { ...read, of, figures, names: namesIn(text).map((name) => name.text), row: rowOf(of.text) }
  })
}

/** What a table's row is about: all of it but its figures; null for a sentence. */
function rowOf(text: string): string | null {
  const cells = isPipedRow(text)
    ? pipedCells(text)
    : isLabelledRow(text, [])
      ? labelledParts(text).map(({ label, start, end }) => `${label} ${text.slice(start, end)}`)
      : null
  return cells?.map((cell) => cell.replaceAll(/\d[\d.,]*/gu, '#')).join('|') ?? null
}

/** How two texts contradict each other; null where they do not, or speak of different things by name. */
export function conflictBetween(a: Compared<unknown>, b: Compared<unknown>): Contradiction | null {
  if (a.text === b.text || a.row !== b.row || speakOfOthers(a, b)) return null
  return valuesBetween(a, b) ?? denialBetween(a, b)
}

/** One figure or date of each, of the same thing in the same respect, where neither text has the other's. */
function valuesBetween(a: Compared<unknown>, b: Compared<unknown>): Contradiction | null {
  if (isDenial(a.text) !== isDenial(b.text)) return null
  const dates = differing(a.figures.filter(isMoment), b.figures.filter(isMoment))
  const measures = groupsBy(a.figures.filter(isMeasure), measureOf).flatMap(([key, own]) => {
    const theirs = b.figures.filter((one) => isMeasure(one) && measureOf(one) === key)
    return theirs.length > 0 ? [differing(own, theirs)] : []
  })
  // Another figure for another year is no contradiction.
  if (dates.length > 0 && measures.length > 0) return null
  const date = dates.find(([one, other]) => isSameStatement(one, other))
  if (date) return { kind: 'dates', stated: rawOf(date) }
  const [measure, ...others] = measures.filter((pairs) => pairs.length > 0)
  // Where two things differ, as in "96 goals in 306 games" and "7 goals in 47 games", it is another occasion.
  const found = others.length > 0 ? undefined : measure?.find(([one, other]) => isSameStatement(one, other))
  return found ? { kind: 'figures', stated: rawOf(found) } : null
}

function rawOf(pair: readonly [Figure, Figure]): string[] {
  return pair.map(({ quantity }) => quantity.raw)
}

/** Every pair of one of each; none where the texts agree in one. */
function differing(a: readonly Figure[], b: readonly Figure[]): (readonly [Figure, Figure])[] {
  const [mine, theirs] = [a, b].map((figures) => figures.map(({ quantity }) => quantity))
  const agree = (one: Quantity, others: readonly Quantity[] = []) => matchOf(one, others) === 'same'
  if (mine?.some((one) => agree(one, theirs)) || theirs?.some((one) => agree(one, mine))) return []
  return a.flatMap((one) => b.map((other) => [one, other] as const))
}

function isMoment({ quantity: { date, unit, value } }: Figure): boolean {
  return date !== null || (unit === null && Number.isInteger(value) && value >= 1500 && value <= 2100)
}

/** Before the number of a section, a page or a house: it counts nothing. */
const numbers = /(?:[§#№]|\b(?:no|nr|art|sec|ch|pp?)\b\.?)\s*$/iu

/** Something is counted or measured, unlike in "28 U.S.C.". */
function isMeasure(figure: Figure): boolean {
  const { unit, noun, start, end } = figure.quantity
  if (isMoment(figure) || numbers.test(figure.text.slice(0, start))) return false
  return unit !== null || noun.length > 1 || /^\s*\p{Script=Han}/u.test(figure.text.slice(end))
}

function measureOf({ quantity: { unit, noun } }: Figure): string {
  return unit?.kind ?? noun
}

/** One says what the other denies, in nearly the same words. */
function denialBetween(a: Compared<unknown>, b: Compared<unknown>): Contradiction | null {
  if (sharedOf(a, b) < leastShared) return null
  const found = contradictionOf(a, b)
  return found?.kind === 'denial' ? found : null
}

/** Share of the longer one's words that both have: a contradiction is told to people as a finding, and has to be one. */
const leastShared = 0.5

function sharedOf(a: Compared<unknown>, b: Compared<unknown>): number {
  const shared = [...a.words].filter((word) => b.words.has(word)).length
  return shared / Math.max(1, a.words.size, b.words.size)
}

/** Each names something that the other does not: then another figure is no contradiction. */
function speakOfOthers(a: Compared<unknown>, b: Compared<unknown>): boolean {
  const own = (one: Compared<unknown>, other: Compared<unknown>) => one.names.some((name) => !other.text.includes(name))
  return own(a, b) && own(b, a)
}

interface Pair {
  readonly claims: readonly [Claim, Claim]
  readonly found: Contradiction
}

/**
 * Claims that cannot all hold: other figures or dates for the same thing, or one says what another denies. Where the claims hold at
 * different times it is the newer state beside the older one. Pure.
 */
export function conflictsOf(claims: readonly Claim[]): Conflict[] {
  const compared = comparedOf(claims)
  const pairs = compared.flatMap((one, at) =>
    compared.slice(at + 1).flatMap((other): Pair[] => {
      // What is compared with each other does not contradict each other.
      if (one.of.subject !== other.of.subject || !areApart(one.of.for, other.of.for)) return []
      const found = conflictBetween(one, other)
      return found ? [{ claims: [one.of, other.of], found }] : []
    }),
  )
  return joined(pairs).map((group, at) => conflictOf(group, `conflict_${at + 1}`))
}

/** Documents may contradict each other; where one says two things, it nearly always speaks of two. */
function areApart(a: readonly ClaimSource[], b: readonly ClaimSource[]): boolean {
  return a.every((one) => b.every((other) => one.document_id !== other.document_id))
}

/** Pairs of one kind that share a claim say the same thing in more than two ways. */
function joined(pairs: readonly Pair[]): Pair[][] {
  const groups: Pair[][] = []
  for (const pair of pairs) {
    const own = groups.find((group) =>
      group.some(
        ({ claims, found }) =>
          found.kind === pair.found.kind && claims.some(({ text }) => pair.claims.some((one) => one.text === text)),
      ),
    )
    if (own) own.push(pair)
    else groups.push([pair])
  }
  return groups
}

function conflictOf(pairs: readonly Pair[], id: string): Conflict {
  const stated = new Map<string, { readonly claim: Claim; readonly words: string }>()
  for (const { claims, found } of pairs) {
    for (const [at, claim] of claims.entries()) {
      if (!stated.has(claim.text)) stated.set(claim.text, { claim, words: found.stated[at] ?? '' })
    }
  }
  const sides = [...stated.values()]
  const [first] = pairs
  const isDenial = first?.found.kind === 'denial'
  return {
    id,
    claims: sides.map(({ claim }) => claim.id),
    kind: isDenial ? 'denial' : 'values',
    stated: isDenial ? [] : sides.map(({ words }) => words),
    by_time: first?.found.kind !== 'dates' && areOfDifferentTimes(sides.map(({ claim }) => claim)),
  }
}

/** Each claim is dated, and no two are of the same time, as far as they say it. */
function areOfDifferentTimes(claims: readonly Claim[]): boolean {
  const dates = claims.flatMap(({ date }) => date ?? [])
  if (dates.length < claims.length) return false
  return dates.every((date, at) =>
    dates.slice(at + 1).every((other) => !date.startsWith(other) && !other.startsWith(date)),
  )
}
