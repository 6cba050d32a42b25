import { analyse } from '../analyse'
import { foldHan } from '../chinese/han-fold'
import stopWords from '@resources/lexicon/stop-words.json'

const stopTerms = new Set(stopWords.english.flatMap((word) => analyse(word)))
const questionTerms = new Set(
  stopWords.chinese
    .filter((word) => Array.from(word).length <= 2)
    .flatMap((word) => analyse(word))
    .concat(stopWords.traditional),
)

const longestFirst = stopWords.chinese
  .filter((word) => Array.from(word).length >= 2)
  .toSorted((a, b) => b.length - a.length)
/** A copula goes with its question word (水位是多少 leaves 水位), unless it ends a word (拥有, 国有, 现有). */
const questionPhrases = new RegExp(
  `(?:(?<![拥国现没所具])[是有])?(?:怎么办(?![理公法事])|怎么样|多少钱|${longestFirst.join('|')}|谁|[吗呢吧啊](?=[\\s，。？！?!,]|$))`,
  'gu',
)

/** True for terms that carry grammar rather than content, in either language. */
export function isStopTerm(term: string): boolean {
  return stopTerms.has(term) || questionTerms.has(term)
}

/** The analysed terms of a text that carry content, in its order. */
export function contentTerms(text: string): string[] {
  return analyse(text).filter((term) => !isStopTerm(term))
}

/** How much a term counts when texts are compared: grammar words a fifth of content words. */
export function questionWeight(term: string): number {
  return isStopTerm(term) ? 0.2 : 1
}

/** What an English question says beside what it asks about; written small, so that no title is cut. */
const englishFillers =
  /\b(?:actually|really|exactly|ultimately|eventually|in the end|end(?:s|ed|ing)? up|supposed to|(?<=[Hh]ow much )money|(?<=[Ww]hat )happens?(?= (?:if|when)\b))\b/gu

/** Blanks Chinese question words, in either script, so that no bigram straddles them, and English fillers. */
export function withoutQuestionWords(asked: string): string {
  const text = asked.replace(englishFillers, ' ')
  const folded = foldHan(text)
  if (folded === text) return text.replace(questionPhrases, ' ')
  // Found in simplified characters, cut from the text as it is: folding keeps offsets.
  const kept: string[] = []
  let from = 0
  for (const match of folded.matchAll(questionPhrases)) {
    kept.push(text.slice(from, match.index))
    from = match.index + match[0].length
  }
  return [...kept, text.slice(from)].join(' ')
}
