import type { Token } from '../../reading/question-tokens'
import { eachThing, has, thingAt } from './told-words'

export type Sign = '+' | '-'

/** A figure that a question tells, and what its words tie it to. */
export interface Figure {
  /** In digits. */
  readonly value: string
  readonly kind: 'amount' | 'percent' | 'tenths' | 'people'
  /** What is counted, in the singular; empty for money and plain numbers. */
  readonly thing: string
  readonly isMoney: boolean
  /** For each of what: 45 a month, 每张45元; empty where that is not named, null where it is for all. */
  readonly per: string | null
  /** Whether `per` is only “a ticket”, which may be a single one as well. */
  readonly isPerArticle: boolean
  /** Whether nothing else has it: the 12 of “open to 12 people” belongs to what is open. */
  readonly isFree: boolean
  /** Added or taken off, by the words of its clause; null where they say neither. */
  readonly sign: Sign | null
}

/** The figures of tokens, in their order; null where one of them names something or says when. */
export function figuresOf(tokens: readonly Token[]): Figure[] | null {
  const figures: Figure[] = []
  let start = 0
  for (const clause of clausesOf(tokens)) {
    for (const [at, token] of clause.entries()) {
      const value = token.senses.get('number')
      if (value === undefined || isArticle(clause, at)) continue
      if (isName(clause, at)) return null
      const previous = start > 0 || at > 0 ? figures.at(-1) : undefined
      figures.push(figureAt(clause, at, { value, previous }))
    }
    start += clause.length
  }
  return figures
}

/** Parts between commas, full stops and “and”. */
function clausesOf(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]]
  for (const token of tokens) {
    if (has([token], 'end')) clauses.push([])
    else clauses.at(-1)?.push(token)
  }
  return clauses
}

interface Said {
  readonly value: string
  readonly previous: Figure | undefined
}

function figureAt(clause: readonly Token[], at: number, { value, previous }: Said): Figure {
  const is = (ahead: number, kind: string) => has(clause.slice(at + ahead, at + ahead + 1), kind)
  const isMoney = is(1, 'money') || is(-1, 'money')
  const behind = is(1, 'money') ? at + 2 : at + 1
  const isFree = isFreeAt(clause, is(-1, 'money') ? at - 1 : at)
  const sign = signOf(clause) ?? (previous && isBare(clause, at) ? previous.sign : null)
  const figure = { value, thing: '', isMoney, per: null, isPerArticle: false, isFree, sign }
  if (is(1, 'percent') || is(-1, 'percent_before')) return { ...figure, kind: 'percent' }
  if (is(1, 'tenths')) return { ...figure, value: percentOfTenths(value), kind: 'tenths' }
  if (is(1, 'people') || (is(-1, 'we_are') && !isMoney && previous))
    return { ...figure, kind: 'people', thing: 'person' }
  const thing = isMoney ? '' : thingAt(clause, at + 1)
  return { ...figure, kind: 'amount', thing, ...perOf(clause, at, behind) }
}

/** “45 each”, “12 bottles each”, “250 a month”, 每张45元, “a ticket costs 45” */
function perOf(clause: readonly Token[], at: number, behind: number): Pick<Figure, 'per' | 'isPerArticle'> {
  const isEach = (place: number) => has(clause.slice(place, place + 1), 'each', 'per')
  if (isEach(behind)) return { per: eachThing(clause, behind), isPerArticle: false }
  if (isEach(behind + 1) && thingAt(clause, behind) !== '') return { per: '', isPerArticle: false }
  // “6 km a day”: behind what is counted.
  const article = [behind, behind + 1].find((place) => /^an?$/iu.test(clause[place]?.raw ?? ''))
  const perOne = article === undefined ? '' : thingAt(clause, article + 1)
  if (perOne !== '') return { per: perOne, isPerArticle: false }
  // “3 boxes of 24”
  if (clause[at - 1]?.raw.toLowerCase() === 'of' && has(clause.slice(Math.max(0, at - 3), at - 2), 'number')) {
    return { per: '', isPerArticle: false }
  }
  const each = clause.findIndex((_token, place) => place < at && isEach(place))
  if (each >= 0) return { per: eachThing(clause, each), isPerArticle: false }
  const one = clause.findIndex(({ raw }, place) => place < at && /^(?:an?|one|一)$/iu.test(raw))
  const thing = one < 0 ? '' : thingAt(clause, one + 1)
  return { per: thing === '' ? null : thing, isPerArticle: thing !== '' }
}

/** “spent 35 and 60”: the second has no words of its own. */
function isBare(clause: readonly Token[], at: number): boolean {
  return clause.every((token, place) => place === at || has([token], 'money', 'percent', 'then', 'asking'))
}

function isFreeAt(clause: readonly Token[], at: number): boolean {
  const before = clause[at - 1]
  return before === undefined || (before.senses.size > 0 && !has([before], 'to', 'holding', 'number'))
}

function signOf(clause: readonly Token[]): Sign | null {
  const [less, more] = [has(clause, 'less', 'spent'), has(clause, 'more', 'got')]
  return less === more ? null : less ? '-' : '+'
}

/** 一件衣服, 一箱苹果: one thing, not an amount. */
function isArticle(tokens: readonly Token[], at: number): boolean {
  return /^(?:一|one)$/iu.test(tokens[at]?.raw ?? '') && !has(tokens.slice(at + 1, at + 2), 'people', 'end')
}

/** 八折 is 80 %, 八五折 85 %. */
function percentOfTenths(value: string): string {
  return Number(value) < 10 ? String(Number((Number(value) * 10).toFixed(6))) : value
}

/** 5月, 2019, Invoice 1042, TKT-1042: when, or what it is called, and not what it comes to. */
function isName(tokens: readonly Token[], at: number): boolean {
  const [before, token, behind] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  if (!token) return false
  if (behind && has([behind], 'calendar')) return behind.raw !== '年' || Number(token.senses.get('number')) > 99
  if (before && (has([before], 'numbered') || /^[A-Z]{2,}$|[-#_]$/u.test(before.raw))) return !has([before], 'money')
  return /^(?:19|20)\d\d$/u.test(token.raw) && Number(token.raw) % 100 !== 0
}
