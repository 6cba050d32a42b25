import { extractNames } from '@engine/graph/names/extract-names'
import { nameKey, normaliseForNames } from '@engine/graph/names/name-key'
import { inverseFrequency } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import type { AskedTerm, DeepSearchRooms, FoundPassage } from './deep-search-types'

/** A name in a passage. */
export interface PassageName {
  readonly key: string
  /** As written. */
  readonly surface: string
  /** Whether it is only a part of a longer name there. */
  readonly isPart: boolean
  /** Whether it was cut from a run of words that is too long for one name. */
  readonly isCut: boolean
}

/** What a passage says, as following up needs it. */
export interface PassageWords {
  /** Analysed terms of title, headings and text. */
  readonly terms: ReadonlySet<string>
  /** Those of title and headings alone. */
  readonly about: ReadonlySet<string>
  readonly names: readonly PassageName[]
  /** Whether it has a name, given by its key. */
  has(key: string): boolean
  /** Whether a name is what it is about: it stands in its title or headings. */
  isAbout(key: string): boolean
}

/** Questions and passages as read in one search, each once. */
export interface Reading {
  askedIn(question: string): readonly AskedTerm[]
  wordsOf(passage: FoundPassage): PassageWords
  /** How rare the rarest word of a name is, 0 to 1; 0 where at most one passage of the library has all of it. */
  rarityOf(key: string): number
  /** In how many passages the rarest word of a name stands, about. */
  frequencyOf(key: string): number
}

/** In a small library every name would look common. */
const minPassages = 50

export function createReading(rooms: Pick<DeepSearchRooms, 'termsOf' | 'frequencyOf' | 'passageCount'>): Reading {
  const chunkCount = Math.max(minPassages, rooms.passageCount())
  const statistics = { chunkCount, documentFrequency: (term: string) => rooms.frequencyOf(term) }
  const frequencyOf = (key: string) => Math.min(Infinity, ...analyse(key).map(statistics.documentFrequency))
  return {
    askedIn: once((question: string) => question, rooms.termsOf.bind(rooms)),
    wordsOf: once(({ chunk }: FoundPassage) => chunk.id, readWords),
    frequencyOf,
    rarityOf: (key) => {
      const terms = analyse(key)
      if (terms.length === 0 || frequencyOf(key) < 2) return 0
      return Math.max(...terms.map((term) => inverseFrequency(term, statistics))) / Math.log(2 + chunkCount)
    },
  }
}

function once<In, Out>(keyOf: (input: In) => string, make: (input: In) => Out): (input: In) => Out {
  const made = new Map<string, Out>()
  return (input) => {
    const key = keyOf(input)
    const known = made.get(key) ?? make(input)
    made.set(key, known)
    return known
  }
}

function readWords({ chunk, text }: FoundPassage): PassageWords {
  const { title, heading_path: headingPath } = chunk
  const heading = [title, ...headingPath].join('\n')
  const about = spaced(heading)
  const all = about + spaced(text)
  const found = extractNames({ title, headingPath, text }).names.map(({ key, surface, place }) => {
    return { key, surface, isPart: place === 'part', isCut: false }
  })
  const known = new Set<string>()
  const names = found.flatMap(partsOfLong).filter(({ key }) => !known.has(key) && known.add(key))
  return {
    terms: new Set(analyse(`${heading}\n${text}`)),
    about: new Set(analyse(heading)),
    names,
    has: (key) => holdsName(all, key),
    isAbout: (key) => holdsName(about, key),
  }
}

/** From as many words on, a name in running text or a table is more likely several, and titles among them. */
const longName = 5

/** A long name as the words with capitals in it, alone and in pairs: Deng Xiaoping of "Deng Xiaoping Chairman of the Commission". */
function partsOfLong(name: PassageName): PassageName[] {
  const words = name.surface.split(/\s+/u)
  if (words.length < longName) return [name]
  const isName = (word: string | undefined) => word !== undefined && /^\p{Lu}\p{L}+/u.test(word)
  const parts = words.flatMap((word, at): PassageName[] => {
    const next = words[at + 1]
    if (!isName(word)) return []
    const pair = `${word} ${next ?? ''}`
    const alone = { key: nameKey(word), surface: word, isPart: true, isCut: true }
    return isName(next) ? [{ key: nameKey(pair), surface: pair, isPart: false, isCut: true }, alone] : [alone]
  })
  return parts.filter(({ key }) => key.length > 2)
}

/** A text for `holdsName`. */
export function spaced(text: string): string {
  return ` ${normaliseForNames(text)} `
}

const unspaced = /^\p{Script=Han}/u

/** Whether a spaced text has a name: as whole words, or anywhere in scripts without spaces. */
export function holdsName(text: string, key: string): boolean {
  return text.includes(unspaced.test(key) ? key : ` ${key} `)
}
