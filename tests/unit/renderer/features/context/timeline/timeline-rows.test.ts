import { describe, expect, it } from 'vitest'
import { timelineOf } from '@renderer/features/context/timeline/timeline-rows'
import { turnContext } from '../context-fixture'

const stage = (number: number, ms: number) => ({ stage: number, ms, status: 'done' as const })
const call = (id: string, called_at: string, duration_ms: number) => ({
  tool_call_id: id,
  tool: 'rag_search',
  type: 'tool' as const,
  called_at,
  args_digest: {},
  status: 'success' as const,
  duration_ms,
  result_evidence_ids: [],
})

describe('the timeline of a turn', () => {
  // Would catch stages 2 and 3 drawn one after the other, and the next begun before the longer of them is over.
  it('has stages one after the other, 2 and 3 side by side', () => {
    const stages = [stage(1, 10), stage(3, 30), stage(2, 5), stage(4, 0), stage(6, 40)]
    const rows = timelineOf(turnContext({ stages, total_ms: 100 })).stages
    expect(rows.map(({ id, startMs, bar }) => [id, startMs, bar])).toEqual([
      ['stage 1', 0, { start: 0, width: 0.1 }],
      ['stage 2', 10, { start: 0.1, width: 0.05 }],
      ['stage 3', 10, { start: 0.1, width: 0.3 }],
      ['stage 4', 40, null],
      ['stage 6', 40, { start: 0.4, width: 0.4 }],
    ])
  })

  it('has calls where they were recorded, in order, none before the turn and none outside', () => {
    const tool_calls = [
      call('late', '2026-01-01T00:00:00.060Z', 400),
      call('early', '2025-12-31T23:59:59.990Z', 20),
      call('unknown', 'some day', 20),
    ]
    const { tools, totalMs } = timelineOf(turnContext({ tool_calls, total_ms: 100 }))
    expect(tools.map(({ id, startMs }) => [id, startMs])).toEqual([
      ['early', 0],
      ['late', 60],
      ['unknown', null],
    ])
    for (const { bar } of tools) expect((bar?.start ?? 0) + (bar?.width ?? 0)).toBeLessThanOrEqual(1)
    expect(totalMs).toBe(100)
  })
})
