import { setImmediate } from 'node:timers/promises'
import { afterProcessorTime, processorWaitMs } from '@engine/platform/processor-wait'
import { toCairnError } from '@shared/errors'
import { type EventBody, stageNames, type StageStatus } from '@shared/events'
import { type Note, note, notesOfFailure, noteTexts } from '@shared/note'
import type { TurnTrace } from '@shared/session/turn-trace'
import { cancelled, withDeadline } from '@engine/platform/deadline'
import { carrySpan, spanOf } from '@engine/platform/tracing/span-of-signal'
import type { SpanStatus } from '@shared/diagnostics/trace'

export type StageNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** Deadlines in milliseconds. Stages 4 and 5 look things up in memory; theirs only guards against a bug. */
export const stageBudgets: Readonly<Record<StageNumber, number>> = {
  1: 50,
  2: 500,
  3: 350,
  4: 100,
  5: 100,
  6: 2000,
  7: 50,
  // Streaming has no end in time; its first token has: `firstTokenBudget`.
  8: Infinity,
}

/** Milliseconds stage 8 may take to compose before it must begin to stream something simpler. */
export const firstTokenBudget = 800

export interface StageOutcome<T> {
  readonly value: T
  readonly status?: StageStatus
  readonly reason?: readonly Note[]
  /** A few words for the stage's card: what came out. */
  readonly summary?: readonly Note[]
}

export interface StageRunnerOptions {
  readonly emit: (body: EventBody) => void
  readonly signal: AbortSignal
  /** Aborted where the turn is to go on without the model that reads its question. */
  readonly goOn?: AbortSignal
  /** Milliseconds from any fixed point; for durations. */
  readonly clock: () => number
  readonly budgets?: Partial<Record<StageNumber, number>>
  readonly firstTokenBudget?: number
}

export interface StageRunner {
  /** Everything that ran so far, for the turn's trace. */
  readonly finished: TurnTrace['stages']
  /**
   * Runs a stage between its two events. Where it fails or is late, `fallback` gives the value and the stage is
   * `degraded`; without one the failure is thrown. Cancelling throws CANCELLED at once. `budget` is in milliseconds.
   */
  run<T>(
    stage: StageNumber,
    work: (signal: AbortSignal) => Promise<StageOutcome<T>> | StageOutcome<T>,
    fallback?: () => T,
    budget?: number,
  ): Promise<T>
  skip(stage: StageNumber, reason: Note): void
}

export function createStageRunner({ emit, signal, clock, budgets }: StageRunnerOptions): StageRunner {
  const finished: TurnTrace['stages'] = []
  const begin = (stage: StageNumber) => emit({ type: 'stage_start', stage, name: stageName(stage) })
  const end = (stage: StageNumber, ms: number, outcome: Omit<StageOutcome<unknown>, 'value'>) => {
    const { status = 'done', reason = [], summary = [] } = outcome
    const result = {
      stage,
      ms,
      status,
      ...(reason.length > 0 ? { reason: noteTexts(reason), reason_notes: [...reason] } : {}),
      ...(summary.length > 0 ? { summary: noteTexts(summary), summary_notes: [...summary] } : {}),
    }
    finished.push(result)
    emit({ type: 'stage_end', name: stageName(stage), ...result })
  }

  return {
    finished,
    async run(stage, work, fallback, given = stageBudgets[stage]) {
      begin(stage)
      const span = spanOf(signal)?.begin({ kind: 'stage', name: stageName(stage), facts: { stage } })
      // Stages that run side by side each begin in a turn of the event loop of their own, so their times do not mix.
      await setImmediate()
      const [start, waited] = [clock(), processorWaitMs()]
      const budget = budgets?.[stage] ?? given
      try {
        // Beside other programs a stage takes longer by the clock and is just as good.
        const outcome = await withDeadline((inner) => work(carrySpan(inner, span)), budget, signal, afterProcessorTime)
        const ms = clock() - start
        // Work that never yields cannot be cut off, but it can be told apart.
        const late =
          ms - (processorWaitMs() - waited) > budget
            ? { status: 'degraded' as const, reason: [note('late', { ms: budget })] }
            : {}
        end(stage, ms, { ...outcome, ...late })
        const { status = 'done' } = { ...outcome, ...late }
        span?.end({ status: spanStatus[status], facts: { outcome: status } })
        return outcome.value
      } catch (thrown) {
        const error = toCairnError(thrown)
        const isLate = error.code === 'DEADLINE_EXCEEDED'
        const reason = isLate ? [note('late', { ms: budget })] : notesOfFailure(thrown)
        if (signal.aborted || !fallback) {
          end(stage, clock() - start, { status: 'error', reason })
          span?.end({ code: signal.aborted ? 'CANCELLED' : error.code })
          throw signal.aborted ? cancelled() : error
        }
        const value = fallback()
        end(stage, clock() - start, { status: 'degraded', reason })
        span?.end({ status: 'degraded', code: error.code })
        return value
      }
    },
    skip(stage, reason) {
      begin(stage)
      end(stage, 0, { status: 'skipped', reason: [reason] })
      spanOf(signal)?.begin({ kind: 'stage', name: stageName(stage), facts: { stage } }).end({ status: 'skipped' })
    },
  }
}

const spanStatus: Readonly<Record<StageStatus, SpanStatus>> = {
  done: 'ok',
  cache_hit: 'ok',
  skipped: 'skipped',
  degraded: 'degraded',
  error: 'error',
}

function stageName(stage: StageNumber): (typeof stageNames)[number] {
  const name = stageNames[stage - 1]
  if (!name) throw new RangeError(`There is no stage ${stage}.`)
  return name
}

/** What `work` gives within `ms` milliseconds; `otherwise` where it fails or is too slow. Throws where `signal` aborts. */
export async function inTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  ms: number,
  otherwise: T,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await withDeadline(work, ms, signal)
  } catch {
    signal.throwIfAborted()
    return otherwise
  }
}
