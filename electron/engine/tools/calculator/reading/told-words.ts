import words from '@resources/lexicon/told-sums.json'
import { startsWithHan } from '@engine/text/letters'
import { PhraseBook } from '../../reading/phrase-book'
import type { Token } from '../../reading/question-tokens'

/** Words of questions that tell amounts and ask what they make. */
export const toldBook = new PhraseBook(words)

export function has(tokens: readonly Token[], ...kinds: readonly string[]): boolean {
  return tokens.some(({ senses }) => kinds.some((kind) => senses.has(kind)))
}

/** What is counted or shared at a place of tokens, in the singular; empty where there stands no such word. */
export function thingAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at]
  if (!token || has([token], 'number', 'money', 'percent')) return ''
  const thing = token.senses.get('thing')
  if (thing !== undefined) return thing
  if (has([token], 'people')) return 'person'
  if (token.senses.size > 0 && !has([token], 'calendar')) return ''
  return startsWithHan(token.raw) ? token.raw : singular(token.raw.toLowerCase())
}

/** Of what “each” says each: itself (每人), or the word behind it. */
export function eachThing(tokens: readonly Token[], at: number): string {
  return tokens[at]?.senses.get('each') || thingAt(tokens, at + 1)
}

function singular(word: string): string {
  return word.replace(/(?<=(?:ch|sh|x|ss))es$|(?<=..[^s])s$/u, '')
}
