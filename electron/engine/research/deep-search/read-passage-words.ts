import { extractNames, type FoundName } from '@engine/graph/names/extract-names'
import { normaliseForNames } from '@engine/graph/names/name-key'
import { analyse } from '@engine/text/analyse'
import type { FoundPassage } from './deep-search-types'

/** What a passage says, as following up needs it. */
export interface PassageWords {
  /** Analysed terms of title, headings and text. */
  readonly terms: ReadonlySet<string>
  readonly names: readonly FoundName[]
  /** Whether it has a name, given by its key. */
  readonly has: (key: string) => boolean
  /** Whether a name is what it is about: it stands in its title or headings. */
  readonly isAbout: (key: string) => boolean
}

/** Reads passages, each once. */
export function createPassageReader(): (passage: FoundPassage) => PassageWords {
  const known = new Map<string, PassageWords>()
  return (passage) => {
    const words = known.get(passage.chunk.id) ?? readPassageWords(passage)
    known.set(passage.chunk.id, words)
    return words
  }
}

function readPassageWords({ chunk, text }: FoundPassage): PassageWords {
  const { title, heading_path: headingPath } = chunk
  const about = spaced([title, ...headingPath].join('\n'))
  const all = about + spaced(text)
  return {
    terms: new Set(analyse([title, ...headingPath, text].join('\n'))),
    names: extractNames({ title, headingPath, text }).names,
    has: (key) => holdsName(all, key),
    isAbout: (key) => holdsName(about, key),
  }
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
