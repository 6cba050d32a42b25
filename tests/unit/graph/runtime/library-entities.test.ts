import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLibraryEntities } from '@engine/graph/runtime/library-entities'
import { readShare } from '@engine/graph/share/read-share'
import type { ShareFile } from '@engine/graph/share/share-holder'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'

const texts: Readonly<Record<string, string>> = {
  engine: 'The Orrery Engine uses LanceDB. LanceDB is a vector database. The Orrery Engine supports Redis.',
  project: 'The OrreryEngine project depends on Redis. Redis is a database. Maria Holt leads the project.',
  people: 'Maria Holt works with Peter Crane in Ellerby. Peter Crane met Maria Holt in Ellerby in 1911.',
  acronyms: 'A Large Language Model (LLM) is a model. The Orrery Engine uses the LLM. LLM replaces rules.',
  chinese: '鹰坳站使用度日因子。度日因子是一种方法。奥里尔湖包含水尺。鹰坳站位于奥里尔湖边。',
  towns: 'Ellerby is a town near Quorn. Quorn is a town. Maria Holt moved from Quorn to Ellerby.',
}
const ids = Object.keys(texts)
const files = new Map<string, ShareFile>()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-entities-'))
  for (const [id, text] of Object.entries(texts)) {
    const chunks = [{ id: `${id}:1:0`, heading_path: [], context: '', text }]
    const task = { documentId: id, revision: '1', title: id, chunks, patterns: 'resources/graph/patterns' }
    const file = { documentId: id, revision: '1', path: join(folder, `${id}.share`) }
    await writeFile(file.path, await readShare(task))
    files.set(id, file)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const filesOf = (some: readonly string[]) => some.flatMap((id) => files.get(id) ?? [])
const fresh = () => createLibraryEntities({ embedder: createHashedNgramEmbedder(), translationsOf: () => [] })
type Library = ReturnType<typeof fresh>

/** Everything that can be seen of a graph but its version. */
function seen(library: Library): unknown {
  const picture = { ...library.picture({ limit: 1000 }), version: 0 }
  const cards = picture.nodes.ids.map((id) => library.entity(id))
  library.beginExport(1, 'json')
  const pieces: string[] = []
  for (let piece = library.nextPiece(1); piece !== undefined; piece = library.nextPiece(1)) pieces.push(piece)
  const communities = library.communities()
  return {
    picture,
    cards,
    file: pieces.join(''),
    communities,
    parts: communities.map(({ id }) => library.community(id)),
  }
}

describe('the entities of a library', () => {
  test('however documents came, changed and went, are what those that are there make', async () => {
    const step = fc.record({ load: fc.boolean(), id: fc.constantFrom(...ids) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const kept = fresh()
        const there = new Set<string>()
        for (const { load, id } of steps) {
          if (load) {
            await kept.load(filesOf([id]))
            there.add(id)
          } else {
            await kept.drop([id])
            there.delete(id)
          }
          // Looked at in between, so that what was made once cannot linger.
          kept.size()
        }
        const rebuilt = fresh()
        await rebuilt.load(filesOf([...there].toSorted()))
        expect(seen(kept)).toEqual(seen(rebuilt))
      }),
      { numRuns: 25 },
    )
  })

  test('without documents are none: no entity, edge, community or place is left', async () => {
    const library = fresh()
    await library.load(filesOf(ids))
    expect(library.size().entities).toBeGreaterThan(5)
    await library.drop(ids)
    expect(library.size()).toMatchObject({ entities: 0, relations: 0, communities: 0 })
    expect(library.search('Maria', 5)).toEqual([])
  })

  test('that were merged are one, under either id, and two again when that is taken back', async () => {
    const library = fresh()
    await library.load(filesOf(ids))
    const before = seen(library)
    const [one, other] = ['Ellerby', 'Quorn'].map((name) => library.search(name, 1)[0]?.id ?? '')
    const names = [one, other].flatMap((id) => [...library.namesOf(id ?? '')])
    const refs = names.map(({ name, type }) =>
      type ? { name: name.toLowerCase(), type } : { name: name.toLowerCase() },
    )
    const merge = { kind: 'merge', id: 'm1', at: '2026-01-01T00:00:00.000Z', names: refs } as const
    await library.setLog([merge])
    const merged = library.entity(one ?? '')
    expect(library.entity(other ?? '').id).toBe(merged.id)
    expect([merged.name, ...merged.aliases].toSorted()).toEqual(['Ellerby', 'Quorn'])
    expect(merged.merges).toMatchObject([{ id: 'm1', reason: 'manual' }])
    await library.setLog([merge, { kind: 'undo', id: 'm2', at: merge.at, entry: 'm1' }])
    expect(seen(library)).toEqual(before)
  })

  // Catches a card that says an entity has names which no document has any more.
  test('that were merged name only what is still there, and nothing when one name is left', async () => {
    const library = fresh()
    await library.load(filesOf(ids))
    const names = ['Ellerby', 'Quorn', 'Peter Crane'].map((name) => ({ name: name.toLowerCase() }))
    await library.setLog([{ kind: 'merge', id: 'm1', at: '2026-01-01T00:00:00.000Z', names }])
    const merged = () => {
      const [hit] = library.search('Ellerby', 1)
      return library.entity(hit?.id ?? '').merges.filter(({ id }) => id === 'm1')
    }
    expect(merged()[0]?.names.toSorted()).toEqual(['ellerby', 'peter crane', 'quorn'])
    await library.drop(['people'])
    expect(merged()[0]?.names.toSorted()).toEqual(['ellerby', 'quorn'])
    await library.drop(['towns'])
    await library.load(filesOf(['people']))
    expect(merged()[0]?.names.toSorted()).toEqual(['ellerby', 'peter crane'])
  })

  // Catches windows that keep an old picture because a new thread counts from the beginning.
  test('have versions above the first, each once', async () => {
    const library = createLibraryEntities({ embedder: undefined, translationsOf: () => [], firstVersion: 41 })
    const versions = [library.size().version, library.size().version]
    await library.load(filesOf(['towns']))
    expect([...versions, library.size().version]).toEqual([42, 42, 43])
  })

  // Catches documents that are in but not seen because another could not be taken in.
  test('are there of those documents that came before one that failed', async () => {
    const translationsOf = (name: string) => {
      if (/ellerby/iu.test(name)) throw new Error('no terms')
      return []
    }
    const library = createLibraryEntities({ embedder: undefined, translationsOf })
    expect(library.size().entities).toBe(0)
    await expect(library.load(filesOf(['engine', 'towns']))).rejects.toThrow('no terms')
    expect(library.search('Orrery Engine', 1)).toHaveLength(1)
  })

  // Catches half a file that is saved as a whole one, since its thread was lost in between.
  test('are written to a file once, and an export that is not known is an error', async () => {
    const library = fresh()
    await library.load(filesOf(['towns']))
    expect(() => library.nextPiece(1)).toThrow('The export was interrupted.')
    library.beginExport(1, 'graphml')
    const pieces: string[] = []
    for (let piece = library.nextPiece(1); piece !== undefined; piece = library.nextPiece(1)) pieces.push(piece)
    expect(pieces.join('')).toMatch(/^<\?xml.*<\/graphml>\s*$/su)
    expect(() => library.nextPiece(1)).toThrow(expect.objectContaining({ code: 'INTERNAL' }))
    library.beginExport(2, 'json')
    library.endExport(2)
    expect(() => library.nextPiece(2)).toThrow('The export was interrupted.')
  })

  // Catches names, other names, relations, counts and places that only a confidential document has.
  test('are exported without what only some documents say, as if these were not there', async () => {
    const exported = (library: Library, format: 'graphml' | 'json', without: readonly string[]) => {
      library.beginExport(1, format, without)
      const pieces: string[] = []
      for (let piece = library.nextPiece(1); piece !== undefined; piece = library.nextPiece(1)) pieces.push(piece)
      return pieces.join('')
    }
    const library = fresh()
    await library.load(filesOf(ids))
    for (const format of ['graphml', 'json'] as const) {
      const whole = exported(library, format, [])
      const text = exported(library, format, ['people', 'acronyms', 'project'])
      for (const name of ['Peter Crane', 'Large Language Model', 'OrreryEngine']) {
        expect(whole).toContain(name)
        expect(text).not.toContain(name)
      }
      for (const id of ['people', 'acronyms', 'project']) expect(text).not.toContain(`"${id}`)
      const others = fresh()
      await others.load(filesOf(['engine', 'chinese', 'towns']))
      expect(text).toBe(exported(others, format, []))
    }
    expect(exported(library, 'json', ids)).toContain('"entities":[]')
    expect(library.search('Peter Crane', 1)).toHaveLength(1)
  })

  test('are put together where rules see one name, and say why', async () => {
    const library = fresh()
    await library.load(filesOf(ids))
    const [hit] = library.search('LLM', 1)
    const card = library.entity(hit?.id ?? '')
    expect([card.name, ...card.aliases]).toEqual(expect.arrayContaining(['LLM', 'Large Language Model']))
    expect(card.merges.map(({ reason }) => reason)).not.toEqual([])
  })
})
