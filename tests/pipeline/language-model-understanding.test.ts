import { beforeAll, describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { type FakeModelOptions, fakeLanguageModels, type Step } from '../fakes/language-models'
import { fakeRooms, runTurn } from '../fakes/pipeline-rooms'

const documents = [
  { name: 'pumps.md', text: 'The main pump was replaced in March 2021. It moves 40 litres per second.' },
  { name: 'levels.md', text: 'The water level is measured every 15 minutes by a radar gauge.' },
]
/** Unsure to rules, and dependent on the conversation. */
const vague = 'it pump'

const reply = (fields: object = {}) => [
  JSON.stringify({
    standalone: 'When was the main pump replaced?',
    parts: ['When was the main pump replaced?'],
    queries: ['replacement date of the main pump'],
    intents: [{ kind: 'KB', topic: '', confidence: 0.98 }],
    ...fields,
  }),
]

// The labelled examples are embedded once, which takes longer than a stage has.
beforeAll(async () => {
  await (await fakeRooms([])).rooms.intents.rank('')
})

async function conversation(understand: readonly Step[] | null, more: Partial<FakeModelOptions> = {}) {
  const scripts = { ...(understand ? { understand } : {}), ...more.scripts }
  const models = fakeLanguageModels({ ...more, scripts })
  const fake = await fakeRooms(documents)
  const rooms = { ...fake.rooms, models }
  await runTurn('How much does the main pump move?', rooms)
  return { ...fake, rooms, models }
}

const stage = (events: readonly CairnEvent[], number: number) =>
  events.find((event) => event.type === 'stage_end' && event.stage === number) as Extract<
    CairnEvent,
    { type: 'stage_end' }
  >
const reasons = (events: readonly CairnEvent[], number: number) =>
  stage(events, number).reason_notes?.map(({ key }) => key)
const summary = (events: readonly CairnEvent[], number: number) =>
  stage(events, number).summary_notes?.map(({ key }) => key)

describe('understanding a question', () => {
  test('takes one call for rewriting and intent together', async () => {
    const { rooms, models, sessions } = await conversation(reply())
    expect(models.asked).toEqual([])
    const events = await runTurn('and it?', rooms, { turnId: 't2' })
    expect(models.asked.map(({ task, temperature }) => [task, temperature])).toEqual([['understand', 0.1]])
    expect(models.asked[0]?.messages[0]?.content).toMatch(
      /Q: How much does the main pump move\?\nA: .*Last question: and it\?$/su,
    )
    expect(summary(events, 2)).toContain('understood_by')
    const trace = (await sessions.load('s1')).session.turns?.[1]
    expect(trace?.queries[0]).toBe('and it?')
    expect(trace?.queries).toContain('When was the main pump replaced?')
    expect(trace?.models).toMatchObject({ understanding: 'gguf:tiny' })
    expect(sessions.entries.some((entry) => entry.op === 'model_usage' && entry.usage.stage === 'route')).toBe(true)
    expect(events.at(-1)).toMatchObject({ response: expect.stringContaining('March 2021') as string })
  })

  test('is asked once where both stages want it, and remembered', async () => {
    const { rooms, models } = await conversation(reply())
    const events = await runTurn(vague, rooms, { turnId: 't2' })
    expect(models.asked).toHaveLength(1)
    expect([summary(events, 2), summary(events, 3)].every((keys) => keys?.includes('understood_by'))).toBe(true)
    expect(events.some(({ type }) => type === 'shortcut')).toBe(false)
  })

  // Would catch a person who must wait for a slow model to the end, or a turn that ends when it should go on.
  test('is gone on without where a person says so; rules decide instead', async () => {
    const { rooms, models } = await conversation([{ hang: true }], { deadlines: { understand: 60_000 } })
    const goOn = new AbortController()
    const events = await runTurn('and it?', rooms, {
      turnId: 't2',
      goOn: goOn.signal,
      onEvent({ type }) {
        if (type === 'stage_wait') setImmediate(() => goOn.abort())
      },
    })
    expect(models.asked).toHaveLength(1)
    expect(reasons(events, 2)).toEqual(['gone_on_without', 'rules_instead'])
    expect(events.find(({ type }) => type === 'stage_wait')).toMatchObject({ stage: 2, model: 'Tiny', go_on: true })
    expect(events.at(-1)).toMatchObject({ type: 'final' })
  })

  test.each(['When was the main pump replaced?', '水位是多少？'])(
    'asks nobody about a plain question: %s',
    async (asked) => {
      const { rooms, models } = await conversation(reply())
      await runTurn(asked, rooms, { sessionId: 's2', turnId: 't2' })
      expect(models.asked).toEqual([])
    },
  )

  // Catches rules that take a question of a conversation for one that stands alone, and search in vain.
  test.each(['When was the main pump replaced?', 'How long does it take to service the machinery?'])(
    'asks about %s in a conversation, and about words that no document uses',
    async (asked) => {
      const { rooms, models } = await conversation(reply())
      await runTurn(asked, rooms, { turnId: 't2' })
      expect(models.asked.map(({ task }) => task)).toEqual(['understand'])
      await runTurn('Which machinery needs servicing?', rooms, { sessionId: 's2', turnId: 't3' })
      expect(models.asked).toHaveLength(2)
    },
  )

  test.each<[string, readonly Step[]]>([
    ['rubbish', ['I think you mean the pump!']],
    ['half of it', ['{"standalone": "When was']],
    ['another form', ['{"standalone": 7}']],
    ['nothing', []],
    ['an empty rewrite', reply({ standalone: ' ' })],
    ['an endless rewrite', reply({ standalone: 'main pump '.repeat(200) })],
    ['a question about something else', reply({ standalone: 'Who won the football championship in Brazil?' })],
    ['another language', reply({ standalone: '主水泵是什么时候更换的？' })],
    ['a failure', [{ fail: new Error('gone') }]],
  ])('leaves the rules’ result where the model gives %s', async (_name, script) => {
    const { rooms, sessions } = await conversation(script)
    const without = await conversation(null)
    const events = await runTurn('When was it replaced?', rooms, { turnId: 't2' })
    await runTurn('When was it replaced?', without.rooms, { turnId: 't2' })
    expect(stage(events, 2).status).toBe('degraded')
    expect(reasons(events, 2)).toEqual(['model_failed', 'rules_instead'])
    const queries = (await sessions.load('s1')).session.turns?.[1]?.queries
    expect(queries?.length).toBeGreaterThan(1)
    expect(queries).toEqual((await without.sessions.load('s1')).session.turns?.[1]?.queries)
    expect(events.at(-1)).toMatchObject({ response: expect.stringContaining('March 2021') as string })
  })

  test('that hangs is cut off in time', async () => {
    const { rooms } = await conversation([{ hang: true }], { deadlines: { understand: 1 } })
    const events = await runTurn('When was it replaced?', rooms, { turnId: 't2' })
    expect(reasons(events, 2)).toEqual(['late', 'rules_instead'])
    expect(events.at(-1)?.type).toBe('final')
  })

  // Would catch parts that the model made up, and kinds nobody knows.
  test('believes no parts and no kinds that were made up', async () => {
    const made = reply({
      parts: ['When was the main pump replaced?', 'Who won the cup in Brazil?'],
      intents: [
        { kind: 'ROBOT', topic: '', confidence: 1 },
        { kind: 'SYSTEM', topic: 'weather', confidence: 1 },
      ],
    })
    const { rooms, sessions } = await conversation(made)
    const events = await runTurn(vague, rooms, { turnId: 't2' })
    expect((await sessions.load('s1')).session.turns?.[1]?.basis?.rewrite.parts ?? []).not.toContain(
      'Who won the cup in Brazil?',
    )
    expect(summary(events, 3)).not.toContain('understood_by')
  })
})

describe('asking back', () => {
  test('in a model’s words, above the readings that rules found', async () => {
    const { rooms } = await fakeRooms(documents)
    const byRules = (await runTurn('pump', rooms)).find((event) => event.type === 'shortcut')
    const models = fakeLanguageModels({
      scripts: { clarify: ['{"message": "What about pumps would you like to know?"}'] },
    })
    const events = await runTurn('pump', { ...(await fakeRooms(documents)).rooms, models })
    expect(events.find((event) => event.type === 'shortcut')?.readings).toEqual(byRules?.readings)
    expect(events.at(-1)).toMatchObject({ response: 'What about pumps would you like to know?' })
    expect(stage(events, 4).status).toBe('done')
  })

  test.each<[string, readonly Step[], string]>([
    ['rubbish', ['pumps?'], 'model_failed'],
    ['another language', ['{"message": "您想了解水泵的什么？"}'], 'model_failed'],
    ['nothing in time', [{ hang: true }], 'late'],
  ])('in its own words where the model gives %s', async (_name, clarify, key) => {
    const models = fakeLanguageModels({ scripts: { clarify }, deadlines: { clarify: 5 } })
    const { rooms } = await fakeRooms(documents)
    const events = await runTurn('pump', { ...rooms, models })
    expect(reasons(events, 4)).toEqual([key, 'rules_instead'])
    expect(events.at(-1)).toMatchObject({ response: expect.stringContaining('more than one way') as string })
  })
})
