import { toCairnError, CairnError } from '@shared/errors'
import { type EventBody, stageNames, type StageStatus } from '@shared/events'
import type { TurnTrace } from '@shared/session-context'

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
  // Streaming has no end in time; its first token has (see 8-streaming-output).
  8: Infinity,
}

export interface StageOutcome<T> {
  readonly value: T
  readonly status?: StageStatus
  readonly reason?: string
  /** A few words for the stage's card: what came out. */
  readonly summary?: string
}

export interface StageRunnerOptions {
  readonly emit: (body: EventBody) => void
  readonly signal: AbortSignal
  /** Milliseconds from any fixed point; for durations. */
  readonly clock: () => number
  readonly budgets?: Partial<Record<StageNumber, number>>
}

export interface StageRunner {
  /** Everything that ran so far, for the turn's trace. */
  readonly finished: TurnTrace['stages']
  /**
   * Runs one stage between its two events. When it fails or outlives its budget, `fallback` gives the value instead and
   * the stage is `degraded`; without a fallback the stage is `error` and the failure is thrown. Cancelling throws
   * CairnError CANCELLED at once, whatever the stage is doing.
   */
  run<T>(
    stage: StageNumber,
    work: (signal: AbortSignal) => Promise<StageOutcome<T>> | StageOutcome<T>,
    fallback?: () => T,
  ): Promise<T>
  skip(stage: StageNumber, reason: string): void
}

export function createStageRunner({ emit, signal, clock, budgets }: StageRunnerOptions): StageRunner {
  const finished: TurnTrace['stages'] = []
  const begin = (stage: StageNumber) => emit({ type: 'stage_start', stage, name: stageName(stage) })
  const end = (stage: StageNumber, ms: number, outcome: Omit<StageOutcome<unknown>, 'value'>) => {
    const { status = 'done', reason, summary } = outcome
    const result = { stage, ms, status, ...(reason ? { reason } : {}), ...(summary ? { summary } : {}) }
    finished.push(result)
    emit({ type: 'stage_end', name: stageName(stage), ...result })
  }

  return {
    finished,
    async run(stage, work, fallback) {
      begin(stage)
      const start = clock()
      try {
        const outcome = await withDeadline(work, budgets?.[stage] ?? stageBudgets[stage], signal)
        end(stage, clock() - start, outcome)
        return outcome.value
      } catch (thrown) {
        const error = toCairnError(thrown)
        const reason = error.code === 'INTERNAL' ? describe(thrown) : error.message
        if (signal.aborted || !fallback) {
          end(stage, clock() - start, { status: 'error', reason })
          throw signal.aborted ? cancelled() : error
        }
        const value = fallback()
        end(stage, clock() - start, { status: 'degraded', reason })
        return value
      }
    },
    skip(stage, reason) {
      begin(stage)
      end(stage, 0, { status: 'skipped', reason })
    },
  }
}

async function withDeadline<T>(
  work: (signal: AbortSignal) => Promise<T> | T,
  budget: number,
  turnSignal: AbortSignal,
): Promise<T> {
  if (turnSignal.aborted) throw cancelled()
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let onAbort: (() => void) | undefined
  const stopped = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(cancelled())
    turnSignal.addEventListener('abort', onAbort, { once: true })
    if (Number.isFinite(budget)) {
      const late = () => reject(new CairnError('DEADLINE_EXCEEDED', `Took longer than its ${budget} ms.`))
      timer = setTimeout(late, budget)
    }
  })
  try {
    return await Promise.race([Promise.resolve(work(controller.signal)), stopped])
  } catch (thrown) {
    // Whatever still runs for this stage must stop; its result is no longer wanted.
    controller.abort(thrown)
    throw thrown
  } finally {
    clearTimeout(timer)
    if (onAbort) turnSignal.removeEventListener('abort', onAbort)
  }
}

function cancelled(): CairnError {
  return new CairnError('CANCELLED', 'Cancelled.', 'Ask again whenever you like.')
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

function stageName(stage: StageNumber): (typeof stageNames)[number] {
  const name = stageNames[stage - 1]
  if (!name) throw new RangeError(`There is no stage ${stage}.`)
  return name
}
