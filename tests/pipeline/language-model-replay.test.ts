import { expect, test } from 'vitest'
import type { LanguageModels } from '@engine/ports/models/language-model'
import { replayTurn } from '@engine/pipeline/replay/replay-turn'
import { createScratchSessions } from '@engine/storage/sessions/scratch-sessions'
import { fakeLanguageModels } from '../fakes/language-models'
import { fakeRooms, runTurn } from '../fakes/pipeline-rooms'

const documents = [
  { name: 'pumps.md', text: 'The main pump was replaced in March 2021. It moves 40 litres per second.' },
]
const answer = ['It was replaced in March 2021 [1].', ' It moves 40 litres per second.']
const { signal } = new AbortController()

async function recorded() {
  const models = fakeLanguageModels({ scripts: { answer } })
  const { rooms, sessions } = await fakeRooms(documents)
  await runTurn('When was the main pump replaced?', { ...rooms, models })
  const context = await sessions.load('s1')
  const again = (asked: LanguageModels | undefined, mode: 'record' | 'search') => {
    const scratch = (contexts: Parameters<typeof createScratchSessions>[0]) =>
      createScratchSessions(contexts, rooms.now)
    return replayTurn({ context, turnId: 't1', mode }, { ...rooms, models: asked, scratch, clock: () => 0 }, signal)
  }
  return { again, first: models.asked[0] }
}

test('a written answer is written again by the same model from the recorded blocks, with the same seed', async () => {
  const { again, first } = await recorded()
  const models = fakeLanguageModels({ scripts: { answer } })
  expect(await again(models, 'record')).toMatchObject({
    same_answer: true,
    same_evidence: true,
    mode: 'record',
    caveats: [],
  })
  const { system, messages, seed, temperature, maxTokens } = models.asked[0] ?? {}
  expect({ system, messages, seed, temperature, maxTokens }).toEqual({
    system: first?.system,
    messages: first?.messages,
    seed: first?.seed,
    temperature: first?.temperature,
    maxTokens: first?.maxTokens,
  })
  expect(await again(models, 'search')).toMatchObject({ same_answer: true, caveats: [] })
})

// Would catch a replay that takes the quoted answer for the written one.
test('says that a model wrote it where that cannot be asked, fails, or words it otherwise', async () => {
  const { again } = await recorded()
  const other = fakeLanguageModels({ scripts: { answer }, model: { id: 'gguf:other', name: 'Other' } })
  const failing = fakeLanguageModels({ scripts: { answer: [{ fail: new Error('gone') }] } })
  const rewording = fakeLanguageModels({ scripts: { answer: ['In 2021 [1].'] } })
  for (const models of [undefined, other, failing, rewording]) {
    for (const mode of ['record', 'search'] as const) {
      expect(await again(models, mode)).toMatchObject({ same_answer: false, caveats: ['written_by_model'] })
    }
  }
  expect(other.asked).toEqual([])
})

// Would catch a replay that blames the library for what another reading of the question found.
test('says that a model understood the question where asking again comes to another answer', async () => {
  const standalone = 'When was the main pump replaced?'
  const understood = { standalone, parts: [standalone], queries: [], intents: [] }
  const models = fakeLanguageModels({ scripts: { understand: [JSON.stringify(understood)] } })
  const { rooms, sessions } = await fakeRooms(documents)
  await runTurn('How much does the main pump move?', { ...rooms, models })
  await runTurn('and it?', { ...rooms, models }, { turnId: 't2' })
  const scratch = (contexts: Parameters<typeof createScratchSessions>[0]) => createScratchSessions(contexts, rooms.now)
  const context = await sessions.load('s1')
  expect(context.session.turns?.[1]?.models?.['understanding']).toBe('gguf:tiny')
  const replay = (mode: 'record' | 'search') =>
    replayTurn({ context, turnId: 't2', mode }, { ...rooms, scratch, clock: () => 0 }, signal)
  expect((await replay('record')).caveats).toEqual([])
  const { same_answer: same, caveats } = await replay('search')
  expect(caveats).toEqual(same ? [] : ['understood_by_model'])
  expect(same).toBe(false)
})

test('an answer that rules composed is not written by a model that is there now', async () => {
  const { rooms, sessions } = await fakeRooms(documents)
  await runTurn('When was the main pump replaced?', rooms)
  const models = fakeLanguageModels({ scripts: { answer } })
  const scratch = (contexts: Parameters<typeof createScratchSessions>[0]) => createScratchSessions(contexts, rooms.now)
  for (const mode of ['record', 'search'] as const) {
    const replay = await replayTurn(
      { context: await sessions.load('s1'), turnId: 't1', mode },
      { ...rooms, models, scratch, clock: () => 0 },
      signal,
    )
    expect(replay).toMatchObject({ same_answer: true, caveats: [] })
  }
  expect(models.asked).toEqual([])
})
