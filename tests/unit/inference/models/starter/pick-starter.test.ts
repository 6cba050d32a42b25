import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { StarterKind } from '@shared/models/starter-set'
import { fitOf } from '@engine/inference/models/machine'
import { readManifest } from '@engine/inference/models/open-model-store'
import { pickStarter, type StarterNeeds } from '@engine/inference/models/starter/pick-starter'

const { entries } = await readManifest(resolve(import.meta.dirname, '../../../../../models/manifest.json'))
const gb = 1024 ** 3

function pick(machine: Partial<StarterNeeds['machine']>, needs: Partial<StarterNeeds> = {}) {
  const whole = { cores: 8, memory_bytes: 16 * gb, disk_free_bytes: 500e9, gpus: [], ...machine }
  const picked = pickStarter({ entries, machine: whole, isInstalled: () => false, taken: new Map(), ...needs })
  const said = Object.fromEntries([...picked].map(([kind, { entry, lack }]) => [kind, entry?.id ?? lack]))
  return { said, picked: [...picked.values()].flatMap(({ entry }) => entry ?? []), machine: whole }
}

describe('the starter set of the shipped catalogue', () => {
  // Would catch a set that makes a small machine swap, one a slow processor never answers with, and one that wastes a large machine.
  test.each([
    ['4 GB, 2 cores', { memory_bytes: 4 * gb, cores: 2 }, ['multilingual-e5-small', 'bge-reranker-base', 'memory']],
    ['8 GB, 4 cores', { memory_bytes: 8 * gb, cores: 4 }, ['multilingual-e5-small', 'bge-reranker-base', 'qwen3-1.7b']],
    ['16 GB, 8 cores', {}, ['multilingual-e5-base', 'bge-reranker-base', 'qwen3-4b']],
    ['32 GB, 16 cores', { memory_bytes: 32 * gb, cores: 16 }, ['bge-m3', 'bge-reranker-v2-m3', 'qwen3-8b']],
    ['16 GB, a card', { gpus: ['A card'] }, ['multilingual-e5-base', 'bge-reranker-base', 'qwen3-8b']],
    ['1 GB', { memory_bytes: gb, cores: 2 }, ['multilingual-e5-small', 'memory', 'memory']],
  ])('%s', (_, machine, [embedder, reranker, language]) => {
    expect(pick(machine).said).toEqual({ embedder, reranker, language })
  })

  // Would catch models that fit one by one and not together, and terms or languages that not everyone can live with.
  test.each([2, 4, 6, 8, 12, 16, 24, 64])('fits together in %i GB, and may be used by everyone', (memory) => {
    const { picked, machine } = pick({ memory_bytes: memory * gb })
    const needed = picked.reduce((sum, { memory_bytes }) => sum + memory_bytes, 0)
    expect(fitOf(needed, machine)).toBe('good')
    for (const entry of picked) {
      expect(entry.licence_note).toBe('')
      expect(entry.languages).toEqual(expect.arrayContaining(['en', 'zh']))
    }
  })

  // Would catch a set that is offered where it cannot be stored, and one that counts what is there already.
  test('on a disk that is nearly full what is there costs nothing, and the rest says why it lacks', () => {
    expect(pick({ disk_free_bytes: 10e6 }).said).toEqual({ embedder: 'disk', reranker: 'disk', language: 'disk' })
    expect(pick({ disk_free_bytes: 10e6 }, { isInstalled: (id) => id === 'qwen3-1.7b' }).said).toEqual({
      embedder: 'disk',
      reranker: 'disk',
      language: 'qwen3-1.7b',
    })
    expect(pick({ disk_free_bytes: 1e9 }).said).toMatchObject({ embedder: 'multilingual-e5-base', language: 'disk' })
    expect(pick({ disk_free_bytes: null }).said).toMatchObject({ language: 'qwen3-4b' })
  })

  // Would catch a set that picks over a person's own model, or forgets the memory it takes.
  test('a job that has a model is left out, and its memory with it', () => {
    const taken = new Map<StarterKind, number>([['embedder', 5 * gb]])
    expect(pick({}, { taken }).said).toEqual({ reranker: 'bge-reranker-base', language: 'qwen3-1.7b' })
    expect(pick({}, { entries: [] }).said).toEqual({
      embedder: 'unlisted',
      reranker: 'unlisted',
      language: 'unlisted',
    })
  })
})
