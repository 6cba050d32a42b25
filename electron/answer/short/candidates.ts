import type { Language } from '../../text/language'
import type { Token, WordClass } from './tokens'

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
 * Every run of words within one clause that begins and ends as a phrase does, and is neither all grammar words nor all words of
 * the question. `asked` tells for each token whether the question has it.
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
      if (!token || isStop(tokens, last)) break
      if (comma.test(token.text)) commas += 1
      if (commas > mostCommas) break
      hasContent ||= !token.light
      hasNew ||= !asked[last] && token.kind !== 'punctuation'
      if (token.kind !== 'punctuation' && hasContent && hasNew && isPhrase(tokens, first, last)) {
        found.push({ first, last })
      }
    }
  }
  return found
}

/** The end of a clause, but not the full stop of E.I. and of 3.5. */
function isStop(tokens: readonly Token[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  if (!token || token.kind !== 'punctuation' || !stop.test(token.text)) return false
  const isInside = token.text === '.' && before?.end === token.start && after?.start === token.end
  return !isInside || !/[\p{L}\p{N}]$/u.test(before.text)
}

/** Words that lead to others, or belong to others, at either end. */
const loose = new Set<WordClass>(['particle', 'conjunction', 'adverb', 'adposition', 'pronoun', 'auxiliary'])
const amounts = new Set<WordClass>(['number', 'time'])
const openBracket = /^["“《「『(（【]$/u
const closeBracket = /^["”》」』)）】]$/u

/** Whether nothing hangs loose at the ends: no grammar word, no half of an amount, no bracket without the other. */
function isPhrase(tokens: readonly Token[], first: number, last: number): boolean {
  const [before, opening, closing, after] = [tokens[first - 1], tokens[first], tokens[last], tokens[last + 1]]
  if (!opening || !closing || loose.has(opening.kind) || loose.has(closing.kind)) return false
  if (opening.kind === 'measure') return false
  const isAmount = (token: Token | undefined) => token !== undefined && amounts.has(token.kind)
  if (isAmount(before) && isAmount(opening)) return false
  if (isAmount(closing) && (isAmount(after) || after?.kind === 'measure')) return false
  let open = 0
  for (const { text } of tokens.slice(first, last + 1)) {
    if (openBracket.test(text)) open += 1
    if (closeBracket.test(text)) open -= 1
    if (open < 0) return false
  }
  return open === 0
}
