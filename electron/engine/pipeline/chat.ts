import { randomUUID } from 'node:crypto'
import type { AskInput, StartTurnInput } from '@shared/api/api'
import type { Change, RunningTurn } from '@shared/changes'
import { ContextChoices } from '@shared/session/turn-trace'
import { CairnError, toCairnError } from '@shared/errors'
import type { CairnEvent, EventBody } from '@shared/events'
import { exchangesOf } from '@engine/session/history/conversation'
import type { SessionQueue } from '@engine/session/session-queue'
import type { TurnRegistry, TurnSignals, TurnWork } from '@engine/session/turn-registry'
import { detectLanguage } from '@engine/text/language'
import { userWrote } from '@engine/tools/consent/user-act'
import { AfterTurn } from './upkeep/after-turn'
import { answerQuestion } from './answer-question'
import { afterEarlierTurns, indexReady, readyFor } from './before-turn'
import { tracedTurn, type TurnTracing } from './traced-turn'
import { upkeepAfter } from './upkeep/session-upkeep'
import type { PipelineRooms, TurnRequest } from './turn'
import { unknownTurn } from './records/turn-record'

export interface ChatParts {
  readonly rooms: PipelineRooms
  readonly turns: TurnRegistry
  readonly queue: SessionQueue
  /** Resolves when questions can be answered; turns wait for it. */
  readonly ready: Promise<unknown>
  readonly closing: AbortSignal
  /** Tells of a session that was asked something, and again of its answer. */
  readonly announce: (sessionId: string) => Promise<unknown>
  /** Tells every window. */
  readonly publish: (change: Change) => void
  /** Told of everything that happens in turns; absent for nobody. */
  readonly told?: ((body: EventBody) => void) | undefined
  /** Absent for no traces. */
  readonly tracer?: TurnTracing['tracer']
  readonly log: (line: string) => void
}

/**
 * Whether a turn says what it waits for before it begins: to a window it does; a program that asks and reads the answer is promised that
 * the first thing it hears is the question.
 */
type Waits = (emit: Parameters<TurnWork>[0]) => Parameters<TurnWork>[0]
const said: Waits = (emit) => emit
const unsaid: Waits = () => () => undefined

/** Asking: turns of one session run one after another, each by itself, whoever listens. */
export class Chat {
  readonly #after: AfterTurn

  constructor(private readonly parts: ChatParts) {
    this.#after = new AfterTurn(parts)
  }

  /** Resolves when nothing is done behind the turns any more; to be called after `closing` was aborted. */
  idle(): Promise<void> {
    return this.#after.idle()
  }

  /** Runs a turn for one listener: aborting `signal` or leaving the loop cancels it. */
  async *ask(input: AskInput, signal?: AbortSignal): AsyncGenerator<CairnEvent> {
    this.#requireOpen()
    const { turns } = this.parts
    const ids = { session_id: input.session_id ?? `s_${randomUUID()}`, turn_id: `t_${randomUUID()}` }
    this.#begin({ ...input, ...ids }, unsaid)
    const stop = () => void turns.stop(ids.turn_id)
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    try {
      yield* turns.follow(ids.turn_id, -1)
    } finally {
      signal?.removeEventListener('abort', stop)
      await turns.stop(ids.turn_id)
    }
  }

  /** Starts a turn that outlives its caller. Throws INVALID_INPUT for an id of the record or an unknown `replaces`. */
  async start(input: StartTurnInput): Promise<RunningTurn> {
    this.#requireOpen()
    const { session_id, turn_id } = input
    if (!this.parts.turns.has(turn_id)) await this.#requireFit(input)
    this.#requireOpen()
    this.#begin(input, said)
    return { session_id, turn_id }
  }

  #begin(input: StartTurnInput, waits: Waits): void {
    const { session_id, turn_id, filter, replaces } = input
    const choices = input.choices && ContextChoices.parse(input.choices)
    const { rooms, turns } = this.parts
    const request: TurnRequest = {
      question: input.question.trim(),
      sessionId: session_id,
      turnId: turn_id,
      traceId: randomUUID(),
      filter,
      replaces,
      choices,
      searchAnyway: input.search_anyway ?? false,
      graph: input.graph,
      model: input.model,
      act: input.from_program ? undefined : userWrote(session_id, input.question.trim()),
      language: input.locale ?? detectLanguage(input.question),
    }
    const { question } = request
    const asked = { session_id, turn_id, question, asked_at: rooms.now(), filter: filter ?? null }
    turns.start({ ...asked, replaces: replaces ?? null }, (emit, signals) => this.#run(request, emit, signals, waits))
  }

  async #run(
    request: TurnRequest,
    emit: Parameters<TurnWork>[0],
    { signal, goOn }: TurnSignals,
    waits: Waits,
  ): Promise<void> {
    const waiting = waits(emit)
    const { rooms, queue, ready, publish } = this.parts
    const told = (body: Parameters<typeof emit>[0]) => {
      emit(body)
      this.parts.told?.(body)
      if (body.type === 'session') void this.#announce(request.sessionId)
    }
    const clock = () => performance.now()
    const options = { emit: told, signal, goOn, clock }
    this.#after.begin(request.sessionId)
    try {
      const tracing = { tracer: this.parts.tracer, kind: 'turn' } as const
      await tracedTurn(tracing, request, options, async (traced) => {
        const readying = { signal: traced.signal, emit: waiting, log: this.parts.log }
        await indexReady(ready, readying)
        await afterEarlierTurns({ queue, sessionId: request.sessionId, signal: traced.signal }, async () => {
          await readyFor(request, rooms, readying)
          await answerQuestion(request, rooms, traced)
        })
      })
    } catch (thrown) {
      if (toCairnError(thrown).code !== 'CANCELLED') throw thrown
      // It was still waiting for its turn: nothing was written, nothing streamed.
      emit({ type: 'cancelled', trace_id: request.traceId, total_ms: 0, response: '' })
    } finally {
      const announce = (id: string) => this.#announce(id)
      this.#after.ended(request.sessionId, upkeepAfter(request, { rooms, queue, announce, publish, clock }))
    }
    await this.#announce(request.sessionId)
  }

  async #announce(sessionId: string): Promise<void> {
    try {
      await this.parts.announce(sessionId)
    } catch (thrown) {
      // Never recorded, or deleted meanwhile: nothing to tell. Anything else must not end a turn that went well.
      if (toCairnError(thrown).code !== 'NOT_FOUND') this.parts.log(`Session ${sessionId}: ${String(thrown)}`)
    }
  }

  async #requireFit({ session_id, turn_id, replaces }: StartTurnInput): Promise<void> {
    const { rooms, turns } = this.parts
    const known = new Set(turns.runningIn(session_id).map(({ asked }) => asked.turn_id))
    try {
      for (const { id } of exchangesOf(await rooms.sessions.load(session_id))) {
        if (id === turn_id && !known.has(id)) throw usedTurn(turn_id)
        known.add(id)
      }
    } catch (thrown) {
      // A new session; or a deleted one, which refuses the turn when it begins.
      if (toCairnError(thrown).code !== 'NOT_FOUND') throw thrown
    }
    if (replaces !== undefined && !known.has(replaces)) throw unknownTurn(replaces)
  }

  #requireOpen(): void {
    if (this.parts.closing.aborted) throw new CairnError('CANCELLED', 'Cairn is closing.', 'Start it again.')
  }
}

function usedTurn(id: string): CairnError {
  return new CairnError('INVALID_INPUT', `Turn ${id} was asked already.`, 'Open the session to see its answer.')
}
