import { describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { fakeLanguageModels, type Step } from '../fakes/language-models'
import { fakeRooms, runTurn } from '../fakes/pipeline-rooms'

const message = (text: string) => [JSON.stringify({ message: text })]

async function greet(said: string, understand: readonly Step[], more: Parameters<typeof runTurn>[2] = {}) {
  const models = fakeLanguageModels({ scripts: { understand, answer: ['never'] }, deadlines: { understand: 30 } })
  const { rooms, sessions } = await fakeRooms([{ name: 'pump.md', text: 'The pump is blue.' }])
  const events = await runTurn(said, { ...rooms, models }, more)
  return { events, models, sessions }
}

const final = (events: readonly CairnEvent[]) => {
  const last = events.at(-1)
  return last?.type === 'final' ? last : undefined
}
const reasons = (events: readonly CairnEvent[]) =>
  events.flatMap((event) => (event.type === 'stage_end' && event.stage === 5 ? (event.reason_notes ?? []) : []))

describe('a greeting', () => {
  test.each([
    ['Hello!', 'en', 'Hello! Ask me anything about your documents.'],
    ['谢谢', 'zh', '不客气！有需要随时问我。'],
  ] as const)(
    '%s is answered in the model’s words, which the record calls the model’s',
    async (said, language, text) => {
      const { events, models, sessions } = await greet(said, message(text), { language })
      expect(models.asked.map(({ task }) => task)).toEqual(['understand'])
      expect(final(events)).toMatchObject({ response: text, model: 'Tiny', refs: [] })
      expect(events.find(({ type }) => type === 'shortcut')).toMatchObject({ shortcut: 'B' })
      const usages = sessions.entries.flatMap((entry) => (entry.op === 'model_usage' ? [entry.usage] : []))
      expect(usages.map(({ stage, model, status }) => [stage, model, status])).toEqual([['answer', 'Tiny', 'success']])
    },
  )

  // Would catch a model that answers from its memory where nobody asked, and a greeting that waits for ever.
  test.each<[string, readonly Step[], string]>([
    ['claims a figure', message('Hello! Your pump moves 40 litres.'), 'model_failed'],
    ['answers in another language', message('你好！'), 'model_failed'],
    ['says nothing', message(''), 'model_failed'],
    ['replies without JSON', ['Hello!'], 'model_failed'],
    ['is late', [{ hang: true }], 'late'],
  ])('has fixed words where the model %s', async (_what, script, why) => {
    const { events } = await greet('Hello!', script)
    expect(final(events)?.response).toMatch(/documents/u)
    expect(final(events)).not.toHaveProperty('model')
    expect(reasons(events).map(({ key }) => key)).toEqual([why, 'rules_instead'])
  })

  test('is never given a model for what is asked about Cairn', async () => {
    const { models } = await greet('What can you do?', message('Anything!'))
    expect(models.asked).toEqual([])
  })
})
