import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CairnEvent, EvidenceItem } from '@shared/events'
import type { GraphMode } from '@shared/settings'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'

const resources = resolve(import.meta.dirname, '../../resources')

let folder = ''
let session = ''
let engine: Engine

// One engine for all tests: its threads take longer to start than a test does. Each test leaves it without documents.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-graph-'))
  await mkdir(join(folder, 'files'))
  engine = await open()
})

beforeEach(({ task }) => {
  session = task.id
})

afterEach(() => engine.deleteDocuments(engine.listDocuments({}).map(({ id }) => id)))

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const open = () => createEngine({ folder: join(folder, 'store'), resources })
const pathOf = (name: string) => join(folder, 'files', name)

async function add(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(pathOf(name), text)
  await collect(engine.ingest({ paths: Object.keys(files).map(pathOf) }))
}

async function collect(events: AsyncIterable<CairnEvent>): Promise<CairnEvent[]> {
  const all: CairnEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

async function evidence(question: string, graph?: GraphMode): Promise<EvidenceItem[]> {
  const events = await collect(engine.ask({ question, session_id: session, search_anyway: true, graph }))
  return events.flatMap((event) => (event.type === 'evidence' ? event.items : []))
}

/** Names on the way to what the last turn found over the graph, from its record. */
async function pathsOnRecord(): Promise<string[][]> {
  const { session: known } = await engine.getSession(session)
  return known.turns?.at(-1)?.found?.flatMap(({ graph_path: path }) => (path ? [path] : [])) ?? []
}

/** Two hops: the song names its singer, and only the singer's own page says where he died. */
const hops = {
  'song.md': '# Hello Ellerby\n\nHello Ellerby is a 1974 single by Hank Stonor.\n',
  'singer.md': '# Hank Stonor\n\nBorn in Quorn, he moved away as a child and died in Madeley.\n',
  'fair.md': '# Winter fair\n\nThe winter fair has stalls with cakes and single malts. A song is sung at noon.\n',
  'well.md': '# Wells\n\nThe well of the town is twenty metres deep and was dug where a singer once lived.\n',
}

describe('the knowledge graph of a library', () => {
  test('leads an answer to what shares no word with the question, says how, and keeps that on record', async () => {
    await add(hops)
    const question = 'Where did the performer of "Hello Ellerby" pass away?'
    await evidence(question)
    expect(await pathsOnRecord()).toEqual([['Hello Ellerby', 'Hank Stonor']])
    await evidence(question, 'local')
    expect(await pathsOnRecord()).toEqual([['Hello Ellerby', 'Hank Stonor']])
    await evidence(question, 'off')
    expect(await pathsOnRecord()).toEqual([])
  })

  test('has what was added at once, nothing of what was deleted, and all again after a restart', async () => {
    await add(hops)
    const named = async (name: string) => (await engine.graph.search(name, 5)).map((hit) => hit.name)
    expect(await named('Hank Stonor')).toContain('Hank Stonor')
    const song = engine.listDocuments({}).find(({ name }) => name === 'song.md')?.id ?? ''
    const singer = engine.listDocuments({}).find(({ name }) => name === 'singer.md')?.id ?? ''
    await engine.deleteDocuments([song, singer])
    expect(await named('Hank Stonor')).toEqual([])
    expect(await readdir(join(folder, 'store', 'graph'))).toHaveLength(2)
    await add({ 'song.md': hops['song.md'], 'singer.md': hops['singer.md'] })
    expect(await named('Hank Stonor')).toContain('Hank Stonor')
    await engine.close()
    engine = await open()
    await evidence('Where did the performer of "Hello Ellerby" pass away?')
    expect(await pathsOnRecord()).toHaveLength(1)
    expect(await named('Hank Stonor')).toContain('Hank Stonor')
    expect(engine.graph.state().documents).toEqual({ done: 4, total: 4 })
  })

  test('shows a card whose sentences are the documents’ own, and takes decisions that outlive indexing anew', async () => {
    await add({
      'a.md':
        '# Tools\n\nThe Orrery Engine uses LanceDB. LanceDB is a vector database. The Orrery Engine supports Redis.\n',
      'b.md': '# More\n\nThe OrreryEngine project depends on Redis. Redis is a database.\n',
    })
    const [hit] = await engine.graph.search('Orrery', 5)
    const card = await engine.graph.entity(hit?.id ?? '')
    const uses = card.statements.find(({ relation, other }) => relation === 'uses' && other.name === 'LanceDB')
    const [passage] = uses?.passages ?? []
    const { text } = await engine.readDocument(passage?.document_id ?? '')
    expect(text.slice(passage?.start, passage?.end)).toBe('The Orrery Engine uses LanceDB.')
    await engine.graph.decide({ kind: 'rename', id: card.id, name: 'Orrery' })
    await engine.graph.decide({ kind: 'retype', id: card.id, type: 'framework' })
    await collect(engine.rebuild())
    const [renamed] = await engine.graph.search('Orrery', 5)
    expect(renamed).toMatchObject({ name: 'Orrery', type: 'framework' })
    const [retype, rename] = await engine.graph.decisions()
    for (const decision of [retype, rename]) await engine.graph.decide({ kind: 'undo', entry: decision?.id ?? '' })
    const [back] = await engine.graph.search('Orrery', 5)
    expect(back?.name).toBe(card.name)
    await expect(engine.graph.entity('n_0000000000000000')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('tells windows how far it has come, and is drawn where it was drawn last', async () => {
    const stop = new AbortController()
    const states: string[] = []
    const watching = (async () => {
      for await (const change of engine.watch(stop.signal)) {
        if (change.type !== 'graph') continue
        states.push(`${change.graph.documents.done} ${change.graph.building}`)
        if (!change.graph.building && change.graph.entities > 0) return change.graph
      }
      return undefined
    })()
    await add(hops)
    const state = await watching
    expect(state).toMatchObject({ documents: { done: 4, total: 4 }, building: false })
    const picture = await engine.graph.picture({ limit: 100 })
    expect(picture.nodes.ids).toHaveLength(state?.entities ?? -1)
    expect(new Set(picture.nodes.x)).toEqual(new Set([null]))
    const [id = ''] = picture.nodes.ids
    await engine.graph.saveLayout({ ids: [id], x: [1.5], y: [-2] })
    await engine.close()
    engine = await open()
    const again = await engine.graph.picture({ limit: 100 })
    expect([again.nodes.ids[0], again.nodes.x[0], again.nodes.y[0]]).toEqual([id, 1.5, -2])
    const pieces: string[] = []
    for await (const piece of engine.graph.export({ format: 'json', leave_out_sensitive: true })) pieces.push(piece)
    const whole = pieces.join('')
    expect(JSON.parse(whole)).toBeTypeOf('object')
    // Confidential from now on: what only these documents say is in no export.
    const all = engine.listDocuments({}).map((one) => one.id)
    await engine.updateDocuments({ ids: all, add_tags: ['confidential'] })
    let without = ''
    for await (const piece of engine.graph.export({ format: 'json', leave_out_sensitive: true })) without += piece
    expect(JSON.parse(whole)).not.toMatchObject({ entities: [] })
    expect(JSON.parse(without)).toMatchObject({ entities: [], relations: [], communities: [] })
    stop.abort()
  })

  test('is kept in Chinese as in English', async () => {
    await add({
      '红楼梦.md': '# 红楼梦\n\n《红楼梦》的作者是曹雪芹。\n',
      '曹雪芹.md': '# 曹雪芹\n\n曹雪芹出生于南京，晚年住在西山。\n',
      '西游记.md': '# 西游记\n\n《西游记》是一部小说。\n',
    })
    await evidence('《红楼梦》的作者晚年住在哪里？')
    expect(await pathsOnRecord()).toContainEqual(['红楼梦', '曹雪芹'])
    expect((await engine.graph.search('曹雪', 5)).map(({ name }) => name)).toContain('曹雪芹')
  })
})
