import { describe, expect, test } from 'vitest'
import { replayTurn } from '@engine/pipeline/replay/replay-turn'
import { recordedTurn } from '@engine/session/history/recorded-turn'
import { fakeRooms, outline, runTurn } from '../fakes/pipeline-rooms'
import { fakeSessionStore } from '../fakes/session-store'

const documents = [
  {
    name: 'Oriel_dam.md',
    text: 'The Oriel dam holds back the lake above the town. It was built in 1931. Three gates open when the lake rises. Divers inspect the gates of the dam in spring. The town pays for the dam.',
  },
  {
    name: 'notes.txt',
    text: 'Rye bread needs a starter. The starter of the rye bread is fed every evening. Bread is baked at noon.',
  },
  { name: '水库.md', text: '水库建于一九三一年。闸门在水位上升时打开。潜水员每年春天检查闸门。' },
]

async function turn(question: string, filter?: { documents: string[] }) {
  const { rooms, sessions, index } = await fakeRooms(documents)
  const events = await runTurn(question, rooms, filter ? { filter } : {})
  const final = events.at(-1)
  if (final?.type !== 'final') throw new Error('The turn did not end.')
  return { ...final, events, sessions, rooms, index }
}

describe('a question for one document', () => {
  test.each([
    ['Summarize the document about the Oriel dam.', '“Oriel_dam.md” in its own words:', 'holds back the lake'],
    ['Summarize notes.txt', '“notes.txt” in its own words:', 'Rye bread needs a starter.'],
    ['What does the article about rye bread say?', '“notes.txt” in its own words:', 'Rye bread needs a starter.'],
    ['总结一下关于水库的文档。', '《水库.md》原文摘录：', '水库建于一九三一年。'],
    ['这篇关于水库的文章讲了什么？', '《水库.md》原文摘录：', '水库建于一九三一年。'],
  ])('%s is answered with its own sentences, each cited', async (question, lead, sentence) => {
    const { response, refs, index, events } = await turn(question)
    expect(outline(events).filter((word) => word.startsWith('shortcut'))).toEqual([])
    expect(response.startsWith(`${lead}\n\n`)).toBe(true)
    expect(response).toContain(sentence)
    expect(refs.length).toBeGreaterThanOrEqual(3)
    for (const { response_start: start, response_end: end } of refs) {
      expect(index.chunks.some(({ text }) => text.includes(response.slice(start, end)))).toBe(true)
    }
    const critic = events.find((event) => event.type === 'critic')
    expect(critic).toMatchObject({ issues: [] })
  })

  test('without a name is the only document that is searched', async () => {
    expect((await turn('Summarize the document.', { documents: ['d1'] })).response).toMatch(
      /^“notes\.txt” in its own words/u,
    )
  })

  test.each(['Summarize the document about quantum gravity.', '总结一下关于红楼梦的文档。'])(
    '%s is refused where none fits, and the words of asking are not what is missing',
    async (question) => {
      const { response, refs } = await turn(question)
      expect(refs).toEqual([])
      expect(response).not.toMatch(/“(?:summarize|document|总结|文档)”/iu)
      expect(response).toMatch(/“gravity”|“红楼梦”/u)
    },
  )

  test('is composed again from its record', async () => {
    const { sessions, rooms, response } = await turn('Summarize the document about the Oriel dam.')
    const recorded = recordedTurn(await sessions.load('s1'), 't1')
    expect(recorded.trace.basis?.overview?.document).toBe('Oriel_dam.md')
    const replaying = { ...rooms, scratch: () => fakeSessionStore(), clock: () => 0 }
    const replay = await replayTurn(
      { context: await sessions.load('s1'), turnId: 't1', mode: 'record' },
      replaying,
      new AbortController().signal,
    )
    expect(replay.replayed.response).toBe(response)
    expect(replay.same_answer).toBe(true)
  })
})

// Catches a verb that hangs on a name in the list of what no document holds.
test.each([
  ['梭罗写了什么？', '“梭罗”'],
  ['潜水员写了什么？', null],
])('what is missing of %s', async (question, missing) => {
  const { response } = await turn(question)
  expect(response).not.toContain('写了”')
  if (missing) expect(response).toContain(missing)
})
