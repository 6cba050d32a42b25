import type { Language } from '../../text/language'
import { chineseTokens } from './chinese-tokens'
import { englishTokens, type KnownNames } from './english-tokens'
import type { Token } from './token'

/** The words of a sentence with their classes: by wink-nlp's tagger for English, by jieba's dictionary for Chinese. */
export function tokensOf(sentence: string, language: Language, known: KnownNames): Token[] {
  return language === 'zh' ? chineseTokens(sentence) : englishTokens(sentence, known)
}
