import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { EmbeddingState } from '@shared/models/models'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { embeddedText } from '@engine/ports/models/embedded-text'
import { openStore } from '@engine/storage/opening/open-store'
import { builtEntry } from '../built-entry'
import { documentChunks, documentRecord } from '../unit/storage/store-fixture'
import { writeTinyEncoder } from '../../bench/tiny-models/tiny-encoder'
import { next, type NextModel, reEmbed } from './re-embedding-process'

const documents = 48
const chunksEach = 50
const total = documents * chunksEach
/** Chunks that are done when the process is killed, and how much later that is, in milliseconds. */
const kills = [
  { done: 1, ms: 0 },
  { done: 700, ms: 0 },
  { done: 1400, ms: 15 },
  // While the last rows are written, the indexes made, or the switch is on its way.
  { done: 2200, ms: 30 },
] as const
const words = ['pump', 'valve', 'crane', 'orchard', 'violin', 'ledger', 'harbour', 'copper', 'glacier', 'lantern']

let scratch = ''
const script = builtEntry('fault-child')
let model: NextModel

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-kill-re-embed-'))
  model = { model: join(scratch, 'tiny-encoder'), entry: builtEntry('inference-host') }
  await writeTinyEncoder(model.model, { dimensions: next.dimensions })
})

afterAll(() => rm(scratch, { recursive: true, force: true }))

const textOf = (at: number) =>
  `The ${words[at % 10]} of site ${at} stands beside the ${words[Math.floor(at / 10) % 10]} number ${at % 97}.`

async function fillStore(folder: string): Promise<void> {
  const embedder = createHashedNgramEmbedder()
  const store = await openStore(folder, { dimensions: embedder.dimensions, embedderId: embedder.id })
  const address = await store.objects.put(Buffer.from('kept'))
  const live = { revision: 'r1', content_hash: address, text_object: address, structure_object: address }
  for (let from = 0; from < documents; from += 16) {
    const batch = Array.from({ length: 16 }, async (_, n) => {
      const texts = Array.from({ length: chunksEach }, (_, at) => textOf((from + n) * chunksEach + at))
      const document = documentChunks(`d${from + n}`, 'r1', texts)
      const vectors = await embedder.embedPassages(document.chunks.map(({ chunk }) => embeddedText(chunk)))
      return { ...document, chunks: document.chunks.map((row, at) => ({ ...row, vector: vectors[at] ?? row.vector })) }
    })
    await store.index.replace(await Promise.all(batch))
  }
  for (let at = 0; at < documents; at += 1) {
    await store.catalogue.put(documentRecord(`d${at}`, 'r1', { chunk_count: chunksEach, live }))
  }
  await store.index.maintain()
  await store.vectors.begin(next)
  await store.close()
}

const Said = z.object({ done: z.number(), processes: z.array(z.number()) })

/** Runs the child until so many chunks are done, and a little longer. It kills itself, so that no slow machine lets it run on. */
async function killAfter(folder: string, { done, ms }: (typeof kills)[number]) {
  const args = [script, 're-embed', folder, model.model, model.entry, JSON.stringify({ done, ms })]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let hosts: readonly number[] = []
  createInterface({ input: child.stdout }).on('line', (line) => (hosts = Said.parse(JSON.parse(line)).processes))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { wasKilled: code === null, hosts }
}

/** Whether a process is there; one that has ended but whom nobody has collected is not. */
async function runs(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
}

const foldersOf = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('lance')).sort()

// Catches re-embedding that begins at the start again after a crash, that loses or doubles rows, or that leaves two half indexes.
test(`killed ${kills.length} times: what was made stays, the old index serves until the switch, and it comes to its end`, async () => {
  const folder = join(scratch, 'store')
  await fillStore(folder)
  const kept: number[] = []
  let switched = false
  for (const moment of kills) {
    const { wasKilled, hosts } = await killAfter(folder, moment)
    expect(hosts).toHaveLength(1)
    // The model's process ends with the one that asked it.
    for (const pid of hosts) await expect.poll(() => runs(pid), { timeout: 20_000 }).toBe(false)
    const store = await openStore(folder, { dimensions: 1024, embedderId: createHashedNgramEmbedder().id })
    try {
      expect([store.needsRebuild, store.missing(), await store.index.countChunks()]).toEqual([false, [], total])
      const { dimensions, id } = store.vectors.embedder
      expect([`${createHashedNgramEmbedder().id} 1024`, `${next.id} ${next.dimensions}`]).toContain(
        `${id} ${dimensions}`,
      )
      expect(await store.index.vectorSearch(new Float32Array(dimensions).fill(1), { limit: 5 })).toHaveLength(5)
      switched = id === next.id
      if (switched) expect(await foldersOf(folder)).toEqual(['lance-1'])
      else expect(wasKilled).toBe(true)
      const rows = [...(store.vectors.next?.tables.documents.values() ?? [])]
      const chunks = rows.flatMap(({ revisions }) => [...revisions.values()]).reduce((sum, count) => sum + count, 0)
      kept.push(switched ? total : chunks)
    } finally {
      await store.close()
    }
    if (switched) break
  }
  // Every run went on where the one before had been killed.
  expect(kept).toEqual(kept.toSorted((a, b) => a - b))
  expect(kept.filter((chunks) => chunks > 0 && chunks < total).length).toBeGreaterThan(1)

  let resolveThrough: () => void = () => undefined
  const through = new Promise<void>((resolve) => (resolveThrough = resolve))
  const told = ({ next: still }: EmbeddingState) => {
    if (!still) resolveThrough()
  }
  const { store, spaces, work, embedder, made, close } = await reEmbed(folder, model, told, 0)
  try {
    work.recover()
    if (!switched) await through
    expect(made()).toBeLessThan(total - (kept.at(-1) ?? 0) + 1)
    expect(work.state()).toEqual({ current: next.id, dimensions: next.dimensions, usable: true, next: null })
    expect([store.missing(), await store.index.countChunks()]).toEqual([[], total])
    const { problems } = await store.check()
    expect(problems).toEqual([])
    // Every vector is the one this embedder makes of the chunk's text: none is of a half-written batch or of the old one.
    for (const documentId of ['d0', 'd17', 'd47']) {
      for (const chunk of await store.index.chunksOf(documentId, 0, chunksEach)) {
        const vector = await embedder.embedQuery(embeddedText(chunk))
        const options = { limit: 1, filter: { documents: [documentId] } }
        expect((await spaces.current().index.vectorSearch(vector, options))[0]?.score).toBeGreaterThan(0.9999)
      }
    }
  } finally {
    await close()
  }
  const again = await openStore(folder, { dimensions: 1024, embedderId: createHashedNgramEmbedder().id })
  await again.close()
  expect(await foldersOf(folder)).toEqual(['lance-1'])
})
