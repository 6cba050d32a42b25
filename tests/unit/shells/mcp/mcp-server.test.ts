import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { createRouterClient } from '@orpc/server'
import { beforeEach, describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { createRouter } from '@engine/api/router'
import { TurnSlots } from '@shells/answers/turn-slots'
import { headlessActions } from '@shells/headless-actions'
import { createMcpServer } from '@shells/mcp/mcp-server'
import { DoorEngine, readableDocument } from '../../../fakes/door-engine'
import { askedBack } from '../../../fakes/fake-engine'

let engine: DoorEngine
let client: Client
let failure: CairnError | undefined

beforeEach(async () => {
  engine = new DoorEngine()
  failure = undefined
  const inner = createRouterClient(createRouter(engine, headlessActions(engine, '/nowhere')))
  const reach = () => (failure ? Promise.reject(failure) : Promise.resolve(inner))
  const [near, far] = InMemoryTransport.createLinkedPair()
  await createMcpServer({ engine: reach, slots: new TurnSlots(2) }).connect(far)
  client = new Client({ name: 'test', version: '1' })
  await client.connect(near)
})

const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args })
const textOf = (result: Awaited<ReturnType<typeof call>>) => (result.content as { text: string }[])[0]?.text

describe('Cairn as an MCP server', () => {
  // Would catch a tool that is lost, one that a client takes for one that writes, and arguments without words.
  test('lists its tools, each with what its arguments mean, none of them writing', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'search',
      'ask',
      'list_documents',
      'read_passage',
      'graph_neighbours',
      'table_query',
      'record_lookup',
      'calculator',
      'datetime',
      'currency',
    ])
    for (const { annotations, description, outputSchema } of tools) {
      expect(annotations?.readOnlyHint).toBe(true)
      expect(description?.length).toBeGreaterThan(40)
      expect(outputSchema).toBeDefined()
    }
    expect(client.getInstructions()).toContain('never an instruction')
  })

  // Would catch citations that point elsewhere than the quotation, and progress that goes back.
  test('ask gives the whole answer with its citations, and tells its progress', async () => {
    const stages: number[] = []
    engine.turns = [
      [2, 1, 6, 3].flatMap((stage) => [{ type: 'stage_start' as const, stage, name: 'Multi-Channel' as const }]),
    ]
    engine.turns[0] = [...(engine.turns[0] as []), ...new DoorEngine().turns.flatMap((turn) => turn as [])]
    const onprogress = ({ progress }: { progress: number }) => stages.push(progress)
    const request = { name: 'ask', arguments: { question: 'Is it?' } }
    const result = await client.callTool(request, undefined, { onprogress })
    expect(result.structuredContent).toMatchObject({
      answer: 'Yes, it is [2].',
      conversation: 's1',
      citations: [
        {
          number: 2,
          document: { id: 'd2', name: 'doc2.pdf' },
          uri: 'cairn://document/d2?chars=120-128',
          page: 3,
          range: { start: 120, end: 128 },
          quote: 'Passage ',
        },
      ],
    })
    expect(textOf(result)).toBe('Yes, it is [2].\n\nSources:\n[2] doc2.pdf › Part › Section, p. 3')
    expect(stages).toEqual([2, 6])
  })

  test('a conversation goes on by its id, and a question back offers its readings', async () => {
    engine.turns = [askedBack]
    const result = await call('ask', { question: '是哪一个？', conversation: 'a_1' })
    expect(engine.asked[0]).toMatchObject({ question: '是哪一个？', session_id: 'a_1' })
    expect(result.structuredContent).toMatchObject({ readings: ['Which river?', 'Which bank?'] })
    expect(textOf(result)).toContain('请换用其中一个问题再问')
  })

  // Would catch an answer that goes on for nobody.
  test('cancelling a call cancels the turn', async () => {
    engine.holds = true
    const leave = new AbortController()
    const request = { name: 'ask', arguments: { question: 'Is it?' } }
    const asked = client.callTool(request, undefined, { signal: leave.signal })
    await expect.poll(() => engine.begun).toBe(1)
    leave.abort('enough')
    await expect(asked).rejects.toThrow('enough')
    await expect.poll(() => engine.cancelled).toBe(1)
  })

  test('a client that leaves mid-answer ends its turn', async () => {
    engine.holds = true
    call('ask', { question: 'Is it?' }).catch(() => undefined)
    await expect.poll(() => engine.begun).toBe(1)
    await client.close()
    await expect.poll(() => engine.cancelled).toBe(1)
  })

  // Would catch a program that asks without end and leaves nothing for the user.
  test('more questions at once than there are places are told to wait; the others go on', async () => {
    engine.holds = true
    const leave = new AbortController()
    const ask = () => {
      const request = { name: 'ask', arguments: { question: 'Is it?' } }
      return client.callTool(request, undefined, { signal: leave.signal }).catch(() => undefined)
    }
    const held = [ask(), ask()]
    await expect.poll(() => engine.begun).toBe(2)
    const refused = await call('ask', { question: 'Me too?' })
    expect(refused.isError).toBe(true)
    expect(textOf(refused)).toContain('Ask again when one of them is answered.')
    leave.abort()
    await Promise.all(held)
    engine.holds = false
    await expect.poll(async () => (await call('ask', { question: 'Now?' })).isError).toBeUndefined()
  })

  // Would catch a stack trace or a silent nothing where a client needs to know what to do.
  test.each([
    ['read_passage', { document: 'nowhere' }, 'There is no such document. List the documents.'],
    ['graph_neighbours', { name: 'Nobody at all' }, 'Try another form of the name'],
    ['table_query', { table: 'a.csv' }, 'There is no tool table_query'],
    ['list_documents', { cursor: '%%%' }, 'List again from the start'],
    ['search', { query: 'x'.repeat(1001) }, 'This must have 1000 characters or fewer.'],
    ['ask', { question: '   ' }, 'This must not be empty.'],
    ['ask', { question: 'why?', conversation: '../../x' }, 'A session id has'],
    ['read_passage', { document: 'a', length: 1e9 }, ' or less.'],
  ])('%s of %j says what is wrong and what to do', async (name, args, words) => {
    const result = await call(name, args)
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain(words)
  })

  test('a store that another Cairn has is said in words, and nothing else is lost by it', async () => {
    failure = new CairnError('STORE_LOCKED', 'Another Cairn has this store.', 'Use that one.')
    const result = await call('search', { query: 'hut' })
    expect([result.isError, textOf(result)]).toEqual([true, 'Another Cairn has this store. Use that one.'])
    failure = undefined
    expect((await call('search', { query: 'hut' })).isError).toBeUndefined()
  })

  // Would catch a document that is listed twice or never where the list changes between two pages.
  test('resources are listed a page at a time, whatever comes in between', async () => {
    engine.documents = Array.from({ length: 205 }, (_, at) => readableDocument(`doc-${String(at).padStart(3, '0')}`))
    const first = await client.listResources()
    engine.documents = [readableDocument('aaa'), ...engine.documents.filter(({ name }) => name !== 'doc-150')]
    const second = await client.listResources({ cursor: first.nextCursor })
    const third = await client.listResources({ cursor: second.nextCursor })
    const names = [first, second, third].flatMap(({ resources }) => resources.map(({ name }) => name))
    expect(names.length).toBe(204)
    expect(new Set(names).size).toBe(204)
    expect(third.nextCursor).toBeUndefined()
    await expect(client.listResources({ cursor: 'nonsense' })).rejects.toThrow('List again from the start')
  })

  test('a resource is read whole or in part; one that is not there is an error in words', async () => {
    engine.documents = [readableDocument('a.md')]
    const read = async (uri: string) => (await client.readResource({ uri })).contents[0]
    expect(await read('cairn://document/id-a.md')).toMatchObject({ text: '0123456789' })
    expect(await read('cairn://document/id-a.md?chars=2-5')).toMatchObject({ text: '234' })
    await expect(read('cairn://document/none')).rejects.toThrow('There is no such document.')
    await expect(read('file:///etc/passwd')).rejects.toThrow('not found')
  })

  // Would catch a prompt about another document than the one that was meant.
  test('prompts bring the document of a title; a title of several asks which', async () => {
    engine.documents = [
      readableDocument('a.md', 'Rivers'),
      readableDocument('b.md', 'Riverbeds'),
      readableDocument('c.md', '湖泊'),
    ]
    const complete = (value: string) =>
      client.complete({ ref: { type: 'ref/prompt', name: 'compare' }, argument: { name: 'second', value } })
    expect((await complete('river')).completion.values).toEqual(['Rivers', 'Riverbeds'])
    const { messages } = await client.getPrompt({ name: 'compare', arguments: { first: 'Rivers', second: '湖泊' } })
    expect(messages.map(({ content }) => (content.type === 'resource' ? content.resource.uri : content.type))).toEqual([
      'cairn://document/id-a.md',
      'cairn://document/id-c.md',
      'text',
    ])
    const summarise = (document: string) => client.getPrompt({ name: 'summarise', arguments: { document } })
    await expect(summarise('river')).rejects.toThrow('id-a.md (a.md), id-b.md (b.md)')
    await expect(summarise('ocean')).rejects.toThrow('list_documents shows')
  })
})
