import type { Statement } from '../claims/statement'
import { isWorkedOut } from '../facts/derived'
import { matchOf, type Quantity } from '../facts/quantities'
import { clauseEnd, placeOf, type Unit } from '../passages/passage-units'
import { columnFigures, figuresOf, isNamed, namesOf, type Specific, type Spot } from './specifics'
import { type Place, standFor, type Stand } from './word-match'

/** Something of a claim, and the best of what its source has elsewhere. */
export interface Misplaced {
  readonly specific: Specific
  readonly found: string
  /** The sentence or row of the rival. */
  readonly unit: Unit
  readonly isSaid: boolean
  /** How much better the rival's place fits what the claim says around it, as a share of `all`. */
  readonly margin: number
  /** How well the rival's place fits. */
  readonly rival: number
  /** What a place would have that fitted fully. */
  readonly all: number
}

/** How much a word counts by where it stands: in the same clause or cell of the claim, and near the place in the source. */
const inClaim = { sameClause: 1, otherClause: 0.3 }
const inSource = { samePart: 1, sameUnit: 0.6, heading: 0.4, before: 0.3 }

interface Word {
  readonly start: number
  readonly end: number
  readonly clause: number
  readonly isFigure: boolean
  readonly stand: Stand
  readonly weight: number
}

/** How much better another thing's place must fit what is said around it, and how much of that it must have. */
const fitted = { margin: 0.12, rival: 0.42 }

/** What a claim says of one thing where its source says it of another. */
export function misplacedIn(claim: Statement, units: readonly Unit[]): Misplaced[] {
  // Figures that give each other stand for what they are.
  const isSum = claim.quantities.some((one) => isWorkedOut(one, claim.quantities))
  const specifics = [...(isSum ? [] : figuresOf(claim, units)), ...namesOf(claim, units)]
  const bound = boundIn(claim, units, specifics)
  const clear = bound.filter(({ margin, rival, all }) => margin >= fitted.margin && rival >= fitted.rival * all)
  // Of two figures of one claim each must fit better in the other's place.
  return clear.filter(
    ({ isSaid, found }) =>
      !isSaid ||
      bound.some(({ specific, margin, isSaid: mutual }) => mutual && margin > 0 && found.startsWith(specific.said)),
  )
}

/** How well a figure's best place in a source fits what a claim says around it, as shares of a full fit. */
export interface Fit {
  readonly fit: number
  /** How much better than the place of any other figure of its sort. */
  readonly lead: number
}

/** Null where the source has no such figure, or only in the name of a column. */
export function fitOf(quantity: Quantity, claim: Statement, units: readonly Unit[]): Fit | null {
  const specific = figuresOf(claim, units).find(({ start }) => start === quantity.start)
  if (!specific) return null
  const { all, own, best } = placesOf(specific, contextIn(claim, units), units)
  return { fit: own / all, lead: (own - (best?.rival ?? 0)) / all }
}

function boundIn(claim: Statement, units: readonly Unit[], specifics: readonly Specific[]): Misplaced[] {
  const context = contextIn(claim, units)
  return specifics.flatMap((specific): Misplaced[] => {
    const { all, own, best } = placesOf(specific, context, units)
    return best ? [{ specific, ...best, margin: (best.rival - own) / all, all }] : []
  })
}

/** The words of a claim that stand around something particular, each with its weight there. */
function contextIn(claim: Statement, units: readonly Unit[]): (specific: Specific) => Word[] {
  const clauses = clauseStarts(claim.text)
  const words = wordsOf(claim, units, clauses)
  const clauseOf = (at: number) => clauses.filter((start) => start <= at).length
  return ({ start, end, kind }) =>
    words
      .filter((word) => (word.end <= start || word.start >= end) && !(word.isFigure && kind === 'figure'))
      .map((word) => ({
        ...word,
        weight: word.weight * (word.clause === clauseOf(start) ? inClaim.sameClause : inClaim.otherClause),
      }))
}

/** The scores of its own best place and of the best rival's, null where no rival has one; `all` is never 0. */
function placesOf(specific: Specific, contextOf: (specific: Specific) => Word[], units: readonly Unit[]) {
  const context = contextOf(specific)
  const all = Math.max(
    context.reduce((sum, { weight }) => sum + weight, 0),
    1e-9,
  )
  let own = 0
  for (const place of specific.own) {
    const score = scoreOf(place, context, units)
    own = Math.max(own, score)
  }
  let best: Pick<Misplaced, 'found' | 'unit' | 'rival' | 'isSaid'> | null = null
  for (const rival of specific.rivals) {
    const score = scoreOf(rival, context, units)
    if (score > (best?.rival ?? 0)) best = { found: rival.found, unit: rival.unit, rival: score, isSaid: rival.isSaid }
  }
  return { all, own, best }
}

function clauseStarts(text: string): number[] {
  return [...text.matchAll(new RegExp(clauseEnd.source, 'gu'))].map(({ index, 0: found }) => index + found.length)
}

function wordsOf(claim: Statement, units: readonly Unit[], clauses: readonly number[]): Word[] {
  const whole = wholeOf(units)
  const clauseOf = (at: number) => clauses.filter((start) => start <= at).length
  const words = claim.content.flatMap((token): Word[] => {
    const stand = standFor(token, whole)
    if (!stand) return []
    return [
      {
        start: token.start,
        end: token.end,
        clause: clauseOf(token.start),
        isFigure: false,
        stand,
        weight: rarity(stand, units),
      },
    ]
  })
  const names = columnFigures(units)
  const figures = claim.quantities.flatMap((quantity): Word[] => {
    const isName = isNamed(quantity, names)
    const stand: Stand = (place) =>
      isName ? place.text.includes(quantity.raw) : matchOf(quantity, place.quantities ?? []) === 'same'
    const { start, end } = quantity
    return [
      {
        start,
        end,
        clause: clauseOf(start),
        isFigure: !isName,
        stand,
        weight: isName ? 1.2 : rarity(stand, units) * 0.7,
      },
    ]
  })
  return [...words, ...figures]
}

function wholeOf(units: readonly Unit[]): Place {
  const places = units.map(placeOf)
  return {
    terms: new Set(places.flatMap(({ terms }) => [...terms])),
    text: places.map(({ text }) => text).join('\n'),
  }
}

/** Words that stand everywhere tell no place from another. */
function rarity(stand: Stand, units: readonly Unit[]): number {
  const count = units.filter(({ parts }) => parts.some((part) => stand(part))).length
  return Math.log((units.length + 2) / (Math.max(1, count) + 0.5))
}

function scoreOf({ part, unit }: Spot, context: readonly Word[], units: readonly Unit[]): number {
  const label = { text: part.label, terms: part.labelTerms }
  const heading = { text: unit.heading, terms: unit.headingTerms }
  const before = units[unit.at - 1]
  let score = 0
  for (const { stand, weight } of context) {
    let near = 0
    if (stand(part) || stand(label)) near = inSource.samePart
    else if (unit.parts.some((other) => stand(other))) near = unit.table === null ? inSource.sameUnit : 1
    else if (stand(heading)) near = inSource.heading
    else if (before && unit.table === null && before.parts.some((other) => stand(other))) near = inSource.before
    score += near * weight
  }
  return score
}
