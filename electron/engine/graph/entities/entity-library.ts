import type { Resolution } from '../disambiguation/name-resolver'
import { type GraphShare, mentionKey, type MentionRow, type RelationRow } from '../share/graph-share'
import { coOccurs } from './edges'

export interface GraphDocument {
  readonly id: string
  readonly title: string
  /** Its passages are numbered from here; the next document's follow. */
  readonly firstPassage: number
}

/** What one share holds, without rows that refer to missing names or passages. */
export interface LibraryPart {
  readonly share: GraphShare
  readonly firstPassage: number
  /** Name of the share → place in `Resolution.entities`; -1 for a name that is missing there. */
  readonly resolved: Int32Array
  /** In reading order. */
  readonly mentions: readonly MentionRow[]
  /** Some may be between two names of one entity. */
  readonly relations: readonly RelationRow[]
}

/** Shares in the order of their documents, with their names looked up. */
export interface Library {
  readonly parts: readonly LibraryPart[]
  readonly documents: readonly GraphDocument[]
  readonly passageIds: readonly string[]
  /** Passage → document. */
  readonly documentOf: Int32Array
}

export function readLibrary(unordered: readonly GraphShare[], resolution: Resolution): Library {
  const shares = unordered.toSorted((a, b) => (a.documentId < b.documentId ? -1 : 1))
  const places = new Map<string, number>()
  for (const [at, { mentions }] of resolution.entities.entries()) {
    for (const mention of mentions) places.set(mentionKey(mention), at)
  }
  const passageIds: string[] = []
  const parts = shares.map((share): LibraryPart => {
    const firstPassage = passageIds.length
    for (const { id } of share.links.passages) passageIds.push(id)
    return partOf(share, firstPassage, places)
  })
  const documentOf = new Int32Array(passageIds.length)
  for (const [at, { firstPassage }] of parts.entries()) documentOf.fill(at, firstPassage)
  return {
    parts,
    documents: parts.map(({ share, firstPassage }) => ({ id: share.documentId, title: share.title, firstPassage })),
    passageIds,
    documentOf,
  }
}

function partOf(share: GraphShare, firstPassage: number, places: ReadonlyMap<string, number>): LibraryPart {
  const { facts, links } = share
  const resolved = Int32Array.from(facts.names, (name) => places.get(mentionKey(name)) ?? -1)
  const isPassage = (passage: number) => passage >= 0 && passage < links.passages.length
  return {
    share,
    firstPassage,
    resolved,
    mentions: inReadingOrder(
      facts.mentions.filter(([name, passage]) => (resolved[name] ?? -1) >= 0 && isPassage(passage)),
    ),
    relations: facts.relations.filter(([source, kind, target, passage]) => {
      const areNames = (resolved[source] ?? -1) >= 0 && (resolved[target] ?? -1) >= 0
      return areNames && isPassage(passage) && kind >= 0 && kind < coOccurs
    }),
  }
}

/** Mentions that rules read are sorted already; with those that a model added they may not be. */
function inReadingOrder(mentions: readonly MentionRow[]): readonly MentionRow[] {
  const isBefore = (a: MentionRow, b: MentionRow) => a[1] - b[1] || a[2] - b[2] || b[3] - a[3]
  const isSorted = mentions.every((mention, at) => at === 0 || isBefore(mentions[at - 1] ?? mention, mention) <= 0)
  return isSorted ? mentions : mentions.toSorted(isBefore)
}

/** How much each of the entities that `kept` numbers is worth, 0 to 1: the mean over all places that name it. */
export function worthsOf({ parts }: Library, kept: Int32Array, entities: number): Float64Array {
  const sums = new Float64Array(entities)
  const places = new Int32Array(entities)
  for (const { share, resolved, mentions } of parts) {
    const { worth = [] } = share.facts
    for (const [name] of mentions) {
      const entity = kept[resolved[name] ?? -1] ?? -1
      if (entity < 0) continue
      sums[entity] = (sums[entity] ?? 0) + (worth[name] ?? 1)
      places[entity] = (places[entity] ?? 0) + 1
    }
  }
  return sums.map((sum, entity) => (places[entity] === 0 ? 1 : sum / (places[entity] ?? 1)))
}
