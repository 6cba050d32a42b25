import { expect, test } from 'vitest'
import { z } from 'zod'
import { ModelSettings } from '@shared/models/model-settings'
import { systemClock } from '@engine/inference/routing/first-token-probe'
import { createModelRouter } from '@engine/inference/routing/model-router'
import { askModel } from '@engine/pipeline/model-calls/ask-model'
import { fakeLanguageModels } from '../../../fakes/language-models'

// Would catch two questions too short for a slow model that lock it for the answers, which it gives in time.
test('a model that is late counts for nothing', async () => {
  const router = createModelRouter({
    settings: () => ModelSettings.parse({ language: 'a' }),
    backend: (id) => ({
      id,
      name: id,
      contextLength: null,
      ready: () => Promise.resolve(),
      async *generate() {
        await new Promise(() => undefined)
        yield { type: 'token', text: '' }
      },
      countTokens: () => Promise.resolve([]),
    }),
    now: () => 0,
    clock: systemClock,
    log: () => undefined,
    changed: () => undefined,
  })
  const question = {
    task: 'understand' as const,
    ...{ system: '', content: '?', schema: {}, parse: z.object({}), temperature: 0, maxTokens: 9 },
  }
  for (let times = 0; times < 3; times += 1) {
    const asked = askModel(question, { models: router, seed: 1, clock: () => 0 }, { ms: 5, signal: undefined })
    await expect(asked).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' })
  }
  expect(router.runtimeOf('a')).toMatchObject({ breaker: 'closed', calls: 0, failures: 0 })
})

// Would catch a list that is lost because its last item came too late.
test.each([
  ['{"items": [{"text": "a {b} \\"[c]"}, {"text": "d', ['a {b} "[c]']],
  ['Here it is: {"items": [{"text": "a"}, {"text": "b"}', ['a', 'b']],
  ['{"items": [{"text": "a"}, {"text": "b"}]} and so on', ['a', 'b']],
])('of a reply that broke off what is whole counts', async (reply, texts) => {
  const models = fakeLanguageModels({ scripts: { understand: () => [reply] } })
  const parse = z.object({ items: z.array(z.object({ text: z.string() })) })
  const question = { task: 'understand' as const, system: '', content: '?', schema: {}, parse, temperature: 0 }
  const asking = { models, seed: 1, clock: () => 0 }
  const { value } = await askModel({ ...question, maxTokens: 9 }, asking, { ms: 1000, signal: undefined })
  expect(value.items.map(({ text }) => text)).toEqual(texts)
})

test('of a reply that broke off before anything is whole nothing counts', async () => {
  const models = fakeLanguageModels({ scripts: { understand: () => ['{"items": [{"text": "a'] } })
  const question = { task: 'understand' as const, system: '', content: '?', schema: {}, temperature: 0, maxTokens: 9 }
  const asked = askModel(
    { ...question, parse: z.object({ items: z.array(z.unknown()) }) },
    { models, seed: 1, clock: () => 0 },
    { ms: 1000, signal: undefined },
  )
  await expect(asked).rejects.toMatchObject({ code: 'MODEL_FAILED' })
})
