import { setImmediate } from 'node:timers/promises'
import { CairnError } from '@shared/errors'
import {
  type CommunityCard,
  type CommunityHead,
  type DecisionRecord,
  type EntityCard,
  type EntityHead,
  type EntityHit,
  EntityType,
  type ExtractionState,
  type GraphDecision,
  type GraphExport,
  type GraphPassageRef,
  type GraphPath,
  type GraphPicture,
  type GraphState,
  RelationKind,
} from '@shared/graph'
import type { GraphExtraction, KnowledgeGraph, PictureRequest } from '@engine/ports/graph/knowledge-graph'
import { type GeneratedEdge, type GeneratedEntity, generateGraph } from './generated-graph'

type Joined = [GeneratedEdge, GeneratedEntity]

interface Done {
  readonly record: DecisionRecord
  readonly takeBack: () => void
}

/** Reads a passage each time its state is asked for, until `end`; without a model it cannot begin. */
export class FakeExtraction implements GraphExtraction {
  model: ExtractionState['model'] = { id: 'gguf:tiny', name: 'Tiny' }
  /** What becomes of it after the last passage. */
  end: Pick<ExtractionState, 'state' | 'error'> = { state: 'done', error: null }
  last = 3
  readonly calls: string[] = []
  #state: ExtractionState['state'] = 'off'
  #error: ExtractionState['error'] = null
  #done = 0

  state(): ExtractionState {
    if (this.#state === 'running' && (this.#done += 1) >= this.last) {
      this.#state = this.end.state
      this.#error = this.end.error
    }
    const { model } = this
    const spent_ms = this.#done * 1000
    return { state: this.#state, model, done: this.#done, total: 3, error: this.#error, spent_ms, budget_ms: 60_000 }
  }

  resume(): Promise<ExtractionState> {
    this.calls.push('resume')
    if (!this.model) return Promise.reject(new CairnError('NOT_FOUND', 'No language model is chosen.'))
    this.#state = 'running'
    return Promise.resolve(this.state())
  }

  pause(): Promise<ExtractionState> {
    this.calls.push('pause')
    this.#state = 'paused'
    return Promise.resolve(this.state())
  }
}

/** A knowledge graph over generated entities that follows every decision and remembers what it was asked to keep. */
export class FakeGraph implements KnowledgeGraph {
  readonly positions = new Map<string, { x: number; y: number }>()
  readonly documents = { done: 3, total: 3 }
  /** Communities that were to be described, with the caller's signal. */
  readonly described: { readonly id: string; readonly signal: AbortSignal | undefined }[] = []
  readonly extraction = new FakeExtraction()
  building = false
  version = 1
  #entities: GeneratedEntity[]
  #edges: GeneratedEdge[]
  readonly #communities: CommunityHead[]
  #done: Done[] = []
  /** The edges of each entity, for the edges as they were then. */
  #joined: { readonly edges: GeneratedEdge[]; readonly byEntity: ReadonlyMap<GeneratedEntity, Joined[]> } | undefined

  constructor(size = 40, seed = 1) {
    const { entities, edges, communities } = generateGraph(size, seed)
    this.#entities = entities
    this.#edges = edges
    this.#communities = communities
  }

  state(): GraphState {
    return {
      version: this.version,
      entities: this.#entities.length,
      relations: this.#edges.length,
      communities: this.#communities.length,
      documents: this.documents,
      building: this.building,
    }
  }

  picture({ limit, types, community }: PictureRequest): Promise<GraphPicture> {
    const group = this.#communities.findIndex(({ id }) => id === community)
    const wanted = this.#entities.filter(
      (one) => (types?.includes(one.type ?? '') ?? true) && (community === undefined || one.community === group),
    )
    return Promise.resolve(this.#pictureOf(wanted.slice(0, limit), wanted))
  }

  neighbourhood(id: string, depth: number, limit: number): Promise<GraphPicture> {
    const found = new Set([this.#find(id)])
    for (let step = 0; step < depth; step += 1) {
      for (const one of [...found]) for (const [, other] of this.#edgesOf(one)) found.add(other)
    }
    const all = this.#entities.filter((one) => found.has(one))
    const centre = all.filter((one) => one.id === id)
    const rest = all.filter((one) => one.id !== id).slice(0, limit - 1)
    return Promise.resolve(
      this.#pictureOf(
        [...centre, ...rest].toSorted((a, b) => b.rank - a.rank),
        all,
      ),
    )
  }

  search(text: string, limit: number): Promise<EntityHit[]> {
    const wanted = text.toLowerCase()
    const hits = this.#entities.flatMap((one): EntityHit[] => {
      const matched = [one.name, ...one.aliases].find((name) => name.toLowerCase().includes(wanted))
      return matched === undefined ? [] : [{ ...headOf(one), matched: matched === one.name ? null : matched }]
    })
    return Promise.resolve(hits.slice(0, limit))
  }

  entity(id: string): Promise<EntityCard> {
    const one = this.#find(id)
    const edges = this.#edgesOf(one)
    const { community, rank, aliases } = one
    return Promise.resolve({
      ...headOf(one),
      rank,
      aliases,
      merges:
        aliases.length > 0
          ? [{ id: `merge ${id}`, names: [one.name, ...aliases], reason: 'contains', score: 0.86 }]
          : [],
      statements: edges.flatMap(([edge, other]) =>
        edge.kind === 'co_occurs'
          ? []
          : [
              {
                relation: edge.kind,
                outgoing: edge.source === one,
                other: headOf(other),
                weight: edge.weight,
                passages: [passageFor(edge)],
              },
            ],
      ),
      related: edges.flatMap(([edge, other]) =>
        edge.kind === 'co_occurs' ? [{ ...headOf(other), weight: edge.weight }] : [],
      ),
      passages: edges.slice(0, 8).map(([edge]) => passageFor(edge)),
      found_in: [{ document_id: 'd1', title: 'annual-report.pdf', mentions: one.mentions }],
      communities: this.#communities.slice(community, community + 1),
    })
  }

  path(from: string, to: string): Promise<GraphPath> {
    const start = this.#find(from)
    const goal = this.#find(to)
    const cameBy = new Map<GeneratedEntity, readonly [GeneratedEdge, GeneratedEntity] | null>([[start, null]])
    for (const one of cameBy.keys()) {
      for (const [edge, other] of this.#edgesOf(one)) if (!cameBy.has(other)) cameBy.set(other, [edge, one])
    }
    if (!cameBy.has(goal)) return Promise.resolve({ nodes: [], edges: [] })
    const nodes = [headOf(goal)]
    const edges: GraphPath['edges'] = []
    for (let at = cameBy.get(goal); at; at = cameBy.get(at[1])) {
      const [edge, before] = at
      nodes.unshift(headOf(before))
      edges.unshift({ relation: edge.kind, forward: edge.source === before, passages: [passageFor(edge)] })
    }
    return Promise.resolve({ nodes, edges })
  }

  communities = () => Promise.resolve(this.#communities)

  community(id: string): Promise<CommunityCard> {
    const at = this.#communities.findIndex((one) => one.id === id)
    const head = this.#communities[at]
    if (!head) return Promise.reject(notFound())
    const entities = this.#entities.filter((one) => one.community === at)
    const inside = this.#edges.filter(({ source, target }) => source.community === at && target.community === at)
    const passages = inside.slice(0, 3).map(passageFor)
    return Promise.resolve({
      ...head,
      entities: entities.slice(0, 100).map(headOf),
      summary: { text: passages.map(({ text }) => text).join(' '), by: null, passages },
      children: [],
    })
  }

  async describeCommunity(id: string, signal?: AbortSignal): Promise<CommunityCard> {
    this.described.push({ id, signal })
    const card = await this.community(id)
    const { model } = this.extraction
    if (!model) return card
    const text = `What ${card.entities[0]?.name ?? 'nobody'} is about.`
    return { ...card, title: `About ${card.title}`, summary: { ...card.summary, text, by: model.name } }
  }

  async decide(decision: GraphDecision): Promise<GraphState> {
    await setImmediate()
    if (decision.kind === 'undo') {
      const done = this.#done.find(({ record }) => record.id === decision.entry)
      done?.takeBack()
      this.#done = this.#done.filter((one) => one !== done)
    } else this.#follow(decision)
    this.version += 1
    return this.state()
  }

  decisions = () => Promise.resolve(this.#done.map(({ record }) => record))

  saveLayout({ ids, x, y }: Parameters<KnowledgeGraph['saveLayout']>[0]): Promise<number> {
    for (const [at, id] of ids.entries()) this.positions.set(id, { x: x[at] ?? 0, y: y[at] ?? 0 })
    return Promise.resolve(ids.length)
  }

  async *export({ format }: GraphExport): AsyncGenerator<string> {
    yield format === 'json' ? '{"nodes":[' : '<graphml>'
    await setImmediate()
    const names = this.#entities.slice(0, 100).map(({ name }) => name)
    yield format === 'json' ? names.map((name) => JSON.stringify(name)).join(',') : ''
    yield format === 'json' ? ']}' : '</graphml>'
  }

  #follow(decision: Exclude<GraphDecision, { kind: 'undo' }>): void {
    const one = this.#find(decision.kind === 'merge' ? (decision.ids[0] ?? '') : decision.id)
    const before = { name: one.name, type: one.type, aliases: [...one.aliases] }
    const [entities, edges] = [this.#entities, this.#edges]
    if (decision.kind === 'rename') one.name = decision.name
    if (decision.kind === 'retype') one.type = decision.type
    if (decision.kind === 'split')
      one.aliases.splice(0, Infinity, ...before.aliases.filter((name) => !decision.names.includes(name)))
    if (decision.kind === 'merge') {
      const others = new Set(decision.ids.slice(1).map((id) => this.#find(id)))
      one.aliases.push(...[...others].map(({ name }) => name))
      this.#entities = entities.filter((other) => !others.has(other))
      this.#edges = edges
        .map((edge) => ({
          ...edge,
          source: others.has(edge.source) ? one : edge.source,
          target: others.has(edge.target) ? one : edge.target,
        }))
        .filter(({ source, target }) => source !== target)
    }
    const to = decision.kind === 'rename' ? decision.name : decision.kind === 'retype' ? decision.type : null
    const record = {
      id: `d_${this.version}`,
      kind: decision.kind,
      at: '2026-01-01T00:00:00Z',
      names: [before.name],
      to,
    }
    const takeBack = () => {
      one.name = before.name
      one.type = before.type
      one.aliases.splice(0, Infinity, ...before.aliases)
      this.#entities = entities
      this.#edges = edges
    }
    this.#done.unshift({ record, takeBack })
  }

  #find(id: string): GeneratedEntity {
    const found = this.#entities.find((one) => one.id === id)
    if (!found) throw notFound()
    return found
  }

  #edgesOf(one: GeneratedEntity): readonly Joined[] {
    if (this.#joined?.edges !== this.#edges) this.#joined = { edges: this.#edges, byEntity: joinedBy(this.#edges) }
    return this.#joined.byEntity.get(one) ?? []
  }

  #pictureOf(shown: readonly GeneratedEntity[], all: readonly GeneratedEntity[]): GraphPicture {
    const places = new Map(shown.map((one, at) => [one, at]))
    const everyone = new Set(all)
    const edges = this.#edges.filter(({ source, target }) => places.has(source) && places.has(target))
    return {
      version: this.version,
      nodes: {
        ids: shown.map(({ id }) => id),
        names: shown.map(({ name }) => name),
        types: shown.map(({ type }) => (type === null ? -1 : EntityType.options.indexOf(type))),
        ranks: shown.map(({ rank }) => rank),
        mentions: shown.map(({ mentions }) => mentions),
        communities: shown.map(({ community }) => community),
        x: shown.map(({ id }) => this.positions.get(id)?.x ?? null),
        y: shown.map(({ id }) => this.positions.get(id)?.y ?? null),
      },
      edges: {
        sources: edges.map(({ source }) => places.get(source) ?? 0),
        targets: edges.map(({ target }) => places.get(target) ?? 0),
        kinds: edges.map(({ kind }) => RelationKind.options.indexOf(kind)),
        weights: edges.map(({ weight }) => weight),
      },
      communities: this.#communities,
      total: {
        nodes: all.length,
        edges: this.#edges.filter(({ source, target }) => everyone.has(source) && everyone.has(target)).length,
      },
    }
  }
}

function joinedBy(edges: readonly GeneratedEdge[]): Map<GeneratedEntity, Joined[]> {
  const byEntity = new Map<GeneratedEntity, Joined[]>()
  const add = (one: GeneratedEntity, joined: Joined) => {
    const list = byEntity.get(one)
    if (list) list.push(joined)
    else byEntity.set(one, [joined])
  }
  for (const edge of edges) {
    add(edge.source, [edge, edge.target])
    add(edge.target, [edge, edge.source])
  }
  return byEntity
}

function headOf({ id, name, type, mentions }: GeneratedEntity): EntityHead {
  return { id, name, type, mentions, documents: 1 + (mentions % 4) }
}

function passageFor({ source, target, kind }: GeneratedEdge): GraphPassageRef {
  const text = `${source.name} ${kind === 'co_occurs' ? 'and' : kind.replaceAll('_', ' ')} ${target.name}.`
  return {
    chunk_id: `${source.id}-${target.id}`,
    document_id: 'd1',
    document_title: 'annual-report.pdf',
    heading_path: ['Part', 'Section'],
    page: 3,
    start: 120,
    end: 120 + text.length,
    text,
  }
}

function notFound(): CairnError {
  return new CairnError('NOT_FOUND', 'There is no such entity.', 'Search for it.')
}
