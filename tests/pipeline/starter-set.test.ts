import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CatalogueEntry, ModelsState } from '@shared/models/models'
import { writeTinyCrossEncoder } from '../../bench/tiny-models/tiny-cross-encoder'
import { writeTinyEncoder } from '../../bench/tiny-models/tiny-encoder'
import { chatMlTemplate, writeTinyGguf } from '../../bench/tiny-models/tiny-gguf'
import { createEngine } from '@engine/engine'
import { forkHost } from '@engine/inference/supervision/fork-host'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import type { Engine } from '@engine/ports/engine-interface'
import { builtEntry } from '../built-entry'
import { entryOfFolder } from '../fakes/catalogue-entry'

const root = resolve(import.meta.dirname, '../..')
const builtIn = createHashedNgramEmbedder().id
let scratch = ''
let stick = ''
let engine: Engine

const open = () =>
  createEngine({
    folder: join(scratch, 'store'),
    resources: join(root, 'resources'),
    forkHost: (_entry, _role, log) => forkHost(builtEntry('inference-host'), log),
  })

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-starter-set-'))
  stick = join(scratch, 'stick')
  await writeTinyEncoder(join(stick, 'tiny-encoder'))
  await writeTinyCrossEncoder(join(stick, 'tiny-cross'))
  await mkdir(join(stick, 'sayer'))
  await writeTinyGguf(join(stick, 'sayer', 'sayer.gguf'), { script: 'It is so [1].', chatTemplate: chatMlTemplate })
  const entries: CatalogueEntry[] = [
    await entryOfFolder(stick, 'tiny-encoder', { kind: 'embedder', format: 'onnx' }),
    await entryOfFolder(stick, 'tiny-cross', { kind: 'reranker', format: 'onnx' }),
    await entryOfFolder(stick, 'sayer', { kind: 'language', format: 'gguf' }),
  ]
  const manifest = join(scratch, 'manifest.json')
  await writeFile(manifest, JSON.stringify({ version: 1, checked_on: '2026-01-01', entries }))
  vi.stubEnv('CAIRN_MODELS_MANIFEST', manifest)
  const files = join(scratch, 'files')
  await mkdir(files)
  await writeFile(join(files, 'pumps.md'), 'The main pump was replaced in March 2021. It moves 40 litres per second.')
  engine = await open()
  await engine.changeSettings({ models: { threads: 1 } })
  for await (const event of engine.ingest({ paths: [files] })) expect(event.type).not.toBe('error')
})

afterAll(async () => {
  await engine.close()
  vi.unstubAllEnvs()
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
})

/** Resolves with the first state of the models that fits. */
async function until(fits: (state: ModelsState) => boolean): Promise<ModelsState> {
  const leave = new AbortController()
  try {
    for await (const change of engine.watch(leave.signal)) {
      const state = change.type === 'models' || change.type === 'snapshot' ? change.models : undefined
      if (state && fits(state)) return state
    }
  } finally {
    leave.abort()
  }
  throw new Error('The engine ended before.')
}

const searchedWith =
  (id: string) =>
  ({ embedding: { current, next } }: ModelsState) =>
    current === id && next === null

// Would catch a set that is added and not put to work, an index that is not made anew by itself, a wish that a restart
// forgets, and an undo that leaves the index or the choices behind.
test('a set from a folder is chosen whole, re-embeds by itself, and is undone in one step after a restart', async () => {
  const chosen = () => {
    const { embedder, reranker, language } = engine.getSettings().models
    return { embedder, reranker, language }
  }
  expect(engine.models.state().starter?.parts.map(({ offer }) => offer?.entry_id)).toEqual([
    'tiny-encoder',
    'tiny-cross',
    'sayer',
  ])
  expect(await engine.models.starter.take(stick)).toMatchObject({ stage: 'added', missing_bytes: 0 })
  expect(chosen()).toEqual({ embedder: 'onnx:tiny-encoder', reranker: 'onnx:tiny-cross', language: 'gguf:sayer' })
  await until(searchedWith('onnx:tiny-encoder'))

  await engine.close()
  engine = await open()
  const { starter } = engine.models.state()
  expect(starter).toMatchObject({
    stage: 'added',
    brought: ['onnx:tiny-encoder', 'onnx:tiny-cross', 'gguf:sayer'],
  })
  expect(await engine.models.starter.undo(false)).toMatchObject({ stage: 'offered', missing_bytes: 0 })
  expect(chosen()).toEqual({ embedder: null, reranker: null, language: null })
  await until(searchedWith(builtIn))
  expect(engine.models.state().installed).toHaveLength(3)

  // What is there already is only given its job again.
  expect(await engine.models.starter.fetch([])).toMatchObject({ stage: 'added', brought: [] })
  expect(chosen().language).toBe('gguf:sayer')
  await engine.models.starter.undo(true)
  expect(engine.models.state().installed).toHaveLength(3)
  await expect(readFile(join(scratch, 'store', 'starter-set.json'))).rejects.toThrow()
  expect((await stat(join(stick, 'sayer', 'sayer.gguf'))).size).toBeGreaterThan(0)
}, 120_000)
