import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { defaultSettings } from '@shared/settings'
import { SessionContext } from '@shared/session/session-context'
import { createEngine } from '@engine/engine'
import { globalSearch } from '@engine/graph/search/global-search'
import { replayTurn } from '@engine/pipeline/replay/replay-turn'
import type { PipelineRooms } from '@engine/pipeline/turn'
import { tooLate } from '@engine/platform/deadline'
import type { Engine } from '@engine/ports/engine-interface'
import type { GraphSearch } from '@engine/ports/graph/graph-search'
import { recordedTurn } from '@engine/session/history/recorded-turn'
import { fakeLanguageModels } from '../fakes/language-models'
import { fakeRooms, outline, runTurn } from '../fakes/pipeline-rooms'
import { readGraph } from '../fakes/read-graph'
import { fakeSessionStore } from '../fakes/session-store'
import { themedDocuments } from '../fakes/themed-documents'

const english = 'What are the main themes of my documents?'

async function themedRooms(overview?: GraphSearch['overview']) {
  const { rooms, sessions, index } = await fakeRooms(themedDocuments)
  const { graph, communities } = await readGraph(index.chunks)
  const search: GraphSearch = {
    loaded: () => Promise.resolve(),
    ready: () => Promise.resolve(),
    search: () => Promise.resolve({ hits: [] }),
    overview:
      overview ??
      ((...[question, options]) => Promise.resolve(globalSearch({ graph, communities }, question, options))),
  }
  // As the store does it: what a filter keeps out is not there.
  const filtered: PipelineRooms['index'] = {
    ...index,
    async chunksById(ids, filter) {
      const { documents, not_documents: left } = filter ?? {}
      return (await index.chunksById(ids)).filter(
        ({ chunk }) => (documents?.includes(chunk.doc_id) ?? true) && !left?.includes(chunk.doc_id),
      )
    },
  }
  return { rooms: { ...rooms, index: filtered, graph: search }, sessions, chunks: index.chunks }
}

const finalOf = (events: readonly CairnEvent[]) => {
  const final = events.at(-1)
  if (final?.type !== 'final') throw new Error('The turn did not end.')
  return final
}
const evidenceOf = (events: readonly CairnEvent[]) =>
  events.flatMap((event) => (event.type === 'evidence' ? event.items : []))
const stageOf = (events: readonly CairnEvent[], stage: number) =>
  events.find((event) => event.type === 'stage_end' && event.stage === stage)

describe('a question about the whole library', () => {
  test('is answered with its themes: a line each, whole sentences, every one cited', async () => {
    const { rooms, chunks } = await themedRooms()
    const events = await runTurn(english, rooms)
    const { response, refs } = finalOf(events)
    const [lead, , ...lines] = response.split('\n')
    expect(lead).toMatch(/^The 7 documents have these themes(; the largest \d+ of \d+)?:$/u)
    expect(lines.length).toBeGreaterThanOrEqual(3)
    for (const line of lines) {
      expect(line).toMatch(/^- \*\*[^*]+\*\* \(\d+ names?, \d+ documents?\): .+ \[\d+\]$/u)
    }
    for (const { response_start: start, response_end: end } of refs) {
      expect(chunks.some(({ text }) => text.includes(response.slice(start, end)))).toBe(true)
    }
    expect(new Set(refs.map((ref) => response.slice(ref.response_start, ref.response_end))).size).toBe(refs.length)
  })

  test('has the graph as where its evidence comes from, and the theme as the way there', async () => {
    const { rooms, sessions } = await themedRooms()
    const events = await runTurn(english, rooms)
    const items = evidenceOf(events)
    expect(items.length).toBeGreaterThan(2)
    for (const { kind, graph_path: path } of items) {
      expect(kind).toBe('graph')
      expect(finalOf(events).response).toContain(`**${path?.[0] ?? '?'}**`)
    }
    const { trace } = recordedTurn(await sessions.load('s1'), 't1')
    expect(trace.mode).toBe('GRAPH')
    expect(trace.temperature).toBe(0.3)
    expect(trace.found?.every(({ graph_path: path }) => path?.length === 1)).toBe(true)
  })

  test('is answered in Chinese where it is asked in Chinese', async () => {
    const { rooms } = await themedRooms()
    const { response } = finalOf(await runTurn('这些资料主要讲了什么？', rooms))
    expect(response).toMatch(/^7 份文档有以下主题(?:（共 \d+ 个，列出最大的 \d+ 个）)?：\n/u)
    expect(response).toMatch(/- \*\*[^*]*青云铁路[^*]*\*\*（\d+ 个名称，2 份文档）：[^[]*。 \[\d+\]/u)
  })

  // Catches a question taken for shortcut B's list of documents, or asked back because of its "this".
  test.each([
    'What is all this about?',
    'What are these documents about?',
    '总结所有文档',
    'Hi, summarise everything please.',
    english,
  ])('%s takes no shortcut, and the critic is content', async (question) => {
    const { rooms } = await themedRooms()
    const events = await runTurn(question, rooms)
    expect(outline(events).filter((word) => word.startsWith('shortcut'))).toEqual([])
    expect(finalOf(events).response).toContain('Siskin')
    const critic = events.find((event) => event.type === 'critic')
    expect(critic).toMatchObject({ issues: [], evaluation: { should_return_to_chief: false, ready_for_output: true } })
  })

  // Catches "this" that is made into what was spoken of before.
  test('stays one behind other questions', async () => {
    const { rooms } = await themedRooms()
    await runTurn('What does the Siskin Radar measure?', rooms)
    for (const [at, question] of ['What is all this about?', 'What are these documents about?'].entries()) {
      const { response } = finalOf(await runTurn(question, rooms, { turnId: `later${at}` }))
      expect(response).toContain('Rye Starter')
    }
  })

  test('says of how many documents it does not speak', async () => {
    const { rooms } = await themedRooms()
    const unread = [
      { id: 'x', format: 'pdf', failed: true },
      { id: 'y', format: null, failed: false },
    ]
    const library = { ...rooms.library, unread: () => unread }
    expect(finalOf(await runTurn(english, { ...rooms, library })).response).toMatch(
      /^7 of 9 documents \(1 could not be read, 1 is still to be read\) have these themes/u,
    )
    expect(finalOf(await runTurn('总结所有文档', { ...rooms, library })).response).toMatch(
      /^9 份文档中的 7 份（另有 1 份无法读取，还有 1 份尚未读完）有以下主题/u,
    )
  })
})

describe('what may be spoken of', () => {
  test('is what the filter lets through', async () => {
    const { rooms, chunks } = await themedRooms()
    const documents = chunks.flatMap(({ title, doc_id }) => (title.startsWith('b') ? [doc_id] : []))
    const events = await runTurn(english, rooms, { filter: { documents } })
    expect(finalOf(events).response).toMatch(/^The 2 documents have/u)
    expect(finalOf(events).response).not.toMatch(/Siskin|Kestrel|青云/u)
    for (const { document_id: id } of evidenceOf(events)) expect(documents).toContain(id)
  })

  // Catches a theme of chunks that are gone: the graph may be a moment behind the index.
  test('leaves out themes that nothing is left of', async () => {
    const { rooms, chunks } = await themedRooms()
    const gone = chunks.flatMap(({ title, doc_id }) => (/[铁隧]/u.test(title) ? [doc_id] : []))
    const resolveFilter = () => ({ not_documents: gone })
    const { response } = finalOf(await runTurn(english, { ...rooms, resolveFilter }))
    expect(response).toContain('Siskin Radar')
    expect(response).not.toContain('青云铁路')
  })

  test('is nothing that was excluded', async () => {
    const { rooms } = await themedRooms()
    const excluded = evidenceOf(await runTurn(english, rooms)).slice(0, 2)
    const choices = { pinned: [], excluded: excluded.map(({ evidence_id }) => evidence_id) }
    const again = evidenceOf(await runTurn(english, rooms, { turnId: 't2', choices }))
    expect(again.length).toBeGreaterThan(0)
    for (const { text } of excluded) expect(again.map((item) => item.text)).not.toContain(text)
  })
})

describe('the choice of search', () => {
  test.each(['off', 'local'] as const)('%s is never an overview', async (graph) => {
    const { rooms } = await themedRooms()
    expect(finalOf(await runTurn(english, rooms, { graph, searchAnyway: true })).response).not.toContain('**')
  })

  test('global makes any question one, about its words', async () => {
    const { rooms } = await themedRooms()
    const question = 'What does the Rye Starter replace?'
    expect(finalOf(await runTurn(question, rooms)).response).not.toContain('**')
    const forced = [
      await runTurn(question, rooms, { graph: 'global', turnId: 't2' }),
      await runTurn(
        question,
        { ...rooms, settings: () => ({ ...defaultSettings.retrieval, graph: 'global' }) },
        { turnId: 't3' },
      ),
    ]
    for (const events of forced) {
      const [lead, , first] = finalOf(events).response.split('\n')
      expect(lead).toBe('The 7 documents have these themes on “What does the Rye Starter replace?”:')
      expect(first).toMatch(/^- \*\*[^*]+\*\* .*The Rye Starter replaces Instant Yeast\. \[1\]/u)
    }
  })

  test('is the ordinary search where the graph has no themes', async () => {
    const { rooms } = await themedRooms(() => Promise.resolve({ themes: [], total: 0, documents: 0 }))
    const without: PipelineRooms = { ...rooms, graph: undefined }
    const question = 'Summarise everything about Lake Oriel.'
    const events = await runTurn(question, rooms)
    expect(finalOf(events).response).toBe(finalOf(await runTurn(question, without, { turnId: 't2' })).response)
    expect(stageOf(events, 6)).toMatchObject({ status: 'done' })
  })

  test.each([
    [tooLate(1500), 'overview_late'],
    [new Error('No memory.'), 'graph_failed'],
  ])('is the ordinary search, with a note, where the graph fails: %s', async (failure, key) => {
    const { rooms } = await themedRooms(() => Promise.reject(failure))
    const events = await runTurn('Summarise everything about Lake Oriel.', rooms)
    expect(stageOf(events, 6)).toMatchObject({ status: 'degraded', reason_notes: [{ key }] })
    expect(finalOf(events).response).toContain('Oriel')
  })
})

describe('the record of an overview', () => {
  test.each([english, '总结所有文档'])('%s is composed again to the same words', async (question) => {
    const { rooms, sessions } = await themedRooms()
    const { response } = finalOf(await runTurn(question, rooms))
    // Nothing but the record is asked.
    const gone: GraphSearch['overview'] = () => Promise.reject(new Error('gone'))
    const replaying = {
      ...rooms,
      graph: { ...rooms.graph, overview: gone },
      scratch: () => fakeSessionStore(),
      clock: () => 0,
    }
    const replay = await replayTurn(
      { context: await sessions.load('s1'), turnId: 't1', mode: 'record' },
      replaying,
      new AbortController().signal,
    )
    expect(replay.replayed.response).toBe(response)
    expect(replay).toMatchObject({ same_answer: true, same_evidence: true, caveats: [] })
  })

  // Catches records of earlier versions that can no longer be read.
  test('may be older than overviews', async () => {
    const { rooms, sessions } = await themedRooms()
    await runTurn('What does the Siskin Radar measure?', rooms)
    const text = JSON.stringify(await sessions.load('s1'), (name, value: unknown) =>
      name === 'overview' ? undefined : value,
    )
    const older = SessionContext.parse(JSON.parse(text))
    const replaying = { ...rooms, scratch: () => fakeSessionStore(), clock: () => 0 }
    const replay = await replayTurn(
      { context: older, turnId: 't1', mode: 'record' },
      replaying,
      new AbortController().signal,
    )
    expect(replay.same_answer).toBe(true)
  })
})

describe('a language model', () => {
  test('reads the passages under their themes, and its citations hold', async () => {
    const { rooms } = await themedRooms()
    const models = fakeLanguageModels({
      scripts: { answer: ['- The Siskin Radar measures the water level of Lake Oriel. [1]\n'] },
    })
    const events = await runTurn(english, { ...rooms, models })
    const [request] = models.asked
    const prompt = request?.messages.at(-1)?.content ?? ''
    const heads = [...prompt.matchAll(/^Theme: (.+)$/gmu)].map(([, title]) => title)
    expect(heads.length).toBeGreaterThanOrEqual(3)
    expect(new Set(heads).size).toBe(heads.length)
    expect(prompt.indexOf('Theme: ')).toBeLessThan(prompt.indexOf('[1] <evidence'))
    expect(request?.system).toContain('overview')
    expect(request?.temperature).toBe(0.3)
    expect(evidenceOf(events)[0]).toMatchObject({ number: 1, kind: 'graph' })
  })
})

describe('the real graph of a library', () => {
  let folder = ''
  let engine: Engine

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-overview-'))
    engine = await createEngine({
      folder: join(folder, 'store'),
      resources: resolve(import.meta.dirname, '../../resources'),
    })
    await mkdir(join(folder, 'files'))
    const paths = themedDocuments.map(({ name }) => join(folder, 'files', `${name}.txt`))
    for (const [at, { text }] of themedDocuments.entries()) await writeFile(paths[at] ?? '', text)
    for await (const event of engine.ingest({ paths })) expect(event.type).toBe('progress')
  })
  afterAll(async () => {
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function ask(session_id: string, question: string): Promise<string> {
    const events: CairnEvent[] = []
    for await (const event of engine.ask({ question, session_id })) events.push(event)
    return finalOf(events).response
  }

  test('gives an overview that can be composed again, and one without what was deleted', async () => {
    const response = await ask('o1', english)
    expect(response).toMatch(/^The 7 documents have these themes/u)
    for (const name of ['Siskin Radar', 'Rye Starter', '青云铁路']) expect(response).toContain(name)
    for await (const turn of engine.replay('o1', undefined, 'record')) {
      expect(turn).toMatchObject({ same_answer: true, same_evidence: true, caveats: [] })
    }
    const bakery = engine.listDocuments({}).filter(({ name }) => name.startsWith('b'))
    await engine.deleteDocuments(bakery.map(({ id }) => id))
    const after = await ask('o2', english)
    expect(after).toMatch(/^The 5 documents have these themes/u)
    expect(after).not.toContain('Rye Starter')
  })
})
