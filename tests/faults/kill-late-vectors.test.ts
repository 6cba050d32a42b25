import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { embeddedText } from '@engine/ports/models/embedded-text'
import { openStore } from '@engine/storage/opening/open-store'
import { writeTinyEncoder } from '../../bench/tiny-models/tiny-encoder'
import { builtEntry } from '../built-entry'
import { documentChunks, documentRecord, textQuery } from '../unit/storage/store-fixture'
import { makeLateVectors } from './late-vectors-process'
import { next, type NextModel } from './re-embedding-process'

const documents = 40
const chunksEach = 40
const total = documents * chunksEach
/** Documents that are left when the process is killed, and milliseconds later: into the next write, or its mark. */
const kills = [
  [34, 0],
  [22, 15],
  [10, 30],
] as const

let scratch = ''
let model: NextModel

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-kill-late-vectors-'))
  model = { model: join(scratch, 'tiny-encoder'), entry: builtEntry('inference-host') }
  await writeTinyEncoder(model.model, { dimensions: next.dimensions })
})

afterAll(() => rm(scratch, { recursive: true, force: true }))

const open = (folder: string) => openStore(folder, { dimensions: next.dimensions, embedderId: next.id })

/** Documents as ingestion leaves them where a model makes the vectors. */
async function fillStore(folder: string): Promise<void> {
  const store = await open(folder)
  const address = await store.objects.put(Buffer.from('kept'))
  const hashes = { content_hash: address, text_object: address, structure_object: address }
  for (let at = 0; at < documents; at += 1) {
    const texts = Array.from({ length: chunksEach }, (_, n) => `Sentence ${n} of report ${at} is about pump${at}x${n}.`)
    const document = documentChunks(`d${at}`, 'r1', texts)
    await store.index.replace([{ ...document, chunks: document.chunks.map((row) => ({ ...row, vector: null })) }])
    const live = { revision: 'r1', ...hashes, vectors: 'waiting' as const }
    await store.catalogue.put(documentRecord(`d${at}`, 'r1', { chunk_count: chunksEach, live }))
  }
  await store.close()
}

const Said = z.object({ left: z.number(), processes: z.array(z.number()) })

/** Runs the child until no more than so many documents are left, and a little longer. */
async function killAt(folder: string, left: number, ms: number): Promise<boolean> {
  const args = [builtEntry('fault-child'), 'late-vectors', folder, model.model, model.entry]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let timer: NodeJS.Timeout | undefined
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (Said.parse(JSON.parse(line)).left <= left) timer ??= setTimeout(() => child.kill('SIGKILL'), ms)
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  clearTimeout(timer)
  return code === null
}

// Catches vectors that are written in place of rows that a crash then loses, and marks that go before the vectors have come.
test('killed while documents get their vectors: their words are found all the while, and no vector is missing in the end', async () => {
  const folder = join(scratch, 'store')
  await fillStore(folder)
  const waiting: number[] = [documents]
  for (const [left, ms] of kills) {
    expect(await killAt(folder, left, ms)).toBe(true)
    const store = await open(folder)
    try {
      expect([store.needsRebuild, store.missing(), await store.index.countChunks()]).toEqual([false, [], total])
      expect(await store.index.textSearch(textQuery({ terms: ['pump39x7'] }), { limit: 2 })).toHaveLength(1)
      const marked = store.catalogue.list().filter(({ live }) => live?.vectors === 'waiting')
      waiting.push(marked.length)
      for (const { id, live } of store.catalogue.list()) {
        // Without the mark there are vectors; with it there may be.
        if (!live?.vectors) expect((await store.index.storedVectors(id)).size).toBe(chunksEach)
      }
    } finally {
      await store.close()
    }
  }
  expect(waiting).toEqual(waiting.toSorted((a, b) => b - a))
  expect(waiting.at(-1)).toBeGreaterThan(0)

  const { store, late, embedder, made, close } = await makeLateVectors(folder, model)
  try {
    await late.made(() => undefined, new AbortController().signal)
    expect(store.catalogue.list().flatMap(({ live }) => live?.vectors ?? [])).toEqual([])
    expect(made()).toBeLessThanOrEqual((waiting.at(-1) ?? 0) * chunksEach)
    expect([store.missing(), await store.index.countChunks()]).toEqual([[], total])
    expect((await store.check()).problems).toEqual([])
    for (const documentId of ['d0', 'd17', 'd39']) {
      for (const chunk of await store.index.chunksOf(documentId, 0, chunksEach)) {
        const vector = await embedder.embedQuery(embeddedText(chunk))
        const options = { limit: 1, filter: { documents: [documentId] } }
        expect((await store.index.vectorSearch(vector, options))[0]?.score).toBeGreaterThan(0.9999)
      }
    }
  } finally {
    await close()
  }
})
