import type { Token } from '../../reading/question-tokens'
import { aggregateOf } from './expression-grammar'
import { joined, numberPiece, type Piece } from './expression-piece'
import { type Combination, withChanges } from './told-changes'
import type { Figure } from './told-figures'
import { has, thingAt } from './told-words'

/** How many of one time there are in another. */
const timesWithin: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  year: { month: '12' },
  week: { day: '7' },
  年: { 月: '12' },
  周: { 天: '7' },
}

/** 3 tickets at 45 each, 18 months of 250 a month, 45 a month in a year */
export const ofMany: Combination = ({ told, asked }, figures) => {
  const counted = figures.filter(({ kind }) => kind === 'amount' || kind === 'people')
  const [rate, count, ...others] = counted.toSorted((a, b) => rank(a) - rank(b))
  if (!rate || rate.per === null || others.length > 0 || has(asked, 'percent_asked', 'portion')) return null
  if (count && has(asked, 'each')) return null
  const times = count ? timesOf(rate, count) : timesIn([...told, ...asked], rate.per)
  return times === null
    ? null
    : withChanges(joined(numberPiece(times), '*', numberPiece(rate.value)), figures, { told, asked })
}

/** 4 pizzas at 11.50 each and 3 drinks at 2.80 each, 3 boxes of 24 and 2 boxes of 12 */
export const ofPairs: Combination = ({ asked }, figures) => {
  if (figures.length < 4 || figures.length % 2 !== 0 || has(asked, 'each', 'percent_asked', 'portion', 'left'))
    return null
  const pieces: Piece[] = []
  for (let at = 0; at < figures.length; at += 2) {
    const [count, rate] = [figures[at], figures[at + 1]]
    if (!count || rate?.per !== '' || rate.kind !== 'amount' || count.kind !== 'amount') return null
    const times = timesOf(rate, count)
    if (times === null) return null
    pieces.push(joined(numberPiece(times), '*', numberPiece(rate.value)))
  }
  return aggregateOf('sum', pieces)
}

/** A rate of something comes before what may be one of several, and that before what is no rate. */
export function rank({ per, isPerArticle }: Figure): number {
  return per === null ? 2 : isPerArticle ? 1 : 0
}

function timesOf({ per, isPerArticle }: Figure, count: Figure): string | null {
  if (count.isMoney || rank(count) === 0 || (per === '' && !count.isFree)) return null
  const isSame = per === '' ? count.thing !== '' : per === count.thing
  return isSame && !(isPerArticle && count.thing === '') ? count.value : null
}

function timesIn(tokens: readonly Token[], per: string): string | null {
  const found = tokens.findIndex(
    ({ raw }, at) => /^(?:an?|one|per|一|每)$/iu.test(raw) && timesWithin[thingAt(tokens, at + 1)]?.[per],
  )
  return timesWithin[thingAt(tokens, found + 1)]?.[per] ?? null
}
