import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Chunk, DocumentRecord } from '@shared/documents'
import { GraphShares } from '@engine/graph/share/graph-shares'
import { createPassageLinks } from '@engine/graph/runtime/passage-links'
import { readShare, type ShareTask } from '@engine/graph/share/read-share'
import type { ShareHolder } from '@engine/graph/share/share-holder'
import { RecentLooks } from '@engine/platform/order/recent-looks'
import type { ReadingChange } from '@engine/graph/share/reading-queue'
import type { CatalogueChange } from '@engine/ports/storage/document-store'
import { documentNamed } from '../../../fakes/fake-engine'
import { graphQuestion } from '../../../fakes/graph-question'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-shares-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A library of single-chunk documents, each naming a person and a town. */
function library(maySweep = true, others: readonly ShareHolder[] = []) {
  const records = new Map<string, DocumentRecord>()
  const listeners = new Set<(change: CatalogueChange) => void>()
  const texts = new Map<string, string>()
  const read: string[] = []
  const closing = new AbortController()
  const links = createPassageLinks()
  let failing: (task: ShareTask) => boolean = () => false
  let meanwhile: (task: ShareTask) => void = () => undefined
  let lost = false
  let quiet: Promise<void> = Promise.resolve()
  let isQuiet = true
  const holder: ShareHolder = {
    load: (files) => (lost ? Promise.reject(new Error('lost')) : links.load(files)),
    drop: (ids) => links.drop(ids),
  }
  const looks = new RecentLooks()
  const told: ReadingChange[] = []
  const shares = new GraphShares({
    ...{ looks, now: () => 0, reading: (change) => void told.push(change) },
    catalogue: {
      list: () => [...records.values()],
      get: (id) => records.get(id),
      onChange: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    files: { write: (path, data) => writeFile(path, data), remove: (path) => rm(path, { force: true }) },
    folder: join(folder, 'graph'),
    patterns: 'resources/graph/patterns',
    chunksOf: (id) => Promise.resolve(chunksOf(records.get(id))),
    read: async (task) => {
      read.push(task.documentId)
      if (failing(task)) throw new Error('no')
      const bytes = await readShare(task)
      meanwhile(task)
      return bytes
    },
    holders: [holder, ...others],
    quiet: { isQuiet: () => isQuiet, whenQuiet: () => quiet },
    maySweep,
    closing: closing.signal,
    changed: () => undefined,
    log: () => undefined,
  })
  const chunksOf = (record: DocumentRecord | undefined): Chunk[] => {
    if (!record?.live) return []
    const text = texts.get(record.id) ?? ''
    const at = { index: 0, start: 0, end: text.length, window_start: 0, window_end: text.length, page: null }
    const names = { doc_id: record.id, doc_name: record.name, title: record.title, collection: '', format: 'text' }
    const { revision } = record.live
    return [
      {
        id: `${record.id}:${revision}:0`,
        revision,
        text,
        heading_path: [],
        context: '',
        token_count: 9,
        ...at,
        ...names,
      },
    ]
  }
  const tell = (change: CatalogueChange) => listeners.forEach((listener) => listener(change))
  return {
    ...{ shares, looks, told, read, holder },
    fail: (when: typeof failing) => (failing = when),
    /** Runs once, when a document has been read and is about to be written. */
    whileReading: (change: () => void) => {
      meanwhile = () => {
        meanwhile = () => undefined
        change()
      }
    },
    lose: (is: boolean) => (lost = is),
    /** Nothing is read until the promise resolves. */
    waitFor: (until: Promise<void>): void => {
      isQuiet = false
      quiet = until.then(() => {
        isQuiet = true
      })
    },
    put(id: string, text: string, revision = '1', fields: Partial<DocumentRecord> = {}) {
      texts.set(id, text)
      const live = { revision, content_hash: '', text_object: '', structure_object: '' }
      const record = documentNamed(id, { id, title: id, live, ...fields })
      records.set(id, record)
      tell({ changed: [record], removed: [] })
    },
    delete(id: string) {
      records.delete(id)
      tell({ changed: [], removed: [id] })
    },
    /** Chunks that a question naming something leads to. */
    async found(question: string) {
      await shares.idle()
      return links.search(graphQuestion(question), new Map()).hits.map(({ id }) => id)
    },
    files: async () => (await readdir(join(folder, 'graph'))).toSorted(),
    async close() {
      closing.abort()
      await shares.close()
    },
  }
}

describe('the shares of a library', () => {
  test('what is searchable is in the graph, and what is trashed or deleted is not, file and all', async () => {
    const lib = library()
    await lib.shares.start()
    lib.put('a', 'Maria Holt was born in Ellerby.')
    lib.put('b', 'Some say that Maria Holt kept bees.')
    expect((await lib.found('Who is Maria Holt?')).toSorted()).toEqual(['a:1:0', 'b:1:0'])
    lib.put('b', 'Some say that Maria Holt kept bees.', '1', { trashed_at: 5 })
    expect(await lib.found('Who is Maria Holt?')).toEqual(['a:1:0'])
    // Kept, because it may be restored without being read again.
    expect(await lib.files()).toEqual(['a.share', 'b.share'])
    lib.put('b', 'Some say that Maria Holt kept bees.')
    expect(await lib.found('Who is Maria Holt?')).toHaveLength(2)
    expect(lib.read).toEqual(['a', 'b'])
    lib.delete('b')
    expect(await lib.found('Who is Maria Holt?')).toEqual(['a:1:0'])
    expect(await lib.files()).toEqual(['a.share'])
    expect(lib.shares.progress).toEqual({ done: 1, total: 1 })
    await lib.close()
  })

  test('a replaced document has its new share only', async () => {
    const lib = library()
    await lib.shares.start()
    lib.put('a', 'Maria Holt was born in Ellerby.')
    lib.put('a', 'Peter Crane was born in Ellerby.', '2')
    expect(await lib.found('Who is Maria Holt?')).toEqual([])
    expect(await lib.found('Who is Peter Crane?')).toEqual(['a:2:0'])
    await lib.close()
  })

  test('a start reads only what is missing, damaged or of another indexing, and sweeps what nobody owns', async () => {
    const first = library()
    await first.shares.start()
    for (const id of ['kept', 'damaged', 'outdated']) first.put(id, `Maria Holt wrote ${id}.`)
    await first.found('')
    await first.close()
    await writeFile(join(folder, 'graph', 'damaged.share'), '{"version":1')
    await writeFile(join(folder, 'graph', 'orphan.share'), 'x')
    const second = library()
    second.put('kept', 'Maria Holt wrote kept.')
    second.put('damaged', 'Maria Holt wrote damaged.')
    second.put('outdated', 'Maria Holt wrote outdated.', '2')
    await second.shares.start()
    expect(await second.found('Who is Maria Holt?')).toHaveLength(3)
    expect(second.read.toSorted()).toEqual(['damaged', 'outdated'])
    expect(await second.files()).not.toContain('orphan.share')
    await second.close()
  })

  // Would catch a deleted document whose names live on in what a model has read of it, and a trashed one read anew.
  test('what a model has read of a document goes with it, and only with it', async () => {
    const lib = library()
    await lib.shares.start()
    for (const id of ['a', 'b', 'c']) lib.put(id, 'Maria Holt was born in Ellerby.')
    await lib.found('')
    for (const id of ['a', 'b', 'c', 'nobody']) await writeFile(join(folder, 'graph', `${id}.model`), '{}\n')
    lib.delete('a')
    lib.put('b', 'Maria Holt was born in Ellerby.', '1', { trashed_at: 5 })
    await lib.found('')
    expect(await lib.files()).toEqual(['b.model', 'b.share', 'c.model', 'c.share', 'nobody.model'])
    await lib.close()
    const again = library()
    again.put('c', 'Maria Holt was born in Ellerby.')
    await again.shares.start()
    await again.found('')
    expect(await again.files()).toEqual(['c.model', 'c.share'])
    await again.close()
  })

  test('while the list of documents is damaged nothing is swept', async () => {
    const lib = library(false)
    await lib.shares.start()
    await writeFile(join(folder, 'graph', 'orphan.share'), 'x')
    await lib.close()
    const again = library(false)
    await again.shares.start()
    expect(await again.files()).toEqual(['orphan.share'])
    await again.close()
  })

  test('a document that cannot be read is left out, tried once, and holds up no other', async () => {
    const lib = library()
    lib.fail(({ documentId }) => documentId === 'bad')
    await lib.shares.start()
    lib.put('bad', 'Maria Holt.')
    lib.put('good', 'Maria Holt was here.')
    expect(await lib.found('Who is Maria Holt?')).toEqual(['good:1:0'])
    lib.put('bad', 'Maria Holt.', '1', { tags: ['x'] })
    await lib.found('')
    expect(lib.read).toEqual(['bad', 'good'])
    expect(lib.shares.progress).toEqual({ done: 1, total: 1 })
    await lib.close()
  })

  test('a document that is deleted, trashed or replaced while it is being read ends as it is', async () => {
    const lib = library()
    await lib.shares.start()
    lib.whileReading(() => lib.delete('gone'))
    lib.put('gone', 'Maria Holt kept bees.')
    await lib.shares.idle()
    expect([await lib.found('Who is Maria Holt?'), await lib.files()]).toEqual([[], []])
    lib.whileReading(() => lib.put('trashed', 'Maria Holt kept bees.', '1', { trashed_at: 5 }))
    lib.put('trashed', 'Maria Holt kept bees.')
    await lib.shares.idle()
    expect(await lib.found('Who is Maria Holt?')).toEqual([])
    lib.whileReading(() => lib.put('replaced', 'Peter Crane kept bees.', '2'))
    lib.put('replaced', 'Maria Holt kept bees.', '1')
    await lib.shares.idle()
    expect(await lib.found('Who is Maria Holt?')).toEqual([])
    expect(await lib.found('Who is Peter Crane?')).toEqual(['replaced:2:0'])
    expect(lib.shares.progress).toEqual({ done: 1, total: 1 })
    await lib.close()
  })

  // Would catch a document whose file cannot be used being read for ever, or twice because two holders miss its file.
  test('a document is read once however many holders miss it, and given up where it still cannot be taken in', async () => {
    const refusing: ShareHolder = {
      load: (files) => Promise.resolve(files.map(({ documentId }) => documentId).filter((id) => id === 'odd')),
      drop: () => Promise.resolve(),
    }
    const lib = library(true, [refusing])
    await lib.shares.start()
    lib.put('odd', 'Maria Holt kept bees.')
    lib.put('even', 'Maria Holt kept hens.')
    await lib.shares.idle()
    expect(lib.read.toSorted()).toEqual(['even', 'odd'])
    expect(lib.shares.progress).toEqual({ done: 1, total: 1 })
    await lib.close()
  })

  // Would catch reading that slows down what people wait for, and a wait for it that ends too early or never.
  test('nothing is read while people wait, then the smallest first, and whoever wants all of it is told', async () => {
    const lib = library()
    await lib.shares.start()
    let goOn: () => void = () => undefined
    lib.waitFor(new Promise<void>((resolve) => (goOn = resolve)))
    lib.put('large', 'Maria Holt was born in Ellerby.', '1', { chunk_count: 40 })
    lib.put('small', 'Maria Holt kept bees.', '1', { chunk_count: 2 })
    const unread: number[] = []
    const all = lib.shares.allRead(() => unread.push(lib.shares.unread))
    while (lib.shares.unread < 2) await new Promise((resolve) => setImmediate(resolve))
    expect(lib.read).toEqual([])
    goOn()
    await all
    expect(lib.read).toEqual(['small', 'large'])
    expect(unread).toEqual([1, 0])
    expect(await lib.found('Who is Maria Holt?')).toHaveLength(2)
    await lib.close()
  })

  // Catches an open document that waits for a thousand others, and a window that never learns that one is in the graph.
  test('what somebody looks at is read first, and each document is told as waiting once and as settled once', async () => {
    const lib = library()
    await lib.shares.start()
    let goOn: () => void = () => undefined
    lib.waitFor(new Promise<void>((resolve) => (goOn = resolve)))
    lib.fail(({ documentId }) => documentId === 'broken')
    lib.put('open', 'Maria Holt was born in Ellerby.', '1', { chunk_count: 40, modified_at: 0 })
    for (const id of ['small', 'broken', 'gone']) lib.put(id, 'Maria Holt kept bees.', '1', { chunk_count: 2 })
    while (lib.shares.unread < 4) await new Promise((resolve) => setImmediate(resolve))
    expect(lib.shares.waiting).toEqual(['open', 'small', 'broken', 'gone'])
    lib.delete('gone')
    lib.looks.note('open')
    goOn()
    await lib.shares.idle()
    expect(lib.read).toEqual(['open', 'small', 'broken'])
    const settled = lib.told.flatMap((change) => change.settled)
    expect(lib.told.flatMap(({ waiting }) => waiting)).toEqual(['open', 'small', 'broken', 'gone'])
    expect(settled.toSorted()).toEqual(['broken', 'gone', 'open', 'small'])
    expect(lib.shares.waiting).toEqual([])
    await lib.close()
  })

  // Would catch a question that finds less than was read before it came, and reading that goes on beside it.
  test('who begins to wait finds what was read so far, and holds up the rest', async () => {
    const lib = library()
    await lib.shares.start()
    let goOn: () => void = () => undefined
    lib.whileReading(() => lib.waitFor(new Promise<void>((resolve) => (goOn = resolve))))
    lib.put('first', 'Maria Holt was born in Ellerby.', '1', { chunk_count: 1 })
    lib.put('second', 'Maria Holt kept bees.', '1', { chunk_count: 2 })
    const all = lib.shares.allRead(() => undefined)
    while (lib.shares.progress.done < 1) await new Promise((resolve) => setImmediate(resolve))
    expect(lib.read).toEqual(['first'])
    goOn()
    await all
    expect(await lib.found('Who is Maria Holt?')).toHaveLength(2)
    await lib.close()
  })

  test('a holder that is lost has all again once it is back, and is not waited for while it is not', async () => {
    const lib = library()
    await lib.shares.start()
    lib.put('a', 'Maria Holt was born in Ellerby.')
    await lib.shares.idle()
    lib.lose(true)
    lib.put('b', 'Maria Holt kept bees.')
    await lib.shares.idle()
    // A command that waits until all is read would otherwise never end.
    expect(lib.shares.progress).toEqual({ done: 1, total: 1 })
    lib.lose(false)
    lib.shares.restore(lib.holder)
    expect((await lib.found('Who is Maria Holt?')).toSorted()).toEqual(['a:1:0', 'b:1:0'])
    expect(lib.shares.progress).toEqual({ done: 2, total: 2 })
    await lib.close()
  })
})

// A name's passages are kept in this order: each put before others moves them all, which takes minutes where many documents have it.
test('at the start, holders are told of documents in the order of their ids', async () => {
  const told: string[] = []
  const watching: ShareHolder = {
    load: (files) => {
      told.push(...files.map(({ documentId }) => documentId))
      return Promise.resolve([])
    },
    drop: () => Promise.resolve(),
  }
  const at = library(true, [watching])
  for (const id of ['m', 'b', 'z', 'a']) at.put(id, 'Ada Lovelace lived in London.')
  await at.shares.start()
  await at.shares.idle()
  expect(told.slice(0, 4)).toEqual(['a', 'b', 'm', 'z'])
  await at.close()
})
