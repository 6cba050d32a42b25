import { describe, expect, it } from 'vitest'
import type { Chunk } from '@shared/documents'
import type { Note } from '@shared/note'
import type { PlanTask } from '@shared/research/plan-spec'
import type { ToolRun } from '@shared/tools/tool-run'
import { differencesOf, differencesTask } from '@engine/research/runs/executors/differences-task'
import { graphTask } from '@engine/research/runs/executors/graph-task'
import type { LibrarySources } from '@engine/research/runs/executors/library-sources'
import type { DeepSearchRooms } from '@engine/research/deep-search/deep-search-types'
import { toolPassages } from '@engine/research/runs/executors/passages-of-tools'
import { searchTask } from '@engine/research/runs/executors/search-task'
import { readTask } from '@engine/research/runs/executors/read-task'
import type { EndedRound, Executor, NewEvidence, TaskOutcome } from '@engine/research/runs/executors/task-work'
import { tablesTask, type TaskTools, toolTask } from '@engine/research/runs/executors/tool-tasks'
import { fakeLanguageModels } from '../../../fakes/language-models'
import { foundIn, task } from '../../../support/research/runs-kit'
import { passageOf } from '../deep-search/fake-library'

const clock = () => 0

/** Runs a task from a state; `stopAfter` rounds it is halted as if Cairn had ended. */
async function done(
  executor: Executor,
  more: Partial<PlanTask> = {},
  given: { state?: unknown; stopAfter?: number; chat?: string } = {},
) {
  const rounds: EndedRound[] = []
  const notes: Note[] = []
  const one = task(1, more)
  const work = { runId: 'r_1', goal: 'goal', task: one, language: 'en' as const, question: one.description }
  let outcome: TaskOutcome | null = null
  try {
    outcome = await executor(
      { ...work, before: [], scope: one.scope, model: undefined, chat: given.chat, state: given.state },
      {
        signal: new AbortController().signal,
        turn: (piece) => piece(),
        reading: () => Promise.resolve(),
        round(ended) {
          // As a journal would give it back.
          rounds.push(JSON.parse(JSON.stringify(ended)) as EndedRound)
          return rounds.length === given.stopAfter ? Promise.reject(new Error('halted')) : Promise.resolve()
        },
        notice(told) {
          notes.push(...told)
          return Promise.resolve()
        },
      },
    )
  } catch (thrown) {
    if (!(thrown instanceof Error) || thrown.message !== 'halted') throw thrown
  }
  const found = rounds.flatMap(({ evidence }) => evidence.map(({ text }) => text))
  return { outcome, rounds, notes, found }
}

/** A library of texts, of which a chunk is a line. */
function libraryOf(texts: Readonly<Record<string, string>>): LibrarySources {
  const passage = (id: string, start: number, end: number): Promise<NewEvidence | null> => {
    const text = texts[id]?.slice(start, end)
    return Promise.resolve(text ? { ...foundIn(id, text), start, end } : null)
  }
  return {
    documents: (scope) =>
      (scope?.documents ?? Object.keys(texts))
        .filter((id) => id in texts)
        .map((id) => ({ id, name: `${id}.md`, title: id, format: 'markdown' })),
    chunks: (id, from, to) => Promise.resolve(chunksOf(id, texts[id] ?? '').slice(from, to)),
    text: (id) => Promise.resolve(texts[id] ?? null),
    passage,
  }
}

function chunksOf(id: string, text: string): Chunk[] {
  let at = 0
  return text.split('\n').map((line, index) => {
    const start = at
    at += line.length + 1
    return {
      id: `${id}${index}`,
      doc_id: id,
      doc_name: `${id}.md`,
      title: id,
      revision: 'r',
      collection: '',
      format: 'markdown',
      index,
      text: line,
      start,
      end: start + line.length,
      page: null,
      heading_path: [],
      context: '',
      token_count: 1,
      window_start: start,
      window_end: start + line.length,
    }
  })
}

describe('reading documents', () => {
  const limits = { chunks: 20, perRound: 4 }
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at + 1}.`).join('\n')

  it('goes from beginning to end, in rounds', async () => {
    const library = libraryOf({ a: lines(6), b: 'Only one.' })
    const { found, rounds, outcome, notes } = await done(readTask(library, clock, limits))
    expect(found).toEqual([...lines(6).split('\n'), 'Only one.'])
    expect(rounds.map(({ number }) => number)).toEqual([1, 2, 3])
    expect([outcome?.endedBy, notes]).toEqual(['read', []])
  })

  it('goes on from any round, and reads nothing twice', async () => {
    const executor = readTask(libraryOf({ a: lines(9), b: lines(3) }), clock, limits)
    const whole = (await done(executor)).found
    for (let stopAfter = 1; stopAfter <= 4; stopAfter += 1) {
      const first = await done(executor, {}, { stopAfter })
      const second = await done(executor, {}, { state: first.rounds.at(-1)?.state })
      expect([stopAfter, ...first.found, ...second.found]).toEqual([stopAfter, ...whole])
    }
  })

  it('tells how much of a document it read, and which it did not', async () => {
    const long = await done(readTask(libraryOf({ a: lines(40) }), clock, limits))
    expect(long.found).toHaveLength(20)
    expect(long.notes).toEqual([{ key: 'research_read_in_part', values: { name: 'a.md', percent: 49 } }])
    const many = await done(
      readTask(libraryOf({ a: 'A.', b: 'B.', c: 'C.', d: 'D.' }), clock, { chunks: 16, perRound: 4 }),
    )
    expect(many.found).toEqual(['A.', 'B.'])
    expect(many.notes.map(({ key, values }) => [key, values['name']])).toEqual([
      ['research_not_read', 'c.md'],
      ['research_not_read', 'd.md'],
    ])
    expect(many.outcome?.endedBy).toBe('budget')
  })

  it('begins anew from a state that it does not understand', async () => {
    const { found } = await done(
      readTask(libraryOf({ a: 'A.' }), clock, limits),
      {},
      { state: { context: 1, own: 'x' } },
    )
    expect(found).toEqual(['A.'])
  })
})

describe('the differences of two documents', () => {
  const old = 'The hut opens in May. It has 20 beds. Dogs are welcome.\nIt is old.'
  const now = 'The hut opens in June. It has 20 beds.\nIt   is old. There is a stove.'
  const sides = { documents: ['old', 'now'] }

  it('are the sentences that only one of them has, side by side', async () => {
    const differences = await differencesOf(old, now)
    const shown = differences.map(({ before, after }) => [
      before && old.slice(before.start, before.end),
      after && now.slice(after.start, after.end),
    ])
    expect(shown).toEqual([
      ['The hut opens in May.', 'The hut opens in June.'],
      ['Dogs are welcome.', null],
      [null, 'There is a stove.'],
    ])
  })

  it('become evidence on both sides that belongs together', async () => {
    const { rounds } = await done(differencesTask(libraryOf({ old, now }), clock), { scope: sides })
    expect(rounds[0]?.evidence.map(({ document_id: id, call_id: call }) => [id, call])).toEqual([
      ['old', 'difference_1'],
      ['now', 'difference_1'],
      ['old', 'difference_2'],
      ['now', 'difference_3'],
    ])
  })

  it('are none between equal texts, and cannot be told of a document that is gone', async () => {
    expect(await differencesOf(old, old)).toEqual([])
    await expect(done(differencesTask(libraryOf({ old }), clock), { scope: sides })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('following the graph', () => {
  const texts = { d: 'Anna Berger built the Kestrel Hut. The Kestrel Hut stands on Mount Gray.' }
  const place = (start: number, end: number) => ({
    chunk_id: 'c',
    document_id: 'd',
    document_title: 'd',
    heading_path: [],
    page: null,
    start,
    end,
    text: '',
  })
  const head = (name: string) => ({ id: `n_${name}`, name, type: null, mentions: 1, documents: 1 })
  const names = ['Anna Berger', 'Mount Gray', 'Kestrel Hut']
  const graph = {
    search: (text: string) =>
      Promise.resolve(names.filter((name) => name === text).map((name) => ({ ...head(name), matched: null }))),
    path: () =>
      Promise.resolve({
        nodes: ['Anna Berger', 'Kestrel Hut', 'Mount Gray'].map(head),
        edges: [
          { relation: 'uses' as const, forward: true, passages: [place(0, 34)] },
          { relation: 'uses' as const, forward: true, passages: [place(35, 72)] },
        ],
      }),
    entity: (id: string) =>
      Promise.resolve({
        ...head(id),
        rank: 1,
        aliases: [],
        merges: [],
        statements: [],
        related: [],
        passages: [place(0, 34)],
        found_in: [],
        communities: [],
      }),
  }

  it('finds the passages behind each step between two names', async () => {
    const { rounds, outcome } = await done(graphTask(graph, libraryOf(texts), clock), {
      description: 'How is Anna Berger connected with Mount Gray?',
    })
    expect(rounds[0]?.evidence.map(({ text }) => text)).toEqual([
      'Anna Berger built the Kestrel Hut.',
      'The Kestrel Hut stands on Mount Gray.',
    ])
    expect(rounds[0]?.evidence[0]).toMatchObject({
      kind: 'graph',
      graph_path: ['Anna Berger', 'Kestrel Hut', 'Mount Gray'],
    })
    expect(outcome?.endedBy).toBe('covered')
  })

  it('tells what is missing where no name is known', async () => {
    const { outcome, found } = await done(graphTask(graph, libraryOf(texts), clock), {
      description: 'Who is Otto Klein?',
    })
    expect(found).toEqual([])
    expect(outcome).toEqual({ endedBy: 'nothing_new', missing: ['Who is Otto Klein?'] })
  })
})

describe('tools', () => {
  const run: ToolRun = {
    call_id: 'c1',
    tool: 'table_query',
    title: 'Tables',
    question: '',
    args: {},
    state: 'done',
    called_at: '',
    text: 'Two huts.',
    table: {
      columns: ['Hut', 'Beds'],
      rows: [{ cells: ['Old', '20'], source: { document_id: 'd', start: 0, end: 6 } }, { cells: ['New', '30'] }],
      total: 2,
    },
  }
  const tools: TaskTools = {
    askTables: (question) => Promise.resolve(question.includes('beds') ? run : null),
    askSure: (question) => Promise.resolve(question.includes('beds') ? run : null),
    run: ({ name }) =>
      Promise.resolve(
        name === 'calculator'
          ? { ...run, text: '5', table: undefined }
          : {
              ...run,
              state: 'failed' as const,
              error: { code: 'TOOL_FAILED' as const, message: 'It broke.', action: '' },
            },
      ),
    runOther: (runId, { server, tool }) =>
      Promise.resolve(
        tool === 'read'
          ? { ...run, text: `${server} for ${runId}`, table: undefined }
          : {
              ...run,
              state: 'failed' as const,
              error: { code: 'CONSENT_NEEDED', message: 'Not allowed.', action: '' },
            },
      ),
  }
  const library = libraryOf({ d: 'Old,20' })

  // Would catch a tool's result that is taken for a passage of a document.
  it('are asked in a search, too; the result is evidence of its own kind', async () => {
    const { rooms } = quietRooms()
    const executor = searchTask((work) => ({ ...rooms, tools: toolPassages(work, tools, library) }), library)
    const { rounds } = await done(executor, { description: 'How many beds are there?' })
    const evidence = rounds.flatMap((round) => round.evidence)
    expect(evidence.map(({ kind }) => kind).toSorted()).toEqual(['tool'])
    const result = evidence.find(({ kind }) => kind === 'tool')
    expect(result).toMatchObject({
      call_id: 'c1',
      document_id: 'table_query',
      text: 'Two huts.\nHut | Beds\nOld | 20\nNew | 30',
    })
  })

  it('give their result with its table, and the passages the rows stand in', async () => {
    const { found, rounds } = await done(tablesTask(tools, library, clock), { description: 'How many beds?' })
    expect(found).toEqual(['Two huts.\nHut | Beds\nOld | 20\nNew | 30', 'Old,20'])
    expect(rounds[0]?.evidence[0]).toMatchObject({ kind: 'tool', document_id: 'table_query', call_id: 'c1' })
    const nothing = await done(tablesTask(tools, library, clock), { description: 'Why?' })
    expect(nothing.outcome).toMatchObject({ endedBy: 'nothing_new', missing: ['Why?'] })
  })

  it('run with the arguments of the plan, and fail in words', async () => {
    const call = (name: string) => ({ tool: 'tool' as const, call: { name, args: {} } })
    expect((await done(toolTask(tools, library, clock), call('calculator'))).found).toEqual(['5'])
    await expect(done(toolTask(tools, library, clock), call('weather'))).rejects.toMatchObject({ message: 'It broke.' })
    expect((await done(toolTask(tools, library, clock), call('files/read'))).found).toEqual(['files for r_1'])
    await expect(done(toolTask(tools, library, clock), call('@files/write'))).rejects.toMatchObject({
      code: 'CONSENT_NEEDED',
    })
    await expect(done(toolTask(tools, library, clock))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

describe('searching in rounds', () => {
  /** A search that finds one line of a document of these lines, whatever it is asked. */
  const findsLine = (lines: readonly string[], at: number): DeepSearchRooms => {
    const chunk = chunksOf('d', lines.join('\n'))[at]
    const hit = chunk && { chunk, start: chunk.start, end: chunk.end, text: chunk.text, score: 0.2, relevant: true }
    return {
      search: () => Promise.resolve(hit ? [hit] : []),
      termsOf: (text) =>
        text.split(' ').map((word) => ({ surface: word, alternatives: [[word.toLowerCase()]], weight: 1 })),
      frequencyOf: () => 1,
      passageCount: () => 100,
      clock,
    }
  }
  const linesOf = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at + 1}.`)

  it('reads a short document whole that it leans on, and a long one around what it found; never twice', async () => {
    for (const [lines, read] of [
      [linesOf(4), ['Line 3.', 'Line 1.', 'Line 2.', 'Line 4.']],
      [linesOf(60), ['Line 3.', 'Line 1.', 'Line 2.', 'Line 4.', 'Line 5.']],
    ] as const) {
      const executor = searchTask(() => findsLine(lines, 2), libraryOf({ d: lines.join('\n') }))
      const whole = await done(executor, { description: 'Line?' })
      expect(whole.found).toEqual(read)
      const scores = whole.rounds.flatMap(({ evidence }) => evidence.map(({ score }) => score))
      expect(Math.min(...scores)).toBe(scores.at(-1))
      expect(scores[0]).toBe(1)
      for (const [at, { state }] of whole.rounds.entries()) {
        const after = await done(executor, { description: 'Line?' }, { state })
        const rest = whole.rounds.slice(at + 1).flatMap(({ evidence }) => evidence.map(({ text }) => text))
        expect(after.found).toEqual(rest)
      }
    }
  })

  it('journals each round, goes on from any, and counts no time in which it waits for its turn', async () => {
    let time = 0
    const asked: string[] = []
    const rooms: DeepSearchRooms = {
      search(query) {
        asked.push(query)
        time += 3
        const [chunk] = chunksOf('d', `Passage ${asked.length} on huts and stoves of Kestrel and Gray.`)
        return Promise.resolve(
          chunk
            ? [
                {
                  chunk: { ...chunk, id: `c${asked.length}` },
                  start: 0,
                  end: chunk.end,
                  text: chunk.text,
                  score: 1,
                  relevant: true,
                },
              ]
            : [],
        )
      },
      termsOf: (text) =>
        text.split(' ').map((word) => ({ surface: word, alternatives: [[word.toLowerCase()]], weight: 1 })),
      frequencyOf: () => 1,
      passageCount: () => 100,
      clock: () => time,
    }
    const executor = searchTask(() => rooms, libraryOf({}))
    const slowly: Executor = (work, hooks) =>
      executor(work, {
        ...hooks,
        async turn(piece) {
          time += 1000
          return hooks.turn(piece)
        },
      })
    const whole = await done(slowly, { description: 'How are Kestrel and Gray heated?' })
    expect(whole.rounds.length).toBeGreaterThan(0)
    const last = whole.rounds.at(-1)?.state as { state: { context: { SESSION_COST: { ms: number } } } }
    expect(last.state.context.SESSION_COST.ms).toBeLessThan(1000)
    asked.length = 0
    const again = await done(
      executor,
      { description: 'How are Kestrel and Gray heated?' },
      { state: whole.rounds.at(-1)?.state },
    )
    expect([asked, again.rounds]).toEqual([[], []])
    expect(again.outcome?.endedBy).toBe(whole.outcome?.endedBy)
  })
})

describe('a search for a task', () => {
  it('remembers the chat that its run was begun from, and says where a model failed it', async () => {
    const { rooms, asked } = quietRooms()
    const models = fakeLanguageModels({ scripts: { understand: () => ['no JSON'] } })
    const chats: (string | undefined)[] = []
    const executor = searchTask((work) => {
      chats.push(work.chat)
      const earlier = (query: string) => Promise.resolve([{ ...chatPassage, end: query.length, text: query }])
      return { ...rooms, model: { models }, earlier }
    }, libraryOf({}))
    const { rounds, notes } = await done(executor, { description: 'Who is Otto Klein?' }, { chat: 's1' })
    expect(chats).toEqual(['s1'])
    expect(asked.length).toBeGreaterThan(0)
    expect(rounds.flatMap(({ evidence }) => evidence)).toMatchObject([{ kind: 'chat', document_id: 's1' }])
    expect(notes).toMatchObject([{ key: 'research_search_by_rules', values: { task: 'Who is Otto Klein?' } }])
  })
})

/** A library that finds nothing. */
function quietRooms() {
  const asked: string[] = []
  const rooms: DeepSearchRooms = {
    search(query) {
      asked.push(query)
      return Promise.resolve([])
    },
    termsOf: (text) =>
      text.split(' ').map((word) => ({ surface: word, alternatives: [[word.toLowerCase()]], weight: 1 })),
    frequencyOf: () => 1,
    passageCount: () => 100,
    clock: () => 0,
  }
  return { rooms, asked }
}

const said = passageOf('s1', 'Otto Klein keeps the hut.')
const chatPassage = { ...said, chunk: { ...said.chunk, format: 'chat' } }
