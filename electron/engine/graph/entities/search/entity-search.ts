import type { EntityHit } from '@shared/graph'
import { normaliseName } from '../../disambiguation/names/normal-name'
import { type EntityGraph, entityHead } from '../entity-graph'
import { distanceToPrefix, letterMask, missingLetters } from './name-distance'

/** How well a name matches what was typed: all of it, from its beginning, from a word, within a word, with letters wrong. */
const matches = { whole: 0, prefix: 1, word: 2, part: 3, oneWrong: 4, twoWrong: 5 } as const
type Match = (typeof matches)[keyof typeof matches]

interface FoundName {
  readonly name: number
  readonly match: Match
}

interface SearchedName {
  readonly entity: number
  readonly written: string
  readonly folded: string
}

/** All names by rank, folded and joined by line breaks. */
interface NameIndex {
  readonly names: readonly SearchedName[]
  readonly text: string
  /** Where each name begins in the text, and where a further one would. */
  readonly starts: Int32Array
  /** `letterMask` of each name. */
  readonly masks: Int32Array
}

/** Names to be searched by what is typed so far, in any width, case and script variant. */
export type EntitySearch = ReturnType<typeof createEntitySearch>

/** All names are one text, a line each, by rank: searching 50,000 entities takes milliseconds and needs no index of parts. */
export function createEntitySearch(graph: EntityGraph) {
  const names = listNames(graph)
  const index = indexOf(names)
  return {
    /** Entities by the best match of their names, then by rank. */
    find(typed: string, limit: number): EntityHit[] {
      const folded = foldForSearch(typed)
      if (folded === '') return []
      const whole = equal(index, folded)
      const found = bestOfEntities(names, holding(index, folded, limit))
      const more = found.length < limit ? bestOfEntities(names, alike(index, folded, limit)) : []
      const taken = new Set<number>()
      const hits: EntityHit[] = []
      for (const { name } of [...whole, ...found, ...more]) {
        const { entity: at, written } = names[name] ?? { entity: -1, written: '' }
        const entity = graph.entities[at]
        if (!entity || taken.has(at)) continue
        taken.add(at)
        hits.push({ ...entityHead(entity), matched: written === entity.name ? null : written })
        if (hits.length === limit) break
      }
      return hits
    },
  }
}

function listNames({ entities, byRank }: EntityGraph): SearchedName[] {
  return Array.from(byRank).flatMap((at) => {
    const entity = entities[at]
    if (!entity) return []
    return [entity.name, ...entity.aliases].map((written) => ({ entity: at, written, folded: foldForSearch(written) }))
  })
}

/** No line breaks are left. */
function foldForSearch(text: string): string {
  return normaliseName(text).replace(/\s+/gu, ' ').trim()
}

function indexOf(names: readonly SearchedName[]): NameIndex {
  const starts = new Int32Array(names.length + 1)
  starts[0] = 1
  for (const [at, { folded }] of names.entries()) starts[at + 1] = (starts[at] ?? 0) + folded.length + 1
  const text = `\n${names.map(({ folded }) => folded).join('\n')}\n`
  return { names, text, starts, masks: Int32Array.from(names, ({ folded }) => letterMask(folded)) }
}

/** Names that are what was typed. */
function equal({ text, starts }: NameIndex, typed: string): FoundName[] {
  const found: FoundName[] = []
  const line = `\n${typed}\n`
  let name = 0
  for (let at = text.indexOf(line); at >= 0; at = text.indexOf(line, at + 1)) {
    while ((starts[name] ?? Infinity) <= at) name += 1
    found.push({ name, match: matches.whole })
  }
  return found
}

/** Names that hold what was typed, by rank; none behind the last that is wanted of those that begin with it. */
function holding({ text, starts, names }: NameIndex, typed: string, limit: number): FoundName[] {
  const found: FoundName[] = []
  const beginning = new Set<number>()
  let name = 0
  for (let at = text.indexOf(typed); at >= 0 && beginning.size < limit;) {
    while ((starts[name + 1] ?? Infinity) <= at) name += 1
    const match = matchAt(text, at, typed.length)
    found.push({ name, match })
    if (match <= matches.prefix) beginning.add(names[name]?.entity ?? -1)
    // Of one name nothing better comes behind a word's beginning.
    at = text.indexOf(typed, match === matches.part ? at + 1 : (starts[name + 1] ?? text.length) - 1)
  }
  return found
}

function matchAt(text: string, at: number, length: number): Match {
  const before = text[at - 1]
  if (before === '\n') return text[at + length] === '\n' ? matches.whole : matches.prefix
  return before === ' ' ? matches.word : matches.part
}

/** Each entity once with its best match, the best first; those of one match stay in the order they came in. */
function bestOfEntities(names: readonly SearchedName[], found: readonly FoundName[]): FoundName[] {
  const byMatch: FoundName[][] = Object.values(matches).map(() => [])
  let best: FoundName | undefined
  for (const one of found) {
    if (best && names[best.name]?.entity === names[one.name]?.entity) {
      if (one.match < best.match) best = one
      continue
    }
    if (best) byMatch[best.match]?.push(best)
    best = one
  }
  if (best) byMatch[best.match]?.push(best)
  return byMatch.flat()
}

/** Names with a word that begins nearly as `typed`, by rank, until enough have one wrong letter. A first letter must agree. */
function alike({ names, masks }: NameIndex, typed: string, limit: number): FoundName[] {
  const most = wrongLetters(typed)
  if (most === 0) return []
  const typedMask = letterMask(typed)
  const distance = distanceToPrefix(typed, most)
  const found: FoundName[] = []
  const near = new Set<number>()
  for (let name = 0; name < names.length && near.size < limit; name += 1) {
    const one = names[name]
    if (!one || missingLetters(typedMask, masks[name] ?? 0) > most) continue
    const nearest = nearestWord(one.folded, typed, distance)
    if (nearest > most) continue
    found.push({ name, match: nearest < 2 ? matches.oneWrong : matches.twoWrong })
    if (nearest < 2) near.add(one.entity)
  }
  return found
}

function nearestWord(name: string, typed: string, distance: (name: string, from: number) => number): number {
  let nearest = Infinity
  for (let from = 0; ;) {
    const first = name[from]
    if (first === typed[0] || first === typed[1]) nearest = Math.min(nearest, distance(name, from))
    const next = name.indexOf(' ', from)
    if (next < 0) return nearest
    from = next + 1
  }
}

/** How many letters may be wrong; a Chinese character tells as much as two letters. */
function wrongLetters(typed: string): number {
  const length = /\p{Script=Han}/u.test(typed) ? 1.5 * typed.length : typed.length
  return length < 4 ? 0 : length < 8 ? 1 : 2
}
