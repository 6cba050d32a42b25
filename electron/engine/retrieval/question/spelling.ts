import type { ChunkFilter, ChunkHit } from '@engine/ports/storage/chunk-index'
import { analysePhrase } from '@engine/text/analyse'
import { englishDictionary } from '@engine/text/english/english-dictionary'
import { type Slip, slipBetween, wordsOneSlipAway } from '@engine/text/slips'
import { isStopTerm } from '@engine/text/english/stop-words'
import { doubtfulWords, type DoubtfulWord, foldLatin, type SpellingRooms } from './doubtful-words'
import { toTextQuery } from './query'

/** A word of a question, and the word that it is read as. */
export interface Respelling {
  readonly from: string
  readonly to: string
}

/** Chunks whose words are looked through. */
const maxHits = 30
/** Words one slip away that the library seems to hold. */
const maxNear = 24
const latinWord = /(?<![\p{L}\p{M}\p{N}_])\p{Script=Latin}[\p{Script=Latin}\p{M}]{2,}(?![\p{L}\p{M}\p{N}_])/gu

/** How the documents write a word. */
interface FoundWord {
  readonly written: string
  /** Of the best hit that has it. */
  readonly rank: number
  /** With a capital wherever it stands: perhaps a name. */
  isCapitalised: boolean
}

/** A word by its small letters without accents. */
type Candidate = readonly [string, FoundWord]

/**
 * How misspelt words (`doubtfulWords`) are to be read: as a word one or two slips away in the passages that the rest of
 * the question finds, in any form, or as a grammar word. The nearest is taken, then the one found first.
 */
export async function respellings(
  question: string,
  filter: ChunkFilter | undefined,
  rooms: SpellingRooms,
  signal: AbortSignal,
): Promise<Respelling[]> {
  const doubtful = await doubtfulWords(question, rooms, signal)
  if (doubtful.length === 0) return []
  const dictionary = englishDictionary()
  const near = new Map(doubtful.map((one) => [one, wordsOneSlipAway(one.folded)]))
  const own = new Set(doubtful.map(({ term }) => term))
  const { terms, excluded } = toTextQuery(question)
  const others = terms.filter((term) => !own.has(term))
  const wanted = [...new Set([...[...near.values()].flatMap((words) => heldTerms(words, rooms)), ...others])]
  const query = { terms: wanted, phrases: [], excluded }
  const hits = wanted.length > 0 ? await rooms.index.textSearch(query, { limit: maxHits, filter, signal }) : []
  const found = wordsOf(hits)
  return doubtful.flatMap((one) => {
    const unwritten = (near.get(one) ?? []).filter((word) => !one.isName && !found.has(word) && dictionary.has(word))
    const to = nearest(one, [...found, ...otherForms(unwritten, hits), ...grammarWords(unwritten)])
    return to === null ? [] : [{ from: one.word, to }]
  })
}

/** Those of some words that passages hold in another form: "smoke" where they say "smoking". */
function otherForms(words: readonly string[], hits: readonly ChunkHit[]): Candidate[] {
  const ranks = new Map<string, number>()
  for (const [rank, { search }] of hits.entries()) {
    for (const term of search.split(' ')) if (!ranks.has(term)) ranks.set(term, rank)
  }
  return words.flatMap((written): Candidate[] => {
    const rank = ranks.get(analysePhrase(written)[0] ?? '')
    return rank === undefined ? [] : [[written, { written, rank, isCapitalised: false }]]
  })
}

/** The terms of words that the library seems to hold; the first few. */
function heldTerms(words: readonly string[], { index: { statistics } }: SpellingRooms): string[] {
  const terms = new Set(words.flatMap((word) => analysePhrase(word)))
  return [...terms].filter((term) => statistics.documentFrequency(term) > 0).slice(0, maxNear)
}

/** Those of some words that are grammar, which is there whatever the documents say; behind all that they do say. */
function grammarWords(words: readonly string[]): Candidate[] {
  return words
    .filter((word) => isStopTerm(analysePhrase(word)[0] ?? ''))
    .map((written) => [written, { written, rank: maxHits, isCapitalised: false }])
}

function nearest({ word, folded, isName }: DoubtfulWord, candidates: Iterable<Candidate>): string | null {
  let best: (Slip & { readonly found: FoundWord }) | undefined
  for (const [meant, one] of candidates) {
    const slip = slipBetween(folded, meant, isName || one.isCapitalised)
    const lead = slip && best && (slip.distance - best.distance || slip.kind - best.kind || one.rank - best.found.rank)
    if (slip && (!best || Number(lead) < 0)) best = { ...slip, found: one }
  }
  if (!best) return null
  const { written, isCapitalised } = best.found
  return isCapitalised ? written : likeWritten(word, written.toLowerCase())
}

function likeWritten(word: string, meant: string): string {
  return /^\p{Lu}/u.test(word) ? meant.replace(/^./u, (first) => first.toUpperCase()) : meant
}

/** The Latin words of passages by their small letters without accents; acronyms are none. */
function wordsOf(hits: readonly ChunkHit[]): ReadonlyMap<string, FoundWord> {
  const found = new Map<string, FoundWord>()
  for (const [rank, { chunk }] of hits.entries()) {
    for (const written of new Set([chunk.title, ...chunk.heading_path, chunk.text].join('\n').match(latinWord))) {
      if (written === written.toUpperCase()) continue
      const folded = foldLatin(written)
      const isCapitalised = /^\p{Lu}/u.test(written)
      const known = found.get(folded)
      if (!known) found.set(folded, { written, rank, isCapitalised })
      else if (!isCapitalised) known.isCapitalised = false
    }
  }
  return found
}
