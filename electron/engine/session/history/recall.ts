import { byCodeUnits } from '@shared/hash'
import type { SessionHeader } from '@shared/session/session-view'
import type { RecalledExchange, RecallTerm } from '@engine/ports/storage/earlier-sessions'
import { mentioned } from '@engine/retrieval/survey-documents'
import { analyse } from '@engine/text/analyse'
import { fold } from './snippet'

/** A session's texts as a search keeps them. */
export interface RememberedSession {
  readonly header: SessionHeader
  /** All texts of the session, folded: a single look shows whether a word occurs. */
  readonly folded: string
  readonly exchanges: readonly { readonly turn_id: string; readonly question: string; readonly answer: string }[]
}

/** The share of the question's terms that an exchange must mention. */
const minMentioned = 0.6
/** Sessions looked at closely; the rest held fewer of the words. */
const maxLookedAt = 60

/**
 * The exchanges of earlier sessions that speak of something, best first, newer before older. The first look is for the
 * stems of the terms anywhere in a session, the second counts what each exchange mentions.
 */
export function recallFrom(
  sessions: Iterable<RememberedSession>,
  keyTerms: readonly RecallTerm[],
  limit: number,
): RecalledExchange[] {
  const stems = keyTerms.map(({ alternatives, weight }) => ({ weight, any: alternatives.map(stemsOf) }))
  const likely: { session: RememberedSession; score: number }[] = []
  for (const session of sessions) {
    let score = 0
    for (const { any, weight } of stems) {
      if (any.some((all) => all.length > 0 && all.every((stem) => session.folded.includes(stem)))) score += weight
    }
    if (score > 0) likely.push({ session, score })
  }
  return likely
    .toSorted((a, b) => b.score - a.score || newerFirst(a.session.header, b.session.header))
    .slice(0, maxLookedAt)
    .flatMap(({ session: { header, exchanges } }) =>
      exchanges.flatMap(({ turn_id, question, answer }): RecalledExchange[] => {
        const score = mentioned(keyTerms, analyse(`${question}\n${answer}`).join(' '))
        return answer !== '' && score >= minMentioned ? [{ header, turn_id, question, answer, score }] : []
      }),
    )
    .toSorted((a, b) => b.score - a.score || newerFirst(a.header, b.header))
    .slice(0, limit)
}

/** Terms as they occur in words: a stem that ends in an i of Porter's stands for a y as well. */
function stemsOf(terms: readonly string[]): string[] {
  return terms.map((term) => fold(term).replace(/(?<=[a-z]{2})i$/u, ''))
}

function newerFirst(a: SessionHeader, b: SessionHeader): number {
  return byCodeUnits(b.updated_at, a.updated_at)
}
