import { analyse, analysePhrase } from '@engine/text/analyse'
import { foldHan } from '@engine/text/chinese/han-fold'
import { isStopTerm } from '@engine/text/english/stop-words'
import { toTextQuery, withoutExclusions } from '../question/query'

/** A word of a query, as it is looked for in a text. */
export interface SoughtWord {
  /** Its analysed terms: any of them marks a word of a spaced script. */
  readonly terms: ReadonlySet<string>
  /** Runs of characters written without spaces, folded; each is marked wherever it stands. */
  readonly runs: readonly string[]
  /** A word that is still being typed: every word that begins so is marked. Folded; empty for none. */
  readonly begins: string
}

/** What somebody typed to find words in documents. */
export interface SoughtText {
  readonly words: readonly SoughtWord[]
  /** The terms of each word, one after the other: a passage must hold every one of these runs. */
  readonly phrases: readonly (readonly string[])[]
  /** The same but for the word that is still being typed; null where none is. */
  readonly unfinished: { readonly phrases: readonly (readonly string[])[]; readonly begins: string } | null
  readonly excluded: readonly string[]
}

const unspacedRun = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu
const anyUnspaced = new RegExp(unspacedRun.source, 'u')
const quotationMarks = /["“”「」『』《》＂]/gu
const lettersAtEnd = /(?<![^\s])[\p{L}\p{N}]+$/u
const accents = /\p{M}/gu

/** A word of a spaced script as it is compared letter by letter: without case, width and accents. */
export function foldWord(word: string): string {
  return word.normalize('NFKD').replace(accents, '').toLowerCase()
}

/** Reads what was typed: every word counts, quoted words stand side by side, `-word` excludes, the last word may go on. */
export function soughtText(query: string): SoughtText {
  const { phrases: quoted, excluded } = toTextQuery(query)
  const typed = withoutExclusions(query).replaceAll(quotationMarks, ' ')
  const parts = typed.split(/\s+/u).filter((part) => part !== '')
  const open = unfinishedWord(query)
  const words = parts.map((part, at) => wordOf(part, at === parts.length - 1 ? open : ''))
  const phraseOf = (part: string) => analysePhrase(part)
  const filled = (phrases: readonly (readonly string[])[]) => phrases.filter((phrase) => phrase.length > 0)
  const others = filled([...quoted, ...parts.slice(0, -1).map(phraseOf)])
  return {
    words: words.filter(({ terms, runs, begins }) => terms.size + runs.length > 0 || begins !== ''),
    phrases: filled([...quoted, ...parts.map(phraseOf)]),
    unfinished: open === '' ? null : { phrases: others, begins: coarseBeginning(open) },
    excluded,
  }
}

/** The content terms of a query, any of which may be enough where no passage holds all of its words. */
export function someOf({ phrases }: SoughtText): string[] {
  return [...new Set(phrases.flat())].filter((term) => !isStopTerm(term))
}

/** The same words, marked wherever any part of one stands. */
export function inParts(words: readonly SoughtWord[]): SoughtWord[] {
  return words.map((word) => ({ ...word, runs: word.runs.flatMap(pairsOf) }))
}

function pairsOf(run: string): string[] {
  if (run.length < 3) return [run]
  return Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2))
}

function wordOf(part: string, begins: string): SoughtWord {
  const runs = foldHan(part).match(unspacedRun) ?? []
  const terms = analyse(part).filter((term) => !anyUnspaced.test(term))
  return { terms: new Set(terms), runs, begins: anyUnspaced.test(begins) ? '' : begins }
}

/** The word at the end that may go on, folded: of letters and figures alone, one Chinese character or at least two others. */
function unfinishedWord(query: string): string {
  const word = foldWord(lettersAtEnd.exec(query)?.[0] ?? '')
  if (anyUnspaced.test(word)) return word.length === 1 ? foldHan(word) : ''
  return word.length >= 2 ? word : ''
}

/** What the terms of all words that begin so begin with: a stem is shorter than its word. */
function coarseBeginning(word: string): string {
  return /^[a-z]{5,}$/u.test(word) ? word.slice(0, Math.max(4, word.length - 3)) : word
}
