import type { ChunkIndex } from '@engine/ports/storage/chunk-index'
import { analysePhrase } from '@engine/text/analyse'
import { type EnglishDictionary, englishDictionary } from '@engine/text/english/english-dictionary'
import type { TermTable } from '../terms/cross-language'
import { withoutLiterals } from './query'

/** A word of a question that is no English word, and that no document holds. */
export interface DoubtfulWord {
  /** As it is written. */
  readonly word: string
  /** In small letters, without accents. */
  readonly folded: string
  /** The analysed term. */
  readonly term: string
  /** Written with a capital inside a sentence. */
  readonly isName: boolean
}

export interface SpellingRooms {
  readonly index: ChunkIndex
  readonly terms: TermTable
}

interface WrittenWord extends DoubtfulWord {
  readonly start: number
  readonly end: number
}

const shortest = 4
const longest = 24
/** More are a text in another language, or none at all. */
const maxDoubtful = 3
/** Terms rarely share a bucket of the statistics where there are no more chunks than this. */
const exactlyCounted = 1000
/** A term that shares a bucket with others seems to be in a few chunks; what is in more is there. */
const doubtfulCount = 16
/** A word by itself: no part of an identifier, an address, a number or a word with a hyphen. Its 's is another's. */
const lone =
  /(?<![\p{Script=Latin}\p{M}\p{N}_@#./\\'’+-])\p{Script=Latin}[\p{Script=Latin}\p{M}]*(?!(?:['’](?!s(?!\p{Script=Latin}))|[-./\\])?[\p{Script=Latin}\p{M}\p{N}_@#+])/gu

/**
 * The words that may be misspelt: small Latin words of four letters and more, neither English nor in a document. None
 * in literals, acronyms, identifiers or terms of the table, nor in a question of a third language.
 */
export async function doubtfulWords(
  question: string,
  { index, terms }: SpellingRooms,
  signal: AbortSignal,
): Promise<DoubtfulWord[]> {
  const written = writtenWords(question)
  const unknown = written.filter(({ word, term }) => isPlain(word) && mayBeNowhere(term, index))
  if (unknown.length === 0) return []
  const table = terms.match(question)
  const untabled = unknown.filter(({ start, end }) => !table.some((term) => term.start <= start && end <= term.end))
  if (untabled.length === 0) return []
  const dictionary = englishDictionary()
  const strange = untabled.filter(({ word }) => !dictionary.has(word))
  if (strange.length === 0 || !isEnglishOrChinese(question, written, dictionary)) return []
  const held = await Promise.all(strange.map(({ term }) => isHeld(term, index, signal)))
  const doubtful = strange.filter((_, at) => !held[at])
  const distinct = [...new Map(doubtful.map((one) => [one.word, one])).values()]
  return distinct.length <= maxDoubtful ? distinct : []
}

/** The text with each of these words, where it stands by itself, replaced. */
export function replaceWords(text: string, replacements: ReadonlyMap<string, string>): string {
  const literal = withoutLiterals(text)
  return text.replaceAll(lone, (word, at: number) =>
    literal.startsWith(word, at) ? (replacements.get(word) ?? word) : word,
  )
}

function writtenWords(question: string): WrittenWord[] {
  return [...withoutLiterals(question).matchAll(lone)].map((match) => {
    const [word] = match
    const isFirst = /(?:^|[.?!:;。？！：；…]["”’)]?)\s*["“‘(]?$/u.test(question.slice(0, match.index))
    return {
      word,
      folded: foldLatin(word),
      term: analysePhrase(word)[0] ?? '',
      isName: !isFirst && /^\p{Lu}/u.test(word),
      start: match.index,
      end: match.index + word.length,
    }
  })
}

/** Small letters, without accents. */
export function foldLatin(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** No acronym and no brand: small letters, the first perhaps a capital. */
function isPlain(word: string): boolean {
  return word.length >= shortest && word.length <= longest && word.slice(1) === word.slice(1).toLowerCase()
}

function mayBeNowhere(term: string, { statistics }: ChunkIndex): boolean {
  const count = statistics.documentFrequency(term)
  if (count === 0 || term === '') return term !== ''
  return statistics.chunkCount > exactlyCounted && count <= doubtfulCount
}

/** The statistics may count a term for another; the index itself knows. */
async function isHeld(term: string, index: ChunkIndex, signal: AbortSignal): Promise<boolean> {
  if (index.statistics.documentFrequency(term) === 0) return false
  const hits = await index.textSearch({ terms: [term], phrases: [], excluded: [] }, { limit: 1, signal })
  return hits.length > 0
}

/** At least half of the words are English; beside Chinese characters any Latin word may be. */
function isEnglishOrChinese(question: string, written: readonly WrittenWord[], dictionary: EnglishDictionary): boolean {
  if (/\p{Script=Han}/u.test(question)) return true
  const english = written.filter(({ word }) => dictionary.has(word)).length
  return english * 2 >= written.length
}
