import type { PartOfSpeech } from 'wink-nlp'
import { tagEnglish, wordClasses } from '@engine/text/english/tag-english'
import type { TokenKind } from './sentence-token'

const kinds: Partial<Record<PartOfSpeech, TokenKind>> = wordClasses

/** The word kinds of an English text by wink-nlp's tagger: `kindAt[start]` where a token begins, undefined elsewhere. */
export function englishKinds(text: string): (TokenKind | undefined)[] {
  const { words, tags } = tagEnglish(text)
  const kindAt: (TokenKind | undefined)[] = new Array<TokenKind | undefined>(text.length)
  let at = 0
  for (const [place, word] of words.entries()) {
    const start = text.indexOf(word, at)
    if (start === -1) continue
    at = start + word.length
    kindAt[start] = kinds[tags[place] ?? 'X'] ?? 'other'
  }
  return kindAt
}
