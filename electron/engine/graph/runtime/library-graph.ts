import type {
  CommunityCard,
  EntityCard,
  GraphDecision,
  GraphExport,
  GraphPassageRef,
  GraphPath,
  GraphPicture,
  GraphState,
} from '@shared/graph'
import { toCairnError } from '@shared/errors'
import { withDeadline } from '@engine/platform/deadline'
import { isTableRow } from '@engine/text/tables/table-row'
import type { FoundChunk } from '@engine/ports/storage/chunk-index'
import type { GraphExtraction, KnowledgeGraph, PictureRequest } from '@engine/ports/graph/knowledge-graph'
import type { CommunityWriter } from '../community-writing/community-writer'
import { describeLargest } from '../community-writing/describe-largest'
import type { AskModel, ModelExtractionParts } from '../model-extraction/extraction-parts'
import type { GraphDecisions } from './graph-decisions'
import type { GraphShares } from '../share/graph-shares'
import type { GraphThread } from './graph-thread-client'
import type { Layout, LayoutPositions } from './layout-positions'
import type { GraphSize, LibraryEntitiesCalls } from './library-entities'
import { readPassageRefs } from './passage-refs'
import { SettledRefresh } from './settled-refresh'

export interface LibraryGraphParts extends Pick<ModelExtractionParts, 'clock' | 'closing' | 'log'> {
  readonly thread: Pick<GraphThread<LibraryEntitiesCalls>, 'call' | 'isResting'>
  readonly shares: Pick<GraphShares, 'progress'>
  /** Resolves when the thread has loaded all that is searchable now. */
  readonly loaded: () => Promise<unknown>
  readonly decisions: GraphDecisions
  readonly positions: LayoutPositions
  readonly extraction: GraphExtraction & { readonly ask: AskModel }
  readonly writer: CommunityWriter
  readonly chunksById: (ids: readonly string[]) => Promise<readonly FoundChunk[]>
  readonly isVisible: (documentId: string) => boolean
  /** Documents that exports are without. */
  readonly kept: () => Iterable<string>
  /** Tells every window. */
  readonly publish: (state: GraphState) => void
  /** Resolves after so many milliseconds, or when the engine closes. */
  readonly wait: (ms: number) => Promise<void>
}

/** Every window reads its picture anew for other titles: not more often than so, where they come one by one. */
const retitledEveryMs = 30_000

/** Passages a community is summed up by. */
const maxInSummary = 4

/** The knowledge graph as people see it: asks the thread that keeps it, and adds texts, positions and decisions. */
export class LibraryGraph implements KnowledgeGraph {
  #size: GraphSize = { version: 0, entities: 0, relations: 0, communities: 0 }
  /** How often titles of communities have changed while the graph stayed the same. */
  #retitled = 0
  /** By `clock`. */
  #retitledAt = -Infinity
  #isRetitlingDue = false
  readonly #refresh: SettledRefresh
  /** The state windows know: the snapshot they begin with has it. */
  #published: string
  #exports = 0

  constructor(private readonly parts: LibraryGraphParts) {
    this.#refresh = new SettledRefresh({ ...parts, refresh: () => this.#resize(), due: () => this.stateChanged() })
    this.#published = JSON.stringify(this.state())
  }

  /** To be called when the thread knows more or less than before. */
  changed(): void {
    this.#refresh.changed()
  }

  /** Tells every window the state where it is another than windows know; to be called when it may be. */
  stateChanged(): void {
    const state = this.state()
    const published = JSON.stringify(state)
    if (published === this.#published) return
    this.#published = published
    this.parts.publish(state)
  }

  /** To be called when communities have other titles than before. */
  retitled(): void {
    this.#retitled += 1
    this.#retitledAt = this.parts.clock()
    this.#isRetitlingDue = false
    this.stateChanged()
  }

  get extraction(): GraphExtraction {
    return this.parts.extraction
  }

  /** The refresh in progress. Never rejects. */
  async idle(): Promise<void> {
    await this.#refresh.idle()
  }

  state(): GraphState {
    const { done, total } = this.parts.shares.progress
    const { version, entities, relations, communities } = this.#size
    return {
      ...{ version: version + this.#retitled, entities, relations, communities },
      documents: { done, total },
      building: this.#refresh.isDue || done < total,
      extraction: this.parts.extraction.state(),
    }
  }

  async picture(request: PictureRequest) {
    return this.#shown(await this.#ask('picture', request))
  }

  async neighbourhood(id: string, depth: number, limit: number) {
    return this.#shown(await this.#ask('neighbourhood', id, depth, limit))
  }

  search(text: string, limit: number) {
    return this.#ask('search', text, limit)
  }

  async entity(id: string): Promise<EntityCard> {
    const { statements, passages, merges, ...card } = await this.#ask('entity', id)
    const places = [...statements.flatMap((statement) => statement.passages), ...passages]
    const refsAt = await readPassageRefs(places, this.parts)
    return {
      ...card,
      merges: [...merges],
      communities: this.parts.writer.titled(card.communities),
      statements: statements.map((statement) => ({ ...statement, passages: refsAt(statement.passages) })),
      passages: refsAt(passages),
    }
  }

  async path(from: string, to: string): Promise<GraphPath> {
    const { nodes, edges } = await this.#ask('path', from, to)
    const places = edges.flatMap(({ passages }) => passages)
    const refsAt = await readPassageRefs(places, this.parts)
    return { nodes, edges: edges.map((edge) => ({ ...edge, passages: refsAt(edge.passages) })) }
  }

  async communities() {
    return this.parts.writer.titled(await this.#ask('communities'))
  }

  async community(id: string): Promise<CommunityCard> {
    return this.parts.writer.shown(await this.#extractive(id))
  }

  async describeCommunity(id: string, signal?: AbortSignal): Promise<CommunityCard> {
    const { writer, extraction, closing, log } = this.parts
    const card = await this.#extractive(id)
    if (writer.isSettled(card)) return writer.shown(card)
    const listed = () => writer.titled([card])[0]?.title
    const before = listed()
    const ended = signal ? AbortSignal.any([signal, closing]) : closing
    try {
      const outcome = await writer.write(card, extraction.ask, ended)
      // It was the background's call, whose budget is spent.
      if (outcome === 'unasked' && !writer.isSettled(card)) await writer.write(card, extraction.ask, ended)
      if (listed() !== before) this.#retitledSoon()
    } catch (thrown) {
      if (ended.aborted) throw thrown
      // The card can be read as it is.
      log(`graph: community ${id} could not be described: ${toCairnError(thrown).code}`)
    }
    // Its documents may be others than before.
    return this.community(id)
  }

  /** The largest communities, for as long as `ask` answers. Never rejects. */
  async describeLargest(ask: AskModel, signal: AbortSignal): Promise<void> {
    await describeLargest(
      {
        ...this.parts,
        heads: async () => {
          // What was read last is to be in the graph.
          await withDeadline(() => this.idle(), Infinity, signal)
          return this.#ask('communities')
        },
        cardOf: (id) => this.#extractive(id),
        titlesChanged: () => this.retitled(),
        wait: (ms, inner) => withDeadline(() => this.parts.wait(ms), Infinity, inner),
      },
      ask,
      signal,
    )
  }

  async decide(decision: GraphDecision): Promise<GraphState> {
    const { decisions, thread } = this.parts
    await decisions.add(decision, (id) => this.#ask('namesOf', id))
    // Undoing asks for no name, so the thread may still be resting.
    await this.parts.loaded()
    await thread.call('setLog', decisions.log)
    this.#size = await thread.call('size')
    this.stateChanged()
    return this.state()
  }

  decisions() {
    return Promise.resolve(this.parts.decisions.list())
  }

  saveLayout(layout: Layout): Promise<number> {
    return this.parts.positions.save(layout)
  }

  async *export({ format, leave_out_sensitive: leaveOut }: GraphExport, signal?: AbortSignal): AsyncGenerator<string> {
    const number = (this.#exports += 1)
    await this.#ask('beginExport', number, format, leaveOut ? [...this.parts.kept()] : [])
    try {
      for (;;) {
        signal?.throwIfAborted()
        const piece = await this.parts.thread.call('nextPiece', number)
        if (piece === undefined) return
        yield piece
      }
    } finally {
      await this.parts.thread.call('endExport', number).catch(() => undefined)
    }
  }

  /** What the documents themselves say. */
  async #extractive(id: string): Promise<CommunityCard> {
    const { summary: places, ...card } = await this.#ask('community', id)
    const refsAt = await readPassageRefs(places, this.parts)
    const passages = proseFirst(refsAt(places)).slice(0, maxInSummary)
    return { ...card, summary: { text: passages.map(({ text }) => text).join(' '), by: null, passages } }
  }

  /** A picture as the thread has it, with places, titles and the version that `state` has. */
  async #shown(picture: GraphPicture): Promise<GraphPicture> {
    const { positions, writer } = this.parts
    const version = picture.version + this.#retitled
    const placed = await positions.placed(picture)
    return { ...placed, version, communities: writer.titled(picture.communities) }
  }

  /** Asks the thread once it has loaded every change so far. */
  async #ask<Name extends keyof LibraryEntitiesCalls>(
    name: Name,
    ...args: Parameters<LibraryEntitiesCalls[Name]>
  ): Promise<Awaited<ReturnType<LibraryEntitiesCalls[Name]>>> {
    this.#refresh.wanted()
    await this.parts.loaded()
    return this.parts.thread.call(name, ...args)
  }

  /** Calls `retitled` now, or when the last time is long enough ago. */
  #retitledSoon(): void {
    if (this.#isRetitlingDue) return
    const { clock, wait, closing } = this.parts
    const since = clock() - this.#retitledAt
    if (since >= retitledEveryMs) {
      this.retitled()
      return
    }
    this.#isRetitlingDue = true
    void wait(retitledEveryMs - since).then(() => {
      // Another caller may have done it meanwhile.
      if (this.#isRetitlingDue && !closing.aborted) this.retitled()
    })
  }

  async #resize(): Promise<void> {
    // Counting is no reason to load a library again that nobody looks at.
    if (this.parts.thread.isResting) return
    this.#size = await this.parts.thread.call('size')
    this.stateChanged()
  }
}

/** Sentences before rows of tables, which say little by themselves; each in their order. */
function proseFirst(passages: readonly GraphPassageRef[]): GraphPassageRef[] {
  return [...passages.filter(({ text }) => !isTableRow(text)), ...passages.filter(({ text }) => isTableRow(text))]
}
