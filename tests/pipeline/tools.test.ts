import { describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import type { DocumentRecord } from '@shared/documents'
import { createToolServer } from '@engine/tools/server/tool-server'
import { ToolClient } from '@engine/tools/server/tool-client'
import type { ToolChoice } from '@engine/tools/tool-channel'
import type { Tool } from '@engine/tools/tool'
import { createToolChannel } from '@engine/tools/tool-channel'
import type { PipelineRooms } from '@engine/pipeline/turn'
import { replayTurn } from '@engine/pipeline/replay/replay-turn'
import { createScratchSessions } from '@engine/storage/sessions/scratch-sessions'
import { fakeRooms, outline, runTurn } from '../fakes/pipeline-rooms'
import { fakeLanguageModels } from '../fakes/language-models'
import { adder, rowFinder } from '../fakes/tools'

const csv = 'Name,Weight\nPump,40 kg\nGauge,3 kg\n'
const documents = [
  { name: 'pumps.md', text: 'The main pump was replaced in March 2021. It moves 40 litres per second.' },
  { name: 'parts.csv', text: csv },
]

/** Takes every question, and has no row for it. */
const findsNothing: Tool = {
  ...(adder as Tool),
  read: () => ({ is: 'arguments', args: { a: 1, b: 2 }, confidence: 1 }),
  run: () =>
    Promise.resolve({
      text: 'No row fits.',
      data: {},
      sources: [],
      notes: [],
      table: { columns: ['Pump'], rows: [], total: 0 },
    }),
}

async function roomsWith(tools: readonly Tool[]) {
  const { rooms, index } = await fakeRooms(documents)
  const sessions = createScratchSessions([], rooms.now)
  const asked = () => ({ language: 'en' as const, now: 0, timeZone: 'UTC' })
  const client = await ToolClient.connect(createToolServer({ tools, version: '0', asked }), '0')
  const channel = createToolChannel({
    tools: () => tools,
    call: (...call) => client.call(...call),
    log: () => undefined,
  })
  return { rooms: { ...rooms, sessions, tools: channel } satisfies PipelineRooms, sessions, index }
}

function finalOf(events: readonly CairnEvent[]) {
  const final = events.at(-1)
  if (final?.type !== 'final') throw new Error(`The turn ended in ${final?.type ?? 'nothing'}.`)
  return final
}

const itemsOf = (events: readonly CairnEvent[]) =>
  events.flatMap((event) => (event.type === 'evidence' ? event.items : []))
const runsOf = (events: readonly CairnEvent[]) => events.flatMap((event) => (event.type === 'tool' ? [event.run] : []))

describe('a question that a tool is for', () => {
  test('is answered by the tool alone, cited to its result, without a search', async () => {
    const { rooms, sessions } = await roomsWith([adder])
    const events = await runTurn('What is 3 plus 4?', rooms)
    expect(outline(events).slice(-14)).toEqual(
      [
        '5>',
        '5 done',
        '6>',
        'tool',
        'tool',
        '6 done',
        '7>',
        '7 done',
        '8>',
        'evidence',
        'first_token',
        'token',
        '8 done',
        'critic',
        'final',
      ].slice(-14),
    )
    expect(finalOf(events)).toMatchObject({ response: '3 + 4 = 7 [1]', outcome: 'answer' })
    expect(itemsOf(events)).toMatchObject([{ kind: 'tool', document_id: 'adder', text: '3 + 4 = 7' }])
    expect(runsOf(events).map(({ state }) => state)).toEqual(['running', 'done'])
    expect(events).toContainEqual(expect.objectContaining({ type: 'stage_end', stage: 5, summary: 'needs a tool' }))
    const { session } = await sessions.load('s1')
    expect(session.tool_state?.tool_calls).toMatchObject([
      { tool: 'adder', provider: { kind: 'builtin' }, args_digest: { a: 3, b: 4 }, status: 'success' },
    ])
    expect(session.turns?.[0]).toMatchObject({ mode: 'MCP', tools: [{ tool: 'adder', state: 'done' }] })
  })

  test('has its result as evidence of its own type', async () => {
    const { rooms, sessions } = await roomsWith([adder])
    const events = await runTurn('3 加 4 等于多少？', rooms)
    const [item] = itemsOf(events)
    const { evidences } = await sessions.load('s1')
    expect(evidences[item?.evidence_id ?? '']).toMatchObject({
      type: 'tool_result',
      source: { kind: 'tool', uri: 'cairn://tool/adder' },
    })
  })

  test('asks for the value that is missing, once', async () => {
    const { rooms } = await roomsWith([adder])
    const events = await runTurn('What is 3 plus', rooms)
    expect(finalOf(events)).toMatchObject({ response: 'Plus what?', outcome: 'asked_back' })
    const shortcut = events.find((event) => event.type === 'shortcut')
    expect(shortcut).toMatchObject({ shortcut: 'A', readings: [{ label: '1', question: '3 plus 1' }] })
    const again = await runTurn('What is 3 plus', rooms, { turnId: 't2' })
    expect(outline(again)).not.toContain('shortcut A')
  })

  test('says why a tool cannot be used, in the language of the question', async () => {
    const { rooms } = await roomsWith([adder])
    expect(finalOf(await runTurn('What is 13 plus 4?', rooms)).response).toBe(
      'Adder could not give an answer: There is no 13 here.',
    )
    const chinese = finalOf(await runTurn('13 加 4 是多少？', rooms, { turnId: 't2' }))
    expect(chinese).toMatchObject({ response: '加法未能给出答案：这里没有 13。', outcome: 'nothing' })
  })

  test('is answered by documents where the tool breaks', async () => {
    const broken: Tool = {
      ...(adder as Tool),
      run: () => Promise.reject(new Error('broken')),
      read: () => ({ is: 'arguments', args: { a: 1, b: 2 }, confidence: 1 }),
    }
    const { rooms } = await roomsWith([broken])
    const events = await runTurn('When was the main pump replaced?', rooms)
    expect(finalOf(events).response).toContain('March 2021')
    expect(events.find((event) => event.type === 'stage_end' && event.stage === 6)).toMatchObject({
      status: 'degraded',
    })
  })

  // Would catch “no row fits” before what a document says, and a guess from the documents where they do not say it either.
  test('is answered by documents where the tool found no row, if they say it', async () => {
    const { rooms } = await roomsWith([findsNothing])
    const events = await runTurn('When was the main pump replaced?', rooms)
    const { response, refs } = finalOf(events)
    expect(response).toContain('March 2021')
    expect(response).not.toContain('No row')
    const cited = itemsOf(events).find(({ evidence_id: id }) => id === refs[0]?.evidence_id)
    expect(cited?.text).toContain('March 2021')
    const none = finalOf(await runTurn('Who founded the bakery in Lisbon?', rooms, { turnId: 't2' }))
    expect(none.response).toMatch(/^No row fits\./u)
    const named = finalOf(await runTurn('@adder When was the main pump replaced?', rooms, { turnId: 't3' }))
    expect(named.response).toMatch(/^No row fits\./u)
  })

  // Would catch a language model that is kept from a question because a tool was tried, and a try that is nowhere to be seen.
  test('goes on as if there had been no tool where that found no row; the try is in the record', async () => {
    const { rooms, sessions } = await roomsWith([findsNothing])
    const models = fakeLanguageModels({ scripts: { answer: ['It was replaced in March 2021 [1].'] } })
    const question = 'When was the main pump replaced?'
    const { response } = finalOf(await runTurn(question, { ...rooms, models }))
    expect(response).toBe('It was replaced in March 2021 [1].')
    expect(models.asked.map(({ messages }) => messages.at(-1)?.content).join('\n')).not.toContain('No row fits')
    const { session } = await sessions.load('s1')
    expect(session.turns?.[0]).toMatchObject({ mode: 'KB', tools: [{ tool: 'adder', text: 'No row fits.' }] })
    expect(session.tool_state?.tool_calls).toContainEqual(
      expect.objectContaining({ tool: 'adder', status: 'success', result_evidence_ids: [] }),
    )
  })

  test('of two questions in one each gets its own answer', async () => {
    const { rooms, sessions } = await roomsWith([adder])
    const events = await runTurn('What is 3 plus 4? When was the main pump replaced?', rooms)
    const { response } = finalOf(events)
    expect(response).toMatch(/^3 \+ 4 = 7 \[1\]\n\n.*March 2021/u)
    expect((await sessions.load('s1')).session.turns?.[0]).toMatchObject({ mode: 'HYBRID' })
  })

  test('of two clauses that a tool reads as one gets one answer', async () => {
    const { rooms } = await roomsWith([adder])
    const events = await runTurn('What is 3 plus 4 and how much is that?', rooms)
    const calls = new Set(events.flatMap((event) => (event.type === 'tool' ? [event.run.question] : [])))
    expect([...calls]).toEqual(['What is 3 plus 4 and how much is that?'])
  })

  // Would catch a table of litres that is counted because nobody told its tool what "it" is.
  test('reads what a clause says of the thing that the clause before it names', async () => {
    const counts = { is: 'arguments', args: { a: 1, b: 2 }, confidence: 0.9 } as const
    const counter: Tool = { ...(adder as Tool), read: ({ text }) => (/^how many/iu.test(text) ? counts : null) }
    const { rooms } = await roomsWith([counter])
    const events = await runTurn('When was the main pump replaced and how many litres does it move?', rooms)
    expect(runsOf(events)).toEqual([])
    expect(finalOf(events).response).toMatch(/March 2021.*40 litres/su)
    expect(runsOf(await runTurn('How many litres are there?', rooms, { turnId: 't2' }))).not.toEqual([])
  })
})

describe('a question that rules are not sure of', () => {
  /** Reads only that something is to be added, never what. */
  const vague: Tool = {
    ...(adder as Tool),
    read: ({ text }) => (text.includes('add') ? { is: 'arguments', args: {}, confidence: 0.4 } : null),
  }
  const question = 'Please add a dozen and a half dozen'
  const withReply = async (reply: object) => {
    const { rooms, sessions } = await roomsWith([vague])
    const models = fakeLanguageModels({ scripts: { understand: [JSON.stringify(reply)] } })
    return { events: await runTurn(question, { ...rooms, models }), models, sessions }
  }

  test('gets its arguments from a model, under the schema of the tool', async () => {
    const { events, models } = await withReply({ applies: true, arguments: { a: 12, b: 6 } })
    expect(finalOf(events).response).toContain('12 + 6 = 18')
    const a = expect.objectContaining({ type: 'number' }) as object
    const filled = { properties: expect.objectContaining({ a }) as object }
    const properties = { arguments: expect.objectContaining(filled) as object }
    expect(models.asked).toContainEqual(
      expect.objectContaining({
        messages: [{ role: 'user', content: expect.stringContaining(question) as string }],
        schema: expect.objectContaining({ properties: expect.objectContaining(properties) as object }) as object,
      }),
    )
  })

  test.each([
    ['says that it is not for the tool', { applies: false, arguments: { a: 12, b: 6 } }],
    ['gives arguments that do not fit', { applies: true, arguments: { a: 'twelve' } }],
  ])('goes to the documents where the model %s', async (_, reply) => {
    const { events } = await withReply(reply)
    expect(runsOf(events)).toEqual([])
  })

  test('goes to the documents where there is no model', async () => {
    const { rooms } = await roomsWith([vague])
    expect(runsOf(await runTurn(question, rooms))).toEqual([])
  })
})

describe('a reading of rules that is likely but not sure', () => {
  const likely = (confidence: number): Tool => ({
    ...(adder as Tool),
    read: ({ text }) => (/pump/u.test(text) ? { is: 'arguments', args: { a: 1, b: 2 }, confidence } : null),
  })
  const question = 'When was the main pump replaced?'
  const asked = async (replies: readonly string[], confidence = 0.8) => {
    const { rooms } = await roomsWith([likely(confidence)])
    const models = fakeLanguageModels({ scripts: { understand: [...replies] } })
    const events = await runTurn(question, { ...rooms, models })
    const prompts = models.asked.flatMap(({ messages }) => messages.map(({ content }) => content))
    return { response: finalOf(events).response, runs: runsOf(events), prompts }
  }

  test.each([
    ['repeats', { a: 1, b: 2 }, '1 + 2 = 3'],
    ['corrects', { a: 4, b: 2 }, '4 + 2 = 6'],
    ['says nothing of use to', { a: 'four' }, '1 + 2 = 3'],
  ])('is shown to a model, which %s it', async (_, args, said) => {
    const { response, prompts } = await asked([JSON.stringify({ applies: true, arguments: args })])
    expect(response).toContain(said)
    expect(prompts.join('\n')).toContain('{"a":1,"b":2}')
  })

  test('is no call where the model says that the question is not for the tool', async () => {
    const { runs, response } = await asked([JSON.stringify({ applies: false, arguments: {} })])
    expect(runs).toEqual([])
    expect(response).toContain('March 2021')
  })

  test('stands where the model fails, and where it is sure', async () => {
    expect((await asked(['I cannot tell.'])).response).toContain('1 + 2 = 3')
    const sure = await asked([JSON.stringify({ applies: false, arguments: {} })], 0.9)
    expect(sure.response).toContain('1 + 2 = 3')
    expect(sure.prompts.join('\n')).not.toContain('{"a":1,"b":2}')
  })
})

describe('rows of a table that a tool gives', () => {
  test('are each cited to where they stand in the document', async () => {
    const at = csv.indexOf('Pump')
    const rows = [
      { cells: ['Pump', '40 kg'], start: at, end: at + 'Pump,40 kg'.length },
      { cells: ['Gauge', '3 kg'], start: csv.indexOf('Gauge'), end: csv.indexOf('Gauge') + 'Gauge,3 kg'.length },
    ]
    const { rooms, index } = await roomsWith([])
    const chunk = index.chunks.find(({ doc_name: name }) => name === 'parts.csv')
    const withFinder = await roomsWith([rowFinder(chunk?.doc_id ?? '', rows)])
    const record = {
      id: chunk?.doc_id,
      name: 'parts.csv',
      title: 'Parts',
      format: 'csv',
      collection: '',
      live: { revision: chunk?.revision },
    }
    const library = { ...rooms.library, records: () => [record as DocumentRecord] }
    const readText = (_: unknown, start: number, end: number) => Promise.resolve(csv.slice(start, end))
    const events = await runTurn('rows of parts', { ...withFinder.rooms, library, readText })
    const { response, refs } = finalOf(events)
    expect(response).toContain('2 rows were found. [1]')
    expect(response).toContain('| Pump | 40 kg [2] |\n| Gauge | 3 kg [3] |')
    expect(response).toContain('One cell could not be read.')
    const items = itemsOf(events)
    for (const { evidence_id: id, selector, response_start: from, response_end: to } of refs) {
      const [start, end] = selector.replace('chars:', '').split('-').map(Number)
      expect(items.find(({ evidence_id }) => evidence_id === id)?.text.slice(start, end)).toBe(response.slice(from, to))
    }
  })
})

describe('replay', () => {
  test.each(['record', 'search'] as const)('by %s gives what the tool gave then, and runs no tool', async (mode) => {
    const { rooms, sessions } = await roomsWith([adder])
    await runTurn('What is 3 plus 4? When was the main pump replaced?', rooms)
    const context = await sessions.load('s1')
    const tools = {
      read: () => Promise.resolve(null),
      prepare: () => Promise.resolve(),
      brief: () => Promise.resolve(null),
      started: (choice: ToolChoice) => Promise.resolve(choice),
      run: () => Promise.reject(new Error('It ran again.')),
    }
    const scratch = (contexts: Parameters<typeof createScratchSessions>[0]) =>
      createScratchSessions(contexts, rooms.now)
    const replayed = await replayTurn(
      { context, turnId: 't1', mode },
      { ...rooms, tools, scratch, clock: () => 0 },
      new AbortController().signal,
    )
    expect(replayed).toMatchObject({ mode, same_answer: true, same_evidence: true, caveats: [] })
  })
})
