import { type EntityType, RelationKind } from '@shared/graph'
import type { DocumentFacts, Mention, MentionRow, RelationRow } from '../share/graph-share'
import type { Definition } from '@engine/text/english/acronyms'
import type { Candidate, Candidates } from './name-candidates'
import type { FactPatterns } from './patterns/fact-patterns'
import { type FactContext, surfaceAt } from './known-names'
import { typesOf, usualSurface } from './choose-types'
import { NameFinder } from './name-finder'
import type { PassageParts } from './passage-parts'
import type { StatedSurfaces } from './read-passage'
import { wordEdges } from './sentences/sentence'
import { NameWorth } from './worth/name-worth'

/** What was found in a document, before it is written down. */
export interface Findings extends Omit<FactContext, 'known'> {
  readonly chosen: readonly Candidate[]
  readonly stated: readonly StatedSurfaces[]
  readonly definitions: readonly Definition[]
  readonly parts: readonly PassageParts[]
  readonly maxNames: number
  readonly maxMentions: number
}

/** The facts as rows that refer to names by place. What is not about chosen names is left out. */
export function writeFacts(findings: Findings): DocumentFacts {
  const { chosen, stated, definitions, candidates, maxNames } = findings
  const names = new NameList(chosen, findings.patterns, candidates, maxNames)
  const relations = new Map<string, RelationRow>()
  for (const { source, kind, target, passage, start, end } of stated) {
    const [from, to] = names.both(source, target) ?? []
    if (from === undefined || to === undefined) continue
    const row: RelationRow = [from, RelationKind.options.indexOf(kind), to, passage, start, end]
    relations.set(row.join(' '), row)
  }
  const pairs = new Map<string, readonly [number, number]>()
  for (const { short, long } of definitions) {
    const pair = names.both(short, long)
    if (pair) pairs.set(pair.join(' '), pair)
  }
  const places = mentionsOf(findings, names)
  return {
    names: names.list,
    mentions: fewest(places, findings.maxMentions),
    relations: [...relations.values()],
    definitions: [...pairs.values()],
    worth: worthsOf(findings, names, places),
  }
}

/** How much each name of the list is worth, in hundredths: more digits would only lengthen the file. */
function worthsOf({ parts, candidates, patterns }: Findings, names: NameList, places: readonly MentionRow[]) {
  const ofList = names.list.map(({ name }) => candidates.get(name))
  const worth = new NameWorth({ parts, words: candidates.words, types: patterns.types }, places, ofList)
  const known = new Map<Candidate, number>()
  return names.list.map(({ name, type }, place) => {
    const candidate = ofList[place]
    if (!candidate) return 1
    const judged = known.get(candidate) ?? worth.of({ candidate, surface: usualSurface(candidate) ?? name, type })
    known.set(candidate, judged)
    return Math.round(judged * 100) / 100
  })
}

/** Names as they are written, numbered as they come; all ways of writing one have its type. */
class NameList {
  readonly list: Mention[] = []
  readonly #places = new Map<string, number>()
  readonly #types: ReadonlyMap<Candidate, EntityType | undefined>

  constructor(
    chosen: readonly Candidate[],
    patterns: FactPatterns,
    private readonly candidates: Candidates,
    private readonly most: number,
  ) {
    this.#types = typesOf(chosen, patterns)
  }

  /** The place of a name in the list; undefined where the text is no chosen name, or there are too many. */
  place(surface: string): number | undefined {
    const known = this.#places.get(surface)
    if (known !== undefined) return known
    const candidate = this.candidates.get(surface)
    if (!candidate || !this.#types.has(candidate) || this.list.length >= this.most) return undefined
    const type = this.#types.get(candidate)
    const place = this.list.push(type === undefined ? { name: surface } : { name: surface, type }) - 1
    this.#places.set(surface, place)
    return place
  }

  /** The places of two different names; undefined where either is no chosen name. */
  both(one: string, other: string): readonly [number, number] | undefined {
    const [a, b] = [this.candidates.get(one), this.candidates.get(other)]
    if (!a || !b || a === b || !this.#types.has(a) || !this.#types.has(b)) return undefined
    const [first, second] = [this.place(one), this.place(other)]
    return first === undefined || second === undefined ? undefined : [first, second]
  }
}

function mentionsOf({ chosen, parts }: Findings, names: NameList): MentionRow[] {
  const finder = new NameFinder()
  for (const { surfaces, signs } of chosen) {
    for (const surface of surfaces.keys())
      finder.add(surface, signs.has('common') || signs.has('heading') || signs.has('marked'))
  }
  return parts.flatMap(({ plain, source }, passage) =>
    finder.find(plain.text, wordEdges(plain.text)).flatMap(({ start, end }): MentionRow[] => {
      const place =
        source.slice(start, end) === plain.text.slice(start, end)
          ? names.place(surfaceAt(plain.text, { start, end }))
          : undefined
      return place === undefined ? [] : [[place, passage, start, end]]
    }),
  )
}

/** At most `most` mentions: of each name as many as all can have, the first ones. */
function fewest(mentions: readonly MentionRow[], most: number): MentionRow[] {
  if (mentions.length <= most) return [...mentions]
  const counts = new Map<number, number>()
  for (const [name] of mentions) counts.set(name, (counts.get(name) ?? 0) + 1)
  const share = largestShare([...counts.values()], most)
  const seen = new Map<number, number>()
  return mentions.filter(([name]) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count <= share
  })
}

/** The most that each may have so that all together have no more than `most`. */
function largestShare(counts: readonly number[], most: number): number {
  let left = most
  const sorted = counts.toSorted((a, b) => a - b)
  for (const [at, count] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - at))
    if (count > share) return share
    left -= count
  }
  return Infinity
}
