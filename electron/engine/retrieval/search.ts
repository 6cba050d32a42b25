import { CairnError } from '@shared/errors'
import { type Note, note, NotedError, whyOf } from '@shared/note'
import type { ChunkFilter, ChunkHit, ChunkIndex } from '@engine/ports/storage/chunk-index'
import type { Embedder } from '@engine/ports/models/embedder'
import { timer, withDeadline } from '@engine/platform/deadline'
import { tracedOn } from '@engine/platform/tracing/traced'
import { byPlace, type Passage, type Placement, type RankedList, toPassage } from './passage'
import { toTextQuery, withoutExclusions } from './question/query'

/** One way of asking: the original question, a rewrite, or an expansion into the other language. */
export interface WeightedQuery {
  readonly text: string
  /** How much its ranks count in fusion; the original has 1. */
  readonly weight: number
  /** It is words put into the other language. */
  readonly translated?: boolean | undefined
}

export interface SearchRequest {
  readonly queries: readonly WeightedQuery[]
  readonly filter?: ChunkFilter | undefined
  /** Hits per list. */
  readonly perList: number
  /** As `RetrieveRequest.deadlineMs`. */
  readonly deadlineMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface SearchOutcome {
  /** One passage per chunk id, with every list that found it. */
  readonly passages: Passage[]
  /** What went wrong in lists that failed while others answered; empty when all went well. */
  readonly failures: Note[]
  /** Of the queries, without what they exclude; those that could not be embedded in time are not among them. */
  readonly queryVectors: ReadonlyMap<string, Float32Array>
}

/** Vector search beside full-text search for the queries, all at once. Throws only when every list failed. */
export async function searchAll(request: SearchRequest, index: ChunkIndex, embedder: Embedder): Promise<SearchOutcome> {
  const { filter, signal, perList: limit, deadlineMs = shortDeadlineMs } = request
  const queryVectors = new Map<string, Float32Array>()
  const byVector = async (text: string, within: AbortSignal) => {
    const vector = await embedder.embedQuery(text, within)
    queryVectors.set(text, vector)
    return index.vectorSearch(vector, { limit, filter, signal: within })
  }
  const lists = request.queries.flatMap(({ text, weight, translated }) => {
    const byText = {
      list: { channel: 'text', query: text, weight } satisfies RankedList,
      hits: (within: AbortSignal) => index.textSearch(toTextQuery(text), { limit, filter, signal: within }),
    }
    // Letters alone, which is what an embedder without meaning compares, find nothing of translated words that full text does not.
    if (translated === true && embedder.unrelated === undefined) return [byText]
    const nearest = {
      list: { channel: 'vector', query: text, weight } satisfies RankedList,
      hits: (within: AbortSignal) => byVector(withoutExclusions(text), within),
    }
    return [nearest, byText]
  })
  const first = firstOf()
  const search = async ({ list, hits }: (typeof lists)[number]) => {
    const traced = (within: AbortSignal) => tracedOn(within, searchSpan(list, limit), () => hits(within), asOwn)
    const found = await withDeadline(traced, deadlineMs, signal, first.afterIt)
    first.hasCome()
    return found
  }
  const settled = await Promise.allSettled(lists.map(search))
  signal?.throwIfAborted()
  const failures = settled.flatMap((outcome, at) =>
    outcome.status === 'rejected' ? [failureOf(lists[at]?.list.channel ?? 'text', outcome.reason, deadlineMs)] : [],
  )
  if (failures.length === lists.length && lists.length > 0) {
    throw new NotedError([note('every_search_failed'), ...failures.slice(0, 1)])
  }
  const found = settled.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
  return {
    passages: merge(
      lists.map(({ list }) => list),
      found,
    ),
    failures: distinct(failures),
    // As it is now: what comes later must not change a ranking under way.
    queryVectors: new Map(queryVectors),
  }
}

function searchSpan({ channel, query }: RankedList, limit: number) {
  return { kind: 'search', name: channel, in: { characters: query.length }, facts: { limit } } as const
}

/** A list's deadline gives it a signal of its own. */
const asOwn = { carries: true, ended: ({ length }: readonly ChunkHit[]) => ({ out: { chunks: length } }) }

/** What went wrong in several lists is said once. */
function distinct(notes: readonly Note[]): Note[] {
  return [...new Map(notes.map((one) => [JSON.stringify(one), one])).values()]
}

/** A list that has not answered by then is given up once another one has, so that it does not hold that up. */
const shortDeadlineMs = 1200
/** Where none has, on a machine that is busy with something else, so many times as long is waited for the first. */
const patience = 3

/** Measures the time of lists by the one that comes first. */
function firstOf() {
  let hasCome: () => void = () => undefined
  const first = new Promise<void>((resolve) => (hasCome = resolve))
  const afterIt = (ms: number, then: () => void) => {
    let isOff = false
    let callOff = timer(ms, () => {
      const give = () => {
        if (!isOff) then()
      }
      callOff = timer(ms * (patience - 1), give)
      void first.then(give)
    })
    return () => {
      isOff = true
      callOff()
    }
  }
  return { hasCome: () => hasCome(), afterIt }
}

function failureOf(channel: 'vector' | 'text', thrown: unknown, ms: number): Note {
  if (thrown instanceof CairnError && thrown.code === 'DEADLINE_EXCEEDED') {
    return note(`${channel}_search_late`, { ms })
  }
  if (thrown instanceof CairnError && thrown.code === 'MODEL_UNUSABLE') return note('words_only', whyOf(thrown))
  return note(`${channel}_search_failed`, whyOf(thrown))
}

function merge(lists: readonly RankedList[], found: readonly ChunkHit[][]): Passage[] {
  const merged = new Map<string, { hit: ChunkHit; placements: Placement[] }>()
  for (const [at, list] of lists.entries()) {
    const hits = (found[at] ?? []).toSorted((a, b) => b.score - a.score || byPlace(a, b))
    for (const [position, hit] of hits.entries()) {
      const placement: Placement = { list, rank: position + 1, score: hit.score }
      const known = merged.get(hit.chunk.id)
      if (known) known.placements.push(placement)
      else merged.set(hit.chunk.id, { hit, placements: [placement] })
    }
  }
  return [...merged.values()].map(({ hit, placements }) => toPassage(hit, placements))
}
