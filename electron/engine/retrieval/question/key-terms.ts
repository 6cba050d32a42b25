import type { TermStatistics } from '@engine/ports/storage/chunk-index'
import { analyse } from '@engine/text/analyse'
import { foldHan } from '@engine/text/chinese/han-fold'
import { isFamilyName, withoutFunctionWords } from '@engine/text/chinese/chinese-function-words'
import { isStopTerm, withoutQuestionWords } from '@engine/text/english/stop-words'
import { unspacedWords, withoutUnspaced, wordSpans } from '@engine/text/words'
import { withoutExclusions } from './query'
import type { TermMatch, TermTable } from '../terms/cross-language'
import type { NearWords } from '../terms/near-words'

/** One thing a question is about: found when every term of any one alternative is present. */
export interface KeyTerm {
  readonly surface: string
  readonly alternatives: readonly (readonly string[])[]
  /** Inverse document frequency, natural logarithm, at least a small positive number. */
  readonly weight: number
  /** No document holds it: a passage may have it with a character more inside (保费 of 保险费). */
  readonly mayBeShort?: boolean
}

/** What a longer text is about shows at its beginning, in UTF-16 units; cutting all of it into words would take seconds. */
const maxRead = 1000

/**
 * The content terms of a question, each with its translations as alternatives. Table terms come first; what they leave
 * is cut into words, because bigrams across two words are in no document and would spoil the coverage.
 */
export function keyTermsOf(asked: string, table: TermTable, statistics: TermStatistics): KeyTerm[] {
  const question = withoutExclusions(asked.slice(0, maxRead))
  const isHeld = (pair: string) => statistics.documentFrequency(pair) > 0
  const { matches, nearOf } = knownIn(question, table, statistics)
  const seen = new Set<string>()
  const keyTerms: KeyTerm[] = []
  const add = (surface: string, alternatives: string[][]) => {
    const key = alternatives[0]?.join(' ') ?? ''
    if (!key || seen.has(key)) return
    seen.add(key)
    const mayBeShort = isShortWord.test(surface) && alternatives.every((terms) => !terms.every(isHeld))
    keyTerms.push({
      surface,
      alternatives,
      weight: weightOf(alternatives, statistics),
      ...(mayBeShort && { mayBeShort }),
    })
  }
  for (const { surface, translations } of matches) {
    add(
      surface,
      [surface, ...translations, ...nearOf(surface)].map(analyse).filter((terms) => terms.length > 0),
    )
  }
  const rest = withoutFunctionWords(withoutQuestionWords(blank(question, matches).replace(denial, ' ')), isHeld)
  for (const term of analyse(withoutUnspaced(rest))) if (!isStopTerm(term)) add(term, [[term]])
  for (const word of unspacedWords(rest).flatMap((glued) => cutByHeld(glued, isHeld))) {
    if (!isStopTerm(word)) add(word, [analyse(word)])
  }
  // A question of nothing but grammar words still has to be about something.
  if (keyTerms.length === 0) for (const term of analyse(question)) add(term, [[term]])
  return keyTerms
}

/** Cuts characters that the dictionary left alone where documents hold a part: 云桥 of 云桥签. Names of three stay whole. */
function cutByHeld(word: string, isHeld: (pair: string) => boolean): string[] {
  const characters = Array.from(word)
  const folded = Array.from(foldHan(word))
  const isName = folded.length === 3 && isFamilyName(folded[0] ?? '')
  if (characters.length < 3 || isName || wordSpans(word).length === 1) return [word]
  const pairs = folded.slice(1).map((second, at) => isHeld((folded[at] ?? '') + second))
  if (!pairs.includes(true)) return [word]
  const inPair = characters.map((_, at) => pairs[at - 1] === true || pairs[at] === true)
  const pieces: string[] = []
  for (const [at, character] of characters.entries()) {
    const goesOn = pairs[at - 1] === true || (at > 0 && inPair[at - 1] !== true && inPair[at] !== true)
    if (goesOn) pieces.push((pieces.pop() ?? '') + character)
    else pieces.push(character)
  }
  return pieces.filter((piece) => piece.length > 1)
}

/** Don't, can't: grammar, and so are their pieces. */
const denial = /\b[a-z]+n['’]t\b/giu

const isShortWord = /^\p{Script=Han}{2,4}$/u

/** What the tables know of a question: a plain word that documents say otherwise goes before a shorter term inside it. */
function knownIn(question: string, table: TermTable, statistics: TermStatistics) {
  const near = nearWordsIn(question, table, statistics)
  const terms = table.match(question)
  const isInside = (a: Stretch, b: Stretch) => b.start <= a.start && a.end <= b.end
  const isShorter = (a: Stretch, b: Stretch) => a.end - a.start < b.end - b.start
  const overlaps = (a: Stretch, b: Stretch) => a.start < b.end && b.start < a.end
  const wholes = near.filter((one) => !terms.some((term) => overlaps(one, term) && !isInside(term, one)))
  const kept = terms.filter((term) => !wholes.some((one) => isInside(term, one) && isShorter(term, one)))
  const others = wholes.filter((one) => !kept.some((term) => isInside(term, one)))
  const matches = [...kept, ...others.map((one) => ({ ...one, translations: [] }))].toSorted(
    (a, b) => a.start - b.start,
  )
  const held = new Map(wholes.map((one) => [one.surface, one.others]))
  return { matches, nearOf: (surface: string) => held.get(surface) ?? [] }
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/** The plain words of a question for which its documents say something else, with what of that they hold. */
export function nearWordsIn(question: string, table: TermTable, statistics: TermStatistics): NearWords[] {
  const isHeld = (word: string) => analyse(word).every((term) => statistics.documentFrequency(term) > 0)
  return (table.near?.(question) ?? [])
    .map((one) => ({ ...one, others: one.others.filter(isHeld) }))
    .filter(({ others }) => others.length > 0)
}

function blank(question: string, matches: readonly TermMatch[]): string {
  return matches.reduceRight((text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`, question)
}

/** Share of the key terms' weight found among `terms`, 0 to 1; 0 where there are no key terms. */
export function coverage(keyTerms: readonly KeyTerm[], terms: ReadonlySet<string>): number {
  let found = 0
  let total = 0
  for (const keyTerm of keyTerms) {
    total += keyTerm.weight
    found += keyTerm.weight * bestShare(keyTerm, terms)
  }
  return total > 0 ? found / total : 0
}

/** What a word counts that a passage has with a character more inside. */
const longer = 0.8

/** A many-term alternative counts by the square of the share present: half a Chinese word is little evidence. */
function bestShare({ alternatives, mayBeShort = false }: KeyTerm, terms: ReadonlySet<string>): number {
  let best = 0
  for (const alternative of alternatives) {
    let present = 0
    for (const term of alternative) {
      if (isPresent(term, terms)) present += 1
      else if (mayBeShort && isLengthened(term, terms)) present += longer
    }
    best = Math.max(best, (present / alternative.length) ** 2)
  }
  return best
}

const grammar = new Set('的了在和与是有及或也就不一这那')

/** Whether a passage holds the two characters of a term with one between: 年假 in 年休假. */
export function isLengthened(term: string, terms: ReadonlySet<string>): boolean {
  const [first, second] = term
  if (term.length !== 2 || first === undefined || second === undefined || !unspacedCharacter.test(first)) return false
  for (const other of terms) {
    const middle = other.charAt(1)
    if (other.length === 2 && other.startsWith(first) && !grammar.has(middle) && terms.has(middle + second)) return true
  }
  return false
}

/** A lone character (茶) is indexed only as part of pairs, so it is present where any pair holds it. */
function isPresent(term: string, terms: ReadonlySet<string>): boolean {
  if (terms.has(term)) return true
  return unspacedCharacter.test(term) && [...terms].some((other) => other.includes(term))
}

/** Terms of a question that a passage lacks but says otherwise: by another word, or by a longer form of it. */
export function saidOtherwise(keyTerms: readonly KeyTerm[], terms: ReadonlySet<string>): ReadonlySet<string> {
  const said = new Set<string>()
  for (const {
    alternatives: [own = [], ...others],
    mayBeShort = false,
  } of keyTerms) {
    if (!own.some((term) => isHan.test(term))) continue
    const isSaid = others.some(
      (other) => other.some((term) => isHan.test(term)) && other.every((term) => terms.has(term)),
    )
    for (const term of own)
      if (!terms.has(term) && (isSaid || (mayBeShort && isLengthened(term, terms)))) said.add(term)
  }
  return said
}

const isHan = /^\p{Script=Han}/u
const unspacedCharacter = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u

function weightOf(alternatives: readonly (readonly string[])[], statistics: TermStatistics): number {
  // The commonest reading decides: a translation that no document uses must not make the term look rare.
  return Math.min(...alternatives.map((terms) => Math.max(...terms.map((term) => inverseFrequency(term, statistics)))))
}

/** In a small library frequencies say little: it is weighed as if it had this many chunks. */
const minChunks = 50

/** Inverse document frequency; a term found nowhere, perhaps the asker's own word, counts like one found once. */
export function inverseFrequency(term: string, statistics: TermStatistics): number {
  const chunks = Math.max(statistics.chunkCount, minChunks)
  const count = Math.min(Math.max(statistics.documentFrequency(term), 1), chunks)
  return Math.log(1 + (chunks - count + 0.5) / (count + 0.5))
}
