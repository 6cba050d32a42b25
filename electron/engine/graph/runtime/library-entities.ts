import { CairnError } from '@shared/errors'
import type { CommunityHead, EntityHit, GraphFileFormat, GraphPicture, MergeReason } from '@shared/graph'
import type { Embedder } from '@engine/ports/models/embedder'
import type { GraphOverview, OverviewOptions } from '@engine/ports/graph/graph-search'
import { buildCommunities, type Communities, communityHead } from '../communities/communities'
import { decisionsOf, type MergeLog, nameRef, referencesTo } from '../disambiguation/merge-log'
import { type Definition, NameResolver, type Resolution } from '../disambiguation/name-resolver'
import type { TranslationsOf } from '../disambiguation/translations'
import { communityCard, type CommunityCardPlaces } from '../entities/cards/community-card'
import { entityCard, type EntityCardPlaces } from '../entities/cards/entity-card'
import { buildEntityGraph, type EntityGraph } from '../entities/entity-graph'
import type { GraphEntity } from '../entities/entity-names'
import { neighbourhoodPicture } from '../entities/search/entity-neighbourhood'
import { createEntitySearch, type EntitySearch } from '../entities/search/entity-search'
import { graphFile } from '../entities/export/graph-export'
import { graphPicture, type PictureFilter, type PictureSource } from '../entities/export/graph-picture'
import { type GraphPathPlaces, pathCard } from '../entities/cards/path-card'
import type { DocumentFacts, GraphShare, Mention } from '../share/graph-share'
import { globalSearch } from '../search/global-search'
import { decodeFacts } from '../share/share-file'
import { loadShares, type ShareFile, type ShareHolder } from '../share/share-holder'
import { withModelFacts } from '../model-extraction/facts-from-model'

export interface LibraryEntitiesParts {
  /** For names whose likeness the rules leave open; without one only the rules speak. */
  readonly embedder: Embedder | undefined
  readonly translationsOf: TranslationsOf
  /** Versions are above it: what a restarted thread begins with must be above all it had. 0 if left out. */
  readonly firstVersion?: number
}

/** How much there is; each graph that differs from the one before has a higher version. */
export interface GraphSize {
  readonly version: number
  readonly entities: number
  readonly relations: number
  readonly communities: number
}

/** Everything that is derived from the shares, made when it is first asked for. */
interface Built {
  readonly version: number
  readonly resolution: Resolution
  readonly graph: EntityGraph
  readonly communities: () => Communities
  readonly search: () => EntitySearch
}

/** The graph of entities of the documents it was told of; lives in a thread of its own. Positions are filled in by whoever keeps them. */
export function createLibraryEntities({ embedder, translationsOf, firstVersion = 0 }: LibraryEntitiesParts) {
  const resolver = new NameResolver(embedder, translationsOf)
  const shares = new Map<string, GraphShare>()
  const exports = new Map<number, Iterator<string>>()
  let log: MergeLog = []
  let version = firstVersion
  let built: Built | undefined

  function changed(): void {
    built = undefined
  }

  async function put(share: GraphShare): Promise<void> {
    take(share.documentId)
    shares.set(share.documentId, share)
    await resolver.add(mentionsOf(share))
  }

  function take(documentId: string): void {
    const known = shares.get(documentId)
    if (known) resolver.remove(mentionsOf(known))
    shares.delete(documentId)
  }

  function now(): Built {
    if (built) return built
    const all = [...shares.values()].toSorted((a, b) => (a.documentId < b.documentId ? -1 : 1))
    const resolution = resolver.resolve(all.flatMap(definitionsOf))
    const graph = buildEntityGraph(all, resolution)
    version += 1
    built = {
      version,
      resolution,
      graph,
      communities: memo(() => buildCommunities(graph)),
      search: memo(() => createEntitySearch(graph)),
    }
    return built
  }

  function source(): PictureSource {
    const { graph, communities, version: current } = now()
    return { graph, communities: communities(), version: current }
  }

  function entityAt(id: string): { readonly at: number; readonly entity: GraphEntity } {
    const { graph } = now()
    const at = graph.entityOf.get(id)
    const entity = at === undefined ? undefined : graph.entities[at]
    if (at !== undefined && entity) return { at, entity }
    throw new CairnError('NOT_FOUND', 'There is no such entity in the graph (any more).', 'Search for its name.')
  }

  return {
    async load(files: readonly ShareFile[]): Promise<readonly string[]> {
      const come: GraphShare[] = []
      const unusable = await loadShares(files, decodeFacts, (share) => come.push(share))
      const records = new Map(files.map(({ documentId, modelPath }) => [documentId, modelPath]))
      try {
        for (const share of come) await put(await withModelFacts(share, records.get(share.documentId)))
      } finally {
        // Also where one could not be taken in: those before it were.
        if (come.length > 0) changed()
      }
      return unusable
    },
    async drop(documentIds: readonly string[]): Promise<void> {
      for (const id of documentIds) take(id)
      changed()
      return Promise.resolve()
    },
    /** What is known of a document of that revision. */
    factsOf(documentId: string, revision: string): DocumentFacts | undefined {
      const share = shares.get(documentId)
      return share?.revision === revision ? share.facts : undefined
    },
    async setLog(entries: MergeLog): Promise<void> {
      log = entries
      try {
        await resolver.setLog(entries)
      } finally {
        changed()
      }
    },
    size(): GraphSize {
      const { version: current, graph, communities } = now()
      const { entities, edges } = graph
      const coarsest = communities().all.filter(({ level }) => level === 0)
      return {
        version: current,
        entities: entities.length,
        relations: edges.source.length,
        communities: coarsest.length,
      }
    },
    picture: (filter: PictureFilter): GraphPicture => graphPicture(source(), filter),
    neighbourhood: (id: string, depth: number, limit: number): GraphPicture =>
      neighbourhoodPicture(source(), entityAt(id).at, depth, limit),
    search: (text: string, limit: number): EntityHit[] => now().search().find(text, limit),
    entity(id: string): EntityCardPlaces & { readonly merges: readonly MergeReason[] } {
      const { graph, communities, resolution } = now()
      const { at, entity } = entityAt(id)
      return { ...entityCard(graph, communities(), at), merges: mergesOf(entity, resolution, log) }
    },
    /** All names of an entity. */
    namesOf: (id: string): readonly Mention[] => entityAt(id).entity.names,
    overview: (question: string, options: OverviewOptions): GraphOverview => globalSearch(source(), question, options),
    path: (from: string, to: string): GraphPathPlaces => pathCard(now().graph, entityAt(from).at, entityAt(to).at),
    communities: (): CommunityHead[] => now().communities().all.map(communityHead),
    community(id: string): CommunityCardPlaces {
      const { graph, communities } = now()
      const community = communities().byId.get(id)
      if (community) return communityCard(graph, community)
      throw new CairnError('NOT_FOUND', 'There is no such community in the graph (any more).', 'Look at the list anew.')
    },
    /** Begins a file under a number of the caller's; `nextPiece` gives its text and, once, undefined behind its end. */
    beginExport(number: number, format: GraphFileFormat): void {
      const { graph, communities } = now()
      exports.set(number, graphFile(graph, communities(), format))
    },
    nextPiece(number: number): string | undefined {
      const pieces = exports.get(number)
      // A thread that was lost meanwhile knows nothing of it; half a file must not look like a whole one.
      if (!pieces) throw new CairnError('INTERNAL', 'The export was interrupted.', 'Try again.')
      const next = pieces.next()
      if (next.done !== true) return next.value
      exports.delete(number)
      return undefined
    },
    endExport(number: number): void {
      exports.delete(number)
    },
  } satisfies ShareHolder & Record<string, unknown>
}

export type LibraryEntitiesCalls = ReturnType<typeof createLibraryEntities>

function mentionsOf({ facts }: GraphShare): Mention[] {
  return facts.mentions.flatMap(([name]) => facts.names[name] ?? [])
}

function definitionsOf({ facts }: GraphShare): Definition[] {
  return facts.definitions.flatMap(([short, long]): Definition[] => {
    const [a, b] = [facts.names[short], facts.names[long]]
    return a && b ? [[a, b]] : []
  })
}

/** Why an entity's names are one: what rules found, and what a person decided. */
function mergesOf({ names }: GraphEntity, { merges }: Resolution, log: MergeLog): MergeReason[] {
  const isIts = referencesTo(names)
  const found = merges
    .filter((merge) => merge.names.every(isIts))
    .map(({ id, names: both, reason, score }) => ({ id, names: both.map(({ name }) => name), reason, score }))
  const manual = decisionsOf(log).flatMap((decision) => {
    // Names of documents that are gone were part of the decision and are of no entity.
    const its = decision.kind === 'merge' ? decision.names.map(nameRef).filter(isIts) : []
    if (its.length < 2) return []
    return [{ id: decision.id, names: its.map(({ name }) => name), reason: 'manual', score: 1 }]
  })
  return [...manual, ...found]
}

/** Made when it is first asked for: a search after each document need not wait for communities. */
function memo<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
