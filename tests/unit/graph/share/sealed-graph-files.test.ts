import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { headerLine, passageLine } from '@engine/graph/model-extraction/extraction-record'
import { GraphDecisions } from '@engine/graph/runtime/graph-decisions'
import { GraphThread } from '@engine/graph/runtime/graph-thread-client'
import { LayoutPositions } from '@engine/graph/runtime/layout-positions'
import type { LibraryEntitiesCalls } from '@engine/graph/runtime/library-entities'
import type { PassageLinksCalls } from '@engine/graph/runtime/passage-links'
import { graphFileNames, GraphFiles } from '@engine/graph/share/graph-files'
import { readShare } from '@engine/graph/share/read-share'
import { builtFile } from '@engine/platform/paths'
import { SealedLines } from '@engine/platform/sealing/line-seal'
import { SealedFiles } from '@engine/platform/sealing/sealed-files'
import { createDurableFiles } from '@engine/storage/files/durable-file'
import { resealInto } from '@engine/storage/files/reseal'
import { graphQuestion } from '../../../fakes/graph-question'

let store = ''
beforeEach(async () => {
  store = await mkdtemp(join(tmpdir(), 'cairn-sealed-graph-'))
  await mkdir(join(store, 'tmp'))
  await mkdir(join(store, 'graph'))
})
afterEach(() => rm(store, { recursive: true, force: true }))

const newKey = () => createSecretKey(randomBytes(32))
const words = ['Holt', 'Bert', 'Ellerby']

function room() {
  const [files, lines] = [new SealedFiles(), new SealedLines()]
  const graph = new GraphFiles({ store, files: createDurableFiles(join(store, 'tmp')), seals: { files, lines } })
  const turn = (key: ReturnType<typeof newKey>, on: boolean) => {
    files.use(key, on)
    lines.use(key, on)
  }
  const pass = async () => {
    let changed = false
    for (const piece of await graph.resealing(resealInto(lines, join(store, 'tmp')))) if (await piece()) changed = true
    return changed
  }
  return { graph, turn, pass }
}

/** Files that hold one of the words, by their paths in the store. */
async function inClear(): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(store, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = await readFile(join(entry.parentPath, entry.name))
    if (words.some((word) => bytes.includes(word))) found.push(entry.name)
  }
  return found.toSorted()
}

const shareOf = (id: string, text: string) =>
  readShare({
    ...{ documentId: id, revision: '1', title: id, patterns: 'resources/graph/patterns' },
    chunks: [{ id: `${id}:1:0`, heading_path: [], context: '', text }],
  })

/** A share, what a model has read of the same document, decisions of now and of before, and what models and people have made of the graph. */
async function fill(graph: GraphFiles): Promise<void> {
  await graph.write(pathOf('a.share'), await shareOf('a', 'Maria Holt was born in Ellerby.'))
  await graph.write(pathOf('a.model'), headerLine({ documentId: 'a', revision: '1', model: 'm' }))
  await graph.append(
    pathOf('a.model'),
    passageLine(0, { names: [{ name: 'Bert' }], mentions: [[0, 0, 5]], relations: [] }, 0),
  )
  for (const name of [...Object.values(graphFileNames), `${graphFileNames.decisions}.damaged-7`])
    await graph.write(join(store, name), '[{"name":"Holt"}]')
  await mkdir(join(store, 'restored'))
  await writeFile(join(store, 'restored', graphFileNames.decisions), '[{"name":"Holt"}]')
}

const pathOf = (name: string) => join(store, 'graph', name)
const fileOf = (id: string) => ({
  ...{ documentId: id, revision: '1', path: pathOf(`${id}.share`), modelPath: pathOf(`${id}.model`) },
})

test('turned on every file of the graph is sealed, turned off each is as it was', async () => {
  const { graph, turn, pass } = room()
  await fill(graph)
  const all = await inClear()
  expect(all).toHaveLength(7)
  const before = await Promise.all(all.map((name) => contents(name)))
  const key = newKey()
  turn(key, true)
  expect(await pass()).toBe(true)
  expect(await inClear()).toEqual([])
  expect(await pass()).toBe(false)
  expect(await graph.read(join(store, graphFileNames.decisions))).toBe('[{"name":"Holt"}]')
  await graph.append(pathOf('a.model'), 'Ellerby, too\n')
  await graph.write(pathOf('b.share'), 'Ellerby')
  expect(await inClear()).toEqual([])
  expect(await graph.read(pathOf('a.model'))).toContain('}\nEllerby, too\n')
  await graph.remove(pathOf('b.share'))
  turn(key, false)
  expect(await pass()).toBe(true)
  expect(await pass()).toBe(false)
  await graph.write(pathOf('a.model'), (await graph.read(pathOf('a.model')))?.replace('Ellerby, too\n', '') ?? '')
  expect(await inClear()).toEqual(all)
  expect(await Promise.all(all.map((name) => contents(name)))).toEqual(before)
})

async function contents(name: string): Promise<string[]> {
  const all = await readdir(store, { recursive: true, withFileTypes: true })
  const same = all.filter((entry) => entry.isFile() && entry.name === name)
  return Promise.all(same.map((entry) => readFile(join(entry.parentPath, name), 'utf8')))
}

// Would catch a document's words that come back after it was deleted, and what a model has read meanwhile being lost.
test('what is added or deleted while everything is written anew is so in the end', async () => {
  const { graph, turn, pass } = room()
  await fill(graph)
  turn(newKey(), true)
  const adding = Array.from({ length: 20 }, (_, n) => graph.append(pathOf('a.model'), `{"n":${n}}\n`))
  const done = pass()
  await Promise.all([...adding, graph.remove(pathOf('a.share')), done])
  expect(await readdir(join(store, 'graph'))).toEqual(['a.model'])
  expect((await graph.read(pathOf('a.model')))?.match(/"n":\d+/gu)).toHaveLength(20)
  expect(await inClear()).toEqual([])
})

test('a damaged sealed share stops nothing, and counts as one that is damaged', async () => {
  const { graph, turn, pass } = room()
  await fill(graph)
  const key = newKey()
  turn(key, true)
  await pass()
  const bytes = await readFile(pathOf('a.share'))
  bytes[70] = (bytes[70] ?? 0) ^ 1
  await writeFile(pathOf('a.share'), bytes)
  turn(key, false)
  expect(await pass()).toBe(true)
  expect(await pass()).toBe(false)
  const links = await thread<PassageLinksCalls>({ role: 'links' })
  expect(await links.call('load', [fileOf('a')], key)).toEqual(['a'])
})

test('the threads take sealed files with the key that they are given, and none without it', async () => {
  const { graph, turn, pass } = room()
  await fill(graph)
  const links = await thread<PassageLinksCalls>({ role: 'links' })
  const entities = await thread<LibraryEntitiesCalls>({ role: 'entities', terms: 'resources/terms' })
  expect(await links.call('load', [fileOf('a')], graph.key())).toEqual([])
  turn(newKey(), true)
  await pass()
  expect(await links.call('load', [fileOf('a')])).toEqual(['a'])
  expect(await links.call('load', [fileOf('a')], newKey())).toEqual(['a'])
  // Turned on while they run.
  expect(await links.call('load', [fileOf('a')], graph.key())).toEqual([])
  const found = await links.call('search', graphQuestion('Who is Maria Holt?'), new Map())
  expect(found.hits.map(({ id }) => id)).toEqual(['a:1:0'])
  expect(await entities.call('load', [fileOf('a')], graph.key())).toEqual([])
  const facts = await entities.call('factsOf', 'a', '1')
  expect(facts?.names.map(({ name }) => name)).toEqual(expect.arrayContaining(['Maria Holt', 'Ellerby', 'Bert']))
})

async function thread<Calls extends PassageLinksCalls | LibraryEntitiesCalls>(
  data: object,
): Promise<GraphThread<Calls>> {
  const file = builtFile('graph-thread', process.env['CAIRN_GRAPH_THREAD'])
  const opened = new GraphThread<Calls>({ file, data, restarted: () => undefined, log: () => undefined })
  onTestFinished(() => opened.close())
  return Promise.resolve(opened)
}

test('what a person has decided is there in either form, with a flipped bit put right, and a damaged record is kept aside', async () => {
  const { graph, turn, pass } = room()
  const path = join(store, graphFileNames.decisions)
  const log: string[] = []
  const open = () =>
    GraphDecisions.open({
      ...{ path, now: () => 7, newId: () => 'm1', log: (line) => log.push(line) },
      read: (from) => graph.read(from),
      write: (to, text) => graph.write(to, text),
    })
  const namesOf = () => Promise.resolve([{ name: 'Maria Holt' }])
  await (await open()).add({ kind: 'rename', id: 'n', name: 'Ellerby' }, namesOf)
  turn(newKey(), true)
  await pass()
  expect(await inClear()).toEqual([])
  const sealed = await readFile(path)
  sealed[60] = (sealed[60] ?? 0) ^ 4
  await writeFile(path, sealed)
  expect((await open()).list()).toMatchObject([{ kind: 'rename', to: 'Ellerby' }])
  expect(log).toEqual([])
  await writeFile(path, sealed.subarray(0, 80))
  expect((await open()).list()).toEqual([])
  expect(log).toEqual([expect.stringContaining('.damaged-7')])
  expect(await readFile(`${path}.damaged-7`)).toEqual(sealed.subarray(0, 80))
})

test('where a sealed drawing does not open, a new one is made', async () => {
  const { graph, turn } = room()
  turn(newKey(), true)
  const path = join(store, graphFileNames.positions)
  const open = () =>
    new LayoutPositions(
      path,
      (to, text) => graph.write(to, text),
      (from) => graph.read(from),
    )
  await open().save({ ids: ['Holt'], x: [1], y: [2] })
  expect(await inClear()).toEqual([])
  const text = await graph.read(path)
  expect(text).toContain('Holt')
  const bytes = await readFile(path)
  await writeFile(path, bytes.subarray(0, -1))
  await open().save({ ids: ['Holt'], x: [1], y: [2] })
  expect(await graph.read(path)).toBe(text)
})
