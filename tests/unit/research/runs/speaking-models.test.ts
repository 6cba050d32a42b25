import { expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import type { GenerateOptions, GenerateRequest } from '@engine/ports/models/language-model'
import { speakingModels } from '@engine/research/runs/speaking-models'
import { fakeLanguageModels, type Step } from '../../../fakes/language-models'

const request: GenerateRequest = {
  task: 'answer',
  system: '',
  messages: [{ role: 'user', content: 'Write.' }],
  temperature: 0,
  seed: 1,
  maxTokens: 10,
}
const silent: readonly Step[] = [{ loading: 0.5 }, { fail: new CairnError('DEADLINE_EXCEEDED', 'It said nothing.') }]

function kit(script: { now: readonly Step[] }) {
  let now = 0
  const model = { id: 'gguf:tiny', name: 'Tiny' }
  const inner = fakeLanguageModels({ model, scripts: { answer: () => script.now }, deadlines: { answer: 60_000 } })
  const asked: GenerateOptions[] = []
  const models = speakingModels(
    {
      ...inner,
      generate(given, options) {
        asked.push(options)
        return inner.generate(given, options)
      },
    },
    () => now,
  )
  const ask = async (signal?: AbortSignal) => {
    try {
      for await (const event of models.generate(request, { firstTokenMs: Infinity, signal })) void event
    } catch {
      return 'failed'
    }
    return 'spoke'
  }
  return { models, ask, asked, change: (id: string) => (model.id = id), pass: (ms: number) => (now += ms) }
}

test('a model that says nothing twice in a row is left alone for a while, and asked again then', async () => {
  const { models, ask, asked, pass } = kit({ now: silent })
  await ask()
  expect(models.candidates('answer')).toHaveLength(1)
  await ask()
  expect(models.candidates('answer')).toEqual([])
  expect(asked.map(({ firstTokenMs }) => firstTokenMs)).toEqual([60_000, 60_000])
  pass(300_000)
  expect(models.candidates('answer')).toHaveLength(1)
  await ask()
  expect(models.candidates('answer')).toEqual([])
})

test('another model that is chosen meanwhile is asked at once', async () => {
  const { models, ask, change } = kit({ now: silent })
  await ask()
  await ask()
  expect(models.candidates('answer')).toEqual([])
  change('gguf:other')
  expect(models.candidates('answer')).toHaveLength(1)
})

test('a word in between, or a call that somebody ended, counts for the model', async () => {
  const script = { now: silent }
  const { models, ask } = kit(script)
  await ask()
  script.now = ['A word', { fail: new Error('broken') }]
  expect(await ask()).toBe('failed')
  script.now = silent
  await ask()
  expect(models.candidates('answer')).toHaveLength(1)
  const stopped = AbortSignal.abort(new CairnError('CANCELLED', 'Cancelled.'))
  await ask(stopped)
  expect(models.candidates('answer')).toHaveLength(1)
  // A deadline that ran out is no wish of anybody.
  await ask(AbortSignal.abort(new CairnError('DEADLINE_EXCEEDED', 'Late.')))
  expect(models.candidates('answer')).toEqual([])
})
