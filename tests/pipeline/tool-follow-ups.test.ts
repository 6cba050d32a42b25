import { describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { createToolServer } from '@engine/tools/server/tool-server'
import { ToolClient } from '@engine/tools/server/tool-client'
import { createToolChannel } from '@engine/tools/tool-channel'
import type { Tool } from '@engine/tools/tool'
import type { PipelineRooms } from '@engine/pipeline/turn'
import { replayTurn } from '@engine/pipeline/replay/replay-turn'
import { createScratchSessions } from '@engine/storage/sessions/scratch-sessions'
import { fakeRooms, runTurn } from '../fakes/pipeline-rooms'
import { adder } from '../fakes/tools'

/** Takes every question that nobody else does, to see that a follow-up stays with its tool. */
const eager: Tool = { ...(adder as Tool), name: 'eager', read: ({ text }) => (/plus/u.test(text) ? null : whatever) }
const whatever = { is: 'arguments', args: { a: 1, b: 1 }, confidence: 0.9 } as const

async function roomsWith(tools: readonly Tool[]) {
  const { rooms } = await fakeRooms([{ name: 'pumps.md', text: 'The main pump was replaced in March 2021.' }])
  const sessions = createScratchSessions([], rooms.now)
  const asked = () => ({ language: 'en' as const, now: 0, timeZone: 'UTC' })
  const client = await ToolClient.connect(createToolServer({ tools, version: '0', asked }), '0')
  const call = (...given: Parameters<typeof client.call>) => client.call(...given)
  const channel = createToolChannel({ tools: () => tools, call, log: () => undefined })
  return { ...rooms, sessions, tools: channel } satisfies PipelineRooms
}

function responseOf(events: readonly CairnEvent[]): string {
  const final = events.at(-1)
  return final?.type === 'final' ? final.response : (final?.type ?? '')
}

async function conversation(questions: readonly string[], rooms: PipelineRooms): Promise<string[]> {
  const answers: string[] = []
  for (const [at, question] of questions.entries())
    answers.push(responseOf(await runTurn(question, rooms, { turnId: `t${at}` })))
  return answers
}

describe('a short question behind a tool’s answer', () => {
  test('goes to the same tool with the other value, and so does the next', async () => {
    const rooms = await roomsWith([adder, eager])
    const answers = await conversation(['What is 3 plus 4?', 'and plus 7?', 'and 9 plus 7?'], rooms)
    expect(answers.map((answer) => answer.replace(/ \[1\].*/su, ''))).toEqual(['3 + 4 = 7', '3 + 7 = 10', '9 + 7 = 16'])
  })

  // Would catch every question after a calculation taken for more of it.
  test('that says something else goes to the documents', async () => {
    const rooms = await roomsWith([adder])
    const [, answer] = await conversation(['What is 3 plus 4?', 'And when was the main pump replaced?'], rooms)
    expect(answer).toContain('March 2021')
  })

  test('gives the value that was asked back for', async () => {
    const rooms = await roomsWith([adder])
    expect(await conversation(['What is 3 plus', '8'], rooms)).toEqual([
      'Plus what?',
      expect.stringMatching(/^3 \+ 8/u),
    ])
    expect(await conversation(['What is 5 plus', '1'], await roomsWith([adder]))).toEqual([
      'Plus what?',
      expect.stringMatching(/^5 \+ 1/u),
    ])
  })

  test.each(['record', 'search'] as const)('is replayed by %s without running the tool', async (mode) => {
    const rooms = await roomsWith([adder])
    await conversation(['What is 3 plus 4?', 'and plus 7?'], rooms)
    const context = await rooms.sessions.load('s1')
    const scratch = (contexts: Parameters<typeof createScratchSessions>[0]) =>
      createScratchSessions(contexts, rooms.now)
    const none = { ...rooms, tools: undefined, scratch, clock: () => 0 }
    const replayed = await replayTurn({ context, turnId: 't1', mode }, none, new AbortController().signal)
    expect(replayed).toMatchObject({ mode, same_answer: true, same_evidence: true })
  })
})

describe('a short question behind an answer of the documents', () => {
  /** Knows things by their bare names, and of a question only who replaced one. */
  const register: Tool = {
    ...(adder as Tool),
    name: 'register',
    looksUp: true,
    read: ({ text }) => (/^(?:and )?(?:gauge|who replaced the gauge)\?$/iu.test(text) ? whatever : null),
    run: () => Promise.resolve({ text: 'Register: 7', data: {}, sources: [], notes: [] }),
  }
  const said = async (questions: readonly string[], tool: Tool) =>
    (await conversation(questions, await roomsWith([tool]))).at(-1)

  // Would catch “and BM25?” that is looked up by its bare name, whatever was asked of what came before it.
  test('goes to a tool that looks names up only with the question that it goes on with', async () => {
    expect(await said(['When was the main pump replaced?', 'and gauge?'], register)).not.toContain('Register')
    expect(await said(['Who replaced the pump?', 'and gauge?'], register)).toContain('Register: 7')
    expect(await said(['gauge?'], register)).toContain('Register: 7')
  })

  test('goes to a tool that needs nothing but its own words', async () => {
    const other = { ...register, looksUp: false }
    expect(await said(['When was the main pump replaced?', 'and gauge?'], other)).toContain('Register: 7')
  })
})
