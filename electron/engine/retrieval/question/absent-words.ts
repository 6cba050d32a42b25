import type { TermStatistics } from '@engine/ports/storage/chunk-index'
import type { NamingWords } from '@engine/question/words/naming-words'
import { analyse } from '@engine/text/analyse'
import wholeWords from '@resources/lexicon/overview-words.json'
import type { KeyTerm } from './key-terms'

const loneCharacter = /^\p{Script=Han}$/u
const shortest = { chinese: 2, spaced: 3 }
const maxNamed = 3
/** Words for documents and forms of answers: what is asked of them, not about. */
const besides = new Set([...wholeWords.english.flatMap(analyse), ...wholeWords.chinese])

/** Whether no document holds a term, in any of its wordings. */
export function isAbsent({ alternatives }: Pick<KeyTerm, 'alternatives'>, statistics: TermStatistics): boolean {
  return alternatives.every((terms) =>
    // A lone Chinese character is indexed in pairs only, so its own count says nothing.
    terms.some((term) => !loneCharacter.test(term) && statistics.documentFrequency(term) === 0),
  )
}

/** The words that name something and that no document holds, as the question writes them. */
export function absentWordsOf(
  { stretches, words }: NamingWords,
  keyTerms: readonly KeyTerm[],
  statistics: TermStatistics,
): string[] {
  const isGone = (term: KeyTerm) => isAbsent(term, statistics)
  const held = keyTerms.filter((term) => !loneCharacter.test(term.surface) && !isGone(term))
  const isNowhere = (word: string) =>
    isAbsent({ alternatives: [analyse(word)] }, statistics) &&
    // In another wording it may be somewhere.
    !held.some(({ surface }) => surface.includes(word) || word.includes(surface))
  const absent = new Set(keyTerms.filter(isGone).map(({ surface }) => surface))
  const spaced = words.filter(
    (word) => word.length >= shortest.spaced && analyse(word).some((term) => absent.has(term) && !besides.has(term)),
  )
  return [...new Set([...stretches.flatMap((one) => nowhereIn(one, isNowhere)), ...spaced])].slice(0, maxNamed)
}

/** Neighbours that are nowhere, as one; characters that the dictionary could not place stay with them. */
function nowhereIn(stretch: readonly string[], isNowhere: (word: string) => boolean): string[] {
  const found = ['']
  for (const word of stretch) {
    if (!besides.has(word) && (loneCharacter.test(word) || isNowhere(word))) found.push((found.pop() ?? '') + word)
    else found.push('')
  }
  return found.filter((one) => one.length >= shortest.chinese && isNowhere(one))
}
