import { hasHan } from '@engine/text/letters'
import { analyse } from '@engine/text/analyse'
import { relatedTermsOrNone } from '@engine/retrieval/terms/related-terms'
import { withoutFunctionWords } from '@engine/text/chinese/chinese-function-words'
import type { Quantity } from '../facts/quantities'
import type { Token } from '../claims/claim-tokens'

/** Where a word may be looked for. */
export interface Place {
  readonly text: string
  readonly terms: ReadonlySet<string>
  readonly quantities?: readonly Quantity[]
}

/** What a source may say for a word: the word itself, or what stands for it there. */
export type Stand = (place: Place) => boolean

/** Beneath this a word of another meaning is as likely. */
const minNearness = 0.5

const relatives = new Map<string, readonly string[]>()

/** Terms that stand for an English term, by WordNet. */
export function relativesOf(term: string): readonly string[] {
  const known = relatives.get(term)
  if (known) return known
  if (relatives.size > 5000) relatives.clear()
  const found = [...relatedTermsOrNone(new Map([[term, 1]]))].flatMap(([other, standing]) =>
    standing.some(({ nearness }) => nearness >= minNearness) ? [other] : [],
  )
  relatives.set(term, found)
  return found
}

/** How a word is looked for in the parts of a source; null where nothing in all of the source stands for it. */
export function standFor(token: Token, source: Place): Stand | null {
  return standsFor(token).find((stand) => stand(source)) ?? null
}

function standsFor(token: Token): Stand[] {
  if (token.others) return token.others.map(standsForOther)
  return token.script === 'spaced' ? spacedStands(token) : unspacedStands(token)
}

/** What stands for a word in another language is looked for as it is: what is near to it may be far from the word. */
function standsForOther(words: string): Stand {
  if (hasHan(words)) return ({ text }) => text.includes(words)
  const all = analyse(words)
  return ({ terms }) => all.every((term) => terms.has(term))
}

function spacedStands({ term }: Token): Stand[] {
  return [({ terms }) => terms.has(term), ({ terms }) => relativesOf(term).some((other) => terms.has(other))]
}

function unspacedStands({ term }: Token): Stand[] {
  const pairs = analyse(term)
  return [
    ({ text }) => text.includes(term),
    ({ terms }) => pairs.length > 1 && pairs.filter((pair) => terms.has(pair)).length >= pairs.length / 2,
  ]
}

/** What another word of the same meaning is worth: it may stand there for something else. */
const relatedWorth = 0.7
/** What of a Chinese word's characters is worth where its source writes another word: 付 of 支付 in 付款. */
const characterWorth = 0.7

/** How far a source has a word or another for it, 0 to 1. */
export function heldOf(token: Token, source: Place): number {
  const stands = standsFor(token)
  if (stands[0]?.(source)) return 1
  if (stands.some((stand) => stand(source))) return token.script === 'spaced' ? relatedWorth : 1
  if (token.script === 'spaced' || token.others) return 0
  const characters = Array.from(token.raw)
  return (characters.filter((one) => source.text.includes(one)).length / characters.length) * characterWorth
}

/** Whether a Chinese word is grammar: it says nothing that a source could have or lack. */
export function isGrammar({ raw, script }: Token): boolean {
  return (
    script === 'unspaced' &&
    Array.from(raw).every((one) => withoutFunctionWords(one).trim() === '' || withoutFunctionWords(raw).trim() === '')
  )
}
