import { type Statement, statementOf } from '../claims/statement'
import { isDenial, isSoftDenial } from '../facts/polarity'
import { clausesOf, type Unit } from '../passages/passage-units'
import { heldOf } from './word-match'

/** Two clauses say the same thing, but for a "not", where each has this much of the other's words. */
const sameClause = { claim: 0.5, source: 0.6 }
const minWords = 2

/** The clause of a source that denies what a claim affirms in the same words, or the other way round; null for none. */
export function deniedBy(claim: Statement, units: readonly Unit[]): string | null {
  const prose = units.filter(({ table }) => table === null).flatMap(({ parts }) => parts)
  for (const text of clausesOf(claim.text).flatMap((clause) => clause.split(/\band\b|\bor\b/u))) {
    const clause = statementOf(text)
    if (clause.content.length < minWords) continue
    const denies = isDenial(text)
    const place = { text, terms: new Set(clause.tokens.map(({ term }) => term)) }
    let best = { nearness: 0, text: '' }
    for (const part of prose) {
      const mine = shareOf(clause.content, part)
      if (mine < (denies ? sameClause.source : sameClause.claim)) continue
      const its = shareOf(statementOf(part.text).content, place)
      if (its >= sameClause.source && mine * its > best.nearness) best = { nearness: mine * its, text: part.text }
    }
    if (best.text === '') continue
    if (denies ? !isSoftDenial(best.text) : isDenial(best.text)) return best.text
  }
  return null
}

function shareOf(
  words: Statement['content'],
  place: { readonly text: string; readonly terms: ReadonlySet<string> },
): number {
  return words.length === 0 ? 0 : words.filter((word) => heldOf(word, place) > 0.5).length / words.length
}
