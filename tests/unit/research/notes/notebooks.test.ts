import { describe, expect, test } from 'vitest'
import type { Change } from '@shared/changes'
import { CairnError } from '@shared/errors'
import type { NewNote } from '@shared/api/notes-api'
import { NoteItem } from '@shared/research/notebook-shapes'
import { fakeNotebooks, MemoryNotebookStore } from '../../../fakes/notebooks'
import { evidenceItem } from '../../../support/research/sample-run'

const written = (text: string): NewNote => ({ kind: 'text', text, sources: [], refs: [], from: {} })
const passage = (text: string): NewNote => ({ ...written(text), kind: 'passage', sources: [evidenceItem(1, text)] })

async function withNotes(...texts: string[]) {
  const store = new MemoryNotebookStore()
  const told: Change[] = []
  const notebooks = fakeNotebooks({ store, publish: (change) => told.push(change) })
  const { id } = await notebooks.create('Huts')
  for (const text of texts) await notebooks.add(id, written(text))
  const texts_ = async () => (await notebooks.get(id)).items.map(({ text }) => text)
  const idOf = async (text: string) => (await notebooks.get(id)).items.find((one) => one.text === text)?.id ?? ''
  return { store, told, notebooks, id, texts: texts_, idOf }
}

describe('notes in a notebook', () => {
  test('are taken over from a bundle whole; where the notebook is here already, it stays as it is', async () => {
    const there = await withNotes('one', 'two')
    const given = await there.notebooks.get(there.id)
    const here = fakeNotebooks()
    expect(await here.import(given)).toMatchObject({ kind: 'notebook', id: given.id, outcome: 'added' })
    expect(await here.get(given.id)).toEqual(given)
    await here.rename(given.id, 'Mine')
    await here.trash(given.id)
    expect(await here.import(given)).toMatchObject({ title: 'Mine', outcome: 'unchanged' })
    expect((await here.list()).map(({ title }) => title)).toEqual(['Mine'])
  })

  test('are added where asked, moved, edited, removed and put back where they stood', async () => {
    const { notebooks, id, texts, idOf } = await withNotes('one', 'two', 'three')
    await notebooks.add(id, written('first'), 0)
    expect(await texts()).toEqual(['first', 'one', 'two', 'three'])
    await notebooks.move(id, await idOf('first'), 2)
    expect(await texts()).toEqual(['one', 'two', 'first', 'three'])
    await notebooks.edit(id, await idOf('two'), 'zwei')
    const { items } = await notebooks.get(id)
    const [, second] = items
    await notebooks.remove(id, second?.id ?? '')
    expect(await texts()).toEqual(['one', 'first', 'three'])
    await notebooks.putBack(id, NoteItem.parse(second), 1)
    await notebooks.putBack(id, NoteItem.parse(second), 1)
    expect(await texts()).toEqual(['one', 'zwei', 'first', 'three'])
  })

  test('that were saved from a document count as edited once their words change; own words never do', async () => {
    const { notebooks, id } = await withNotes()
    const saved = await notebooks.add(id, passage('Opened in 1921.'))
    const own = await notebooks.add(id, written('Ask them.'))
    expect(await notebooks.edit(id, saved.id, 'Opened in 1921.')).toMatchObject({ edited: false })
    expect(await notebooks.edit(id, saved.id, 'Opened 1921')).toMatchObject({ edited: true, sources: saved.sources })
    expect(await notebooks.edit(id, own.id, 'Ask again.')).toMatchObject({ edited: false })
  })

  test('are refused where the notebook would be too long, which then stays as it was', async () => {
    const { notebooks, id, texts } = await withNotes('one')
    const long = 'x'.repeat(200_000)
    for (let at = 0; at < 19; at += 1) await notebooks.add(id, written(long))
    await expect(notebooks.add(id, passage(long))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await texts()).toHaveLength(20)
  })

  test('that are not there are told, also in a notebook that is not there', async () => {
    const { notebooks, id } = await withNotes('one')
    for (const act of [
      () => notebooks.edit(id, 'gone', 'x'),
      () => notebooks.move(id, 'gone', 0),
      () => notebooks.remove(id, 'gone'),
      () => notebooks.get('n_gone'),
      () => notebooks.add('n_gone', written('x')),
      () => notebooks.trash('n_gone'),
      () => notebooks.restore('n_gone'),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('that come from two windows at once are all there, in the order they came', async () => {
    const { notebooks, id, texts } = await withNotes()
    const wanted = Array.from({ length: 20 }, (_, at) => `note ${at}`)
    await Promise.all(wanted.map((text) => notebooks.add(id, written(text))))
    expect(await texts()).toEqual(wanted)
  })
})

describe('notebooks', () => {
  test('are kept before anybody is told: what cannot be written changes nothing', async () => {
    const { store, told, notebooks, id, texts } = await withNotes('one')
    const before = told.length
    store.failure = new CairnError('DISK_FULL', 'The disk is full.', 'Make room.')
    await expect(notebooks.add(id, written('two'))).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect([await texts(), told.length]).toEqual([['one'], before])
    await notebooks.add(id, written('two'))
    expect(await texts()).toEqual(['one', 'two'])
    expect(JSON.parse(store.kept.get(id) ?? '')).toMatchObject({ items: [{ text: 'one' }, { text: 'two' }] })
  })

  test('are told of with every change, and as gone in the trash', async () => {
    const { told, notebooks, id } = await withNotes('one')
    await notebooks.rename(id, 'Cabins')
    await notebooks.useAsEvidence(id, true)
    await notebooks.trash(id)
    expect(told.map((change) => change.type === 'notes' && [change.changed[0]?.title, change.removed])).toEqual([
      ['Huts', []],
      ['Huts', []],
      ['Cabins', []],
      ['Cabins', []],
      [undefined, [id]],
    ])
  })

  test('come back from the trash in time, and are gone afterwards', async () => {
    const store = new MemoryNotebookStore()
    const notebooks = fakeNotebooks({ store, trashMs: 30 })
    const { id } = await notebooks.create('Huts')
    await notebooks.trash(id)
    expect(await notebooks.list()).toEqual([])
    await expect(notebooks.get(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await notebooks.restore(id)
    expect(await notebooks.list()).toMatchObject([{ id }])
    await notebooks.trash(id)
    await expect.poll(() => store.kept.size).toBe(0)
    await expect(notebooks.restore(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('in the trash go when Cairn closes, or when the next one starts long after', async () => {
    const store = new MemoryNotebookStore()
    const closing = new AbortController()
    const first = fakeNotebooks({ store, closing: closing.signal })
    const { id } = await first.create('Huts')
    await first.trash(id)
    closing.abort()
    await first.close()
    expect(store.kept.size).toBe(0)
    await store.save({
      ...{ id: 'n_left', title: 'Left', items: [], as_evidence: true, created_at: '', updated_at: '' },
      trashed_at: '2026-01-01T00:00:00Z',
    })
    const second = fakeNotebooks({ store })
    expect(await second.usedAsEvidence()).toEqual([])
    await expect.poll(() => store.kept.size).toBe(0)
  })

  // Would catch a deleted notebook whose words can be searched for ever, because nothing tells it from one that was lost.
  test('in the trash stay until their document has gone', async () => {
    const store = new MemoryNotebookStore()
    const closing = new AbortController()
    let isInLibrary = true
    const parts = { store, isInLibrary: () => isInLibrary }
    const first = fakeNotebooks({ ...parts, closing: closing.signal })
    const { id } = await first.create('Huts')
    await first.trash(id)
    closing.abort()
    await first.close()
    const second = fakeNotebooks(parts)
    expect(await second.known()).toEqual(new Set([id]))
    isInLibrary = false
    await second.close()
    expect(store.kept.size).toBe(0)
  })

  test('take no more changes when Cairn is closing', async () => {
    const closing = new AbortController()
    const notebooks = fakeNotebooks({ closing: closing.signal })
    closing.abort()
    await expect(notebooks.create('Huts')).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})
