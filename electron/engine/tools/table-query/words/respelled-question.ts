import { englishDictionary } from '@engine/text/english/english-dictionary'
import { type Slip, slipBetween } from '@engine/text/slips'
import { tableLexicon } from './table-lexicon'

const word = /(?<![\p{L}\p{M}\p{N}_./-])[A-Za-z]{4,}(?![\p{L}\p{M}\p{N}_/-]|\.\p{L})/gu

/** The small-letter English words of texts: of headers, cells and names, or of phrases. */
export function wordsIn(texts: Iterable<string>): Set<string> {
  const found = new Set<string>()
  for (const text of texts) for (const one of text.match(/[A-Za-z]{4,}/gu) ?? []) found.add(one.toLowerCase())
  return found
}

const { operations, superlatives, group, sort, parts, compare, concepts } = tableLexicon
const askingWords = wordsIn([
  ...[...operations, ...superlatives, group, sort, ...parts, ...compare].flatMap(({ en }) => en),
  ...concepts.flatMap(({ names, asked }) => [...names, ...asked]),
])

/**
 * A question whose misspelt words are written as tables and questions to them write them: those that the English dictionary lacks and
 * that one word alone is nearest to, one or two slips away (`slipBetween`). `known` are the words of the tables.
 */
export function respelledQuestion(text: string, known: ReadonlySet<string>): string {
  return text.replace(word, (written, at: number) => {
    const lower = written.toLowerCase()
    if (known.has(lower) || askingWords.has(lower) || englishDictionary().has(lower)) return written
    return nearestTo(lower, at > 0 && written !== lower, [...askingWords, ...known]) ?? written
  })
}

/** Null where none is near, or several are equally so. */
function nearestTo(typed: string, isName: boolean, words: readonly string[]): string | null {
  let best: (Slip & { readonly words: Set<string> }) | null = null
  for (const meant of words) {
    const slip = slipBetween(typed, meant, isName)
    if (!slip) continue
    const lead = best ? slip.distance - best.distance || slip.kind - best.kind : -1
    if (lead < 0) best = { ...slip, words: new Set([meant]) }
    else if (lead === 0) best?.words.add(meant)
  }
  return best?.words.size === 1 ? ([...best.words][0] ?? null) : null
}
