import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { markOf } from '@engine/ingest/files/file-mark'
import { LooseFiles } from '@engine/ingest/watch/loose/loose-files'
import { digestOf } from '@engine/ingest/watch/match-moves'
import type { CatalogueChange, DocumentCatalogue } from '@engine/ports/storage/document-store'
import { documentNamed } from '../../../fakes/fake-engine'

let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-loose-'))
  await mkdir(join(root, 'in'))
})

afterEach(() => rm(root, { recursive: true, force: true }))

async function documentAt(name: string, fields: Partial<DocumentRecord> = {}): Promise<DocumentRecord> {
  const source = join(root, name)
  await writeFile(source, `text of ${name}`)
  const facts = await stat(source)
  const content_hash = (await digestOf(source)) ?? ''
  const on_disk = { ...markOf(facts), state: 'as_read' as const }
  return documentNamed(name, { source, content_hash, byte_size: facts.size, on_disk, ...fields })
}

function setUp(all: readonly DocumentRecord[]) {
  const records = new Map(all.map((record) => [record.id, record]))
  const hashed: string[] = []
  const changedIn = new Map<string, () => void>()
  const listeners = new Set<(change: CatalogueChange) => void>()
  const catalogue: Pick<DocumentCatalogue, 'get' | 'list' | 'update' | 'onChange'> = {
    get: (id) => records.get(id),
    list: () => [...records.values()],
    update: (id, change) => {
      const current = records.get(id)
      if (current) records.set(id, change(current))
      return Promise.resolve(records.get(id))
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const loose = new LooseFiles({
    catalogue: catalogue as DocumentCatalogue,
    isWatched: (source) => source.includes('watched'),
    isOwn: (source) => source.includes('kept'),
    closing: new AbortController().signal,
    log: (line) => expect(line).toBe(''),
    hash: (path) => {
      hashed.push(path)
      return digestOf(path)
    },
    watch: (folder, changed) => {
      changedIn.set(folder, changed)
      const watcher = { close: () => changedIn.delete(folder), on: () => watcher, unref: () => watcher }
      return watcher as never
    },
  })
  const states = () => [...records.values()].map(({ name, on_disk }) => `${name} ${String(on_disk?.state)}`)
  return { loose, records, hashed, changedIn, states }
}

describe('files that were added by themselves', () => {
  test('are looked at when an answer quotes them: the same, touched, changed, gone, and away with their folder', async () => {
    const all = await Promise.all(
      ['same.md', 'touched.md', 'changed.md', 'gone.md', 'in/away.md'].map((name) => documentAt(name)),
    )
    const { loose, hashed, states } = setUp(all)
    await utimes(join(root, 'touched.md'), 1, 1)
    await writeFile(join(root, 'changed.md'), 'another text')
    await rm(join(root, 'gone.md'))
    await rm(join(root, 'in'), { recursive: true })
    await loose.look(all.map(({ id }) => id))
    expect(states()).toEqual([
      'same.md as_read',
      'touched.md as_read',
      'changed.md changed',
      'gone.md gone',
      'in/away.md away',
    ])
    // Another date alone says nothing of the content, another size does.
    expect(hashed).toEqual([join(root, 'touched.md')])
    await loose.close()
  })

  // Would catch an upload that is said to be gone, because its file in an encrypted store has another name.
  test('what Cairn keeps itself is not looked at', async () => {
    await mkdir(join(root, 'kept'))
    const kept = await documentAt('kept/upload.md')
    const { loose, records } = setUp([kept])
    await rm(kept.source)
    await loose.look([kept.id])
    const { on_disk, ...rest } = kept
    // Where an older Cairn had looked at it, that is forgotten.
    expect(on_disk).toBeDefined()
    expect(records.get(kept.id)).toEqual({ ...rest, on_disk: undefined })
    await loose.close()
  })

  test('what came in a file is looked at as that file', async () => {
    const outer = await documentAt('mail.eml')
    const part_of = { document: outer.id, path: 'a.txt', content_hash: 'x' }
    const member = documentNamed('member', { source: 'mail.eml › a.txt', content_hash: 'x', part_of })
    const { loose, records } = setUp([outer, member])
    await writeFile(outer.source, 'another mail')
    await loose.look([member.id])
    expect(records.get(outer.id)?.on_disk?.state).toBe('changed')
    expect(records.get(member.id)?.on_disk).toBeUndefined()
    await loose.close()
  })

  // Catches a watched folder whose files two look after, and a thousand watches for what lies in one folder.
  test('their folders are followed, each once, and not those that others follow', async () => {
    await mkdir(join(root, 'watched'))
    const all = await Promise.all(['a.md', 'b.md', 'in/c.md', 'watched/d.md'].map((name) => documentAt(name)))
    const { loose, changedIn, states } = setUp(all)
    loose.start()
    expect([...changedIn.keys()].toSorted()).toEqual([root, join(root, 'in')])
    await writeFile(join(root, 'in/c.md'), 'another text')
    changedIn.get(join(root, 'in'))?.()
    await vi.waitFor(() => expect(states()).toContain('in/c.md changed'))
    await loose.close()
    expect(changedIn.size).toBe(0)
  })
})
