import { describe, expect, it } from 'vitest'
import { kindOf, modelChoices, nowKey } from '@renderer/features/models/choices/role-choices'
import { modelNamed, modelsStateWith, runtimeNamed, servedModel, serverNamed } from '../../../../../fakes/fake-models'

const broken = { code: 'MODEL_UNUSABLE' as const, message: 'Cut short.', action: 'Copy it again.' }
const tiny = modelNamed('gguf:tiny')
const state = modelsStateWith({
  installed: [tiny, modelNamed('gguf:bad', { problem: broken }), modelNamed('onnx:e', { kind: 'embedder' })],
  servers: [
    { ...serverNamed('Ollama', 1), models: [servedModel(1, 'm'), servedModel(1, 'e', { kind: 'embedder' })] },
    { ...serverNamed('Away', 2, ['n']), reachable: false },
  ],
})
const words = { none: 'None', missing: 'gone' }
const values = (role: 'language' | 'fallback' | 'embedder', chosen: string | null, without: string | null = null) =>
  modelChoices({ state, kind: kindOf(role), chosen, words, without }).map(({ value }) => value)

describe('modelChoices', () => {
  it('offers nothing, what is installed and can be used, and what servers that answer have', () => {
    expect(values('language', null)).toEqual([null, 'gguf:tiny', 'server:127.0.0.1:1/m'])
    expect(values('embedder', null)).toEqual([null, 'onnx:e', 'server:127.0.0.1:1/e'])
    expect(values('fallback', null, 'gguf:tiny')).toEqual([null, 'server:127.0.0.1:1/m'])
  })

  // Would catch a select that shows nothing while the settings name a model.
  it('keeps in sight what is chosen but gone, and says so', () => {
    expect(modelChoices({ state, kind: 'language', chosen: 'server:127.0.0.1:2/n', words }).at(-1)).toEqual({
      value: 'server:127.0.0.1:2/n',
      text: 'n',
      note: 'gone',
    })
    expect(modelChoices({ state, kind: 'language', chosen: 'gguf:was-here', words }).at(-1)?.text).toBe('was-here')
  })
})

describe('nowKey', () => {
  it('says what does a job now, also where it does it badly or not at all', () => {
    expect(nowKey(state, 'language', null)).toBe('language.without')
    expect(nowKey(state, 'language', 'gguf:tiny')).toBe('language.with')
    expect(nowKey(state, 'language', 'server:127.0.0.1:2/n')).toBe('language.missing')
    const open = { ...state, runtime: [runtimeNamed(tiny.id, { breaker: 'open' })] }
    expect(nowKey(open, 'language', 'gguf:tiny')).toBe('language.failing')
    const unusable = { ...state, embedding: { ...state.embedding, usable: false } }
    expect(nowKey(unusable, 'embedder', null)).toBe('embedder.wordsOnly')
  })

  // Would catch an embedder that is said to find passages while the vectors of another are searched.
  it('says that an embedder is not in use before its vectors are made', () => {
    const searched = (current: string) => ({ ...state, embedding: { ...state.embedding, current } })
    expect(nowKey(searched('builtin/x'), 'embedder', 'onnx:e')).toBe('embedder.next')
    expect(nowKey(searched('onnx:e'), 'embedder', 'onnx:e')).toBe('embedder.with')
    expect(nowKey(searched('onnx:e'), 'embedder', null)).toBe('embedder.back')
    expect(nowKey(searched('builtin/x'), 'embedder', null)).toBe('embedder.without')
    expect(nowKey(searched('server:127.0.0.1:1/e'), 'embedder', null)).toBe('embedder.back')
  })
})
