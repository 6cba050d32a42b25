import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { AsideInput } from '@shared/api/api'
import { type CairnEvent, createStamper } from '@shared/events'
import { withPatch } from '@shared/patch-schema'
import type { SettingsVariant } from '@shared/settings'
import type { SessionStore } from '@engine/ports/storage/session-store'
import { SessionQueue } from '@engine/session/session-queue'
import { detectLanguage } from '@engine/text/language'
import { answerQuestion } from '../answer-question'
import { afterEarlierTurns, indexReady, readyFor } from '../before-turn'
import { streamOf } from '../event-stream'
import { tracedTurn, type TurnTracing } from '../traced-turn'
import type { PipelineRooms, TurnRequest } from '../turn'
import { createTurnCache } from '../turn-cache'

export interface AsideParts {
  readonly rooms: PipelineRooms
  /** Conversations in memory. */
  readonly sessions: SessionStore
  /** Resolves when questions can be answered; turns wait for it. */
  readonly ready: Promise<unknown>
  readonly closing: AbortSignal
  /** Absent for no traces. */
  readonly tracer?: TurnTracing['tracer']
  readonly log: (line: string) => void
}

const keptConversations = 100
const keptMs = 3_600_000

/**
 * Asking in conversations that no list shows, that no search finds and that are in memory only: what other programs ask. The
 * hundred used last are kept for an hour each. Chats of the user are never read for them, and because no user wrote them no tool of
 * another program runs for them.
 */
export class AsideChat {
  readonly #queue = new SessionQueue()
  readonly #conversations: LRUCache<string, true>
  readonly #caches: PipelineRooms['caches'] = { rewrites: createTurnCache(), intents: createTurnCache() }

  constructor(private readonly parts: AsideParts) {
    const dispose = (_: true, id: string) => void this.parts.sessions.remove(id)
    this.#conversations = new LRUCache({ max: keptConversations, ttl: keptMs, dispose, noDisposeOnSet: true })
  }

  /**
   * Runs a turn for one listener: aborting `signal` or leaving the loop cancels it. An unknown `session_id` begins anew. `settings`
   * replace those in force.
   */
  ask(input: AsideInput, signal?: AbortSignal, settings: SettingsVariant = {}): AsyncGenerator<CairnEvent> {
    const request = requestOf(input)
    const rooms = () => this.#rooms(settings)
    return streamOf((push, within) => this.#run(request, rooms, push, within), signal, this.parts.closing)
  }

  async #run(
    request: TurnRequest,
    roomsNow: () => PipelineRooms,
    push: (event: CairnEvent) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { ready } = this.parts
    const { sessionId } = request
    const stamp = createStamper(sessionId, request.turnId, Date.now)
    const { log } = this.parts
    const emit = (body: Parameters<typeof stamp>[0]) => push(stamp(body))
    const options = { emit, signal, clock }
    await tracedTurn({ tracer: this.parts.tracer, kind: 'aside' }, request, options, async (traced) => {
      // Programs are told of nothing before their question.
      const readying = { signal: traced.signal, emit: () => undefined, log }
      await indexReady(ready, readying)
      this.#conversations.set(sessionId, true)
      const rooms = roomsNow()
      await afterEarlierTurns({ queue: this.#queue, sessionId, signal: traced.signal }, async () => {
        await readyFor(request, rooms, readying)
        await answerQuestion(request, rooms, traced)
      })
    })
  }

  /** As they are at this moment: index and embedder may change. */
  #rooms(variant: SettingsVariant): PipelineRooms {
    const { rooms, sessions } = this.parts
    const settings = () => ({ ...withPatch(rooms.settings(), variant), earlier_chats: false })
    return { ...rooms, sessions, settings, caches: this.#caches }
  }
}

const clock = () => performance.now()

function requestOf(input: AsideInput): TurnRequest {
  const { question, session_id, filter, search_anyway, graph, model, locale } = input
  return {
    question: question.trim(),
    sessionId: session_id ?? `a_${randomUUID()}`,
    turnId: `t_${randomUUID()}`,
    traceId: randomUUID(),
    filter,
    searchAnyway: search_anyway ?? false,
    graph,
    model,
    language: locale ?? detectLanguage(question),
  }
}
