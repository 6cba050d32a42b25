import type { Candidate, Candidates, Sign } from './name-candidates'
import type { FactPatterns } from './patterns/fact-patterns'

const repeated = 3
/** Words from which a common noun names something by itself: a pair of words, or three characters of Chinese. */
const minWords = 1.5
const maxWordsMarked = 4
const maxWordsOfHeading = 5
const signWorth: Readonly<Record<Sign, number>> = {
  proper: 2,
  maybeProper: 0.5,
  common: 0.3,
  heading: 3,
  marked: 3,
  defined: 6,
  linked: 2,
  series: 2,
  rare: 1,
}
const argumentWorth = 2

/** Two candidates of a statement; `isClass` where the target names a class of the source. */
export interface StatedPair {
  readonly source: Candidate
  readonly target: Candidate
  readonly isClass: boolean
}

/**
 * The names of a document among its candidates, best first, at most `most`. Proper names, and common nouns that the document
 * makes its subject: marked, explained, in headings and the text, repeated, or said of one another.
 * What the document writes small somewhere (`candidates.words`) is no name for having a capital elsewhere.
 */
export function chooseNames(
  candidates: Candidates,
  stated: readonly StatedPair[],
  { types }: FactPatterns,
  most: number,
): Candidate[] {
  const { words } = candidates
  const all = candidates.all()
  const names = new Set(all.filter((one) => isNameByItself(one, words)))
  const isFit = (one: Candidate) =>
    names.has(one) || one.length >= minWords || (one.signs.has('maybeProper') && !words.has(one.key) && !isPlural(one))
  const isClass = (one: Candidate) => [...one.surfaces.keys()].some((surface) => types.ofClass(surface).length > 0)
  const worth = new Map(all.map((one) => [one, worthOf(one)]))
  const pairs = stated.filter(
    (pair) => isFit(pair.source) && (isFit(pair.target) || (pair.isClass && isClass(pair.target))),
  )
  for (const one of pairs.flatMap(({ source, target }) => [source, target])) {
    names.add(one)
    worth.set(one, (worth.get(one) ?? 0) + argumentWorth)
  }
  return [...names]
    .toSorted((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0) || (a.key < b.key ? -1 : 1))
    .slice(0, most)
}

/** "Projects include …": a capital at the head of a sentence, over a noun. */
function isPlural({ surfaces }: Candidate): boolean {
  return [...surfaces.keys()].every((surface) => /^\p{Lu}\p{Ll}+[^sue]s$/u.test(surface))
}

function isNameByItself({ signs, count, length, key }: Candidate, words: ReadonlySet<string>): boolean {
  const times = (sign: Sign) => signs.get(sign) ?? 0
  const small = times('common')
  if (times('series') + times('defined') + times('linked') > 0) return true
  if (times('proper') > 0 && times('proper') >= small) return true
  if (times('rare') > 0) return true
  if (times('maybeProper') > 1 && small === 0 && !words.has(key)) return true
  if (times('marked') > 0 && count > times('marked') && length <= maxWordsMarked) return true
  if (times('heading') > 0 && count > times('heading') && length <= maxWordsOfHeading) {
    return length >= minWords || count > repeated
  }
  return length >= 2 && small >= repeated
}

function worthOf({ signs }: Candidate): number {
  let worth = 0
  for (const [sign, count] of signs) worth += signWorth[sign] * count
  return worth
}
