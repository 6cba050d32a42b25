import { hasDigit } from '@engine/text/letters'
import type { Statement } from '../claims/statement'
import { isDerived, largestCount } from '../facts/derived'
import { matchOf, type Quantity } from '../facts/quantities'
import type { Source } from '../source'
import { heldOf } from './word-match'

const results = new WeakMap<Statement, Map<Source, ReadonlySet<Quantity>>>()

/** Whether a source has a figure of a claim, or has what it is worked out from. */
export function isGiven(quantity: Quantity, claim: Statement, source: Source): boolean {
  const known = results.get(claim) ?? new Map<Source, ReadonlySet<Quantity>>()
  results.set(claim, known)
  const given = known.get(source) ?? givenOf(claim, source)
  known.set(source, given)
  return given.has(quantity)
}

function givenOf(claim: Statement, source: Source): ReadonlySet<Quantity> {
  const { quantities, asked } = claim
  const given = new Set(quantities.filter((one) => matchOf(one, source.quantities) === 'same'))
  if (given.size === quantities.length) return given
  const together = source.units.filter(({ text, headingTerms, parts }) => {
    const place = { text, terms: new Set([...headingTerms, ...parts.flatMap(({ terms }) => [...terms])]) }
    return claim.content.some((token) => heldOf(token, place) > 0.5)
  })
  const isFree = (one: Quantity) => isCount(one) || matchOf(one, asked) === 'same'
  const figures = together
    .map(({ parts }) => parts.flatMap((part) => part.quantities))
    .filter((group) => group.length > 0)
  // What is worked out may be worked with.
  for (let before = -1; before < given.size;) {
    before = given.size
    for (const one of quantities) {
      if (given.has(one)) continue
      const claimed = quantities.filter((other) => other !== one && (given.has(other) || isFree(other)))
      if (isDerived(one, { claimed, together: figures })) given.add(one)
    }
  }
  const isWorkedOut = quantities.some((one) => given.has(one) && matchOf(one, source.quantities) !== 'same')
  for (const one of quantities) {
    if (isWorkedOut ? isFree(one) : isCount(one) && isWord(one)) given.add(one)
  }
  return given
}

/** How many of something there are can be counted, or is said in the question. */
function isCount({ value, unit, date }: Quantity): boolean {
  return unit === null && date === null && Number.isInteger(value) && value > 0 && value <= largestCount
}

function isWord({ raw }: Quantity): boolean {
  return !hasDigit(raw)
}
