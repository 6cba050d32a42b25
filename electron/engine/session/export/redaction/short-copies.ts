import { splitSentences } from '@engine/text/sentences/sentences'
import { isLong } from './sensitive-copies'
import type { Edit } from './text-edits'

const opening = '“"‘\'「『《〈`'
const closing = '”"’\'」』》〉`'

/**
 * Finds words that are too short to be told from chance in every text (`SensitiveCopies` takes the longer ones), in texts
 * that were made from answers, where they are hardly there by chance; and the short names of sensitive documents in
 * quotation marks. Capitals count; white space does not.
 */
export class ShortCopies {
  readonly #said = new Set<string>()
  readonly #names = new Set<string>()
  #wholeWords: RegExp | null | undefined
  #quoted: RegExp | null | undefined

  /** `marker` stands where something was left out already: it is no copy of anything. */
  constructor(private readonly marker: string) {}

  /** Adds every short sentence of a text. */
  add(text: string): void {
    for (const { start, end } of splitSentences(text)) this.#addTo(this.#said, text.slice(start, end))
  }

  addName(name: string): void {
    this.#addTo(this.#names, name)
  }

  /** Every copy that is no part of a longer word, nor the number of a citation. */
  edits(text: string): Edit[] {
    this.#wholeWords ??= anyOf([...this.#said, ...this.#names])
    return this.#editsBy(this.#wholeWords, text, isWholeWord)
  }

  /** Names in quotation marks, as refusals give them. */
  quotedNames(text: string): Edit[] {
    this.#quoted ??= anyOf([...this.#names])
    return this.#editsBy(this.#quoted, text, isQuoted)
  }

  #editsBy(wanted: RegExp | null, text: string, isCopy: (text: string, start: number, end: number) => boolean): Edit[] {
    if (!wanted) return []
    return [...text.matchAll(wanted)].flatMap((match) => {
      const [start, end] = [match.index, match.index + match[0].length]
      return isCopy(text, start, end) ? [{ start, end, text: this.marker }] : []
    })
  }

  #addTo(set: Set<string>, text: string): void {
    const core = text.replace(/^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, '')
    if (core === '' || isLong(core) || this.marker.includes(core)) return
    set.add(core)
    this.#wholeWords = undefined
    this.#quoted = undefined
  }
}

/** Longer ones first, so that none hides what it begins. */
function anyOf(texts: readonly string[]): RegExp | null {
  if (texts.length === 0) return null
  const patterns = texts
    .toSorted((a, b) => b.length - a.length)
    .map((text) => text.split(/\s+/u).map(escaped).join('\\s+'))
  return new RegExp(patterns.join('|'), 'gu')
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
}

function isWholeWord(text: string, start: number, end: number): boolean {
  if (text[start - 1] === '[' && text[end] === ']') return false
  return !goesOn(text.slice(0, start), text.slice(start)) && !goesOn(text.slice(0, end), text.slice(end))
}

/** Whether a word goes on from one text into the next; Han characters need no space between words. */
function goesOn(before: string, after: string): boolean {
  return isSpelt(Array.from(before.slice(-2)).at(-1)) && isSpelt(Array.from(after.slice(0, 2))[0])
}

function isSpelt(character = ''): boolean {
  return /[\p{L}\p{N}]/u.test(character) && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)
}

function isQuoted(text: string, start: number, end: number): boolean {
  const [before = '', after = ''] = [text[start - 1], text[end]]
  return before !== '' && after !== '' && opening.includes(before) && closing.includes(after)
}
