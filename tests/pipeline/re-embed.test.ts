import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import type { EmbeddingState } from '@shared/models/models'
import { Ingest } from '@engine/ingest/jobs/ingest-documents'
import { createParsePool, type ParsePool } from '@engine/ingest/parsing/parse-pool'
import { QuietTimes } from '@engine/graph/runtime/quiet-times'
import { LateVectors } from '@engine/ingest/vectors/late-vectors'
import { ReEmbedding } from '@engine/ingest/vectors/re-embed'
import { RecentLooks } from '@engine/platform/order/recent-looks'
import { VectorSpaces } from '@engine/ingest/vectors/vector-spaces'
import { openStore } from '@engine/storage/opening/open-store'
import type { Store } from '@engine/storage/store'
import { toTextQuery } from '@engine/retrieval/question/query'
import { embeddedText } from '@engine/ports/models/embedded-text'
import { rounds } from '../rounds'
import { documentChunks, documentRecord } from '../unit/storage/store-fixture'
import { type WordEmbedder, wordEmbedder } from '../unit/ingest/word-embedder'

const keepOldMs = 777_777
const temporary = tmpdir()
const quiet = () => undefined
const { signal } = new AbortController()
let parsePool: ParsePool
let folder = ''
let files = ''
const open: Library[] = []

beforeAll(() => {
  parsePool = createParsePool()
})
afterAll(() => parsePool.close())
beforeEach(async () => {
  folder = await mkdtemp(join(temporary, 'cairn-re-embed-'))
  files = join(folder, 'files')
  await mkdir(files)
})
afterEach(async () => {
  for (const library of open.splice(0)) await library.close()
  await rm(folder, { recursive: true, force: true })
})

/** A store with what re-embeds and ingests it, as the engine wires them. */
interface Library {
  readonly store: Store
  readonly spaces: VectorSpaces
  readonly ingest: Ingest
  readonly work: ReEmbedding
  /** Resolves when the vectors are made that can be made. */
  made(): Promise<void>
  /** Resolves with the first published state that fits, or with the present one. */
  until(fits: (state: EmbeddingState) => boolean): Promise<EmbeddingState>
  /** Every wait that was asked for, in milliseconds. */
  readonly waits: number[]
  /** Ends the time for which old tables are kept. */
  releaseOld(): Promise<void>
  close(): Promise<void>
}

async function library(embedders: readonly WordEmbedder[], name = 'store', builtIn = embedders[0]): Promise<Library> {
  const { dimensions = 0, id: embedderId = '' } = builtIn ?? {}
  const store = await openStore(join(folder, name), { dimensions, embedderId })
  const embedderOf = (id: string) => embedders.find((one) => one.id === id)
  const spaces = new VectorSpaces({ tables: store.vectors, embedderOf })
  const closing = new AbortController()
  const listeners = new Set<(state: EmbeddingState) => void>()
  const waits: number[] = []
  let release: () => void = quiet
  const wait = (ms: number, stop?: AbortSignal) => {
    waits.push(ms)
    // Time runs fifty times as fast here.
    if (ms !== keepOldMs) return sleep(ms / 50, undefined, { signal: stop })
    return new Promise<void>((resolve, reject) => {
      release = resolve
      stop?.addEventListener('abort', () => reject(stop.reason as Error))
    })
  }
  const { catalogue, objects } = store
  let step = 0
  const work = new ReEmbedding({
    mayRead: () => true,
    tables: store.vectors,
    spaces,
    catalogue,
    embedderOf,
    publish: (state) => {
      listeners.forEach((listener) => listener(state))
      late.look()
    },
    closing: closing.signal,
    log: quiet,
    wait,
    random: () => (step = (step + 0.37) % 1),
    keepOldMs,
  })
  const late = new LateVectors({
    ...{ mayRead: () => true, looks: new RecentLooks(), now: Date.now },
    ...{ catalogue, tables: store.vectors, spaces, quiet: new QuietTimes(), closing: closing.signal, log: quiet, wait },
    isChanging: () => work.state().next?.state === 'running',
  })
  late.start()
  const rooms = {
    catalogue,
    objects,
    vectors: spaces,
    parsePool,
    now: Date.now,
    newId: randomUUID,
    looks: new RecentLooks(),
    maySweep: true,
  }
  const hooks = { restore: () => Promise.resolve(true), registered: quiet, removed: () => Promise.resolve() }
  let closed: Promise<void> | undefined
  const made: Library = {
    store,
    spaces,
    work,
    ingest: new Ingest(rooms, hooks),
    until: (fits) => {
      if (fits(work.state())) return Promise.resolve(work.state())
      return new Promise((resolve) => {
        const listener = (state: EmbeddingState) => {
          if (!fits(state)) return
          listeners.delete(listener)
          resolve(state)
        }
        listeners.add(listener)
      })
    },
    waits,
    made: () => late.made(quiet, signal),
    releaseOld: async () => {
      await late.made(quiet, signal)
      release()
      closing.abort()
      await work.idle()
    },
    close: () =>
      (closed ??= (async () => {
        closing.abort()
        await Promise.all([work.idle(), late.close()])
        await store.close()
      })()),
  }
  open.push(made)
  return made
}

const isThrough = ({ next }: EmbeddingState) => next === null
const hasFailed = ({ next }: EmbeddingState) => next?.state === 'failed'
const words = ['pump', 'valve', 'crane', 'orchard', 'violin', 'ledger', 'harbour', 'copper']
const textOf = (at: number) =>
  `# Report ${at}\n\nThe ${words[at % 8]} of site ${at} was inspected; the ${words[(at + 3) % 8]} too.`

/** Files n<from> to n<from + count - 1>, ingested, with the vectors that can be made. */
async function addFiles(to: Library, from: number, count: number): Promise<void> {
  for (let at = from; at < from + count; at += 1) await writeFile(join(files, `n${at}.md`), textOf(at))
  await to.ingest.add({ paths: [files] }, quiet, signal)
  await to.made()
}

const vectorsOf = ({ store }: Library) => store.catalogue.list().map(({ live }) => live?.vectors)

/** Documents d0 to d<count - 1> of so many chunks each, put into the store as ingestion would. */
async function fill({ store, spaces }: Library, count: number, chunksEach: number): Promise<void> {
  const address = await store.objects.put(Buffer.from('kept'))
  const live = { revision: 'r1', content_hash: address, text_object: address, structure_object: address }
  const { embedder, index } = spaces.current()
  const documents = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const texts = Array.from({ length: chunksEach }, (_, n) => textOf(at * chunksEach + n))
      const document = documentChunks(`d${at}`, 'r1', texts)
      const vectors = await embedder.embedPassages(document.chunks.map(({ chunk }) => embeddedText(chunk)))
      return { ...document, chunks: document.chunks.map((row, n) => ({ ...row, vector: vectors[n] ?? row.vector })) }
    }),
  )
  await index.replace(documents)
  for (const { documentId } of documents) {
    const content_hash = `${address}${documentId}`
    await store.catalogue.put(documentRecord(documentId, 'r1', { chunk_count: chunksEach, live, content_hash }))
  }
}

async function search({ spaces }: Library, question: string, limit = 8) {
  const { index, embedder, usable } = spaces.current()
  const options = { limit }
  const [near, text] = [
    usable ? await index.vectorSearch(await embedder.embedQuery(question), options) : [],
    await index.textSearch(toTextQuery(question), options),
  ]
  const brief = (hits: typeof near) => hits.map(({ chunk, score }) => [chunk.doc_name, score.toFixed(4)])
  return { near: brief(near), text: brief(text) }
}

const namesOf = (hits: string[][]) => hits.map(([name]) => name).toSorted()
const foldersOf = async (name = 'store') =>
  (await readdir(join(folder, name))).filter((entry) => entry.startsWith('lance')).sort()

/** Holds an embedder up at its n-th call. */
function holdAt(embedder: WordEmbedder, call: number): { reached: Promise<void>; go: () => void } {
  let reach: () => void = quiet
  let go: () => void = quiet
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const held = new Promise<void>((resolve) => (go = resolve))
  let calls = 0
  embedder.before = async (_, stop) => {
    calls += 1
    if (calls !== call) return
    reach()
    await Promise.race([held, new Promise((resolve) => stop?.addEventListener('abort', resolve))])
  }
  return { reached, go }
}

const pair = () => [wordEmbedder('builtin/words@1', 16), wordEmbedder('onnx:wide', 512)] as const

describe('changing the embedder', () => {
  // Catches a switch that questions notice, and vectors that differ from those made with the embedder from the start.
  test('questions are answered all the while, and afterwards as if it had always been this embedder', async () => {
    const [narrow, wide] = pair()
    const lib = await library([narrow, wide])
    await fill(lib, 60, 6)
    const before = lib.spaces.current()
    const seen = new Set<string>()
    const over = new AbortController()
    const asking = (async () => {
      while (!over.signal.aborted) {
        seen.add(lib.spaces.current().embedder.id)
        const { near, text } = await search(lib, 'Which crane was inspected?')
        expect([near.length, text.length]).toEqual([8, 8])
      }
    })()
    const progress: number[] = []
    void lib.until(({ next }) => {
      if (next) progress.push(next.done)
      return false
    })
    await lib.work.choose(wide.id)
    const state = await lib.until(isThrough)
    expect(state).toEqual({ current: wide.id, dimensions: 512, usable: true, next: null })
    await search(lib, 'crane')
    over.abort()
    await asking
    seen.add(lib.spaces.current().embedder.id)
    expect([...seen]).toEqual([narrow.id, wide.id])
    expect(progress.length).toBeGreaterThan(2)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    // A turn that began before the switch goes on with the pair it took.
    expect(await before.index.vectorSearch(await before.embedder.embedQuery('crane'), { limit: 3 })).toHaveLength(3)
    expect(lib.spaces.current().embedder.unrelated).toBeGreaterThan(0)
    const fromTheStart = await library([wide], 'other')
    await fill(fromTheStart, 60, 6)
    for (const question of ['Which crane was inspected?', 'ledger of site 7', 'orchard']) {
      const [now, always] = await Promise.all([search(lib, question, 400), search(fromTheStart, question, 400)])
      expect(now.near).toEqual(always.near)
      // BM25 depends a little on how many writes the rows came in, so only what is found is compared.
      expect(namesOf(now.text)).toEqual(namesOf(always.text))
    }
    expect(await foldersOf()).toEqual(['lance', 'lance-1'])
    await lib.releaseOld()
    expect(await foldersOf()).toEqual(['lance-1'])
    expect(await lib.store.check()).toMatchObject({ ok: true, problems: [] })
  })

  // Catches documents that are missing, stale or back from the dead after the switch.
  test('documents that are added, changed and deleted meanwhile are so afterwards', async () => {
    const [narrow, wide] = pair()
    const lib = await library([narrow, wide])
    await addFiles(lib, 0, 6)
    await fill(lib, 60, 5)
    const hold = holdAt(wide, 9)
    await lib.work.choose(wide.id)
    await hold.reached
    const { catalogue } = lib.store
    const idOf = (at: number) => catalogue.findBySource(join(files, `n${at}.md`))?.id ?? ''
    const gone = [idOf(0), idOf(1), 'd0', 'd30', 'd59']
    await lib.ingest.remove(gone)
    for (const at of [0, 1]) await rm(join(files, `n${at}.md`))
    await writeFile(join(files, 'n2.md'), '# Changed\n\nThe sundial is bronze.')
    await writeFile(join(files, 'n5.md'), '# Changed too\n\nThe weathervane is tin.')
    await writeFile(join(files, 'new.md'), '# New\n\nThe lighthouse is white.')
    await lib.ingest.add({ paths: [files] }, quiet, signal)
    expect(lib.spaces.current().embedder.id).toBe(narrow.id)
    hold.go()
    await lib.until(isThrough)
    expect(lib.spaces.current().embedder.id).toBe(wide.id)
    for (const [question, name] of [
      ['sundial bronze', 'n2.md'],
      ['weathervane tin', 'n5.md'],
      ['lighthouse white', 'new.md'],
    ]) {
      expect((await search(lib, question ?? '')).near[0]?.[0]).toBe(name)
    }
    const { index } = lib.store
    expect(await index.countChunks({ documents: gone })).toBe(0)
    expect([lib.store.missing(), await index.countChunks()]).toEqual([[], 290])
    await writeFile(join(files, 'later.md'), '# Later\n\nThe telescope is brass.')
    await lib.ingest.add({ paths: [files] }, quiet, signal)
    await lib.made()
    expect((await search(lib, 'telescope brass')).near[0]?.[0]).toBe('later.md')
    await lib.releaseOld()
    expect(await lib.store.check()).toMatchObject({ ok: true, problems: [] })
  })

  // Catches vectors of the old embedder that come into the new tables (other width: a failed document; same: nonsense).
  test('vectors that are to follow when another embedder is chosen are made by that one, and hold nothing up', async () => {
    const [narrow, wide] = pair()
    const lib = await library([narrow, wide])
    await addFiles(lib, 0, 5)
    const hold = holdAt(narrow, 1)
    await writeFile(join(files, 'slow.md'), '# Slow\n\nThe glacier moves.')
    await lib.ingest.add({ paths: [join(files, 'slow.md')] }, quiet, signal)
    await hold.reached
    expect(vectorsOf(lib).filter(Boolean)).toEqual(['waiting'])
    expect(namesOf((await search(lib, 'glacier')).near)).not.toContain('slow.md')
    expect((await search(lib, 'glacier')).text[0]?.[0]).toBe('slow.md')
    await lib.work.choose(wide.id)
    await lib.until(isThrough)
    await writeFile(join(files, 'after.md'), '# After\n\nThe meadow blooms.')
    await lib.ingest.add({ paths: [join(files, 'after.md')] }, quiet, signal)
    hold.go()
    await lib.made()
    expect(lib.store.catalogue.list().map(({ status }) => status)).toEqual(Array(7).fill('ready'))
    expect(vectorsOf(lib)).toEqual(Array(7).fill(undefined))
    for (const [question, name] of [
      ['glacier moves', 'slow.md'],
      ['meadow blooms', 'after.md'],
    ]) {
      expect((await search(lib, question ?? '')).near[0]?.[0]).toBe(name)
    }
    expect(await lib.store.check()).toMatchObject({ ok: true, problems: [] })
  })

  // Catches a rebuild of the tables in the middle of it that throws all new vectors away, or ends in an empty index.
  test('the tables may be rebuilt meanwhile, and nothing is embedded a second time for that', async () => {
    const [narrow, wide] = pair()
    const lib = await library([narrow, wide])
    for (let file = 0; file < 8; file += 1) {
      const sections = Array.from({ length: 60 }, (_, at) => `#${textOf(file * 60 + at)}`)
      await writeFile(join(files, `r${file}.md`), sections.join('\n\n'))
    }
    await lib.ingest.add({ paths: [files] }, quiet, signal)
    const chunks = await lib.store.index.countChunks()
    expect(chunks).toBeGreaterThan(400)
    const hold = holdAt(wide, 13)
    await lib.work.choose(wide.id)
    await hold.reached
    const written = lib.work.state().next?.done ?? 0
    expect(written).toBeGreaterThan(256)
    const ids = lib.store.catalogue.list().map(({ id }) => id)
    await lib.store.resetTables()
    const rebuilding = lib.ingest.reindex(ids, quiet, signal)
    hold.go()
    await Promise.all([rebuilding, lib.until(isThrough)])
    await lib.releaseOld()
    expect([lib.store.missing(), await lib.store.index.countChunks()]).toEqual([[], chunks])
    // Only what had not been written yet, and the sentences that measure the embedder.
    expect(wide.made).toBeLessThan(chunks + (chunks - 256) + 20)
    expect(await lib.store.check()).toMatchObject({ ok: true, problems: [] })
  })
})

describe('halting and going on', () => {
  test('a pause holds it up over a restart, and going on makes only what is missing', async () => {
    const [narrow, wide] = pair()
    const lib = await library([narrow, wide])
    await fill(lib, 70, 10)
    const hold = holdAt(wide, 20)
    await lib.work.choose(wide.id)
    await hold.reached
    await lib.work.pause()
    hold.go()
    const paused = await lib.until(({ next }) => next?.state === 'paused')
    expect(paused).toMatchObject({ current: narrow.id, next: { id: wide.id, total: 700, error: null } })
    await addFiles(lib, 0, 3)
    await lib.close()
    const again = await library([narrow, wide])
    again.work.recover()
    expect(again.work.state().next).toMatchObject({ id: wide.id, state: 'paused', total: 703 })
    const kept = again.work.state().next?.done ?? 0
    expect(kept).toBeGreaterThanOrEqual(256)
    const before = wide.made
    await again.work.resume()
    await again.until(isThrough)
    expect(wide.made - before).toBe(703 - kept)
    expect(again.store.missing()).toEqual([])
  })

  test('killed half-way (a store opened anew) it goes on by itself', async () => {
    const [narrow, wide] = pair()
    const lib = await library([narrow, wide])
    await fill(lib, 70, 10)
    const hold = holdAt(wide, 20)
    await lib.work.choose(wide.id)
    await hold.reached
    await lib.close()
    wide.before = undefined
    const again = await library([narrow, wide])
    again.work.recover()
    await again.until(isThrough)
    expect(wide.made).toBeLessThan(700 + 2 * 256)
    expect((await search(again, 'crane')).near).toHaveLength(8)
  })

  // Catches the loss of hours over one long book.
  test('of a long document, what is done is kept too', async () => {
    const [narrow, wide] = pair()
    const lib = await library([narrow, wide])
    const chunks = rounds(2600, 5200)
    await fill(lib, 1, chunks)
    // A call makes 32 vectors, and they are kept at every 2048.
    const hold = holdAt(wide, rounds(66, 130))
    await lib.work.choose(wide.id)
    await hold.reached
    await lib.close()
    wide.before = undefined
    const again = await library([narrow, wide])
    again.work.recover()
    const before = wide.made
    await again.until(isThrough)
    expect(wide.made - before).toBeLessThan(chunks - rounds(2000, 4000))
    expect(again.store.missing()).toEqual([])
  })
})

describe('another choice', () => {
  test('of the one in use drops what was begun; of a third begins anew', async () => {
    const [narrow, wide] = pair()
    const third = wordEmbedder('onnx:third', 24)
    const lib = await library([narrow, wide, third])
    await fill(lib, 4, 10)
    const hold = holdAt(wide, 1)
    await lib.work.choose(wide.id)
    await hold.reached
    expect(await foldersOf()).toEqual(['lance', 'lance-1'])
    await lib.work.choose(narrow.id)
    expect([lib.work.state(), await foldersOf()]).toMatchObject([{ current: narrow.id, next: null }, ['lance']])
    holdAt(wide, 1)
    await lib.work.choose(wide.id)
    await Promise.all([lib.work.choose(third.id), lib.work.choose(third.id)])
    await lib.until(isThrough)
    expect(lib.work.state()).toMatchObject({ current: third.id, dimensions: 24 })
    // And back to where it came from, with the old tables still there.
    await lib.work.choose(narrow.id)
    await lib.until(isThrough)
    expect(lib.work.state()).toMatchObject({ current: narrow.id, dimensions: 16 })
    expect((await search(lib, 'crane')).near).toHaveLength(8)
    expect(lib.spaces.current().embedder.unrelated).toBeUndefined()
    await expect(lib.work.choose('onnx:unknown')).rejects.toMatchObject({ code: 'MODEL_UNUSABLE' })
  })

  // Catches an embedder chosen before the first document was added that is never put to use.
  test('in an empty library it is there at once', async () => {
    const [narrow, wide] = pair()
    const lib = await library([narrow, wide])
    await lib.work.choose(wide.id)
    await lib.until(isThrough)
    await addFiles(lib, 0, 3)
    expect((await search(lib, 'crane')).near).toHaveLength(3)
  })
})

describe('an embedder that fails', () => {
  test('is asked again a little later, and what was done counts', async () => {
    const [narrow, wide] = pair()
    const lib = await library([narrow, wide])
    await fill(lib, 10, 3)
    let failures = 3
    wide.before = () => {
      failures -= 1
      if (failures >= 0) throw new CairnError('MODEL_FAILED', 'Its process ended.', 'Try again.')
    }
    await lib.work.choose(wide.id)
    await lib.until(isThrough)
    expect(lib.waits.slice(0, 3)).toEqual([1000, 5000, 20_000])
  })

  test('for good is told, the old index serves, and going on tries again', async () => {
    const [narrow, wide] = pair()
    const lib = await library([narrow, wide])
    await fill(lib, 10, 3)
    wide.before = () => {
      throw new CairnError('MODEL_FAILED', 'Its process ended.', 'Try again.')
    }
    await lib.work.choose(wide.id)
    const failed = await lib.until(hasFailed)
    expect(failed).toMatchObject({ current: narrow.id, next: { id: wide.id, error: { code: 'MODEL_FAILED' } } })
    expect((await search(lib, 'crane')).near).toHaveLength(8)
    await addFiles(lib, 0, 2)
    wide.before = undefined
    await lib.work.resume()
    await lib.until(isThrough)
    expect(lib.work.state()).toMatchObject({ current: wide.id })
    expect(lib.store.missing()).toEqual([])
  })

  test('to make vectors that fit is not asked again, and nothing of it is written', async () => {
    const [narrow, wide] = pair()
    const lib = await library([narrow, wide])
    await fill(lib, 10, 3)
    wide.after = (vectors) => vectors.map((vector) => vector.slice(1))
    await lib.work.choose(wide.id)
    const { next } = await lib.until(hasFailed)
    expect(next?.error).toMatchObject({ code: 'MODEL_UNUSABLE' })
    expect([lib.waits, lib.store.vectors.next?.tables.documents.size]).toEqual([[], 0])
    wide.after = undefined
    await lib.work.choose(wide.id)
    await lib.until(isThrough)
  })

  // Catches a start that hangs, or forgets what was made, because a model is not there today.
  test('to be there at the start is told, and what was made of it stays', async () => {
    const [narrow, wide] = pair()
    const lib = await library([narrow, wide])
    await fill(lib, 70, 10)
    const hold = holdAt(wide, 20)
    await lib.work.choose(wide.id)
    await hold.reached
    await lib.close()
    const without = await library([narrow])
    without.work.recover()
    const { next } = await without.until(hasFailed)
    expect(next).toMatchObject({ id: wide.id, error: { code: 'MODEL_UNUSABLE' } })
    expect(next?.done).toBeGreaterThanOrEqual(256)
    await without.close()
    // And in use: words are found, also of a document that is added, and another embedder mends it.
    wide.before = undefined
    const back = await library([narrow, wide])
    back.work.recover()
    await back.until(isThrough)
    await back.close()
    const lost = await library([narrow])
    expect(lost.work.state()).toEqual({ current: wide.id, dimensions: 512, usable: false, next: null })
    expect(await search(lost, 'crane')).toMatchObject({ near: [], text: { length: 8 } })
    await addFiles(lost, 0, 1)
    expect(lost.store.catalogue.list().find(({ name }) => name === 'n0.md')).toMatchObject({
      ...{ status: 'ready', live: { vectors: 'waiting' } },
    })
    await lost.work.choose(narrow.id)
    await lost.until(isThrough)
    await lost.made()
    expect(vectorsOf(lost).filter(Boolean)).toEqual([])
    expect((await search(lost, 'crane')).near).toHaveLength(8)
    expect(lost.store.missing()).toEqual([])
    await lost.releaseOld()
    expect(await lost.store.check()).toMatchObject({ ok: true, problems: [] })
  })

  // Catches documents that fail for good over a process that died while they were in it.
  test('in passing while documents are added fails none of them', async () => {
    const [narrow] = pair()
    const lib = await library([narrow])
    let deaths = 2
    narrow.before = () => {
      deaths -= 1
      if (deaths >= 0) throw new CairnError('MODEL_FAILED', 'Its process ended.', 'Try again.')
    }
    await addFiles(lib, 0, 6)
    expect(deaths).toBeLessThan(0)
    expect(lib.store.catalogue.list().map(({ status }) => status)).toEqual(Array(6).fill('ready'))
    expect(vectorsOf(lib)).toEqual(Array(6).fill(undefined))
  })

  test('and is replaced: documents that are added meanwhile are found by words, and by meaning after the switch', async () => {
    const [narrow, wide] = pair()
    const lib = await library([narrow, wide])
    await fill(lib, 10, 3)
    await lib.work.choose(wide.id)
    await lib.until(isThrough)
    await lib.close()
    const lost = await library([narrow])
    const hold = holdAt(narrow, 1)
    await lost.work.choose(narrow.id)
    await hold.reached
    await addFiles(lost, 0, 2)
    expect(lost.store.catalogue.list().map(({ status }) => status)).toEqual(Array(12).fill('ready'))
    expect(namesOf((await search(lost, 'Report')).text)).toEqual(expect.arrayContaining(['n0.md', 'n1.md']))
    hold.go()
    await lost.until(isThrough)
    await lost.made()
    expect(vectorsOf(lost)).toEqual(Array(12).fill(undefined))
    expect(lost.store.missing()).toEqual([])
    await lost.close()

    const third = wordEmbedder('onnx:third', 24)
    const without = await library([third], 'store', narrow)
    third.before = () => {
      throw new CairnError('MODEL_UNUSABLE', 'Its files are damaged.', 'Add it again.')
    }
    await without.work.choose(third.id)
    await addFiles(without, 2, 1)
    await without.until(hasFailed)
    expect(without.store.catalogue.list().filter(({ live }) => live?.vectors)).toMatchObject([
      { name: 'n2.md', status: 'ready', live: { vectors: 'waiting' } },
    ])
  })

  // Catches vectors of a model that was deleted being taken for those of the one which was added under its id.
  test('to be the one it was, under the same id, is replaced by the one that is there', async () => {
    const [narrow] = pair()
    const first = wordEmbedder('onnx:wide', 512, 'one')
    const lib = await library([narrow, first])
    await fill(lib, 10, 3)
    await lib.work.choose(first.id)
    await lib.until(isThrough)
    expect(first.made).toBeGreaterThanOrEqual(30)
    await lib.close()
    const second = wordEmbedder('onnx:wide', 512, 'two')
    const again = await library([narrow, second])
    expect(again.work.state()).toMatchObject({ current: second.id, usable: false })
    await again.work.choose(second.id)
    await again.until(isThrough)
    expect(again.work.state()).toMatchObject({ current: second.id, usable: true })
    expect(second.made).toBeGreaterThanOrEqual(30)
    await again.close()
    const same = await library([narrow, wordEmbedder('onnx:wide', 512, 'two')])
    expect(same.work.state()).toMatchObject({ usable: true, next: null })
  })
})
