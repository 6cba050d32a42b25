import { isStopTerm } from '@engine/text/english/stop-words'
import type { PassageParts, Piece } from '../passage-parts'

/** What the line or sentence is that a name stands in. */
export interface LineSense {
  /** How much grammar it has, 0 to 1: hardly any in cells, lists of codes and, for these rules, in other languages. */
  readonly grammar: number
  /** Whether the document has it again and again, whatever its numbers are: headers, footers, licences. */
  readonly isRepeated: boolean
}

const word = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu
/** The same for ASCII alone. */
const plainWord = /[a-z0-9]+/gi
const plain = /^[\x00-\x7f]*$/
const digit = /\d/u
/** White space that is not one space. */
const wide = /\s\s|[^\S ]/u
const han = /\p{Script=Han}/u
const hanGrammar = /[的了在是和与及或为对把被也而就都以将其这那于由从到等之]/u
/** The share of words, or of characters of Chinese, that carry grammar in an ordinary sentence. */
const ordinary = { en: 0.25, zh: 0.08 }
const longestRepeated = 200
const repeatedFrom = 3
const nothing: LineSense = { grammar: 0, isRepeated: false }

/** The lines and sentences of a document, each judged once. */
export class LineSenses {
  readonly #keys = new Map<Piece, string>()
  readonly #times = new Map<string, number>()
  readonly #senses = new Map<Piece, LineSense>()
  #at = 0
  #passage = -1

  constructor(private readonly parts: readonly PassageParts[]) {
    for (const { plain, pieces } of parts) {
      for (const piece of pieces) {
        const key = keyOf(plain.text, piece)
        if (key === undefined) continue
        this.#keys.set(piece, key)
        this.#times.set(key, (this.#times.get(key) ?? 0) + 1)
      }
    }
  }

  /** Of the line that holds a place. To be asked in reading order. */
  at(passage: number, start: number): LineSense {
    const part = this.parts[passage]
    if (!part) return nothing
    if (passage !== this.#passage) [this.#passage, this.#at] = [passage, 0]
    const { plain, pieces } = part
    while (this.#at + 1 < pieces.length && (pieces[this.#at]?.end ?? 0) <= start) this.#at += 1
    const piece = pieces[this.#at]
    return piece ? this.#senseOf(plain.text, piece) : nothing
  }

  #senseOf(text: string, piece: Piece): LineSense {
    const known = this.#senses.get(piece)
    if (known) return known
    const key = this.#keys.get(piece)
    const isRepeated = key !== undefined && (this.#times.get(key) ?? 0) >= repeatedFrom
    const made = { grammar: grammarOf(text.slice(piece.start, piece.end)), isRepeated }
    this.#senses.set(piece, made)
    return made
  }
}

/** A short line as lines are compared: its letters, and that there are digits. */
function keyOf(text: string, { start, end }: Piece): string | undefined {
  if (end - start > longestRepeated) return undefined
  const small = text.slice(start, end).toLowerCase()
  const line = digit.test(small) ? small.replace(/\d+/gu, '0') : small
  return (wide.test(line) ? line.replace(/\s+/gu, ' ') : line).trim()
}

function grammarOf(line: string): number {
  const isPlain = plain.test(line)
  const words = line.match(isPlain ? plainWord : word) ?? []
  const inHan = isPlain ? [] : words.filter((one) => han.test(one))
  const isChinese = inHan.length * 2 > words.length
  const carriers = isChinese
    ? inHan.filter((one) => hanGrammar.test(one))
    : words.filter((one) => isStopTerm(one.toLowerCase()))
  if (words.length === 0) return 0
  return Math.min(1, carriers.length / words.length / (isChinese ? ordinary.zh : ordinary.en))
}
