import { setImmediate } from 'node:timers/promises'
import { afterProcessorTime, processorWaitMs } from '@engine/platform/processor-wait'
import { type ErrorCode, toCairnError } from '@shared/errors'
import { type EventBody, stageNames, type StageStatus } from '@shared/events'
import { type Note, note, notesOfFailure, noteTexts } from '@shared/note'
import type { TurnTrace } from '@shared/session/turn-trace'
import { cancelled, withDeadline } from '@engine/platform/deadline'
import type { Span, SpanEnd } from '@engine/platform/tracing/span'
import { carrySpan, spanOf } from '@engine/platform/tracing/span-of-signal'
import type { SpanSizes, SpanStatus } from '@shared/diagnostics/trace'

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

/** Of stage 6, whose index may lie beyond a network. */
export function searchBudget({ indexMs = 0 }: { readonly indexMs?: number | undefined }): number {
  return stageBudgets[6] + indexMs
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

/** How much goes into a stage, and how much its value is; for its span. */
export interface StageSizes<T> {
  readonly read: SpanSizes
  readonly made: (value: T) => SpanSizes
}

export interface StageOptions<T> {
  /** Milliseconds; the stage's own by default. */
  readonly budget?: number
  readonly sizes?: StageSizes<T>
}

export interface StageRunner {
  /** Everything that ran so far, for the turn's trace. */
  readonly finished: TurnTrace['stages']
  /**
   * Runs a stage between its two events. Where it fails or is late, `fallback` gives the value and the stage is
   * `degraded`; without one the failure is thrown. Cancelling throws CANCELLED at once.
   */
  run<T>(
    stage: StageNumber,
    work: (signal: AbortSignal) => Promise<StageOutcome<T>> | StageOutcome<T>,
    fallback?: () => T,
    more?: StageOptions<T>,
  ): Promise<T>
  skip(stage: StageNumber, reason: Note): void
}

export function createStageRunner({ emit, signal, clock, budgets }: StageRunnerOptions): StageRunner {
  const finished: TurnTrace['stages'] = []
  const begin = (stage: StageNumber, read?: SpanSizes): Begun => {
    const name = stageName(stage)
    emit({ type: 'stage_start', stage, name })
    return { stage, name, span: spanOf(signal)?.begin({ kind: 'stage', name, in: read, facts: { stage } }) }
  }
  const end = ({ stage, name, span }: Begun, ms: number, outcome: Ending) => {
    const { status = 'done', reason = [], summary = [], code, out } = outcome
    const result = {
      stage,
      ms,
      status,
      ...(reason.length > 0 ? { reason: noteTexts(reason), reason_notes: [...reason] } : {}),
      ...(summary.length > 0 ? { summary: noteTexts(summary), summary_notes: [...summary] } : {}),
    }
    span?.end(spanEnd(status, code, out))
    finished.push(result)
    emit({ type: 'stage_end', name, ...result })
  }

  return {
    finished,
    async run(stage, work, fallback, { budget: given = stageBudgets[stage], sizes } = {}) {
      const begun = begin(stage, sizes?.read)
      // Stages that run side by side each begin in a turn of the event loop of their own, so their times do not mix.
      await setImmediate()
      const [start, waited] = [clock(), processorWaitMs()]
      const budget = budgets?.[stage] ?? given
      try {
        const within = (inner: AbortSignal) => work(carrySpan(inner, begun.span))
        // Beside other programs a stage takes longer by the clock and is just as good.
        const outcome = await withDeadline(within, budget, signal, afterProcessorTime)
        const ms = clock() - start
        // Work that never yields cannot be cut off, but it can be told apart.
        const late =
          ms - (processorWaitMs() - waited) > budget
            ? { status: 'degraded' as const, reason: [note('late', { ms: budget })] }
            : {}
        end(begun, ms, { ...outcome, ...late, out: sizes?.made(outcome.value) })
        return outcome.value
      } catch (thrown) {
        const error = signal.aborted ? cancelled() : toCairnError(thrown)
        const { code } = error
        const isLate = toCairnError(thrown).code === 'DEADLINE_EXCEEDED'
        const reason = isLate ? [note('late', { ms: budget })] : notesOfFailure(thrown)
        if (signal.aborted || !fallback) {
          end(begun, clock() - start, { status: 'error', reason, code })
          throw error
        }
        const value = fallback()
        end(begun, clock() - start, { status: 'degraded', reason, code, out: sizes?.made(value) })
        return value
      }
    },
    skip(stage, reason) {
      end(begin(stage), 0, { status: 'skipped', reason: [reason] })
    },
  }
}

function spanEnd(outcome: StageStatus, code: ErrorCode | undefined, out: SpanSizes | undefined): SpanEnd {
  return { status: code === 'CANCELLED' ? 'cancelled' : spanStatus[outcome], code, out, facts: { outcome } }
}

interface Begun {
  readonly stage: StageNumber
  readonly name: (typeof stageNames)[number]
  readonly span: Span | undefined
}

interface Ending extends Omit<StageOutcome<unknown>, 'value'> {
  readonly code?: ErrorCode
  readonly out?: SpanSizes | undefined
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
