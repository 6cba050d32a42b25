import { splitSentences } from '@engine/text/sentences/sentences'
import type { Edit } from './text-edits'

const fewestLetters = 12
const fewestHan = 6
/** Every text looked for is found by its first characters. */
const keyLength = 4

/** A text for comparison: without white space and invisible marks, compatibility forms and capitals made equal. */
interface Folded {
  readonly text: string
  /** For each folded character its offset in the original, and at the end the original's length. */
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/**
 * Finds copies of sensitive sentences in other texts, with other white space or capitals, and cut off before `…` or at
 * the end. Sentences of fewer than 12 characters (6 with Han characters) are left out: they stand in any text.
 */
export class SensitiveCopies {
  readonly #byKey = new Map<string, Family>()

  /** Adds every sentence of a text; short ones (cells, lines of an address) together with those behind them. */
  add(text: string): void {
    const spans = splitSentences(text)
    for (const [at, { start, end }] of spans.entries()) {
      let last = at
      let sentence = text.slice(start, end)
      while (!isLong(sentence) && last + 1 < spans.length) {
        last += 1
        sentence = text.slice(start, spans[last]?.end)
      }
      this.addWhole(sentence)
    }
  }

  /** Adds a text as one sentence: a heading, the name of a document. */
  addWhole(sentence: string): void {
    if (!isLong(sentence)) return
    const whole = fold(sentence).text
    const core = whole.replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '')
    // A copy may have another full stop or list marker; a text of marks alone is taken as it is.
    const wanted = core.length >= keyLength ? core : whole
    if (wanted.length < keyLength) return
    const key = wanted.slice(0, keyLength)
    const family = this.#byKey.get(key)
    if (family) family.add(wanted)
    else this.#byKey.set(key, new Family(wanted))
  }

  /** The copies in a text, to be replaced by `marker`; line breaks inside of them stay, so that lines keep their numbers. */
  edits(text: string, marker: string): Edit[] {
    if (this.#byKey.size === 0 || text.length < keyLength) return []
    const folded = fold(text)
    const edits: Edit[] = []
    for (let at = 0; at + keyLength <= folded.text.length; at += 1) {
      const length = this.#longestAt(folded.text, at)
      if (length === 0) continue
      const start = folded.from[at] ?? 0
      const end = folded.to[at + length - 1] ?? text.length
      edits.push({ start, end, text: withLinesOf(text.slice(start, end), marker) })
      at += length - 1
    }
    return edits
  }

  #longestAt(text: string, at: number): number {
    return this.#byKey.get(text.slice(at, at + keyLength))?.longestAt(text, at) ?? 0
  }
}

/** Sentences that begin with the same characters; there may be thousands, as in a list. */
class Family {
  readonly #sentences = new Set<string>()
  #sorted: readonly string[] = []
  /** The lengths there are, longest first. */
  #lengths: readonly number[] = []

  constructor(first: string) {
    this.#sentences.add(first)
  }

  add(sentence: string): void {
    this.#sentences.add(sentence)
    this.#sorted = []
  }

  /** The length of the sentence that stands at `at`, whole or cut off by the text's end; 0 where no sentence does. */
  longestAt(text: string, at: number): number {
    if (this.#sorted.length === 0) {
      this.#sorted = [...this.#sentences].toSorted()
      this.#lengths = [...new Set(this.#sorted.map(({ length }) => length))].toSorted((a, b) => b - a)
    }
    const whole = this.#lengths.find((length) => this.#sentences.has(text.slice(at, at + length)))
    return whole ?? this.#cutOffAt(text, at)
  }

  /** The sentences nearest in order share the most with the text. */
  #cutOffAt(text: string, at: number): number {
    const rest = text.slice(at, at + (this.#lengths[0] ?? 0))
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sorted[middle] ?? '') < rest) low = middle + 1
      else high = middle
    }
    return Math.max(cutOffLength(text, at, this.#sorted[low - 1]), cutOffLength(text, at, this.#sorted[low]))
  }
}

/** Whether a sentence is so long that its second occurrence is a copy and no chance. */
export function isLong(sentence: string): boolean {
  // Characters that are seen: invisible ones and halves of characters make nothing longer.
  const { length } = Array.from(
    sentence
      .replace(/\p{Cf}/gu, '')
      .replace(/\s+/gu, ' ')
      .trim(),
  )
  return length >= (/\p{Script=Han}/u.test(sentence) ? fewestHan : fewestLetters)
}

/** The marker with the line breaks of what it stands for. */
export function withLinesOf(replaced: string, marker: string): string {
  return marker + '\n'.repeat(replaced.split(/\r\n?|\n/u).length - 1)
}

/** The length of the sentence's beginning that ends the text; 0 where nothing, or too little, of it stands there. */
function cutOffLength(text: string, at: number, wanted = ''): number {
  let length = 0
  while (length < wanted.length && text.charAt(at + length) === wanted.charAt(length)) length += 1
  const fewest = /\p{Script=Han}/u.test(wanted.slice(0, length)) ? fewestHan : fewestLetters
  if (length < fewest) return 0
  const rest = text.slice(at + length, at + length + 3)
  return rest === '' || rest === '...' ? length : 0
}

function fold(text: string): Folded {
  let folded = ''
  const from: number[] = []
  const to: number[] = []
  let isEscaped = false
  let end = 0
  for (let at = 0; at < text.length; at = end) {
    const code = text.codePointAt(at) ?? 0
    end = at + (code > 0xffff ? 2 : 1)
    // A copy may be inside of JSON that is itself a text: `\n` is white space there, `\"` a quotation mark.
    const isBreak = isEscaped && (code === 0x6e || code === 0x72 || code === 0x74)
    isEscaped = code === 0x5c
    if (isEscaped || isBreak) continue
    const plain = foldedCharacter(code)
    for (let n = 0; n < plain.length; n += 1) {
      from.push(at)
      to.push(end)
    }
    folded += plain
  }
  return { text: folded, from, to }
}

const foldedCharacters = new Map<number, string>()

/** A character's form for comparison; empty for white space and invisible marks. */
function foldedCharacter(code: number): string {
  const known = foldedCharacters.get(code)
  if (known !== undefined) return known
  const folded = String.fromCodePoint(code)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}]/gu, '')
  foldedCharacters.set(code, folded)
  return folded
}
