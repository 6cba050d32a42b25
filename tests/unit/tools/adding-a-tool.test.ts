import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ToolClient } from '@engine/tools/server/tool-client'
import { createToolServer } from '@engine/tools/server/tool-server'
import { createToolChannel } from '@engine/tools/tool-channel'
import type { Tool } from '@engine/tools/tool'
import { fakeRooms, runTurn } from '../../fakes/pipeline-rooms'
import { isbnTool } from './isbn-tool'

const root = join(import.meta.dirname, '../../..')
const tools = [isbnTool as Tool]

async function channel() {
  const asked = () => ({ language: 'en' as const, now: 0, timeZone: 'UTC' })
  const client = await ToolClient.connect(createToolServer({ tools, version: '0', asked }), '0')
  return createToolChannel({ tools: () => tools, call: (...call) => client.call(...call), log: () => undefined })
}

describe('a tool that is added as docs/extending.md says', () => {
  // Would catch a guide that shows something else than what works.
  test('is the example of the guide, letter for letter', async () => {
    const guide = await readFile(join(root, 'docs/extending.md'), 'utf8')
    const example = await readFile(join(import.meta.dirname, 'isbn-tool.ts'), 'utf8')
    expect(guide).toContain(example.trim())
  })

  test('reads its own examples, and leaves other questions to the documents', async () => {
    const own = await channel()
    const question = { language: 'en', now: 0, timeZone: 'UTC' } as const
    const { signal } = new AbortController()
    for (const { question: text, args } of isbnTool.examples) {
      expect(await own.read({ ...question, text }, 1000, signal)).toMatchObject({
        tool: 'isbn_check',
        reading: { args },
      })
    }
    expect(await own.read({ ...question, text: 'Which ISBN does the handbook have?' }, 1000, signal)).toBeNull()
  })

  test('answers a turn, cited to its result', async () => {
    const { rooms } = await fakeRooms([{ name: 'a.md', text: 'The handbook is about pumps.' }])
    const events = await runTurn('978-3-16-148410-7 是有效的 ISBN 吗？', { ...rooms, tools: await channel() })
    expect(events.at(-1)).toMatchObject({ type: 'final', response: '9783161484107 不是有效的 ISBN。 [1]' })
  })

  test('refuses arguments that do not fit its schema', async () => {
    const run = (await channel()).run(
      { tool: 'isbn_check' },
      { isbn: '12' },
      { language: 'en', now: 0, timeZone: 'UTC', sessionId: 's1', signal: new AbortController().signal },
    )
    await expect(run).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})
