import type { TermStatistics } from '@engine/ports/storage/chunk-index'
import { analyse } from '@engine/text/analyse'
import { tagChinese } from '@engine/text/chinese/chinese-words'
import { tagEnglish } from '@engine/text/english/tag-english'
import { spacedWords, withoutUnspaced } from '@engine/text/words'
import wholeWords from '@resources/lexicon/overview-words.json'
import type { KeyTerm } from './key-terms'

const loneCharacter = /^\p{Script=Han}$/u
const shortest = { english: 3, chinese: 2 }
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

/** The words of a question that no document holds, as the question writes them: Chinese nouns with those beside them. */
export function absentWordsOf(question: string, keyTerms: readonly KeyTerm[], statistics: TermStatistics): string[] {
  const held = keyTerms
    .filter((term) => !loneCharacter.test(term.surface) && !isAbsent(term, statistics))
    .map(({ surface }) => surface)
  const isNowhere = (word: string) =>
    isAbsent({ alternatives: [analyse(word)] }, statistics) &&
    // In another wording it may be somewhere.
    !held.some((surface) => surface.includes(word) || word.includes(surface))
  return [...new Set([...chineseNouns(question, isNowhere), ...englishWords(question, keyTerms, statistics)])].slice(
    0,
    maxNamed,
  )
}

/** Stretches of nouns that are nowhere; where a name of a stretch could not be cut, its characters stay with it. */
function chineseNouns(question: string, isNowhere: (word: string) => boolean): string[] {
  const stretches: string[] = ['']
  let at = 0
  for (const { word, tag } of tagChinese(question)) {
    const written = question.slice(at, at + word.length)
    at += word.length
    const isPart = tag.startsWith('n') && !besides.has(word) && (loneCharacter.test(written) || isNowhere(written))
    if (isPart) stretches.push((stretches.pop() ?? '') + written)
    else stretches.push('')
  }
  return stretches.filter((stretch) => stretch.length >= shortest.chinese && isNowhere(stretch))
}

function englishWords(question: string, keyTerms: readonly KeyTerm[], statistics: TermStatistics): string[] {
  const absent = new Set(keyTerms.filter((term) => isAbsent(term, statistics)).map(({ surface }) => surface))
  const words = spacedWords(withoutUnspaced(question)).filter((word) => {
    const terms = analyse(word)
    return word.length >= shortest.english && terms.some((term) => absent.has(term) && !besides.has(term))
  })
  if (words.length === 0) return []
  // How something is ("how soon", "badly", "largest") is nothing that a document would have to mention.
  const tagged = tagEnglish(question)
  const isManner = (word: string) => ['ADV', 'ADJ'].includes(tagged.tags[tagged.words.indexOf(word)] ?? '')
  return words.filter((word) => !isManner(word)).map(withoutGenitive)
}

function withoutGenitive(word: string): string {
  return ["'s", '’s'].some((end) => word.endsWith(end)) ? word.slice(0, -2) : word
}
