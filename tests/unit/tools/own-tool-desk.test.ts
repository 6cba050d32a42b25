import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { createOwnTools } from '@engine/tools/own-tool-desk'
import type { Tool } from '@engine/tools/tool'
import { adder } from '../../fakes/tools'

function desk(off: string[] = [], tools: readonly Tool[] = [adder]) {
  let now = off
  return createOwnTools({
    tools,
    call: (name, args, context) => tools[0]?.run(args, context) ?? Promise.reject(new Error(name)),
    timeZone: 'UTC',
    off: () => now,
    setOff: (names) => Promise.resolve((now = [...names])),
    now: () => 0,
  })
}

describe('Cairn’s own tools', () => {
  test('runs a tool and gives what it gave, with its workings', async () => {
    const run = await desk().run({ name: 'adder', args: { a: 1, b: 2 }, language: 'zh' }, undefined)
    expect(run).toMatchObject({
      state: 'done',
      text: '1 + 2 = 3',
      workings: '1+2',
      title: '加法',
      args: { a: 1, b: 2 },
    })
  })

  test('says in the language of the call what a tool could not do', async () => {
    const run = await desk().run({ name: 'adder', args: { a: 13, b: 2 }, language: 'zh' }, undefined)
    expect(run).toMatchObject({ state: 'failed', error: { code: 'TOOL_UNAVAILABLE', message: '这里没有 13。' } })
  })

  test('switches a tool off, which then refuses to run, and on again', async () => {
    const tools = desk()
    expect(await tools.switch('adder', false)).toMatchObject([{ name: 'adder', on: false }])
    const call = { name: 'adder', args: { a: 1, b: 2 }, language: 'en' } as const
    await expect(tools.run(call, undefined)).rejects.toMatchObject({ code: 'TOOL_UNAVAILABLE' })
    await tools.switch('adder', true)
    expect((await tools.run(call, undefined)).state).toBe('done')
  })

  test('knows no other tool', async () => {
    const none = new CairnError('NOT_FOUND', 'There is no tool rm.', 'See the list of tools.')
    await expect(desk().run({ name: 'rm', args: {}, language: 'en' }, undefined)).rejects.toEqual(none)
    await expect(desk().switch('rm', true)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is cancelled by its caller, not failed', async () => {
    const run = desk().run(
      { name: 'adder', args: { a: 1, b: 2 }, language: 'en' },
      AbortSignal.abort(new CairnError('CANCELLED', 'Cancelled.')),
    )
    await expect(run).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})
