import { LRUCache } from 'lru-cache'
import type { Change, RunningTurn } from '@shared/changes'
import type { SearchFilter } from '@shared/documents'
import { CairnError, toCairnError } from '@shared/errors'
import { type CairnEvent, createStamper, type EventBody } from '@shared/events'
import { linkedSignal } from '@engine/platform/linked-signal'

/** What was asked, known before the turn says anything. */
export interface AskedTurn extends RunningTurn {
  readonly question: string
  /** Milliseconds since the epoch. */
  readonly asked_at: number
  readonly filter: SearchFilter | null
  readonly replaces: string | null
}

/** A turn as far as it has come; `events` grows until `ended`. */
export interface TrackedTurn {
  readonly asked: AskedTurn
  readonly events: readonly CairnEvent[]
}

/** What ends a turn, and what has it go on without whoever reads its question. */
export interface TurnSignals {
  readonly signal: AbortSignal
  readonly goOn: AbortSignal
}

export type TurnWork = (emit: (body: EventBody) => void, signals: TurnSignals) => Promise<void>

export interface TurnRegistryOptions {
  readonly publish: (change: Change) => void
  /** Aborted when the engine closes: cancels every turn and ends all changes. */
  readonly closing: AbortSignal
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: (line: string) => void
}

interface Turn extends TrackedTurn {
  readonly events: CairnEvent[]
  readonly controller: AbortController
  readonly goOn: AbortController
  readonly waiting: Set<() => void>
  done: Promise<void>
  ended: boolean
  failure: CairnError | null
}

const keptMs = 5 * 60_000
const keptTurns = 50

/**
 * Turns that go on by themselves, with everything they said, so that any number of readers can join at any time. A
 * finished turn stays for five minutes, at most fifty of them; after that its session's record tells of it.
 */
export class TurnRegistry {
  readonly #running = new Map<string, Turn>()
  readonly #finished: LRUCache<string, Turn>

  constructor(private readonly options: TurnRegistryOptions) {
    const perf = { now: options.now }
    this.#finished = new LRUCache({ max: keptTurns, ttl: keptMs, ttlResolution: 0, perf })
  }

  /** Gives up finished turns whose time is over, which otherwise stay until somebody asks for them. */
  forget(): void {
    this.#finished.purgeStale()
  }

  has(turnId: string): boolean {
    return this.#find(turnId) !== undefined
  }

  /**
   * Starts a turn, or nothing where a turn of this id is known already. Throws CairnError INVALID_INPUT where that one
   * belongs to another session.
   */
  start(asked: AskedTurn, work: TurnWork): RunningTurn {
    const { session_id, turn_id } = asked
    const known = this.#find(turn_id)
    if (known) {
      if (known.asked.session_id === session_id) return { session_id, turn_id }
      throw new CairnError('INVALID_INPUT', `Turn ${turn_id} is part of another session.`, 'Use a new turn id.')
    }
    const turn: Turn = {
      asked,
      events: [],
      controller: new AbortController(),
      goOn: new AbortController(),
      waiting: new Set(),
      done: Promise.resolve(),
      ended: false,
      failure: null,
    }
    this.#running.set(turn_id, turn)
    this.options.publish({ type: 'turn', turn: { session_id, turn_id }, state: 'running' })
    turn.done = this.#run(turn, work)
    return { session_id, turn_id }
  }

  /**
   * The events after `afterSeq`, those that already happened first; ends after the last one, or when `signal` aborts.
   * Leaving the loop leaves the turn running, and a slow reader holds nobody up. Throws CairnError NOT_FOUND, or what
   * the turn itself failed with.
   */
  follow(turnId: string, afterSeq: number, signal?: AbortSignal): AsyncGenerator<CairnEvent> {
    const turn = this.#find(turnId)
    if (turn) return eventsAfter(turn, afterSeq, signal)
    throw new CairnError('NOT_FOUND', `Turn ${turnId} is not running here.`, 'Open its session to see how it ended.')
  }

  /** Cancels a turn and waits until it has ended and is recorded. False where it was not running. */
  async stop(turnId: string): Promise<boolean> {
    const turn = this.#running.get(turnId)
    if (!turn) return false
    turn.controller.abort(new CairnError('CANCELLED', 'Stopped.'))
    await turn.done
    return true
  }

  /** Has a turn go on without the model that reads its question. False where it waits for none. */
  goOn(turnId: string): boolean {
    const turn = this.#running.get(turnId)
    if (!turn || !waitsForReader(turn.events)) return false
    turn.goOn.abort(new CairnError('CANCELLED', 'Gone on without it.'))
    return true
  }

  /** Cancels every running turn of a session, and waits for them. */
  async stopSession(sessionId: string): Promise<void> {
    await Promise.all(this.runningIn(sessionId).map(({ asked }) => this.stop(asked.turn_id)))
  }

  running(): RunningTurn[] {
    return [...this.#running.values()].map(({ asked: { session_id, turn_id } }) => ({ session_id, turn_id }))
  }

  /** The running turns of a session in the order asked. */
  runningIn(sessionId: string): TrackedTurn[] {
    return [...this.#running.values()].filter(({ asked }) => asked.session_id === sessionId)
  }

  /** Resolves when no turn runs any more; to be called after `closing` was aborted. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  async #run(turn: Turn, work: TurnWork): Promise<void> {
    const { closing, now, log, publish } = this.options
    const { session_id, turn_id } = turn.asked
    const stamp = createStamper(session_id, turn_id, now)
    const { signal, unlink } = linkedSignal(turn.controller.signal, closing)
    try {
      await work(
        (body) => {
          turn.events.push(stamp(body))
          wake(turn)
        },
        { signal, goOn: turn.goOn.signal },
      )
    } catch (thrown) {
      turn.failure = toCairnError(thrown)
      log(`Turn ${turn_id} failed: ${String(thrown)}`)
    } finally {
      unlink()
      turn.ended = true
      this.#running.delete(turn_id)
      this.#finished.set(turn_id, turn)
      wake(turn)
      publish({ type: 'turn', turn: { session_id, turn_id }, state: 'ended' })
    }
  }

  #find(turnId: string): Turn | undefined {
    return this.#running.get(turnId) ?? this.#finished.get(turnId)
  }
}

function waitsForReader(events: readonly CairnEvent[]): boolean {
  const ended = new Set(events.flatMap((event) => (event.type === 'stage_end' ? event.stage : [])))
  return events.some((event) => event.type === 'stage_wait' && event.go_on && !ended.has(event.stage))
}

async function* eventsAfter(turn: Turn, afterSeq: number, signal?: AbortSignal): AsyncGenerator<CairnEvent> {
  // A turn's `seq` has no gaps, so it is also the position.
  let at = afterSeq + 1
  while (!signal?.aborted) {
    const event = turn.events[at]
    if (event) {
      at += 1
      yield event
    } else if (turn.ended) break
    else await more(turn, signal)
  }
  if (turn.failure && !signal?.aborted) throw turn.failure
}

function more(turn: Turn, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      turn.waiting.delete(go)
      signal?.removeEventListener('abort', go)
      resolve()
    }
    turn.waiting.add(go)
    signal?.addEventListener('abort', go, { once: true })
  })
}

function wake({ waiting }: Turn): void {
  for (const go of [...waiting]) go()
}
