import type { SearchFilter } from '@shared/documents'
import { deepSearch } from '@engine/research/deep-search/deep-search'
import {
  type DeepSearchResult,
  type DeepSearchRooms,
  DeepSearchState,
  type FoundPassage,
} from '@engine/research/deep-search/deep-search-types'
import { bestWorth } from '@engine/research/deep-search/weigh-candidates'
import { evidenceIdOf } from '@engine/session/context/evidence'
import { type LibrarySources, passageId } from './library-sources'
import { readOn } from './read-on'
import type { Executor, NewEvidence, TaskHooks } from './task-work'

/** Documents of one search that are told as being read. */
const mostTold = 4

/**
 * Searches in rounds for a task's question, then reads on in the documents it leans on; each round is journalled, and the task goes on from
 * the last one.
 */
export function searchTask(
  roomsFor: (scope: SearchFilter | undefined, model: string | undefined) => DeepSearchRooms,
  library: Pick<LibrarySources, 'chunks'>,
): Executor {
  return async (work, hooks) => {
    let done = roundOf(work.state)
    let made = done?.searches ?? 0
    const result = await deepSearch(work.question, inTurn(roomsFor(work.scope, work.model), hooks), {
      state: done?.state,
      signal: hooks.signal,
      async onRound(found) {
        const { searches } = found.cost
        const evidence = newIn(found).map((passage) => evidenceOfPassage(passage, found.state))
        done = { state: found.state, searches, isRead: false }
        const tokens = found.rounds.at(-1)?.tokens
        await hooks.round({ number: found.rounds.length, state: done, evidence, searches: searches - made, tokens })
        made = searches
      },
    })
    if (done?.isRead === false && result.evidence.length > 0) {
      const evidence = await hooks.turn(() => readOn(result.state, library))
      const state = { ...done, isRead: true }
      if (evidence.length > 0) await hooks.round({ number: result.rounds.length + 1, state, evidence, searches: 0 })
    }
    const missing = result.sub_questions.filter(({ covered }) => !covered).map(({ text }) => text)
    return { endedBy: result.ended_by ?? 'nothing_new', ...(result.evidence.length === 0 ? { missing } : {}) }
  }
}

interface RoundState {
  readonly state: unknown
  readonly searches: number
  /** Whether it was read on in what was found; a run of an earlier version was not. */
  readonly isRead: boolean
}

/** What a journalled round left; undefined before the first, or where another version wrote it. */
function roundOf(state: unknown): RoundState | undefined {
  if (typeof state !== 'object' || state === null || !('state' in state) || !('searches' in state)) return undefined
  const isKnown = typeof state.searches === 'number' && DeepSearchState.safeParse(state.state).success
  const isRead = 'isRead' in state && state.isRead === true
  return isKnown ? { state: state.state, searches: Number(state.searches), isRead } : undefined
}

/** Each search waits for the run's turn. While all of them wait the clock stands still: that is no time the search takes. */
function inTurn(rooms: DeepSearchRooms, hooks: TaskHooks): DeepSearchRooms {
  const clock = new StandingClock(() => rooms.clock())
  return {
    ...rooms,
    clock: () => clock.now(),
    async search(query, options, signal) {
      let leave = () => clock.change({ waiting: -1, busy: 0 })
      clock.change({ waiting: 1, busy: 0 })
      try {
        const found = await hooks.turn(async () => {
          clock.change({ waiting: -1, busy: 1 })
          leave = () => clock.change({ waiting: 0, busy: -1 })
          return rooms.search(query, options, signal)
        })
        const names = new Set(found.filter(({ relevant }) => relevant).map(({ chunk }) => chunk.doc_name))
        await hooks.reading([...names].slice(0, mostTold))
        return found
      } finally {
        leave()
      }
    },
  }
}

/** A clock that stands still while somebody waits and nobody is busy. */
class StandingClock {
  #waiting = 0
  #busy = 0
  #stood = 0
  #since: number | null = null

  constructor(private readonly clock: () => number) {}

  now(): number {
    const now = this.clock()
    return now - this.#stood - (this.#since === null ? 0 : now - this.#since)
  }

  change({ waiting, busy }: { readonly waiting: number; readonly busy: number }): void {
    this.#waiting += waiting
    this.#busy += busy
    const stands = this.#waiting > 0 && this.#busy === 0
    if (stands) this.#since ??= this.clock()
    else if (this.#since !== null) {
      this.#stood += this.clock() - this.#since
      this.#since = null
    }
  }
}

/** The passages that the last round brought, best first. */
function newIn({ rounds, evidence }: DeepSearchResult): FoundPassage[] {
  const added = new Set(rounds.at(-1)?.added)
  return evidence.filter(({ chunk }) => added.has(chunk.id))
}

/** A passage as evidence. Its score is its worth for the task's question: that of its search tells how near it is to a name, perhaps. */
function evidenceOfPassage(passage: FoundPassage, { candidates }: DeepSearchState): NewEvidence {
  const { chunk, start, end, text, path, places } = passage
  const candidate = candidates.find((one) => one.passage.chunk.id === chunk.id)
  const { doc_id: id, doc_name: name, title, format, heading_path, page } = chunk
  const isChat = format === 'chat'
  const source = { kind: 'system' as const, name, uri: `cairn://session/${id}` }
  return {
    evidence_id: isChat
      ? evidenceIdOf({ type: 'other', source, content: text })
      : passageId(name, id, { start, end, text }),
    kind: isChat ? 'chat' : path ? 'graph' : 'kb',
    document_id: id,
    document_name: name,
    document_title: title || name,
    format,
    heading_path,
    page,
    ...(places ? { places } : {}),
    start,
    end,
    text,
    score: candidate ? Math.min(1, bestWorth(candidate)) : 0,
    ...(path ? { graph_path: path } : {}),
  }
}
