import lexicon from '@resources/graph/lexicon/chinese-names.json'

/* Characters and words that Chinese names are built of (simplified, as `foldHan` leaves them). */

/** The first of the words that a text ends with; of several that begin at one place, the first in the list. */
const endingIn = (words: readonly string[]) => new RegExp(`(?:${words.join('|')})$`, 'u')

export const legalSuffix = endingIn(lexicon.legalSuffixes)
/** What a company does, before its legal form: 华为|技术|有限公司. */
export const industrySuffix = endingIn(lexicon.industrySuffixes)

export const places: ReadonlySet<string> = new Set(lexicon.places)
/** A place before the name proper, with or without its rank: 深圳市|腾讯…. */
export const placePrefix = new RegExp(`^(?:${lexicon.places.join('|')})(?:省|市|区)?`, 'u')
/** Before the name of a body, and often left out in its short form. */
export const optionalPrefixes: ReadonlySet<string> = new Set(lexicon.optionalPrefixes)
export const administrative = endingIn(lexicon.administrativeSuffixes)

/** Heads of bodies, longest first, each a word of its own where the segmenter cuts them up. */
export const heads: readonly string[] = lexicon.heads
/** A head that short forms leave out: 清华大学, 清华. */
export const droppableHeads: readonly string[] = lexicon.droppableHeads
export const linkWords: ReadonlySet<string> = new Set(lexicon.linkWords)

/** Class nouns behind a Latin name: BERT模型. */
export const classSuffix = endingIn(lexicon.classSuffixes)

/** Titles behind a name, by the gender they imply: m, f, x. Longest first. */
export const titles: readonly (readonly [string, string])[] = Object.entries(lexicon.titles)
  .flatMap(([gender, words]) => words.map((title): [string, string] => [title, gender]))
  .toSorted((a, b) => b[0].length - a[0].length)
export const titlePrefix = new RegExp(`^(?:${lexicon.titlePrefixes.join('|')})(?=\\p{Script=Han}{2,})`, 'u')

/** The surname a Chinese name begins with; undefined for none. */
export function surnameOf(name: string): string | undefined {
  const two = name.slice(0, 2)
  if (lexicon.compoundSurnames.includes(two)) return two
  const one = name.slice(0, 1)
  return one !== '' && lexicon.surnames.includes(one) ? one : undefined
}

/** Characters behind a numeral that make a count of it: 三期, but not 三星. */
export const { counters } = lexicon
/** Nouns with the numeral behind them: 阶段一. */
export const countedNouns = endingIn(lexicon.countedNouns)

export const opposites: readonly (readonly string[])[] = lexicon.opposites
export const negations = /[非无不反未]/u
