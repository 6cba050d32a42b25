import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as macrotask } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import type { GraphState } from '@shared/graph'
import { GraphDecisions } from '@engine/graph/runtime/graph-decisions'
import { LayoutPositions } from '@engine/graph/runtime/layout-positions'
import { createLibraryEntities } from '@engine/graph/runtime/library-entities'
import { LibraryGraph } from '@engine/graph/runtime/library-graph'
import { readShare } from '@engine/graph/share/read-share'
import type { ShareFile } from '@engine/graph/share/share-holder'
import type { GenerateRequest } from '@engine/ports/models/language-model'
import { FakeExtraction } from '../../../fakes/fake-graph'
import type { Step } from '../../../fakes/language-models'
import { writing } from '../community-writing/writing-library'
import { chunkOf, reply } from '../community-writing/written-community'

const texts: Readonly<Record<string, string>> = {
  pumps:
    'The Mirador Station uses Kessel Gauges. Kessel Gauges measure Lake Arden. The Mirador Station supplies Arden Town.',
  lake: 'Lake Arden feeds the Mirador Station. The Mirador Station stands at Lake Arden with Kessel Gauges.',
  people: 'Maria Holt works with Peter Crane in Ellerby. Peter Crane met Maria Holt in Ellerby in 1911.',
  towns: 'Maria Holt moved from Quorn to Ellerby. Peter Crane left Quorn for Ellerby with Maria Holt.',
}
const chunks = Object.entries(texts).map(([id, text]) => chunkOf(id, text))

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-library-graph-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Sums a community up by the first sentence it is shown, under its first three words. */
function faithful({ messages }: GenerateRequest): string {
  const [, sentence = ''] = /<evidence source[^\n]*\n([^.]*\.)/u.exec(messages[0]?.content ?? '') ?? []
  return reply(sentence.split(' ').slice(0, 3).join(' '), sentence)
}

async function library(
  answer: (request: GenerateRequest) => readonly Step[] = (request) => [faithful(request)],
  clock: () => number = () => 0,
) {
  const entities = createLibraryEntities({ embedder: undefined, translationsOf: () => [] })
  const files: ShareFile[] = []
  for (const { doc_id, text } of chunks) {
    const passages = [{ id: `${doc_id}:1:0`, heading_path: [], context: '', text }]
    const task = { documentId: doc_id, revision: '1', title: doc_id, chunks: passages }
    const file = { documentId: doc_id, revision: '1', path: join(folder, `${doc_id}.share`) }
    await writeFile(file.path, await readShare({ ...task, patterns: 'resources/graph/patterns' }))
    files.push(file)
  }
  await entities.load(files)
  const lib = await writing({ folder, chunks, answer })
  const decisions = await GraphDecisions.open({
    ...{ path: join(folder, 'decisions.json'), now: () => 0, newId: () => 'd', log: () => undefined },
    write: () => Promise.resolve(),
  })
  const closing = new AbortController()
  const published: GraphState[] = []
  const logged: string[] = []
  const waits: Promise<void>[] = []
  const graph = new LibraryGraph({
    thread: {
      isResting: false,
      call: (name, ...args) => Promise.resolve((entities[name] as (...of: typeof args) => never)(...args)),
    },
    shares: { progress: { done: 4, total: 4 } },
    loaded: () => Promise.resolve(),
    decisions,
    positions: new LayoutPositions(join(folder, 'layout.json'), () => Promise.resolve()),
    extraction: Object.assign(new FakeExtraction(), { ask: lib.ask }),
    writer: lib.writer,
    chunksById: (ids) =>
      Promise.resolve(
        chunks.filter(({ id }) => ids.includes(id)).map((chunk) => ({ chunk, vector: new Float32Array(), search: '' })),
      ),
    isVisible: (id) => lib.revisions.has(id),
    kept: () => ['people', 'towns'],
    publish: (state) => published.push(state),
    wait: () => waits.shift() ?? Promise.resolve(),
    clock,
    closing: closing.signal,
    log: (line) => logged.push(line),
  })
  const [largest] = await graph.communities()
  if (!largest) throw new Error('There is no community.')
  return { ...lib, graph, entities, closing, published, logged, waits, largest }
}

const never = new AbortController().signal

describe('a community of the library', () => {
  test('is described on demand, once, and then shown wherever its title stands', async () => {
    const { graph, models, largest } = await library()
    const extractive = await graph.community(largest.id)
    expect(extractive.summary).toMatchObject({ by: null })
    const described = await graph.describeCommunity(largest.id)
    expect(described.summary.by).toBe('Tiny')
    expect(extractive.summary.text).toContain(described.summary.text)
    expect(described.summary.passages).toEqual(extractive.summary.passages)
    expect(described.title).not.toBe(extractive.title)
    expect(await graph.community(largest.id)).toEqual(described)
    expect(await graph.describeCommunity(largest.id)).toEqual(described)
    expect(models.asked).toHaveLength(1)
    const member = described.entities[0]?.id ?? ''
    const titles = [
      ...(await graph.communities()),
      ...(await graph.picture({ limit: 100 })).communities,
      ...(await graph.neighbourhood(member, 1, 100)).communities,
      ...(await graph.entity(member)).communities,
    ].filter(({ id }) => id === largest.id)
    expect(titles.map(({ title }) => title)).toEqual(Array.from({ length: 4 }, () => described.title))
  })

  // Would catch a list and a legend in another window that keep the titles of before, and windows drawn anew for each title.
  test('is told of to all windows, seldom, and the last is not lost', async () => {
    let now = 0
    const { graph, published, waits } = await library(undefined, () => now)
    const [first, second] = (await graph.communities()).filter(({ size }) => size > 2)
    if (!first || !second) throw new Error('There are too few communities.')
    const { version } = graph.state()
    const versions = () => published.map((state) => state.version - version)
    await graph.describeCommunity(first.id)
    expect(versions()).toEqual([1])
    await graph.describeCommunity(first.id)
    let pass: () => void = () => undefined
    waits.push(new Promise((resolve) => (pass = resolve)))
    now = 10_000
    await graph.describeCommunity(second.id)
    expect(versions()).toEqual([1])
    pass()
    await expect.poll(versions).toEqual([1, 2])
  })

  // Would catch a card that is left without a summary because the background's minutes are spent.
  test('is described for who waits for it where the background’s budget ended with the call they shared', async () => {
    const { graph, writer, largest, models } = await library()
    const extractive = await graph.community(largest.id)
    let spend: (reply?: undefined) => void = () => undefined
    const spent = new Promise<undefined>((resolve) => (spend = resolve))
    const background = writer.write(extractive, () => spent, never)
    const described = graph.describeCommunity(largest.id)
    await macrotask()
    spend()
    expect(await background).toBe('unasked')
    expect((await described).summary.by).toBe('Tiny')
    expect(models.asked).toHaveLength(1)
  })

  // Would catch an error note over a card that can be read.
  test('stays what the documents say where the model fails, is not there, or says nothing of use', async () => {
    const failing = await library(() => [{ fail: new CairnError('MODEL_FAILED', 'Secret words.') }])
    const { graph, largest, logged } = failing
    const extractive = await graph.community(largest.id)
    expect(await graph.describeCommunity(largest.id)).toEqual(extractive)
    expect(logged).toEqual([`graph: community ${largest.id} could not be described: MODEL_FAILED`])
    failing.current.model = null
    expect(await graph.describeCommunity(largest.id)).toEqual(extractive)
    expect(failing.models.asked).toHaveLength(1)
    const vain = await library(() => ['I am sorry.'])
    expect(await vain.graph.describeCommunity(largest.id)).toEqual(extractive)
    expect(await vain.graph.describeCommunity(largest.id)).toEqual(extractive)
    expect(vain.models.asked).toHaveLength(1)
    await expect(graph.describeCommunity('c_0')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is not described any more for who has left, or when the engine closes', async () => {
    const { graph, largest, models, closing, writer, writes } = await library(() => [{ hang: true }])
    const leaving = new AbortController()
    const left = graph.describeCommunity(largest.id, leaving.signal)
    await expect.poll(() => models.asked.length).toBe(1)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ code: 'CANCELLED' })
    const closed = graph.describeCommunity(largest.id)
    await expect.poll(() => models.asked.length).toBe(2)
    closing.abort()
    await expect(closed).rejects.toMatchObject({ code: 'CANCELLED' })
    await writer.idle()
    expect(models.signals.map((signal) => signal?.aborted)).toEqual([true, true])
    expect(writes).toEqual([])
  })

  test('that lost a document while the model wrote is what it is now', async () => {
    let answer: (value?: unknown) => void = () => undefined
    const wait = new Promise((resolve) => (answer = resolve))
    const { graph, largest, models, take } = await library((request) => [{ wait }, faithful(request)])
    const [gone] = (await graph.community(largest.id)).summary.passages
    const described = graph.describeCommunity(largest.id)
    await expect.poll(() => models.asked.length).toBe(1)
    take(gone?.document_id ?? '')
    answer()
    const { summary } = await described
    expect(summary.by).toBeNull()
    expect(summary.passages.map(({ document_id }) => document_id)).not.toContain(gone?.document_id)
  })
})

describe('the largest communities', () => {
  test('are described in the background, and windows are told once, with the version their next picture has', async () => {
    const { graph, models, ask, published } = await library()
    graph.changed()
    await graph.idle()
    const { version } = graph.state()
    expect((await graph.picture({ limit: 100 })).version).toBe(version)
    published.length = 0
    const heads = (await graph.communities()).filter(({ level, size }) => level === 0 && size > 2)
    expect(heads.length).toBeGreaterThan(1)
    await graph.describeLargest(ask, never)
    expect(models.asked).toHaveLength(heads.length)
    for (const { id } of heads) expect((await graph.community(id)).summary.by).toBe('Tiny')
    expect(published).toMatchObject([{ version: version + 1, building: false }])
    expect((await graph.picture({ limit: 100 })).version).toBe(version + 1)
    await graph.describeLargest(ask, never)
    expect(models.asked).toHaveLength(heads.length)
    expect(published).toHaveLength(1)
  })

  // Would catch a reading that waits for the graph to be quiet, which documents that come keep it from.
  test('are waited for by nobody while the graph changes', async () => {
    const { graph, ask, models, waits } = await library()
    waits.push(new Promise(() => undefined))
    graph.changed()
    const leaving = new AbortController()
    const described = graph.describeLargest(ask, leaving.signal)
    leaving.abort()
    await described
    expect(models.asked).toEqual([])
  })

  test('are left as they are once the budget is spent, after failures, and when that is to end', async () => {
    const { graph, models, ask, published } = await library(() => [{ fail: new CairnError('MODEL_FAILED', 'No.') }])
    const heads = (await graph.communities()).filter(({ level, size }) => level === 0 && size > 2)
    await graph.describeLargest(() => Promise.resolve(undefined), never)
    expect(models.asked).toEqual([])
    await graph.describeLargest(ask, AbortSignal.abort())
    expect(models.asked).toEqual([])
    await graph.describeLargest(ask, never)
    expect(models.asked).toHaveLength(Math.min(3, heads.length))
    expect(published).toEqual([])
  })
})
