import type { EntityType } from '@shared/graph'
import { nameKey } from '../names/name-key'
import { isCalendarWord } from '../names/capitalised-spans'
import { isStopTerm } from '@engine/text/english/stop-words'
import type { FactPatterns } from './patterns/fact-patterns'
import { type TypeVotes, vote } from './sentences/type-rules'

/** Why a text may be a name. */
export type Sign =
  /** By capitals that no place in the sentence explains, or by a dictionary of names. */
  | 'proper'
  /** By capitals at a place where any word has them. */
  | 'maybeProper'
  /** A noun phrase in small letters. */
  | 'common'
  | 'heading'
  | 'marked'
  | 'defined'
  | 'linked'
  | 'series'
  /** By the rules of Chinese names, which have false hits. */
  | 'rare'

/** All ways in which a document writes one name. */
export interface Candidate {
  readonly key: string
  /** As written, with how often. */
  readonly surfaces: Map<string, number>
  readonly signs: Map<Sign, number>
  readonly votes: TypeVotes
  /** Words, or characters of Chinese by pairs. */
  readonly length: number
  count: number
  /** How often it stands directly behind "in", "at", "near". */
  located: number
}

const longest = 80
const han = /\p{Script=Han}/u
const anyLetter = /\p{L}/u

/** The names a document may have, by key: singular and plural of a common noun are one. */
export class Candidates {
  /** Words that the document writes small. */
  readonly words = new Set<string>()
  readonly #byKey = new Map<string, Candidate>()
  readonly #bySurface = new Map<string, Candidate | null>()

  constructor(private readonly patterns: FactPatterns) {}

  /** Notes that `surface` was seen; undefined where it cannot be a name at all. */
  note(surface: string, sign: Sign): Candidate | undefined {
    const found = this.get(surface)
    if (!found) return undefined
    found.count += 1
    found.surfaces.set(surface, (found.surfaces.get(surface) ?? 0) + 1)
    found.signs.set(sign, (found.signs.get(sign) ?? 0) + 1)
    return found
  }

  get(surface: string): Candidate | undefined {
    const known = this.#bySurface.get(surface)
    if (known !== undefined) return known ?? undefined
    const made = this.#candidateOf(surface)
    this.#bySurface.set(surface, made ?? null)
    return made
  }

  voteFor(surface: string, type: EntityType, weight: number): void {
    const found = this.get(surface)
    if (found) vote(found.votes, type, weight)
  }

  all(): readonly Candidate[] {
    return [...this.#byKey.values()]
  }

  #candidateOf(surface: string): Candidate | undefined {
    if (surface.length < 2 || surface.length > longest) return undefined
    const key = singular(nameKey(surface))
    const known = this.#byKey.get(key)
    if (known) return known
    if (!this.#mayName(surface, key)) return undefined
    const length = han.test(surface) ? Array.from(surface).length / 2 : key.split(' ').length
    const made: Candidate = {
      key,
      surfaces: new Map(),
      signs: new Map(),
      votes: new Map(),
      length,
      count: 0,
      located: 0,
    }
    this.#byKey.set(key, made)
    return made
  }

  #mayName(surface: string, key: string): boolean {
    if (!anyLetter.test(key) || Array.from(key).length < 2) return false
    if (/_/u.test(surface) || /(?:^| )\p{Ll}$/u.test(surface)) return false
    const words = key.split(' ')
    if (words.every((word) => isStopTerm(word) || isCalendarWord(word) || /^\d+$/u.test(word))) return false
    return [this.patterns.en, this.patterns.zh].every(
      (one) =>
        !one.notNames.has(key) &&
        !one.words.emptyHeads.has(words.at(-1) ?? '') &&
        !one.words.emptyHeads.has(lastHan(surface)),
    )
  }
}

function lastHan(surface: string): string {
  return han.test(surface.slice(-1)) ? surface.slice(-2) : ''
}

/** The key of the singular, of English words that are long enough to tell. */
function singular(key: string): string {
  if (!/[a-z]{3}s$/u.test(key) || /(?:ss|us|is|news)$/u.test(key)) return key
  return key.endsWith('ies') ? `${key.slice(0, -3)}y` : key.replace(/(?<=x|ch|sh|ss)es$|s$/u, '')
}
