import { describe, expect, test } from 'vitest'
import type { Reading } from '@shared/events'
import { uncertaintyOf } from '@engine/pipeline/intent/intent-ranking'
import { fakeRooms, outline, runTurn } from '../../fakes/pipeline-rooms'

const documents = [
  { name: 'handbook.md', text: 'The battery is charged every Monday.', heading: 'Battery care' },
  { name: 'winter.md', text: 'In frost the battery loses half its capacity.', heading: 'Cold weather' },
  { name: 'prices.md', text: 'A spare battery costs 40 euros. 水泵每年检修一次。' },
  { name: 'snow depth 2024.md', text: 'The largest snow depth was 2.1 m.' },
]

async function readingsOf(question: string, language: 'en' | 'zh' = 'en'): Promise<readonly Reading[] | null> {
  const { rooms } = await fakeRooms(documents)
  const shortcut = (await runTurn(question, rooms, { language })).find((event) => event.type === 'shortcut')
  return shortcut?.shortcut === 'A' ? shortcut.readings : null
}

describe('readings of a bare noun', () => {
  test('are the places that mention it, headings that name it first, and all of them', async () => {
    expect(await readingsOf('battery')).toEqual([
      { label: 'handbook.md › Battery care', question: 'What does “handbook.md” say about “Battery care”?' },
      { label: 'winter.md › Cold weather', question: 'What does “winter.md” say about battery under “Cold weather”?' },
      { label: 'prices.md', question: 'What does “prices.md” say about battery?' },
      { label: 'Everything about battery', question: 'List what the documents say about battery.' },
    ])
  })

  test('are in the language of the question, across languages too', async () => {
    expect(await readingsOf('水泵', 'zh')).toEqual([
      { label: 'prices.md', question: '《prices.md》关于水泵讲了什么？' },
      { label: '关于水泵的全部内容', question: '列出文档中关于水泵的内容。' },
    ])
    expect((await readingsOf('pump'))?.[0]).toEqual({
      label: 'prices.md',
      question: 'What does “prices.md” say about pump?',
    })
  })

  test('leave padding out', async () => {
    expect((await readingsOf('something about the battery'))?.at(-1)?.label).toBe('Everything about battery')
    expect((await readingsOf('关于水泵的一些东西', 'zh'))?.at(-1)?.label).toBe('关于水泵的全部内容')
  })

  test('are themselves plain', async () => {
    const { rooms } = await fakeRooms(documents)
    for (const question of ['battery', '水泵', 'stuff', '更多信息']) {
      for (const reading of (await readingsOf(question)) ?? []) {
        expect([reading.question, uncertaintyOf(await rooms.intents.rank(reading.question))]).toEqual([
          reading.question,
          null,
        ])
      }
    }
  })

  test('are documents where nothing is named', async () => {
    expect((await readingsOf('more information'))?.[0]).toEqual({
      label: 'handbook.md',
      question: 'What is “handbook.md” about?',
    })
  })

  test('are general where no document mentions it', async () => {
    expect((await readingsOf('volcano'))?.map(({ question }) => question)).toEqual([
      'What does “volcano” mean?',
      'List what the documents say about volcano.',
    ])
  })

  test('are general when the index fails', async () => {
    const { rooms, index } = await fakeRooms(documents)
    index.textSearch = () => Promise.reject(new Error('gone'))
    const shortcut = (await runTurn('battery', rooms)).find((event) => event.type === 'shortcut')
    expect(shortcut?.readings.map(({ label }) => label)).toEqual(['What “battery” means', 'Everything about battery'])
  })
})

describe('readings of a pronoun that points at nothing', () => {
  const inOrder = async (question: string, language: 'en' | 'zh' = 'en') =>
    (await readingsOf(question, language))?.map(({ label }) => label)

  test('are the documents that the other words fit, the newest of equals first', async () => {
    expect(await inOrder('How much does it cost?')).toEqual([
      'prices.md',
      'handbook.md',
      'winter.md',
      'snow depth 2024.md',
    ])
    expect(await inOrder('Where is its battery?')).toEqual(['handbook.md', 'winter.md', 'prices.md'])
    expect(await inOrder('它多少钱？', 'zh')).toEqual(documents.map(({ name }) => name))
  })

  test('are those with a title in its language first where nothing else tells them apart', async () => {
    const titled = [
      { name: '酒店.md', text: '松风酒店在湖边。' },
      { name: 'pumps.md', text: 'The pump is blue.' },
    ]
    const first = async (question: string, language: 'en' | 'zh') => {
      const { rooms } = await fakeRooms(titled)
      const shortcut = (await runTurn(question, rooms, { language })).find((event) => event.type === 'shortcut')
      return shortcut?.readings[0]?.label
    }
    expect(await first('What about it?', 'en')).toBe('pumps.md')
    expect(await first('它怎么样？', 'zh')).toBe('酒店.md')
  })

  test('are the newest where the question has no other words, or the index fails', async () => {
    const newest = documents.map(({ name }) => name)
    expect(await inOrder('What about it?')).toEqual(newest)
    const { rooms, index } = await fakeRooms(documents)
    index.textSearch = () => Promise.reject(new Error('gone'))
    const shortcut = (await runTurn('How much does it cost?', rooms)).find(({ type }) => type === 'shortcut')
    expect(shortcut).toMatchObject({ readings: newest.map((label) => ({ label })) })
  })
})

describe('nothing is asked back', () => {
  test.each([
    ['about the title of one document', 'snow depth'],
    ['about an identifier', 'TKT-1042'],
    ['about a whole question', 'How much does a spare battery cost?'],
  ])('%s', async (_why, question) => {
    expect(await readingsOf(question)).toBeNull()
  })

  test('about words that the conversation explains', async () => {
    const { rooms } = await fakeRooms(documents)
    await runTurn('How much does a spare battery cost?', rooms)
    expect(outline(await runTurn('and in frost?', rooms, { turnId: 't2' }))).not.toContain('shortcut A')
  })
})

test('a pronoun gives way to titles where it stands alone, not inside another word', async () => {
  expect((await readingsOf('What limits it?'))?.[0]?.question).toBe('What limits “handbook.md”?')
})
