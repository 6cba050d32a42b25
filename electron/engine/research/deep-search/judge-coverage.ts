import { coverage } from '@engine/retrieval/question/key-terms'
import type { AskedTerm, Candidate, FoundPassage, SubQuestion } from './deep-search-types'
import { openTerms, wordsOf } from './open-terms'
import type { PassageWords } from './read-passage-words'
import { worthFor } from './weigh-candidates'

/** A share from which on a passage speaks of all that is asked; a word may be said otherwise. */
const wholeShare = 0.95

/**
 * A sub-question with its passages, whether they are enough, and what they do not speak of. By words alone one passage has to speak
 * of everything: several that each speak of a part may speak of different things.
 */
export function judgeByWords(
  subQuestion: SubQuestion,
  evidence: readonly Candidate[],
  asked: readonly AskedTerm[],
  read: (passage: FoundPassage) => PassageWords,
): SubQuestion {
  const own = evidence
    .filter((candidate) => worthFor(candidate, subQuestion.id) > 0)
    .toSorted((a, b) => worthFor(b, subQuestion.id) - worthFor(a, subQuestion.id))
  const terms = new Set(own.flatMap(({ passage }) => [...read(passage).terms]))
  const open = openTerms(asked, terms)
  const isWhole = ({ passage }: Candidate) => passage.relevant && coverage(asked, read(passage).terms) >= wholeShare
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
