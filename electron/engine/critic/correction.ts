import type { Correction } from '@shared/events'
import type { Span } from '@engine/text/sentences/sentences'
import { isGiven } from './binding/given'
import { fitOf, misplacedIn } from './binding/misplaced'
import { heldOf, isGrammar, type Place } from './binding/word-match'
import type { Token } from './claims/claim-tokens'
import type { Claim } from './claims/claims'
import { type Statement, statementOf } from './claims/statement'
import { plainText } from './facts/comparable-text'
import { matchOf, type Quantity } from './facts/quantities'
import { type Part, placeOf, type Unit } from './passages/passage-units'
import type { Source } from './source'
import { support } from './support'

/** A sentence that does not stand, and the response it is in. */
export interface FaultyClaim {
  readonly claim: Claim
  readonly statement: Statement
  readonly response: string
}

/** A figure that a source has in the place of a wrong one. */
interface RightValue {
  readonly wrong: Quantity
  readonly right: Quantity
  readonly source: Source
  /** How much of the corrected claim the source has, 0 to 1. */
  readonly share: number
}

/** Another source must have so much more of a claim than what it cites. */
const clearlyMore = 0.25
/** Among more values of one sort nothing tells the right one surely. */
const maxValues = 40
/** How well the right value's place must fit what is said around it, and how much better than any other value's. */
const least = { fit: 0.42, lead: 0.12 }
/** How many of a claim's words must stand where the value does: words of its whole source say nothing of one value. */
const leastInPlace = 0.5

/**
 * The right value for a claim whose one fault is a figure: the value whose place clearly fits it best, and with which the
 * claim stands, in what it cites or, where that has none, in exactly one other source. Null where another could be meant.
 */
export function correctionOf(faulty: FaultyClaim, cited: readonly Source[], all: readonly Source[]): Correction | null {
  const { claim, response, statement } = faulty
  const own = cited.flatMap((source) => rightValuesIn(faulty, source))
  const share = Math.max(0, ...cited.map((source) => support(statement, source).share))
  const others = all.flatMap((source) => (cited.includes(source) ? [] : rightValuesIn(faulty, source)))
  // What is cited may say all but the figure: then another source is about something else.
  const elsewhere = others.length > 1 ? [] : others.filter((one) => one.share >= share + clearlyMore)
  const [one, ...more] = own.length > 0 ? own : elsewhere
  if (!one || more.some(({ right, wrong }) => wrong !== one.wrong || matchOf(right, [one.right]) !== 'same'))
    return null
  // One source lacks the figure, another one has it.
  if (cited.some((source) => source !== one.source && isGiven(one.wrong, statement, source))) return null
  const { number, item } = one.source
  const stated = writtenAt(one.wrong.raw, response, claim)
  if (stated.length !== 1) return null
  const [{ start, end } = { start: 0, end: 0 }] = stated
  const whole = wholeDate(one.right, one.source)
  const [found] = writtenAt(whole.raw, item.text, { start: 0, end: item.text.length })
  return {
    start,
    end,
    stated: response.slice(start, end),
    found: found ? item.text.slice(found.start, found.end) : whole.raw,
    number,
    evidence_id: item.evidence_id,
  }
}

function rightValuesIn({ claim, statement }: FaultyClaim, source: Source): RightValue[] {
  // Between languages only figures are compared: nothing says what they are of.
  if (statement.language !== source.language) return []
  const { text, quantities, asked } = statement
  const misplaced = misplacedIn(statement, source.units)
  const [wrong, ...more] = quantities.filter(
    (one) =>
      !isGiven(one, statement, source) ||
      misplaced.some(({ specific }) => specific.kind === 'figure' && specific.start === one.start),
  )
  if (!wrong || more.length > 0) return []
  const values = valuesFor(wrong, statement, source)
  if (values.length > maxValues) return []
  const placed = values.flatMap((right) => {
    const corrected = statementOf(text.slice(0, wrong.start) + right.raw + text.slice(wrong.end), claim.labels, asked)
    const figure = corrected.quantities.find(({ start }) => start === wrong.start)
    const place = figure && fitOf(figure, corrected, source.units)
    return place ? [{ right, corrected, ...place }] : []
  })
  const [best, second] = placed.toSorted((a, b) => b.fit - a.fit)
  if (!best || best.fit < least.fit || Math.min(best.lead, best.fit - (second?.fit ?? 0)) < least.lead) return []
  const others = placed.filter((one) => one !== best).map(({ right }) => right)
  if (!isSaidThere(best.corrected, best.right, source) || speaksOfOthers(best.corrected, best.right, others, source))
    return []
  const { verdict, share } = support(best.corrected, source)
  return verdict === 'supported' ? [{ wrong, right: best.right, source, share }] : []
}

/** Whether a claim has words of another value's row or sentence that the right one's lacks: it may be a sum of both. */
function speaksOfOthers(claim: Statement, right: Quantity, others: readonly Quantity[], { units }: Source): boolean {
  const own = placesOf(right, units)
  const its = others.flatMap((value) => placesOf(value, units))
  const isIn = (places: readonly Place[], token: Token) => places.some((place) => heldOf(token, place) > 0.5)
  return claim.content.some((token) => isIn(its, token) && !isIn(own, token))
}

/** Whether enough of a claim's words stand in the row or sentence of a value. */
function isSaidThere(claim: Statement, value: Quantity, { units }: Source): boolean {
  const words = claim.content.filter((token) => !isGrammar(token))
  return placesOf(value, units).some((place) => {
    const held = words.reduce((sum, token) => sum + heldOf(token, place), 0)
    return held >= leastInPlace * words.length
  })
}

/** The rows and sentences that have a value. */
function placesOf(value: Quantity, units: readonly Unit[]): Place[] {
  return units
    .filter(({ isHeader, parts }) => !isHeader && parts.some((part) => matchOf(value, part.quantities) === 'same'))
    .map(placeOf)
}

/** What a source has of the kind of a figure, each value once; not what the claim says elsewhere. */
function valuesFor(wrong: Quantity, { quantities }: Statement, { units }: Source): Quantity[] {
  const values: Quantity[] = []
  for (const unit of units) {
    for (const part of unit.isHeader ? [] : unit.parts) {
      for (const value of part.quantities) {
        const isKnown = matchOf(value, values) === 'same' || matchOf(value, quantities) === 'same'
        if (!isKnown && isOfKind(wrong, value, part, unit)) values.push(value)
      }
    }
  }
  return values
}

/** Whether two figures measure or count the same kind of thing. A bare number in a cell is whatever its column is of. */
function isOfKind(wrong: Quantity, value: Quantity, { text }: Part, { table }: Unit): boolean {
  if (wrong.date || value.date) {
    return wrong.date !== null && value.date !== null && (wrong.date.day === null) === (value.date.day === null)
  }
  const isBareCell = table !== null && text === value.raw
  if (wrong.unit && value.unit) return wrong.unit.kind === value.unit.kind
  if (wrong.unit || value.unit) return value.unit === null && isBareCell
  return isBareCell || wrong.noun === value.noun
}

/** A date with its year, which a comma may have cut off where the source was read clause by clause. */
function wholeDate(right: Quantity, { quantities }: Source): Quantity {
  if (right.date?.year !== null) return right
  return quantities.find(({ raw, date }) => date && raw.startsWith(`${right.raw},`)) ?? right
}

/** Where a figure in plain form stands in a part of a text as it was written; in a longer figure it stands for another. */
function writtenAt(raw: string, text: string, { start: from, end: to }: Span): Span[] {
  const found: Span[] = []
  for (let start = from; start < to; start += 1) {
    if (plainText(text.charAt(start)) !== raw.charAt(0) || isInFigure(text, start)) continue
    for (let end = start + 1; end <= Math.min(to, start + raw.length + maxSpread); end += 1) {
      if (plainText(text.slice(start, end)) !== raw) continue
      if (!isInFigure(text, end)) found.push({ start, end })
      break
    }
  }
  return found
}

/** How much longer a figure may be as it was written: spaces and line breaks. */
const maxSpread = 4

function isInFigure(text: string, at: number): boolean {
  return /\d[.,]?$/u.test(text.slice(Math.max(0, at - 2), at)) && /^[.,]?\d/u.test(text.slice(at, at + 2))
}
