import lexicon from '@resources/graph/lexicon/english-names.json'

/* Words that English names are built of. General to the language: nothing here was picked out of a test set. */

const entriesOf = (formsByBase: Readonly<Record<string, readonly string[]>>) => Object.entries(formsByBase)
/** Form → base. */
const baseOf = (formsByBase: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> =>
  new Map(entriesOf(formsByBase).flatMap(([base, forms]) => forms.map((form): [string, string] => [form, base])))

export const articles: ReadonlySet<string> = new Set(lexicon.articles)
export const functionWords: ReadonlySet<string> = new Set(lexicon.functionWords)
/** Where the tail of a name begins that only says where or of what: Great Wall | of China. */
export const tailWords: ReadonlySet<string> = new Set(lexicon.tailWords)
export const legalForms: ReadonlySet<string> = new Set(lexicon.legalForms)
/** Titles before a person's name, by the gender they imply: m, f or – where they imply none – x. */
export const honorifics = baseOf(lexicon.honorifics)
/** Behind a person's name; they distinguish a son from his father. */
export const generations: ReadonlySet<string> = new Set(lexicon.generations)
export const degrees: ReadonlySet<string> = new Set(lexicon.degrees)

/** A class noun behind a name that adds nothing to it: Python library. */
export const freeClassWords: ReadonlySet<string> = new Set(lexicon.freeClassWords)
/** Class nouns that also make a new notion of a common word (business model): only behind what looks like a name. */
export const boundClassWords: ReadonlySet<string> = new Set(lexicon.boundClassWords)
/** Nouns that can stand on both sides of "of": Department of Energy, Energy Department. */
export const invertible: ReadonlySet<string> = new Set(lexicon.invertible)
/** "University of X" and "X University" are two universities where X is one of these. */
export const notInverted: ReadonlySet<string> = new Set(lexicon.notInverted)
/** A head that makes an organisation of a name: what follows its comma is part of it. */
export const organisationWords: ReadonlySet<string> = new Set(lexicon.organisationWords)
/** What a numeral or a letter behind it counts: Stage I, Type V. */
export const countedNouns: ReadonlySet<string> = new Set(lexicon.countedNouns)

/** Short forms that stand for one word wherever they occur in a name. */
export const abbreviations = baseOf(lexicon.abbreviations)
/** Written in capitals or with full stops only: "us" is a word. */
export const capitalAbbreviations = baseOf(lexicon.capitalAbbreviations)
/** British → American. */
export const spellings = baseOf(lexicon.spellings)
export const irregularPlurals = baseOf(lexicon.irregularPlurals)
export const uninflected: ReadonlySet<string> = new Set(lexicon.uninflected)

/** Given names with their short forms. A form of several names stands under each. */
export const nicknames: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  entriesOf(lexicon.nicknames).map(([base, forms]) => [base, new Set(forms)]),
)

/** Words that turn what follows, or what they are put before, into its contrary. */
export const negations: ReadonlySet<string> = new Set(lexicon.negations)
export const negativePrefixes: readonly string[] = lexicon.negativePrefixes
export const opposites: readonly (readonly string[])[] = lexicon.opposites
