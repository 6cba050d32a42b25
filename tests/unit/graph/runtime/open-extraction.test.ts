import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Chunk, DocumentRecord } from '@shared/documents'
import type { ExtractionState } from '@shared/graph'
import { defaultSettings, type Settings } from '@shared/settings'
import { textIfPresent } from '@engine/platform/stored-text'
import { openExtraction } from '@engine/graph/runtime/open-extraction'
import type { CatalogueChange } from '@engine/ports/storage/document-store'
import { documentNamed } from '../../../fakes/fake-engine'
import { fakeLanguageModels } from '../../../fakes/language-models'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-extraction-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const answer = JSON.stringify({ entities: [{ name: 'Anna', type: 'person' }], relations: [] })
const read = (language: string | null, model_extraction: boolean): Settings => ({
  ...defaultSettings,
  models: { ...defaultSettings.models, language },
  graph: { model_extraction, budget_minutes: 2 },
})

/** A library of documents with one passage each; `writing` is called before anything is written. */
function library(settings: Settings, names: readonly string[], writing: (id: string) => void = () => undefined) {
  const live = { revision: 'r1', content_hash: '', text_object: '', structure_object: '' }
  const records = new Map<string, DocumentRecord>()
  const put = (id: string, more: Partial<DocumentRecord> = {}) => {
    records.set(id, documentNamed(id, { id, live, chunk_count: 1, ...more }))
  }
  for (const name of names) put(name)
  const listeners = new Set<(change: CatalogueChange) => void>()
  const models = fakeLanguageModels({ scripts: { extraction: [answer] } })
  const closing = new AbortController()
  const waits: number[] = []
  const current = { settings }
  let changed: () => void = () => undefined
  const afterwards: string[] = []
  const extraction = openExtraction({
    ...{ models, folder, closing: closing.signal, clock: () => 0, begun: Promise.resolve() },
    nameOf: (id) => (id === 'gguf:tiny' ? 'Tiny' : undefined),
    settings: () => current.settings,
    catalogue: {
      list: () => [...records.values()],
      get: (id) => records.get(id),
      onChange: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    files: {
      read: textIfPresent,
      remove: (path) => rm(path, { force: true }),
      append: (path, text) => appendFile(path, text),
      async write(path, data) {
        for (const id of records.keys()) if (path.endsWith(`${id}.model`)) writing(id)
        await writeFile(path, data)
      },
    },
    chunksOf: (id) =>
      Promise.resolve([
        { id: `${id}:0`, revision: 'r1', text: 'Anna sings.', title: id, heading_path: [] } as unknown as Chunk,
      ]),
    factsOf: () => Promise.reject(new Error('lost')),
    wait: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
    changed: () => changed(),
    learned: () => undefined,
    afterwards: () => Promise.resolve(void afterwards.push(current.settings.models.language ?? '')),
    log: () => undefined,
  })
  return {
    ...{ extraction, models, records, waits, put, afterwards },
    tell: () => listeners.forEach((listener) => listener({ changed: [], removed: [] })),
    set(next: Settings) {
      current.settings = next
      extraction.follow({ type: 'settings', settings: next })
    },
    until: (fits: (state: ExtractionState) => boolean) =>
      new Promise<ExtractionState>((resolve) => {
        changed = () => {
          const state = extraction.state()
          if (fits(state)) resolve(state)
        }
        changed()
      }),
    async close() {
      closing.abort()
      await extraction.close()
    },
  }
}

const isDone = ({ state }: ExtractionState) => state === 'done'

describe('a model’s reading, as the settings have it', () => {
  test('begins with the start where it is on, and without the thread’s names', async () => {
    const lib = library(read('gguf:tiny', true), ['a', 'b'])
    expect(lib.models.asked).toEqual([])
    lib.extraction.start()
    const model = { id: 'gguf:tiny', name: 'Tiny' }
    expect(await lib.until(isDone)).toMatchObject({ done: 2, total: 2, model, budget_ms: 120_000 })
    await lib.close()
  })

  // Would catch a reading that has to be switched off and on again once a model is there, or another one is.
  test('begins when a model is chosen, and begins anew with another one', async () => {
    const lib = library(read(null, true), ['a', 'b', 'c'])
    lib.extraction.start()
    expect(lib.extraction.state()).toMatchObject({ state: 'off', model: null })
    await expect(lib.extraction.resume()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    lib.set(read('gguf:gone', true))
    expect(await lib.until(({ state }) => state === 'failed')).toMatchObject({
      done: 0,
      error: { code: 'UNREACHABLE' },
    })
    lib.set(read('gguf:tiny', true))
    expect(await lib.until(isDone)).toMatchObject({ done: 3, model: { name: 'Tiny' } })
    await lib.close()
  })

  test('stays paused by a person while other settings change, and is off once it is switched off', async () => {
    const lib = library(read('gguf:tiny', true), ['a'])
    lib.extraction.start()
    await lib.until(isDone)
    expect(await lib.extraction.pause()).toMatchObject({ state: 'paused' })
    lib.set({ ...read('gguf:tiny', true), theme: 'dark' })
    expect(await lib.extraction.pause()).toMatchObject({ state: 'paused' })
    lib.set(read('gguf:tiny', false))
    await lib.until(({ state }) => state === 'off')
    await lib.close()
  })

  // Would catch a command that is to read, and goes on describing communities.
  test('goes on to what is done afterwards where it is on, and not where a person has begun it', async () => {
    const lib = library(read('gguf:tiny', false), ['a'])
    lib.extraction.start()
    await lib.extraction.resume()
    await lib.until(isDone)
    expect(lib.afterwards).toEqual([])
    lib.set(read('gguf:tiny', true))
    await expect.poll(() => lib.afterwards).toEqual(['gguf:tiny'])
    await lib.close()
  })

  test('takes in documents that come, and many of them with one look', async () => {
    const lib = library(read('gguf:tiny', true), ['a'])
    lib.extraction.start()
    await lib.until(isDone)
    for (const id of ['b', 'c', 'd']) {
      lib.put(id)
      lib.tell()
    }
    lib.put('trashed', { trashed_at: 1 })
    lib.tell()
    expect(lib.waits).toHaveLength(1)
    expect(await lib.until((state) => isDone(state) && state.total === 4)).toMatchObject({ done: 4 })
    await lib.close()
  })

  // Would catch a record that is written behind the deletion of its document, and stays for ever.
  test('leaves nothing behind of a document that is deleted while its answer is written down', async () => {
    const lib = library(read('gguf:tiny', true), ['a', 'b'], (id) => {
      if (id === 'a') lib.records.delete('a')
    })
    lib.extraction.start()
    await lib.until((state) => isDone(state) && state.total === 1)
    expect(await readdir(folder)).toEqual(['b.model'])
    await lib.close()
  })
})
