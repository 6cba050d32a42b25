import type { TurnContext } from '@shared/session/turn-context'

/** One step of a turn; times are milliseconds, `startMs` from the turn's start. */
export interface TimelineRow {
  readonly id: string
  readonly ms: number
  /** null where the record does not say. */
  readonly startMs: number | null
  /** null where nothing was done. */
  readonly bar: { readonly start: number; readonly width: number } | null
}

type Stage = TurnContext['stages'][number]

/** Stages 2 and 3 run side by side, the others one after the other. */
const besideBefore = 3

type Recorded = Pick<TurnContext, 'started_at' | 'total_ms' | 'stages' | 'tool_calls' | 'model_usage'>

/**
 * When each step of a turn began and how long it took. Calls have a recorded start; a stage begins when those before it
 * are over, because the record has only how long it took. Bars are shares of the longest of all, 0 to 1.
 */
export function timelineOf({ started_at: startedAt, total_ms: totalMs, stages, ...calls }: Recorded) {
  const turnStart = Date.parse(startedAt)
  const since = (at: string | undefined): number | null => {
    const ms = at === undefined ? NaN : Date.parse(at) - turnStart
    return Number.isNaN(ms) ? null : Math.max(0, ms)
  }
  const starts = stageStarts(stages)
  const byStart = <T extends { readonly startMs: number | null }>(rows: readonly T[]): T[] =>
    rows.toSorted((a, b) => (a.startMs ?? Infinity) - (b.startMs ?? Infinity) || 0)
  const stageRows = starts.map(({ stage, startMs }) => ({ id: `stage ${stage.stage}`, ms: stage.ms, startMs, stage }))
  const toolRows = byStart(
    calls.tool_calls.map((call) => {
      return { id: call.tool_call_id, ms: call.duration_ms, startMs: since(call.called_at), call }
    }),
  )
  const modelRows = byStart(
    calls.model_usage.map((usage) => {
      return { id: usage.model_usage_id, ms: usage.latency_ms, startMs: since(usage.called_at), usage }
    }),
  )
  const ends = [...stageRows, ...toolRows, ...modelRows].map(({ startMs, ms }) => (startMs ?? 0) + ms)
  const whole = Math.max(totalMs, ...ends, 1)
  const withBar = <T extends { readonly startMs: number | null; readonly ms: number }>(row: T) => ({
    ...row,
    bar: row.startMs === null || row.ms === 0 ? null : { start: row.startMs / whole, width: row.ms / whole },
  })
  return { totalMs, stages: stageRows.map(withBar), tools: toolRows.map(withBar), models: modelRows.map(withBar) }
}

function stageStarts(stages: readonly Stage[]): { stage: Stage; startMs: number }[] {
  let start = 0
  let end = 0
  return stages
    .toSorted((a, b) => a.stage - b.stage)
    .map((stage) => {
      if (stage.stage !== besideBefore) start = end
      end = Math.max(end, start + stage.ms)
      return { stage, startMs: start }
    })
}
