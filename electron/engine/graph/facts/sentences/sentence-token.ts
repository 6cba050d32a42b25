import type { EntityType } from '@shared/graph'
import type { Span } from '@engine/text/sentences/sentences'

/** What a word is in its sentence, as far as telling names and statements takes it. */
export type TokenKind =
  | 'name'
  | 'noun'
  | 'adjective'
  | 'verb'
  | 'auxiliary'
  | 'adverb'
  | 'number'
  | 'determiner'
  | 'adposition'
  | 'conjunction'
  | 'pronoun'
  | 'time'
  | 'punctuation'
  /** A Chinese word, or a piece of one, that belongs to the noun beside it: 恶性, 化. */
  | 'part'
  | 'other'

/** A word or mark of a sentence; `[start, end)` in the passage's text. */
export interface Token extends Span {
  /** Small letters, simplified characters. */
  readonly word: string
  /** Whether it is written as `word` is. */
  readonly isSmall: boolean
  /** `word` as phrases are compared: itself, or its characters where it is Chinese. */
  readonly steps: readonly string[]
  readonly kind: TokenKind
  /** A Chinese word that may be a verb as well: 发展, 调研. */
  readonly isVerbal?: boolean
  /** A Chinese noun for how something is, which names no class of things: 安全. */
  readonly isState?: boolean
  /** What a dictionary knows it to name. */
  readonly hint?: EntityType | undefined
}

/** Tokens that an aside has at most. */
export const asideReach = 16
const openers = new Set(['(', '（'])
const closers = new Set([')', '）'])

/** The place before the brackets that close at a place; the place itself where none do. */
export function beforeBrackets(tokens: readonly Token[], place: number): number {
  if (!closers.has(tokens[place]?.word ?? '')) return place
  for (let at = place - 1; at >= Math.max(0, place - asideReach); at -= 1)
    if (openers.has(tokens[at]?.word ?? '')) return at - 1
  return place
}

/** The place behind the brackets that open at a place; the place itself where none do. */
export function behindBrackets(tokens: readonly Token[], place: number): number {
  if (!openers.has(tokens[place]?.word ?? '')) return place
  const end = Math.min(tokens.length, place + asideReach)
  for (let at = place + 1; at < end; at += 1) if (closers.has(tokens[at]?.word ?? '')) return at + 1
  return place
}
