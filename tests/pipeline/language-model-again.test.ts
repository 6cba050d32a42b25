import { beforeAll, describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import type { CairnEvent } from '@shared/events'
import { defaultSettings } from '@shared/settings'
import type { GenerateRequest } from '@engine/ports/models/language-model'
import { replayTurn } from '@engine/pipeline/replay/replay-turn'
import { createScratchSessions } from '@engine/storage/sessions/scratch-sessions'
import { fakeLanguageModels, type Step } from '../fakes/language-models'
import { fakeRooms, outline, runTurn } from '../fakes/pipeline-rooms'

const documents = [
  { name: 'pumps.md', text: 'The main pump was replaced in March 2021. It moves 40 litres per second.' },
  { name: 'spare.md', text: 'A spare main pump was bought in 2022. It is stored in the cellar.' },
]
const question = 'When was the main pump replaced?'
const wrong = 'The pump was painted blue by three sailors in Norway.'
const right = 'The main pump was replaced in March 2021'

// The labelled examples are embedded once, which takes longer than a stage has.
beforeAll(async () => {
  await (await fakeRooms([])).rooms.intents.rank('')
})

/** The first answer does not stand; one passage is read at first, and two where that is sent back. */
async function house(second: readonly Step[] | 'right', first: readonly Step[] = [wrong], docs = documents) {
  const { rooms, sessions } = await fakeRooms(docs)
  let calls = 0
  const answer = (request: GenerateRequest): readonly Step[] => {
    calls += 1
    if (calls === 1) return first
    if (second !== 'right') return second
    const prompt = request.messages.at(-1)?.content ?? ''
    const mark = /\[(\d)\] <evidence source="pumps/u.exec(prompt)?.[1] ?? '9'
    return [`${right} [`, `${mark}].`]
  }
  const models = fakeLanguageModels({ scripts: { answer }, deadlines: { answer: 200 } })
  const settings = () => ({ ...defaultSettings.retrieval, passages: 1 })
  return { rooms: { ...rooms, models, settings }, sessions, models }
}

const shown = (events: readonly CairnEvent[]) =>
  events.flatMap((event) => (event.type === 'token' ? [event.content] : [])).join('')
const final = (events: readonly CairnEvent[]) => events.find((event) => event.type === 'final')
const end = (events: readonly CairnEvent[]) =>
  events.find((event) => event.type === 'stage_end' && event.stage === 8) as Extract<CairnEvent, { type: 'stage_end' }>

describe('a streamed answer that the critic sends back', () => {
  test('gives way to a better one from a wider search, with its sources and verdict, in the record as well', async () => {
    const { rooms, sessions, models } = await house('right')
    const events = await runTurn(question, rooms)
    expect(shown(events)).toBe(wrong)
    expect(models.asked.map(({ messages }) => messages[0]?.content.match(/<evidence /gu)?.length)).toEqual([1, 2])
    const response = `${right} [1].`
    expect(final(events)).toMatchObject({ response, model: 'Tiny', refs: [{ number: 1 }] })
    expect(outline(events).slice(-6)).toEqual(['first_token', 'token', 'evidence', '8 done', 'critic', 'final'])
    const critic = events.find((event) => event.type === 'critic')
    expect(critic?.sentences.map(({ verdict }) => verdict)).toEqual(['supported'])
    expect(end(events).summary_notes?.map(({ key }) => key)).toContain('searched_wider')
    const { session, context_blocks: blocks } = await sessions.load('s1')
    expect(session.messages.at(-1)).toMatchObject({ content: response, refs: [{}] })
    expect(session.turns?.[0]).toMatchObject({ evidence: [{ number: 1 }], refs: [{ number: 1 }] })
    expect(session.turns?.[0]?.basis?.passages).toHaveLength(2)
    // Would catch a record that holds two prompts for one answer.
    expect(new Set(blocks.map(({ block_id: id }) => id)).size).toBe(blocks.length)
    expect(blocks.filter(({ block_type: type }) => type === 'evidence')).toHaveLength(2)
    const calls = sessions.entries.flatMap((entry) => (entry.op === 'model_usage' ? [entry.usage.model_usage_id] : []))
    expect(calls).toEqual(['t1-call0', 't1-answer'])
  })

  test('is written again by a replay as it was shown', async () => {
    const { rooms, sessions, models } = await house('right')
    await runTurn(question, rooms)
    const again = await house('right', [`${right} [1].`])
    const scratch = (contexts: Parameters<typeof createScratchSessions>[0]) =>
      createScratchSessions(contexts, rooms.now)
    const { signal } = new AbortController()
    const all = { ...again.rooms, scratch, clock: () => 0 }
    const replay = await replayTurn({ context: await sessions.load('s1'), turnId: 't1', mode: 'record' }, all, signal)
    expect(again.models.asked[0]?.messages[0]?.content).toBe(models.asked[1]?.messages[0]?.content)
    expect(replay).toMatchObject({ mode: 'record', same_answer: true, same_evidence: true, caveats: [] })
  })

  test.each<[string, Step[], string[]]>([
    ['that is no better', ['The pump was painted green by four pilots in Chile.'], []],
    ['that breaks off', [`${right} [1]. And`, { fail: new CairnError('MODEL_FAILED', 'Gone.') }], []],
    ['that fails', [{ fail: new CairnError('MODEL_FAILED', 'Gone.') }], ['wider_search_failed']],
    ['that is late', [`${right} [1]. And`, { hang: true }], ['wider_search_failed']],
    ['that claims nothing', ['The evidence does not answer this.'], []],
  ])('stays where there comes another one %s', async (_name, second, problems) => {
    const { rooms, sessions, models } = await house(second)
    const events = await runTurn(question, rooms)
    expect(models.asked).toHaveLength(2)
    expect(final(events)?.response).toBe(wrong)
    expect(end(events).reason_notes?.map(({ key }) => key) ?? []).toEqual(problems)
    expect(events.find((event) => event.type === 'critic')?.evaluation).toMatchObject({
      should_return_to_chief: false,
      ready_for_output: false,
    })
    const { session, context_blocks: blocks } = await sessions.load('s1')
    expect(session.messages.at(-1)?.content).toBe(wrong)
    expect(blocks.filter(({ block_type: type }) => type === 'evidence')).toHaveLength(1)
    const calls = sessions.entries.flatMap((entry) => (entry.op === 'model_usage' ? [entry.usage.model_usage_id] : []))
    expect(calls).toEqual(['t1-call0', 't1-answer'])
  })

  test('stays, and nobody is asked again, where no more is found, it broke off itself, or is short', async () => {
    const alone = await house('right', [wrong], documents.slice(0, 1))
    expect(final(await runTurn(question, alone.rooms))?.response).toBe(wrong)
    const torn = await house('right', [wrong, { end: 'length' }])
    expect(final(await runTurn(question, torn.rooms))?.response).toBe(wrong)
    // Would catch a short answer that is taken for one that says nothing of the question.
    const short = await house([wrong], ['March 2021 [1].'], [...documents].reverse())
    await runTurn(question, short.rooms)
    expect([alone, torn, short].map(({ models }) => models.asked.length)).toEqual([1, 1, 1])
  })

  test('can be stopped meanwhile: then it is what was said', async () => {
    const { rooms, sessions, models } = await house([`${right} [1].`, { hang: true }])
    const controller = new AbortController()
    const clock = () => {
      if (models.asked.length === 2) setImmediate(() => controller.abort())
      return 0
    }
    const events = await runTurn(question, rooms, { signal: controller.signal, clock })
    expect(events.at(-1)).toMatchObject({ type: 'cancelled', response: wrong })
    expect(models.signals[1]?.aborted).toBe(true)
    expect((await sessions.load('s1')).session.messages.at(-1)).toMatchObject({ content: wrong, status: 'cancelled' })
  })
})
