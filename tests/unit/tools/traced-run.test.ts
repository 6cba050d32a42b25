import { expect, test } from 'vitest'
import type { ToolRun } from '@shared/tools/tool-run'
import { carrySpan, spanOf } from '@engine/platform/tracing/span-of-signal'
import { tracedRun } from '@engine/tools/traced-channel'
import { recordingTracer } from '../../support/recording-tracer'

const run: ToolRun = {
  ...{ call_id: 'c', tool: 'calculator', title: 'Calculator', question: '', args: {}, called_at: '', text: '144' },
  state: 'done',
}

// Would catch tools of a research whose time stands nowhere, and a failed one that looks as if it had gone well.
test('a tool that a task calls is a span of the task, and ends as the run did', async () => {
  const { tracer, ended } = recordingTracer()
  const whole = tracer.trace({ kind: 'research', name: 'research' })
  const signal = carrySpan(new AbortController().signal, whole)
  const call = { name: 'calculator', args: { expression: '12*12' } }
  await tracedRun(call, signal, (inner) => {
    expect(spanOf(inner)).not.toBe(whole)
    return Promise.resolve(run)
  })
  const error = { code: 'TOOL_FAILED', message: 'no', action: '' } as const
  const other = { name: 'look', server: 'others', args: {} }
  await tracedRun(other, signal, () => Promise.resolve({ ...run, state: 'failed', error }))
  await expect(tracedRun(call, signal, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  whole?.end()
  expect(ended.map(({ kind, name, status, code }) => [kind, name, status, code])).toEqual([
    ['tool', 'calculator', 'ok', undefined],
    ['tool', 'look', 'error', 'TOOL_FAILED'],
    ['tool', 'calculator', 'error', 'INTERNAL'],
    ['research', 'research', 'ok', undefined],
  ])
  expect(ended[1]?.facts).toEqual({ server: 'others' })
  expect(JSON.stringify(ended)).not.toContain('12*12')
})
