import type { Span } from '@engine/text/sentences/sentences'
import { analyse } from '@engine/text/analyse'
import { isStopTerm } from '@engine/text/english/stop-words'

/** Word classes both languages share. */
export type WordClass =
  | 'noun'
  | 'name'
  | 'person'
  | 'place'
  | 'verb'
  | 'auxiliary'
  | 'adjective'
  | 'adverb'
  | 'number'
  | 'time'
  | 'adposition'
  | 'determiner'
  | 'pronoun'
  | 'conjunction'
  | 'particle'
  | 'measure'
  | 'punctuation'
  | 'other'

/** A word of a sentence; offsets are within that sentence, 0-based half-open UTF-16 units. */
export interface Token extends Span {
  readonly text: string
  readonly kind: WordClass
  /** What full text knows it by. */
  readonly terms: readonly string[]
  /** It carries grammar rather than content. */
  readonly light: boolean
}

const lightKinds = new Set<WordClass>([
  'adposition',
  'determiner',
  'pronoun',
  'conjunction',
  'particle',
  'auxiliary',
  'punctuation',
])

/** A word of that class at a place of its sentence. */
export function token(start: number, text: string, kind: WordClass): Token {
  const terms = analyse(text)
  const light = lightKinds.has(kind) || terms.length === 0 || terms.every(isStopTerm)
  return { start, end: start + text.length, text, kind, terms, light }
}

const amountSign = /^[\p{Sc}%]$/u

/** Of a sign: what stands beside amounts belongs to them. */
export function kindOfSign(sign: string): WordClass {
  return amountSign.test(sign) ? 'number' : 'punctuation'
}

/** Two words that are one name. */
export function merged(a: Token, b: Token): Token {
  const terms = [...new Set([...a.terms, ...analyse(a.text + b.text), ...b.terms])]
  return { start: a.start, end: b.end, text: a.text + b.text, kind: 'person', terms, light: false }
}
