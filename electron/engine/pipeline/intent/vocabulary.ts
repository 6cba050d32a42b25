import { analyse } from '@engine/text/analyse'
import { isStopTerm, withoutQuestionWords } from '@engine/text/english/stop-words'
import { months, weekdays } from '@engine/text/english/word-patterns'
import { spacedWords, unspacedWords, withoutUnspaced } from '@engine/text/words'
import requests from '@resources/lexicon/request-words.json'

/** What one sort of request is usually made of. What it leaves of an utterance, that sort does not explain. */
interface Vocabulary {
  readonly english: ReadonlySet<string>
  readonly chinese: RegExp
}

function vocabulary(english: readonly string[], chinese: readonly string[]): Vocabulary {
  const longestFirst = chinese.toSorted((a, b) => b.length - a.length)
  return { english: new Set(english.flatMap(analyse)), chinese: new RegExp(longestFirst.join('|'), 'gu') }
}

/** Talking with Cairn about Cairn. */
export const ownWords = vocabulary(requests.own.english, requests.own.chinese)

/** Sums, units, clocks and calendars. */
export const toolWords = vocabulary([...requests.tool.english, ...months, ...weekdays], requests.tool.chinese)

/** The content words of an utterance, one each: identifiers whole, Chinese by dictionary. */
export function contentWords(text: string): string[] {
  const bare = withoutQuestionWords(text)
  const spaced = spacedWords(withoutUnspaced(bare))
  const words = [...spaced.filter((word) => !analyse(word).every(isStopTerm)), ...unspacedWords(bare)]
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => !isStopTerm(word))
}

export interface Explained {
  /** Content words the vocabulary has. */
  readonly known: number
  /** Content words it leaves over; numbers explain themselves. */
  readonly left: number
}

/** Whoever is spoken of so is in the documents: When did they make up again is not about who made Cairn. */
const thirdPerson = /\b(?:he|him|his|she|her|hers|they|them|their|theirs)\b|(?<![其])[他她]/iu

/** How far a vocabulary explains an utterance. */
export function explain(text: string, { english, chinese }: Vocabulary): Explained {
  const inChinese = text.match(chinese)?.length ?? 0
  const words = contentWords(text.replaceAll(chinese, ' ')).filter((word) => !/^[\d.,:-]+$/u.test(word))
  const left = words.filter((word) => !analyse(word).every((term) => english.has(term))).length
  return { known: inChinese + words.length - left, left: left + Number(thirdPerson.test(text)) }
}
