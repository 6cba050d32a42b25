import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { createTokenMeasure, estimatedTokens } from '@engine/inference/built-in/measured-tokens'

const signal = new AbortController().signal

function fake(count: (texts: readonly string[]) => Promise<number[]>, has = true) {
  const asked: string[][] = []
  return {
    asked,
    models: {
      candidates: () => (has ? [{ id: 'gguf:m', name: 'M' }] : []),
      countTokens: (_model: string, texts: readonly string[]) => {
        asked.push([...texts])
        return count(texts)
      },
    },
  }
}

describe('token measure', () => {
  test('counts exactly what it was given, and parts in the same ratio', async () => {
    const { models } = fake((texts) => Promise.resolve(texts.map((text) => 2 * estimatedTokens.count(text))))
    const whole = 'One passage with quite a few words in it, and then some more of them.'
    const counter = await createTokenMeasure(models, estimatedTokens)([whole], undefined, signal)
    expect(counter.count(whole)).toBe(2 * estimatedTokens.count(whole))
    const part = whole.slice(0, 30)
    expect(counter.count(part)).toBe(2 * estimatedTokens.count(part))
    expect(counter.id).toBe('gguf:m#tokenizer')
  })

  test('asks for a text once', async () => {
    const { models, asked } = fake((texts) => Promise.resolve(texts.map(() => 3)))
    const measure = createTokenMeasure(models, estimatedTokens)
    await measure(['a', 'b', 'a'], undefined, signal)
    await measure(['a', 'c'], undefined, signal)
    expect(asked).toEqual([['a', 'b'], ['c']])
  })

  // Would catch a prompt counted by another model's tokenizer while its own is being tried again after a failure.
  test('counts with the model that is named, whoever else would be asked', async () => {
    const { models } = fake((texts) => Promise.resolve(texts.map(() => 3)), false)
    expect((await createTokenMeasure(models, estimatedTokens)(['a'], 'gguf:n', signal)).id).toBe('gguf:n#tokenizer')
  })

  test('without a model, or with one that cannot count, it is the estimate', async () => {
    const none = fake(() => Promise.resolve([]), false)
    expect(await createTokenMeasure(none.models, estimatedTokens)(['a'], undefined, signal)).toBe(estimatedTokens)
    const failing = fake(() => Promise.reject(new CairnError('NOT_FOUND', 'It cannot count.')))
    expect(await createTokenMeasure(failing.models, estimatedTokens)(['a'], undefined, signal)).toBe(estimatedTokens)
  })
})
