import { englishStem } from './english/english-words'
import { foldHan } from './chinese/han-fold'
import { addNumberTerms, isDecimal, joinGroups, type NumberTerms, splitUnit } from './numbers'

/** Counts up whenever the terms of some text change: stores that were analysed otherwise are then indexed anew. */
export const analysisVersion = 2

/*
 * Full-text analysis, the same for documents and questions: compatibility forms folded (NFKC, so full-width equals
 * half-width), traditional Chinese as simplified, lower case, accents removed, English words stemmed (Porter, behind
 * irregular forms and British spelling), and scripts written without spaces cut into overlapping character bigrams.
 * Words of a dictionary (jieba, ICU) were measured in their place and beside them: docs/quality.md. Identifiers such as
 * `TKT-1042`, `foo_bar` or `v1.2` count whole and in parts.
 */
const word = /[\p{L}\p{N}\p{M}]+(?:[-_.'’/+#@][\p{L}\p{N}\p{M}]+)*(?:\+\+|#)?/gu
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const unspacedTest = new RegExp(unspaced.source, 'u')
/** Every unspaced script stands in here; it is a quick no for most words. */
const mayBeUnspaced = /[\u0e00-\uffff]/
/** Marks that only accent a letter; in other scripts, such as Devanagari, marks are vowels and stay. */
const accents = /(?=[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}/gu
const ascii = /^\p{ASCII}*$/u
const surrogate = /[\ud800-\udfff]/
const joiner = /[-_.'’/+#@]/u
const outerJoiners = /^[-_.'’/+@]+|[-_.'’/@]+$/gu
const longestTerm = 80

/** What short words became: texts repeat few words, and folding and stemming one costs far more than looking it up. */
const known = new Map<string, readonly string[]>()
const maxKnown = 20_000
/** Longer words may be slices, which keep the whole text they were cut from in memory. */
const longestKnown = 12

/** The analysed terms of a text in its order; behind them, other ways of writing its numbers (`addNumberTerms`). */
export function analyse(text: string): string[] {
  return analyseParts([text]).terms
}

/** The terms of a text that is given in its parts, which stand below each other. */
export interface AnalysedParts {
  /** As `toSearchColumn` of the parts. */
  readonly column: string
  /** As `analyse` of the whole text. */
  readonly terms: string[]
}

/** Analyses a text once for full text and for its vector. No word or number may reach from one part into the next. */
export function analyseParts(texts: readonly string[]): AnalysedParts {
  const terms: string[] = []
  const numbers: NumberTerms = [[], [], [], []]
  const columns: string[] = []
  for (const text of texts) {
    const normal = normalise(text)
    const own = termsInOrder(normal)
    for (const term of own) terms.push(term)
    const ofNumbers: NumberTerms = [[], [], [], []]
    addNumberTerms(normal, ofNumbers)
    for (const [kind, some] of ofNumbers.entries()) {
      for (const term of some) {
        own.push(term)
        numbers[kind]?.push(term)
      }
    }
    if (own.length > 0) columns.push(own.join(' '))
  }
  for (const some of numbers) for (const term of some) terms.push(term)
  return { column: columns.join(' '), terms }
}

/** The terms of a quotation: only those that stand side by side wherever its words do. */
export function analysePhrase(text: string): string[] {
  return termsInOrder(normalise(text))
}

function normalise(text: string): string {
  return joinGroups(foldHan(text.normalize('NFKC')))
}

function termsInOrder(normal: string): string[] {
  const terms: string[] = []
  for (const raw of normal.match(word) ?? []) {
    if (mayBeUnspaced.test(raw) && unspacedTest.test(raw)) pushMixed(raw, terms)
    else for (const term of termsOfWord(raw)) terms.push(term)
  }
  return terms
}

function termsOfWord(raw: string): readonly string[] {
  const found = known.get(raw)
  if (found) return found
  const terms: string[] = []
  pushWord(raw, terms)
  if (raw.length <= longestKnown) {
    if (known.size >= maxKnown) known.clear()
    known.set(raw, terms)
  }
  return terms
}

/** What the full-text column holds for a text: its terms joined by single spaces. */
export function toSearchColumn(...texts: readonly string[]): string {
  return analyseParts(texts).column
}

function pushMixed(raw: string, terms: string[]): void {
  let last = 0
  for (const match of raw.matchAll(unspaced)) {
    if (match.index > last) pushTrimmedWord(raw.slice(last, match.index), terms)
    pushBigrams(match[0], terms)
    last = match.index + match[0].length
  }
  if (last < raw.length) pushTrimmedWord(raw.slice(last), terms)
}

function pushTrimmedWord(raw: string, terms: string[]): void {
  const trimmed = raw.replace(outerJoiners, '')
  if (trimmed) pushWord(trimmed, terms)
}

function pushBigrams(run: string, terms: string[]): void {
  if (!surrogate.test(run)) {
    if (run.length === 1) terms.push(run)
    for (let at = 0; at + 1 < run.length; at += 1) terms.push(run.slice(at, at + 2))
    return
  }
  const characters = run.match(/./gsu) ?? []
  if (characters.length === 1) terms.push(run)
  for (let at = 0; at + 1 < characters.length; at += 1) terms.push(`${characters[at]}${characters[at + 1]}`)
}

function pushWord(raw: string, terms: string[]): void {
  const folded = fold(raw)
  // Accents that stand alone.
  if (!folded) return
  const measured = splitUnit(folded)
  if (measured) {
    terms.push(...measured)
    return
  }
  if (!joiner.test(folded) || isDecimal(folded)) {
    terms.push(normaliseWord(folded))
    return
  }
  const possessive = /^(.+)['’]s$/u.exec(folded)
  if (possessive?.[1] && !joiner.test(possessive[1])) {
    terms.push(normaliseWord(possessive[1]))
    return
  }
  terms.push(folded.slice(0, longestTerm))
  // "Version 1.2" and "v1.2" are the same.
  if (/^v\d+(?:\.\d+)+$/u.test(folded)) terms.push(folded.slice(1, longestTerm))
  for (const part of folded.split(joiner)) if (part && part !== folded) terms.push(normaliseWord(part))
}

function fold(raw: string): string {
  const lower = raw.toLowerCase()
  if (ascii.test(lower)) return lower
  // An accent that stood alone leaves what joined it.
  return lower.normalize('NFD').replace(accents, '').normalize('NFC').replace(outerJoiners, '')
}

function normaliseWord(folded: string): string {
  return /^[a-z]+$/u.test(folded) ? englishStem(folded).slice(0, longestTerm) : folded.slice(0, longestTerm)
}
