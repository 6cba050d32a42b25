import { startsWithHan } from '@engine/text/letters'
import type { PhraseBook, Senses } from './phrase-book'
import { numberAt, type NumberOptions } from './question-numbers'

/** A word, phrase or number of a question that a tool knows. */
export interface Token {
  readonly raw: string
  /** What it can be; a number has the sense `number`. */
  readonly senses: Senses
  readonly isPlainDigits: boolean
  /** Whether a space stands before it. */
  readonly spaced: boolean
}

/** Longer questions are not for small tools, and reading stays quick. */
const maxLength = 400
const spaces = /\s+/uy
const otherWord = /[\p{Script=Latin}\d'_]+|./suy

/** A question in one way of writing: compatibility form, one sort of dash and quote, raised figures as powers. */
export function plainWriting(text: string): string {
  return text
    .slice(0, maxLength + 1)
    .replace(/(?<=[\d)）])[²³]/gu, (raised) => (raised === '²' ? '^2' : '^3'))
    .normalize('NFKC')
    .replace(/[−–‒]/gu, '-')
    .replace(/[’‘]/gu, "'")
    .replace(/\s+/gu, ' ')
    .trim()
}

/**
 * The tokens of a question, all of it; null where anything in it is not known, or where it is too long. `text` as
 * `plainWriting` gives it.
 */
export function tokensOf(text: string, book: PhraseBook, numbers?: NumberOptions): Token[] | null {
  return read(text, (lower, at) => tokenAt(text, lower, at, { book, numbers }))
}

/** As `tokensOf`; what is not known is a token without senses: a word, or one Chinese character. */
export function everyToken(text: string, book: PhraseBook, numbers?: NumberOptions): Token[] | null {
  return read(text, (lower, at) => tokenAt(text, lower, at, { book, numbers }) ?? otherWordAt(text, at))
}

type TokenAt = (lower: string, at: number) => Omit<Token, 'spaced'> | null

function read(text: string, next: TokenAt): Token[] | null {
  if (text.length > maxLength) return null
  const lower = text.toLowerCase()
  if (lower.length !== text.length) return null
  const tokens: Token[] = []
  let at = 0
  let spaced = false
  while (at < text.length) {
    spaces.lastIndex = at
    const gap = spaces.exec(text)
    if (gap) {
      at += gap[0].length
      spaced = true
      continue
    }
    const token = next(lower, at)
    if (!token) return null
    tokens.push({ ...token, spaced })
    at += token.raw.length
    spaced = false
  }
  return tokens
}

function otherWordAt(text: string, at: number): Omit<Token, 'spaced'> {
  otherWord.lastIndex = at
  return { raw: otherWord.exec(text)?.[0] ?? text.charAt(at), senses: new Map(), isPlainDigits: false }
}

function tokenAt(
  text: string,
  lower: string,
  at: number,
  { book, numbers }: { readonly book: PhraseBook; readonly numbers: NumberOptions | undefined },
): Omit<Token, 'spaced'> | null {
  const phrase = book.longestAt(text, lower, at)
  const number = numberAt(lower, at, numbers)
  if (!phrase && !number) return null
  const end = Math.max(phrase?.end ?? 0, number?.end ?? 0)
  const senses = new Map(phrase?.end === end ? phrase.senses : [])
  if (number?.end === end) senses.set('number', number.value)
  return { raw: text.slice(at, end), senses, isPlainDigits: number?.end === end && number.isPlainDigits }
}

/** Tokens that are read one after the other, with the way back. */
export class TokenReader {
  #at = 0

  constructor(readonly tokens: readonly Token[]) {}

  get atEnd(): boolean {
    return this.#at >= this.tokens.length
  }

  /** Whether what stands next is written in Chinese characters. */
  get isHanNext(): boolean {
    return startsWithHan(this.tokens[this.#at]?.raw ?? '')
  }

  /** What stands next, where it can be of this kind. */
  peek(kind: string, ahead = 0): string | undefined {
    return this.tokens[this.#at + ahead]?.senses.get(kind)
  }

  /** Takes what stands next, where it can be of this kind, and this value where one is named. */
  take(kind: string, value?: string): string | undefined {
    const found = this.peek(kind)
    if (found === undefined || (value !== undefined && found !== value)) return undefined
    this.#at += 1
    return found
  }

  /** Whether there are more than this many tokens left. */
  has(more: number): boolean {
    return this.#at + more < this.tokens.length
  }

  /** Goes past one token, whatever it is. */
  skipOne(): void {
    this.#at += 1
  }

  /** Takes as many as there are of these kinds; how many. */
  skip(...kinds: readonly string[]): number {
    const from = this.#at
    while (kinds.some((kind) => this.take(kind) !== undefined)) continue
    return this.#at - from
  }

  /** What `read` makes of what follows; where it makes nothing, nothing was taken. */
  attempt<T>(read: () => T | null): T | null {
    const from = this.#at
    const made = read()
    if (made === null) this.#at = from
    return made
  }
}
