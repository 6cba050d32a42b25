import { existsSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { NewNote } from '@shared/api/notes-api'
import type { DocumentRecord } from '@shared/documents'
import { safeFileName } from '@engine/ingest/files/safe-file-name'
import { filesBelow } from '@engine/platform/stored-text'
import { NotesInLibrary } from '@engine/research/notes/notes-in-library'
import { documentNamed } from '../../../fakes/fake-engine'
import { fakeNotebooks } from '../../../fakes/notebooks'
import { evidenceItem } from '../../../support/research/sample-run'

/** A library that reads files when told to, and tells as the real one does. */
async function kept() {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-notes-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const records = new Map<string, DocumentRecord>()
  const added: string[] = []
  const notebooks = fakeNotebooks()
  const library = {
    find: (path: string) => records.get(path),
    list: () => [...records.values()],
    add: (path: string, collection: string, tags: readonly string[]) => {
      added.push(`${collection}: ${basename(path)}`)
      given.set(path, tags)
      reading.push(path)
    },
    tag: (id: string, tags: readonly string[]) => {
      for (const [path, record] of records) if (record.id === id) records.set(path, { ...record, tags: [...tags] })
      return Promise.resolve()
    },
    careOf: (ids: readonly string[]) => ids.filter((id) => secret.has(id)).map(() => 'secret'),
    delete: (ids: readonly string[]) => {
      for (const [path, { id }] of records) if (ids.includes(id)) records.delete(path)
      return keeper.follow({ type: 'documents', changed: [], removed: [...ids] })
    },
  }
  const reading: string[] = []
  const given = new Map<string, readonly string[]>()
  /** Documents that are secret. */
  const secret = new Set<string>()
  const keeper = new NotesInLibrary({
    remove: (path) => rm(path, { force: true }),
    ...{ folder, library, notebooks, fileName: safeFileName, log: (line) => added.push(line) },
    write: async (path, text) => {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
    },
    written: () => filesBelow(folder),
  })
  /** Reads what was added. */
  async function read() {
    for (const path of reading.splice(0)) {
      const hash = createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
      const tags = [...(given.get(path) ?? [])]
      const record = documentNamed(basename(path), { source: path, content_hash: hash, tags })
      records.set(path, record)
      await keeper.follow({ type: 'documents', changed: [record], removed: [] })
    }
  }
  const keepUp = async () => {
    await keeper.keepUp()
    await read()
  }
  return { keeper, keepUp, notebooks, records, added, secret, library }
}

const note = (text: string): NewNote => ({ kind: 'text', text, sources: [], refs: [], from: {} })

describe('notebooks in the library', () => {
  test('are documents while they are used as evidence, read again only when they have changed', async () => {
    const { keepUp, notebooks, records, added } = await kept()
    const { id } = await notebooks.create('Huts')
    await notebooks.add(id, note('Opened in 1921.'))
    await keepUp()
    expect(added).toEqual([])
    await notebooks.useAsEvidence(id, true)
    await keepUp()
    await keepUp()
    expect(added).toEqual(['Notes: Huts.cairn-notes'])
    const [path = ''] = records.keys()
    expect(await readFile(path, 'utf8')).toContain('Opened in 1921.')
    await notebooks.add(id, note('And again.'))
    await keepUp()
    expect(added).toHaveLength(2)
    await notebooks.useAsEvidence(id, false)
    await keepUp()
    expect([records.size, existsSync(path)]).toEqual([0, false])
    expect((await notebooks.get(id)).as_evidence).toBe(false)
  })

  test('are as confidential as what their notes were saved from, also when that is said later', async () => {
    const { keepUp, notebooks, records, secret } = await kept()
    const { id } = await notebooks.create('Huts')
    const source = evidenceItem(1, 'Nobody may know.')
    await notebooks.add(id, { ...note('Nobody may know.'), kind: 'passage', sources: [source] })
    await notebooks.useAsEvidence(id, true)
    await keepUp()
    expect([...records.values()].map(({ tags }) => tags)).toEqual([[]])
    secret.add(source.document_id)
    await keepUp()
    expect([...records.values()].map(({ tags }) => tags)).toEqual([['secret']])
    const other = await notebooks.create('Other')
    await notebooks.add(other.id, { ...note('Nor this.'), kind: 'passage', sources: [source] })
    await notebooks.useAsEvidence(other.id, true)
    await keepUp()
    expect([...records.values()].map(({ tags }) => tags)).toEqual([['secret'], ['secret']])
  })

  test('follow their title, and go with their notebook', async () => {
    const { keepUp, notebooks, records } = await kept()
    const { id } = await notebooks.create('Huts: a/b')
    await notebooks.useAsEvidence(id, true)
    await keepUp()
    await notebooks.rename(id, '木屋')
    await keepUp()
    expect([...records.keys()].map((path) => basename(path))).toEqual(['木屋.cairn-notes'])
    expect((await notebooks.get(id)).as_evidence).toBe(true)
    await notebooks.trash(id)
    await keepUp()
    expect(records.size).toBe(0)
    await notebooks.restore(id)
    await keepUp()
    expect(records.size).toBe(1)
  })

  // Would catch a notebook that is not searched any more once its store was copied to another place by hand (the document of before takes the new path).
  test('stay when another document of theirs takes the place of the one just made', async () => {
    const { keeper, keepUp, notebooks, records } = await kept()
    const { id } = await notebooks.create('Huts')
    await notebooks.useAsEvidence(id, true)
    await keepUp()
    const [[path, made] = []] = records
    if (path === undefined || !made) throw new Error('No document was made.')
    const before = { ...made, id: 'of-before' }
    records.set(path, before)
    await keeper.follow({ type: 'documents', changed: [before], removed: [] })
    await keeper.follow({ type: 'documents', changed: [], removed: [made.id] })
    expect((await notebooks.get(id)).as_evidence).toBe(true)
  })

  // Would catch a damaged notebook that takes along what the library has read of it, at once or once a repair has put it aside.
  test('stay when their notebook was lost', async () => {
    const { keepUp, notebooks, records } = await kept()
    const { id } = await notebooks.create('Huts')
    await notebooks.add(id, note('Opened in 1921.'))
    await notebooks.useAsEvidence(id, true)
    await keepUp()
    vi.spyOn(notebooks, 'usedAsEvidence').mockResolvedValue([])
    const known = vi.spyOn(notebooks, 'known').mockResolvedValue(new Set())
    await keepUp()
    expect(records.size).toBe(1)
    known.mockResolvedValue(new Set([id]))
    await keepUp()
    expect(records.size).toBe(0)
  })

  // Would catch a deleted notebook whose words stay searchable because its own file was lost.
  test('go with their notebook also where their file was lost', async () => {
    const { keepUp, notebooks, records } = await kept()
    const { id } = await notebooks.create('Huts')
    await notebooks.useAsEvidence(id, true)
    await keepUp()
    await rm([...records.keys()][0] ?? '')
    await notebooks.trash(id)
    await keepUp()
    expect(records.size).toBe(0)
  })

  test('are switched off by deleting their document, and on again by restoring it', async () => {
    const { keeper, keepUp, notebooks, records } = await kept()
    const { id } = await notebooks.create('Huts')
    await notebooks.useAsEvidence(id, true)
    await keepUp()
    const [[path, record] = ['', documentNamed('none')]] = records
    records.set(path, { ...record, trashed_at: 1 })
    await keeper.follow({ type: 'documents', changed: [], removed: [record.id] })
    expect((await notebooks.get(id)).as_evidence).toBe(false)
    // Deleted for good only by the trash, so that it can still be restored.
    await keepUp()
    expect(records.has(path)).toBe(true)
    records.set(path, record)
    await keeper.follow({ type: 'documents', changed: [record], removed: [] })
    expect((await notebooks.get(id)).as_evidence).toBe(true)
  })

  test('leave other documents alone, and a failure is told and made good later', async () => {
    const { keeper, keepUp, notebooks, library, added, records } = await kept()
    const { id } = await notebooks.create('Huts')
    await notebooks.useAsEvidence(id, true)
    await keeper.follow({ type: 'documents', changed: [documentNamed('other.md')], removed: [] })
    await keeper.follow({ type: 'documents', changed: [], removed: ['id-other.md'] })
    expect((await notebooks.get(id)).as_evidence).toBe(true)
    const { add } = library
    library.add = () => {
      throw new Error('no room')
    }
    await keepUp()
    expect(added).toEqual(['notes: keeping the library in step failed: Error: no room'])
    library.add = add
    await keepUp()
    expect(records.size).toBe(1)
  })
})
