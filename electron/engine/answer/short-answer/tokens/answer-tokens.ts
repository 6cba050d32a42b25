import type { Language } from '@engine/text/language'
import type { Span } from '@engine/text/sentences/sentences'
import { chineseTokens } from './chinese-tokens'
import { englishTokens, type KnownNames } from './english-tokens'
import type { Token } from './answer-token'

const noNames: KnownNames = { people: new Set(), places: new Set() }
/** Marks of Markdown. */
const marks = /\*{1,3}|_{2,3}|~~|`+/gu
const paired = ['***', '**', '*', '__', '~~', '`']

/** The words of a sentence with their classes: by wink-nlp's tagger for English, by jieba's dictionary for Chinese. */
export function tokensOf(sentence: string, language: Language, known: KnownNames = noNames): Token[] {
  // A mark is no part of a word, and parts none: it keeps its place as a space.
  const plain = sentence.replace(marks, ({ length }) => ' '.repeat(length))
  return language === 'zh' ? chineseTokens(plain) : englishTokens(plain, known)
}

/** A run of words with the mark that closes or opens what it holds half of, where that stands beside it; null where it stands elsewhere. */
export function withMarks(sentence: string, { start, end }: Span): Span | null {
  const half = halfMarkIn(sentence.slice(start, end))
  if (half === undefined) return { start, end }
  const widened = sentence.startsWith(half, end)
    ? { start, end: end + half.length }
    : sentence.slice(0, start).endsWith(half)
      ? { start: start - half.length, end }
      : null
  return widened && halfMarkIn(sentence.slice(widened.start, widened.end)) === undefined ? widened : null
}

function halfMarkIn(text: string): string | undefined {
  return paired.find((mark) => text.split(mark).length % 2 === 0)
}
