import type { Language } from '../../text/language'
import type { Token } from './tokens'

/** A run of words that could be the short answer: tokens `first` to `last`, both included. */
export interface Candidate {
  readonly first: number
  readonly last: number
}

const longest: Record<Language, number> = { en: 11, zh: 13 }
const mostCommas = 2
const stop = /^[.;:；：。！？!?]+$/u
const comma = /^[,，、—–()（）]$/u

/**
 * Every run of words within one clause that is neither all grammar words nor all words of the question. `asked` tells
 * for each token whether the question has it.
 */
export function candidatesIn(tokens: readonly Token[], asked: readonly boolean[], language: Language): Candidate[] {
  const found: Candidate[] = []
  for (const [first, opening] of tokens.entries()) {
    if (opening.kind === 'punctuation') continue
    let commas = 0
    let hasContent = false
    let hasNew = false
    for (let last = first; last < Math.min(tokens.length, first + longest[language]); last += 1) {
      const token = tokens[last]
      if (!token || (token.kind === 'punctuation' && stop.test(token.text))) break
      if (comma.test(token.text)) commas += 1
      if (commas > mostCommas) break
      hasContent ||= !token.light
      hasNew ||= !asked[last] && token.kind !== 'punctuation'
      if (token.kind !== 'punctuation' && hasContent && hasNew) found.push({ first, last })
    }
  }
  return found
}
