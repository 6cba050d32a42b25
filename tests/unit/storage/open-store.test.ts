import { appendFile, mkdir, readFile, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CairnError } from '@shared/errors'
import { noteTexts } from '@shared/note'
import { toStoreError } from '@engine/storage/opening/store-error'
import { buildScript, startScript } from './child-process'
import {
  documentChunks,
  documentRecord,
  liveRevision,
  temporaryFolder,
  testStore,
  textQuery,
  vectorOf,
} from './store-fixture'

const ten = { limit: 10 }
const stone = textQuery({ terms: ['stone'] })

async function filledStore() {
  const store = await testStore()
  await store.index.replace([documentChunks('a', 'r1', ['stone one', 'stone two'])])
  await store.catalogue.put(documentRecord('a', 'r1', { chunk_count: 2 }))
  return store
}

describe('opening', () => {
  it('makes a new store that only its owner can look into, and opens it again as it was', async () => {
    const folder = join(await temporaryFolder(), 'deep', 'store')
    const store = await testStore(folder)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect([store.needsRebuild, store.missing()]).toEqual([false, []])
    await store.index.replace([documentChunks('a', 'r1', ['stone'])])
    await store.catalogue.put(documentRecord('a', 'r1'))
    await store.close()
    await store.close()
    const again = await testStore(folder)
    expect([again.needsRebuild, again.missing(), await again.index.countChunks()]).toEqual([false, [], 1])
    expect((await again.index.textSearch(stone, ten)).map((hit) => hit.chunk.doc_id)).toEqual(['a'])
  })

  it('refuses relative paths, files in the place of the folder, and a second writer', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'file'), '')
    await expect(testStore('relative/folder')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(testStore(join(folder, 'file'))).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    await expect(testStore(join(folder, 'file', 'below'))).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    await testStore(folder)
    await expect(testStore(folder)).rejects.toMatchObject({ code: 'STORE_LOCKED' })
  })

  it('gives the lock back when opening fails, and the temporary folder of the process when closing', async () => {
    const folder = await temporaryFolder()
    const before = process.env.TMPDIR
    await writeFile(
      join(folder, 'store.json'),
      '{"schema_version": 999, "embedder_id": "x", "dimensions": 8, "created_at": ""}',
    )
    await expect(testStore(folder)).rejects.toMatchObject({ code: 'STORE_TOO_NEW' })
    await writeFile(join(folder, 'store.json'), '{"schema')
    await expect(testStore(folder)).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    await rm(join(folder, 'store.json'))
    await (await testStore(folder)).close()
    expect(process.env.TMPDIR).toBe(before)
  })

  it('empties the temporary folder (bug: leftovers of index builds fill the disk)', async () => {
    const store = await testStore()
    await store.close()
    await mkdir(join(store.folder, 'tmp', '.tmpLeft'))
    await testStore(store.folder)
    expect(await readdir(join(store.folder, 'tmp'))).not.toContain('.tmpLeft')
  })
})

describe('migrations', () => {
  it('run once each, in order, are written down, and go on after a crash in the middle', async () => {
    const store = await testStore(undefined, { migrations: [] })
    await store.close()
    const ran: string[] = []
    const rename2 = {
      to: 2,
      name: 'rename',
      run: async (folder: string) => {
        ran.push('2')
        await writeFile(join(folder, 'two'), '')
      },
    }
    let fails = true
    const third = {
      to: 99,
      name: 'third',
      run: (): Promise<void> => {
        ran.push('3')
        return fails ? Promise.reject(new Error('killed')) : Promise.resolve()
      },
    }
    await expect(testStore(store.folder, { migrations: [third, rename2] })).rejects.toThrow('killed')
    fails = false
    await (await testStore(store.folder, { migrations: [third, rename2] })).close()
    await (await testStore(store.folder, { migrations: [third, rename2] })).close()
    expect(ran).toEqual(['2', '3', '3'])
    expect(await readFile(join(store.folder, 'store.json'), 'utf8')).toContain('"schema_version": 99')
    // The same store is now too new for a program that does not know these steps.
    await expect(testStore(store.folder)).rejects.toMatchObject({ code: 'STORE_TOO_NEW' })
  })
})

describe('what a crash leaves behind', () => {
  it('rows that the catalogue does not call live are deleted: unknown, pending and older revisions', async () => {
    const store = await filledStore()
    await store.index.replace([documentChunks('unknown', 'r1', ['stone']), documentChunks('half', 'new', ['stone'])])
    await store.catalogue.put(documentRecord('half', null, { status: 'indexing', pending: liveRevision('new') }))
    await store.close()
    const again = await testStore(store.folder)
    expect(await again.index.countChunks()).toBe(2)
    expect(again.missing()).toEqual([])
    expect(again.index.statistics.documentFrequency('stone')).toBe(2)
    expect(await again.check()).toMatchObject({ counts: { chunks: 2 } })
  })

  it('documents whose chunks are gone or too few are named (bug: a document that is never found again)', async () => {
    const store = await filledStore()
    await store.catalogue.put(documentRecord('b', 'r9', { chunk_count: 3 }))
    await store.catalogue.put(documentRecord('a', 'r1', { chunk_count: 5 }))
    await store.catalogue.put(documentRecord('empty', 'r1', { chunk_count: 0 }))
    await store.catalogue.put(
      documentRecord('replacing', null, { status: 'indexing', chunk_count: 9, live: liveRevision('r0') }),
    )
    expect(store.missing().sort()).toEqual(['a', 'b', 'replacing'])
    await store.index.replace([documentChunks('b', 'r9', ['1', '2', '3'])])
    expect(store.missing().sort()).toEqual(['a', 'replacing'])
  })

  it('killed in the middle of replacing: every document is whole, old or new', async () => {
    const script = await buildScript(`
      import { openStore } from './open.mjs'
      const [folder] = process.argv.slice(2)
      const store = await openStore(folder, { dimensions: 8, embedderId: 'test-1' })
      const write = async (round) => {
        const revision = 'r' + round
        const chunks = Array.from({ length: 1500 }, (_, index) => ({
          chunk: { id: revision + index, doc_id: 'd', doc_name: 'd', title: '', revision, collection: 'c', format: 'text', index,
            text: 'stone', start: 0, end: 5, page: null, heading_path: [], context: '', token_count: 1, window_start: 0, window_end: 5 },
          search: 'stone', vector: new Float32Array(8).fill(1),
        }))
        await store.index.replace([{ documentId: 'd', revision, chunks }])
        await store.catalogue.put({ id: 'd', name: 'd', source: '/d', format: 'text', title: '', status: 'ready', content_hash: '', byte_size: 0,
          char_count: 0, chunk_count: 1500, collection: 'c', tags: [], gaps: [], error: null, duplicate_of: null, created_at: 0, updated_at: 0,
          pending: null, live: { revision, content_hash: '', text_object: '', structure_object: '' } })
        console.log(round)
      }
      for (let round = 0; ; round += 1) await write(round)
    `)
    const folder = await temporaryFolder()
    for (const rounds of [1, 3]) {
      const child = startScript(script, folder)
      for (let round = 0; round < rounds; round += 1) await child.line()
      await child.kill()
      const store = await testStore(folder)
      const chunks = await store.index.chunksOf('d', 0, 9999)
      // Either the acknowledged revision is whole, or the next had taken its place and is indexed again by the caller.
      const live = store.catalogue.get('d')?.live?.revision
      expect(store.missing()).toEqual(chunks.length === 1500 ? [] : ['d'])
      expect(new Set(chunks.map((chunk) => chunk.revision)).size).toBeLessThan(2)
      if (chunks.length > 0) expect(chunks[0]?.revision).toBe(live)
      expect(chunks.length % 1500).toBe(0)
      await store.close()
    }
  })
})

describe('damaged tables are made anew, never a reason not to open', () => {
  const damages: [string, (lance: string) => Promise<void>, number?][] = [
    ['a missing table', (lance) => rm(join(lance, 'chunks.lance'), { recursive: true })],
    ['a missing folder', (lance) => rm(lance, { recursive: true })],
    [
      'a zero-byte newest manifest',
      async (lance) => truncate(join(lance, 'chunks.lance/_versions', await newestManifest(lance))),
    ],
    [
      'a missing data file',
      async (lance) => {
        for (const name of await readdir(join(lance, 'chunks.lance/data')))
          await rm(join(lance, 'chunks.lance/data', name))
      },
    ],
    [
      'a data file cut short',
      async (lance) => {
        for (const name of await readdir(join(lance, 'chunks.lance/data')))
          await truncate(join(lance, 'chunks.lance/data', name), 50)
      },
    ],
    [
      'a file in the place of the table',
      async (lance) => {
        await rm(join(lance, 'chunks.lance'), { recursive: true })
        await writeFile(join(lance, 'chunks.lance'), 'nonsense')
      },
      // Once, because LanceDB asks for seconds whether it is not a table after all.
      1,
    ],
  ]
  it.each(damages)('%s', async (_, damage, times = 2) => {
    const store = await filledStore()
    await store.close()
    const lines: string[] = []
    for (let round = 0; round < times; round += 1) {
      await damage(join(store.folder, 'lance'))
      const again = await testStore(store.folder, { log: (line) => lines.push(line), now: () => 1e12 + round })
      expect([again.needsRebuild, again.missing()]).toEqual([true, ['a']])
      expect((await again.check()).ok).toBe(false)
      expect(again.index.statistics.chunkCount).toBe(0)
      expect(again.catalogue.list()).toHaveLength(1)
      await again.index.replace([documentChunks('a', 'r1', ['stone one', 'stone two'])])
      expect(await again.index.textSearch(stone, ten)).toHaveLength(2)
      await again.close()
    }
    expect((await readdir(store.folder)).filter((name) => name.startsWith('lance-damaged-')).length).toBeLessThan(2)
    const reopened = await testStore(store.folder)
    expect([reopened.needsRebuild, reopened.missing()]).toEqual([false, []])
  })

  it('a damaged text index is built again from the rows, and nothing is lost', async () => {
    const store = await filledStore()
    await store.index.replace([
      documentChunks(
        'big',
        'r1',
        Array.from({ length: 1000 }, () => 'water'),
      ),
    ])
    await store.catalogue.put(documentRecord('big', 'r1', { chunk_count: 1000 }))
    await store.index.maintain()
    await store.close()
    const indices = join(store.folder, 'lance/chunks.lance/_indices')
    for (const name of await readdir(indices)) await rename(join(indices, name), join(store.folder, `moved-${name}`))
    const again = await testStore(store.folder)
    expect(again.missing()).toEqual([])
    expect(await again.index.textSearch(stone, ten)).toHaveLength(2)
    expect(await again.index.countChunks({ documents: ['a'] })).toBe(2)
  })

  it('tables of another analysis of text are emptied and asked for again, once', async () => {
    const store = await filledStore()
    await store.close()
    const path = join(store.folder, 'store.json')
    // As Cairn wrote it before the version of the analysis was written down.
    const before = (await readFile(path, 'utf8')).replace(/\s*"analysis_version": \d+,/u, '')
    expect(before).not.toContain('analysis_version')
    await writeFile(path, before)
    await expect(testStore(store.folder, { readOnly: true })).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    const again = await testStore(store.folder)
    expect([again.needsRebuild, again.missing(), again.catalogue.list()]).toMatchObject([true, ['a'], [{ id: 'a' }]])
    await again.close()
    expect((await testStore(store.folder)).needsRebuild).toBe(false)
  })

  it('tables can be emptied while the store is open', async () => {
    const store = await filledStore()
    await store.resetTables()
    expect([await store.index.countChunks(), store.missing(), store.index.statistics.chunkCount]).toEqual([0, ['a'], 0])
    await store.index.replace([documentChunks('a', 'r1', ['stone one', 'stone two'])])
    expect([store.missing(), (await store.index.vectorSearch(vectorOf(0), ten)).length]).toEqual([[], 2])
  })
})

describe('opening for reading', () => {
  it('sees what the writer has published, and can change nothing', async () => {
    const store = await filledStore()
    await store.sessions.append('s', [
      { op: 'created', session_id: 's', meta: {} },
      { op: 'message', message: { role: 'user', content: 'hi' } },
    ])
    const reader = await testStore(store.folder, { readOnly: true })
    expect(await reader.index.textSearch(stone, ten)).toHaveLength(2)
    expect([reader.catalogue.list().length, (await reader.sessions.list()).length]).toEqual([1, 1])
    await expect(reader.index.replace([documentChunks('x', 'r1', ['y'])])).rejects.toBeInstanceOf(CairnError)
    await expect(reader.resetTables()).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    // The version the reader stands on is compacted away under it: it moves on instead of failing.
    await store.index.remove(['a'])
    expect(await reader.index.textSearch(stone, ten)).toEqual([])
  })

  it('says so where there is no store', async () => {
    await expect(testStore(await temporaryFolder(), { readOnly: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('checking', () => {
  it('finds nothing wrong with a healthy store', async () => {
    const store = await testStore()
    const content_hash = await store.objects.put(Buffer.from('original'))
    const text_object = await store.objects.put(Buffer.from('text'))
    const structure_object = await store.objects.put(Buffer.from('structure'))
    await store.index.replace([documentChunks('a', 'r1', ['stone'])])
    await store.catalogue.put(
      documentRecord('a', 'r1', { live: { revision: 'r1', content_hash, text_object, structure_object } }),
    )
    expect(await store.check()).toEqual({
      given_up: [],
      ok: true,
      problems: [],
      counts: { documents: 1, chunks: 1, objects: 3, research: 0, sessions: 0 },
    })
  })

  it('names every kind of damage', async () => {
    const store = await filledStore()
    await store.catalogue.put(documentRecord('b', 'r1'))
    await store.close()
    await appendFile(join(store.folder, 'documents.jsonl'), 'garbage\n')
    await writeFile(join(store.folder, 'sessions', 'bad.json'), '{}')
    const { ok, problems } = await (await testStore(store.folder)).check()
    expect(ok).toBe(false)
    for (const word of ['documents.jsonl: 1 line', '(b): 0 of 1', 'a'.repeat(64), 'session bad']) {
      expect(noteTexts(problems)).toContain(word)
    }
  })
})

describe('errors of the table library', () => {
  it('become typed ones, in words', () => {
    const cases: [string, string][] = [
      ['lance error: No space left on device (os error 28)', 'DISK_FULL'],
      ['Permission denied (os error 13)', 'PERMISSION_DENIED'],
      ['Unable to rename file: operation not permitted', 'STORE_UNUSABLE'],
      ['anything else', 'STORE_UNUSABLE'],
    ]
    for (const [message, code] of cases) {
      expect(toStoreError(new Error(message), 'be written')).toMatchObject({
        code,
        action: expect.stringMatching(/\.$/) as unknown,
      })
    }
  })
})

async function newestManifest(lance: string): Promise<string> {
  // LanceDB numbers manifests backwards, so that the newest sorts first.
  const names = (await readdir(join(lance, 'chunks.lance/_versions')))
    .filter((name) => name.endsWith('.manifest'))
    .sort()
  return names[0] ?? ''
}
