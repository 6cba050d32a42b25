import { analyse } from '@engine/text/analyse'
import { tokensIn } from '../claims/claim-tokens'
import type { Statement } from '../claims/statement'
import { isWorkedOut } from '../facts/derived'
import { matchOf, type Quantity, quantitiesIn } from '../facts/quantities'
import { clauseEnd, type Unit } from '../passages/passage-units'
import { relativesOf } from './word-match'

/** A figure of a claim where its source has another one of the claim, and the other way round. */
export interface Exchanged {
  readonly said: Quantity
  readonly found: Quantity
}

/** What is said of one figure ends here, and what is said of the next begins. */
const ends = new RegExp(`${clauseEnd.source}|\\b(?:and|or|than|versus)\\b|[和与及]`, 'gu')
/** The same, behind a figure: from 12 in May to 15 in June. */
const ranges = /\b(?:from|to)\s+(?=\p{Sc}?\d)|[至到从由](?=\d)/gu
/** Figures told in the order of what they belong to stand beside nothing of their own. */
const inOrder = /\b(?:respectively|in that order)\b|分别|依次/iu
/** Of two figures in one stretch a word belongs to the one that is so many times nearer. */
const nearer = 1.5

interface Word {
  readonly start: number
  readonly end: number
  /** An analysed word, or a figure of another sort. */
  readonly is: string | Quantity
}

/**
 * Two figures of one sort that a claim gives to each other's words: what stands with one in the claim stands with the other in a sentence of
 * the source, for both of them, and nothing stands with the same.
 */
export function exchangedIn(claim: Statement, units: readonly Unit[]): Exchanged[] {
  const { quantities, text } = claim
  if (quantities.length < 2 || inOrder.test(text)) return []
  if (quantities.some((one) => isWorkedOut(one, quantities))) return []
  const sentences = units.flatMap((unit) => (unit.table === null && !inOrder.test(unit.text) ? [unit.text] : []))
  return quantities.flatMap((said, at) =>
    quantities.slice(at + 1).flatMap((other): Exchanged[] => {
      if (!isOfOneSort(said, other) || matchOf(said, [other]) === 'same') return []
      return areExchanged(text, sentences, said, other) ? [{ said, found: other }] : []
    }),
  )
}

function isOfOneSort(a: Quantity, b: Quantity): boolean {
  return (a.date === null) === (b.date === null) && a.unit?.kind === b.unit?.kind
}

function areExchanged(text: string, sentences: readonly string[], a: Quantity, b: Quantity): boolean {
  const own = wordsOfFigures(text, a)
  const theirs = sentences.map((sentence) => wordsOfFigures(sentence, a))
  const standsWith = (figure: Quantity, word: Word['is']) =>
    theirs.some((words) =>
      [...words].some(([its, all]) => isSame(its, figure) && all.some(({ is }) => isAlike(word, is))),
    )
  const ownOf = ({ start }: Quantity) => [...own].find(([figure]) => figure.start === start)?.[1] ?? []
  const pointsTo = (of: Quantity, other: Quantity) => {
    const others = ownOf(other).map(({ is }) => is)
    const alone = ownOf(of).filter(({ is }) => !others.some((one) => isAlike(is, one)))
    const points = alone.map(({ is }) => [standsWith(of, is), standsWith(other, is)] as const)
    return {
      itself: points.some(([its, another]) => its && !another),
      other: points.some(([its, another]) => another && !its),
    }
  }
  const [first, second] = [pointsTo(a, b), pointsTo(b, a)]
  return first.other && second.other && !first.itself && !second.itself
}

function isSame(a: Quantity, b: Quantity): boolean {
  return matchOf(a, [b]) === 'same'
}

function isAlike(a: Word['is'], b: Word['is']): boolean {
  if (typeof a !== 'string') return typeof b !== 'string' && isSame(a, b)
  return typeof b === 'string' && (a === b || relativesOf(a).includes(b))
}

/** The figures of the sort of one, each with the words of its stretch of a text. */
function wordsOfFigures(text: string, sort: Quantity): Map<Quantity, readonly Word[]> {
  const all = quantitiesIn(text)
  const figures = all.filter((one) => isOfOneSort(one, sort))
  const words = [
    ...wordsIn(text, all),
    ...all.filter((one) => !figures.includes(one)).map((one) => ({ ...one, is: one })),
  ]
  const breaks = [...text.matchAll(ends)].map(({ index }) => index)
  for (const { index } of text.matchAll(ranges)) {
    const begins = Math.max(0, ...breaks.filter((at) => at < index))
    if (figures.some(({ start }) => start >= begins && start < index)) breaks.push(index)
  }
  const stretchOf = ({ start }: { readonly start: number }) => breaks.filter((at) => at <= start).length
  const found = new Map<Quantity, Word[]>(figures.map((one) => [one, []]))
  for (const word of words) {
    const beside = figures
      .filter((one) => stretchOf(one) === stretchOf(word))
      .map((figure) => ({ figure, far: Math.max(figure.start - word.end, word.start - figure.end, 1) }))
      .toSorted((one, other) => one.far - other.far)
    const [nearest, next] = beside
    if (nearest && (!next || nearest.far * nearer < next.far)) found.get(nearest.figure)?.push(word)
  }
  return found
}

/** Words of content, and letters that tell one thing from another: line A. */
function wordsIn(text: string, figures: readonly Quantity[]): Word[] {
  return tokensIn(text).flatMap(({ raw, start, end, content }): Word[] => {
    const isLetter = start > 0 && /^\p{Lu}$/u.test(raw)
    if (!(content || isLetter) || figures.some((one) => one.start < end && start < one.end)) return []
    return analyse(raw).map((is) => ({ start, end, is }))
  })
}
