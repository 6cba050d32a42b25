import { coverage } from '@engine/retrieval/question/key-terms'
import type { AskedTerm, Candidate, SubQuestion } from './deep-search-types'
import { openTerms, wordsOf } from './open-terms'
import type { Reading } from './reading'
import { ranked } from './weigh-candidates'

/** A share from which on a passage speaks of all that is asked; a word may be said otherwise. */
const wholeShare = 0.95

/**
 * A sub-question with its passages, whether they are enough, and what they do not speak of. By words alone one passage has to speak
 * of everything: several that each speak of a part may speak of different things.
 */
export function judgeByWords(subQuestion: SubQuestion, evidence: readonly Candidate[], reading: Reading): SubQuestion {
  const asked = reading.askedIn(subQuestion.text)
  const own = ranked(evidence, subQuestion.id)
  const termsOf = ({ passage }: Candidate) => reading.wordsOf(passage).terms
  const terms = new Set(own.flatMap((candidate) => [...termsOf(candidate)]))
  const open = openTerms(asked, terms)
  const isWhole = (one: Candidate) => one.passage.relevant && coverage(asked, termsOf(one)) >= wholeShare
  return {
    ...subQuestion,
    passages: own.map(({ passage }) => passage.chunk.id),
    covered: asked.length > 0 && own.some(isWhole),
    share: Math.min(1, coverage(asked, terms)),
    missing: missingWords(subQuestion.text, open),
  }
}

function missingWords(question: string, open: readonly AskedTerm[]): string[] {
  return open.flatMap((term) => wordsOf(question, [term]) || term.surface)
}
