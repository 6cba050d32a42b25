import { hasHan } from '@engine/text/letters'
import type { Language } from '@engine/text/language'
import type { Token } from '../claims/claim-tokens'
import type { Statement } from '../claims/statement'
import { matchOf } from '../facts/quantities'
import { placeOf, type Unit } from '../passages/passage-units'
import type { Source } from '../source'
import { type Misplaced, misplacedIn } from './misplaced'
import { heldOf } from './word-match'

/** A term table, looked up both ways. */
export interface Dictionary {
  /** Terms of a text, left to right, without overlap, each with what the other language says for it. */
  match(
    text: string,
  ): readonly { readonly start: number; readonly end: number; readonly translations: readonly string[] }[]
}

/** A claim with its words as they may be looked for in a text of another language; words that nothing is known for are left out. */
export function carriedInto(language: Language, claim: Statement, dictionary: Dictionary): Statement {
  const isShared = ({ script }: Token) => claim.language === 'zh' && language === 'en' && script === 'spaced'
  const matches = dictionary
    .match(claim.text)
    .filter(({ start }) => hasHan(claim.text.charAt(start)) === (claim.language === 'zh'))
  const carried = matches.flatMap(({ start, end, translations }): Token[] => {
    const inside = claim.content.filter((token) => token.start < end && start < token.end && !isShared(token))
    const [first] = inside
    if (!first || translations.length === 0) return []
    return [{ ...first, raw: claim.text.slice(start, end), start, end, others: translations }]
  })
  const content = [...carried, ...claim.content.filter(isShared)].toSorted((a, b) => a.start - b.start)
  return { ...claim, content }
}

/** So much of a claim must stand in a row that has others in its place. */
const leastElsewhere = 0.6

/** What a row says of another thing than a claim does, where most words of the claim stand in that row. In prose too much is unknown. */
export function misplacedInRows(carried: Statement, claim: Statement, units: readonly Unit[]): Misplaced[] {
  const rows = units.filter(({ table }) => table !== null)
  return misplacedIn(carried, rows).filter(({ unit }) => shareIn([unit], carried, claim) >= leastElsewhere)
}

/** Share of a claim's words that stand in these rows or sentences. */
function shareIn(units: readonly Unit[], carried: Statement, claim: Statement): number {
  const places = units.map(placeOf)
  const held = carried.content.filter((token) => places.some((place) => heldOf(token, place) > 0.5))
  const covered = claim.content.filter((word) => held.some(({ start, end }) => start < word.end && word.start < end))
  return covered.length / Math.max(1, claim.content.length)
}

/** How much of a claim stands in one sentence or row of a source in another language. */
export interface HeldTogether {
  /** Of what can be compared, 0 to 1. */
  readonly share: number
  /** Figures, names and words that the dictionary knows. */
  readonly compared: number
}

export function heldTogether(
  claim: Statement,
  { language, units }: Pick<Source, 'language' | 'units'>,
  dictionary: Dictionary,
): HeldTogether {
  const { content, quantities } = carriedInto(language, claim, dictionary)
  const compared = content.length + quantities.length
  const held = units.map((unit) => {
    const place = placeOf(unit)
    const figures = unit.parts.flatMap((part) => part.quantities)
    const words = content.filter((token) => heldOf(token, place) > 0.5)
    return words.length + quantities.filter((one) => matchOf(one, figures) === 'same').length
  })
  return { share: Math.max(0, ...held) / Math.max(1, compared), compared }
}
