import type { KeyObject } from 'node:crypto'
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
import { graphWithout } from '../entities/export/graph-without'
import { graphPicture, type PictureFilter, type PictureSource } from '../entities/export/graph-picture'
import { type GraphPathPlaces, pathCard } from '../entities/cards/path-card'
import type { DocumentFacts, GraphShare, Mention } from '../share/graph-share'
import { globalSearch } from '../search/global-search'
import { packShare, type PackedShare, unpackShare } from '../share/packed-share'
import { decodeFacts } from '../share/share-file'
import { loadShares, type ShareFile, type ShareHolder } from '../share/share-holder'
import { withModelFacts } from '../model-extraction/facts-from-model'

export interface LibraryEntitiesParts {
  /** For names whose likeness the rules leave open; without one only the rules speak. */
  readonly embedder: Embedder | undefined
  readonly translationsOf: TranslationsOf
  /** Versions start above it, so that a restarted thread repeats no version. 0 by default. */
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

/** The shares that were loaded and what follows from them, which is built when it is first needed after a change. */
class EntityLibrary {
  log: MergeLog = []
  readonly #resolver: NameResolver
  readonly #shares = new Map<string, PackedShare>()
  #version: number
  #built: Built | undefined

  constructor({ embedder, translationsOf, firstVersion = 0 }: LibraryEntitiesParts) {
    this.#resolver = new NameResolver(embedder, translationsOf)
    this.#version = firstVersion
  }

  changed(): void {
    this.#built = undefined
  }

  share(documentId: string): GraphShare | undefined {
    const known = this.#shares.get(documentId)
    return known && unpackShare(known)
  }

  async put(share: GraphShare): Promise<void> {
    this.remove(share.documentId)
    const added = this.#resolver.add(mentionsOf(share))
    // The names are there at once; what is awaited is the embedder.
    this.#shares.set(
      share.documentId,
      packShare(share, (name) => this.#resolver.known(name)),
    )
    await added
  }

  remove(documentId: string): void {
    const known = this.#shares.get(documentId)
    if (known) this.#resolver.remove(mentionsOf(unpackShare(known)))
    this.#shares.delete(documentId)
  }

  async setLog(entries: MergeLog): Promise<void> {
    this.log = entries
    try {
      await this.#resolver.setLog(entries)
    } finally {
      this.changed()
    }
  }

  built(): Built {
    if (this.#built) return this.#built
    const all = this.#all()
    const resolution = this.#resolver.resolve(all.flatMap(definitionsOf))
    const graph = buildEntityGraph(all, resolution)
    this.#version += 1
    this.#built = {
      version: this.#version,
      resolution,
      graph,
      communities: memo(() => buildCommunities(graph)),
      search: memo(() => createEntitySearch(graph)),
    }
    return this.#built
  }

  /** The graph without what only these documents say; made anew each time. */
  without(documents: ReadonlySet<string>): EntityGraph {
    return graphWithout(this.#all(), this.built().resolution, documents)
  }

  #all(): GraphShare[] {
    return Array.from(this.#shares.values(), unpackShare).toSorted((a, b) => (a.documentId < b.documentId ? -1 : 1))
  }

  source(): PictureSource {
    const { graph, communities, version } = this.built()
    return { graph, communities: communities(), version }
  }

  /** Throws NOT_FOUND. */
  entityAt(id: string): { readonly at: number; readonly entity: GraphEntity } {
    const { graph } = this.built()
    const at = graph.entityOf.get(id)
    const entity = at === undefined ? undefined : graph.entities[at]
    if (at !== undefined && entity) return { at, entity }
    throw new CairnError('NOT_FOUND', 'There is no such entity in the graph (any more).', 'Search for its name.')
  }
}

/** The graph of entities of the loaded documents; lives in a thread of its own. Saved positions are added by the caller. */
export function createLibraryEntities(parts: LibraryEntitiesParts) {
  const library = new EntityLibrary(parts)
  return { ...documentCalls(library), ...viewCalls(library), ...exportCalls(library) } satisfies ShareHolder &
    Record<string, unknown>
}

/** Which documents there are, and what a person has decided about their names. */
function documentCalls(library: EntityLibrary) {
  return {
    /** @param key of sealed files. */
    async load(files: readonly ShareFile[], key?: KeyObject): Promise<readonly string[]> {
      const come: GraphShare[] = []
      const unusable = await loadShares(files, { decode: decodeFacts, take: (share) => come.push(share), key })
      const records = new Map(files.map(({ documentId, modelPath }) => [documentId, modelPath]))
      try {
        for (const share of come) await library.put(await withModelFacts(share, records.get(share.documentId), key))
      } finally {
        // Also where one could not be taken in: those before it were.
        if (come.length > 0) library.changed()
      }
      return unusable
    },
    async drop(documentIds: readonly string[]): Promise<void> {
      for (const id of documentIds) library.remove(id)
      library.changed()
      return Promise.resolve()
    },
    /** What is known of a document of that revision. */
    factsOf(documentId: string, revision: string): DocumentFacts | undefined {
      const share = library.share(documentId)
      return share?.revision === revision ? share.facts : undefined
    },
    setLog: (entries: MergeLog): Promise<void> => library.setLog(entries),
  }
}

/** What people look at. */
function viewCalls(library: EntityLibrary) {
  return {
    size(): GraphSize {
      const { version, graph, communities } = library.built()
      const { entities, edges } = graph
      const coarsest = communities().all.filter(({ level }) => level === 0)
      return { version, entities: entities.length, relations: edges.source.length, communities: coarsest.length }
    },
    picture: (filter: PictureFilter): GraphPicture => graphPicture(library.source(), filter),
    neighbourhood: (id: string, depth: number, limit: number): GraphPicture =>
      neighbourhoodPicture(library.source(), library.entityAt(id).at, depth, limit),
    search: (text: string, limit: number): EntityHit[] => library.built().search().find(text, limit),
    entity(id: string): EntityCardPlaces & { readonly merges: readonly MergeReason[] } {
      const { graph, communities, resolution } = library.built()
      const { at, entity } = library.entityAt(id)
      return { ...entityCard(graph, communities(), at), merges: mergesOf(entity, resolution, library.log) }
    },
    /** The one it is shown by first, where it is one of them. */
    namesOf: (id: string): readonly Mention[] => {
      const { name, names } = library.entityAt(id).entity
      return names.toSorted((a, b) => Number(b.name === name) - Number(a.name === name))
    },
    overview: (question: string, options: OverviewOptions): GraphOverview =>
      globalSearch(library.source(), question, options),
    path: (from: string, to: string): GraphPathPlaces =>
      pathCard(library.built().graph, library.entityAt(from).at, library.entityAt(to).at),
    communities: (): CommunityHead[] => library.built().communities().all.map(communityHead),
    community(id: string): CommunityCardPlaces {
      const { graph, communities } = library.built()
      const community = communities().byId.get(id)
      if (community) return communityCard(graph, community)
      throw new CairnError('NOT_FOUND', 'There is no such community in the graph (any more).', 'Look at the list anew.')
    },
  }
}

/** The whole graph as a file, piece by piece. Each export runs under a number that the caller chooses. */
function exportCalls(library: EntityLibrary) {
  const exports = new Map<number, Iterator<string>>()
  return {
    /** Without what only the documents `without` say. */
    beginExport(number: number, format: GraphFileFormat, without: readonly string[] = []): void {
      const built = library.built()
      const graph = without.length > 0 ? library.without(new Set(without)) : built.graph
      const communities = without.length > 0 ? buildCommunities(graph) : built.communities()
      exports.set(number, graphFile(graph, communities, format))
    },
    /** The next piece of text; undefined once, behind the last one. */
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
  }
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
