import { CodeTracker } from './code-tracker'

/** Part of a text that is being written: words, or marks for the passages they rest on. */
export type CitationPiece =
  | { readonly type: 'text'; readonly text: string; /** Inside a block of code. */ readonly fenced: boolean }
  /** 0-based indices of the passages. */
  | { readonly type: 'marks'; readonly passages: readonly number[] }

/** No mark is longer than this, in UTF-16 units; what is, is text. */
const longestMark = 48
const maxRange = 10
const closing: Readonly<Record<string, string>> = { '[': ']', '【': '】' }
/** What some models write before the number. */
export const label =
  '(?:(?:evidence|sources?|passages?|documents?|refs?|references?|证据|来源|引文|文档)[\\s:：#]{0,3})?'
const joint = '\\s{0,3}(?:[,，、;；&]|and\\b|和|[-–—~])\\s{0,3}'
const marks = new RegExp(`^\\s{0,3}${label}\\^?\\d{1,3}(?:${joint}\\^?\\d{1,3}){0,11}(?:†.*)?\\s{0,3}$`, 'iu')
const space = /[ \t\u00a0\u3000]/u
/** What stands right behind a word. */
const attached = /[\n.,;:!?…)\]}。，、；：！？）】」』]/u
/** The beginning of a mark that the text broke off in. */
const torn = new RegExp(`^[[【]\\s{0,3}(?:${label}\\^?\\d{1,3}[\\d\\s,，、;；&^–-]*)?$`, 'iu')

/**
 * Finds citation marks (`[1]`, `[1, 2]`, `[1-3]`, `【1】`, `[^1]`) in a text as it is written, the same however it was
 * cut. Holds back an unfinished bracket and the space before it, drops numbers that no passage has, and leaves code
 * alone.
 */
export class CitationStream {
  readonly #code = new CodeTracker()
  #held = ''
  /** White space of a line that may stand before a mark. */
  #space = ''
  /** A mark was dropped behind what was said last. */
  #dropped = false
  /** What was said last ends a line, or nothing was said. */
  #isLineStart = true
  #previous = ''
  #pieces: CitationPiece[] = []

  /** `count` passages are numbered from 1. */
  constructor(private readonly count: number) {}

  push(text: string): CitationPiece[] {
    for (let at = 0; at < text.length; at += 1) this.#take(text.charAt(at))
    return this.#taken()
  }

  /** What was held back when the text ended; the beginning of a mark is dropped. */
  end(): CitationPiece[] {
    if (torn.test(this.#held)) {
      this.#held = ''
      this.#dropped = true
    }
    this.#release()
    if (!this.#dropped) this.#say('', false)
    return this.#taken()
  }

  #take(character: string): void {
    const place = this.#code.push(character)
    const isOpening = closing[character] !== undefined
    if (this.#held !== '' && (place === 'fenced' || character === '\n' || isOpening)) this.#release()
    if (this.#held !== '') {
      this.#held += character
      if (character === closing[this.#held.charAt(0)]) this.#close()
      else if (this.#held.length >= longestMark) this.#release()
    } else if (isOpening && place !== 'fenced' && !(place === 'inline' && isIndexed(this.#previous))) {
      this.#held = character
    } else if (place === 'text' && space.test(character)) {
      // Where a mark was dropped, one space is enough; at the beginning of a line no space is needed.
      if (!this.#dropped || (this.#space === '' && !this.#isLineStart)) this.#space += character
    } else {
      if (this.#dropped && attached.test(character)) this.#space = ''
      this.#say(character, place === 'fenced')
    }
    this.#previous = character
  }

  #close(): void {
    const numbers = numbersIn(this.#held.slice(1, -1))
    if (!numbers) {
      this.#release()
      return
    }
    this.#held = ''
    const passages = [...new Set(numbers)].filter((number) => number >= 1 && number <= this.count)
    if (passages.length === 0) {
      this.#dropped = true
      return
    }
    this.#say('', false)
    this.#pieces.push({ type: 'marks', passages: passages.map((number) => number - 1) })
    this.#isLineStart = false
  }

  #release(): void {
    if (this.#held !== '') this.#say(this.#held, false)
    this.#held = ''
  }

  /** With the space held back before it. */
  #say(text: string, fenced: boolean): void {
    const held = this.#space
    this.#space = ''
    this.#dropped = false
    this.#put(held, false)
    this.#put(text, fenced)
  }

  #put(text: string, fenced: boolean): void {
    if (text === '') return
    this.#isLineStart = text.endsWith('\n')
    const last = this.#pieces.at(-1)
    if (last?.type !== 'text' || last.fenced !== fenced) this.#pieces.push({ type: 'text', text, fenced })
    else this.#pieces[this.#pieces.length - 1] = { ...last, text: last.text + text }
  }

  #taken(): CitationPiece[] {
    const taken = this.#pieces
    this.#pieces = []
    return taken
  }
}

/** `row[1]` in code is no citation, ` [1]` behind a stray back-tick is. */
function isIndexed(previous: string): boolean {
  return /[\w)\]]/u.test(previous)
}

function numbersIn(mark: string): number[] | null {
  if (!marks.test(mark)) return null
  const found = mark.replace(/†.*$/u, '').matchAll(/(\d{1,3})(?:\s*[-–—~]\s*\^?(\d{1,3}))?/gu)
  return [...found].flatMap(([, first, last]) => {
    const from = Number(first)
    if (last === undefined) return [from]
    const to = Number(last)
    if (to < from || to - from > maxRange) return [from, to]
    return Array.from({ length: to - from + 1 }, (_, step) => from + step)
  })
}
