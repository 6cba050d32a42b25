import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { fakeRooms, outline, runTurn } from '../fakes/pipeline-rooms'

const documents = [
  { name: 'pumps.md', text: 'The main pump was replaced in March 2021. It moves 40 litres per second.' },
  { name: 'levels.md', text: 'The water level is measured every 15 minutes by a radar gauge.' },
]
const question = 'When was the main pump replaced?'
/** Stage 8 of an answer that cites nothing. */
const plainAnswer = ['8>', 'first_token', 'token', '8 done', 'final']
const opening = ['session', '1>', '1 done', '2>', '3>', '2 done', '3 done', '4>', '4 done']

describe('the order of events', () => {
  test('a normal turn runs all eight stages, 2 beside 3, and ends in final', async () => {
    const { rooms } = await fakeRooms(documents)
    const events = await runTurn(question, rooms)
    expect(outline(events)).toEqual([
      ...opening,
      '5>',
      '5 done',
      '6>',
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
    ])
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at))
    expect(new Set(events.map(({ turn_id }) => turn_id))).toEqual(new Set(['t1']))
  })

  test('shortcut A skips 5 to 7 and offers readings', async () => {
    const { rooms } = await fakeRooms(documents)
    const events = await runTurn('pump', rooms)
    expect(outline(events)).toEqual([
      ...opening,
      'shortcut A',
      '5>',
      '5 skipped',
      '6>',
      '6 skipped',
      '7>',
      '7 skipped',
      ...plainAnswer,
    ])
    const shortcut = events.find((event) => event.type === 'shortcut')
    expect(shortcut?.readings.length).toBeGreaterThan(1)
    expect(shortcut?.readings.length).toBeLessThanOrEqual(4)
  })

  test('shortcut A is not taken twice in a row for the same question, nor when told to search anyway', async () => {
    const { rooms } = await fakeRooms(documents)
    await runTurn('pump', rooms)
    expect(outline(await runTurn('pump', rooms, { turnId: 't2' }))).not.toContain('shortcut A')
    const fresh = await fakeRooms(documents)
    expect(outline(await runTurn('pump', fresh.rooms, { searchAnyway: true }))).not.toContain('shortcut A')
  })

  test('shortcut B answers a greeting at once and skips 6 and 7', async () => {
    const { rooms } = await fakeRooms(documents)
    const events = await runTurn('你好！', rooms)
    expect(outline(events)).toEqual([
      ...opening,
      '5>',
      '5 done',
      'shortcut B',
      '6>',
      '6 skipped',
      '7>',
      '7 skipped',
      ...plainAnswer,
    ])
    expect(events.at(-1)).toMatchObject({ type: 'final', response: expect.stringContaining('2 份文档') as string })
  })

  test('shortcut B is not taken when told to search anyway, but what is in the library is still told', async () => {
    const { rooms } = await fakeRooms(documents)
    const greeted = outline(await runTurn('Hello!', rooms, { searchAnyway: true }))
    expect(greeted).not.toContain('shortcut B')
    expect(greeted).toContain('6 done')
    const listed = await runTurn('How many documents do I have?', rooms, { turnId: 't2', searchAnyway: true })
    expect(outline(listed)).toContain('shortcut B')
  })

  test('shortcut C refuses, names the nearest documents and skips 7', async () => {
    const { rooms } = await fakeRooms(documents)
    const events = await runTurn('Who won the football championship in Brazil?', rooms)
    expect(outline(events)).toEqual([
      ...opening,
      '5>',
      '5 done',
      '6>',
      '6 done',
      'shortcut C',
      '7>',
      '7 skipped',
      ...plainAnswer,
    ])
    expect(events.at(-1)).toMatchObject({ refs: [] })
  })
})

describe('cancelling', () => {
  test('between two tokens keeps what was streamed and ends in cancelled', async () => {
    const { rooms, sessions } = await fakeRooms(documents)
    const controller = new AbortController()
    let tokens = 0
    const events = await runTurn(question, rooms, {
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type === 'token' && (tokens += 1) === 3) controller.abort()
      },
    })
    const streamed = events.flatMap((event) => (event.type === 'token' ? [event.content] : [])).join('')
    expect(outline(events).slice(-3)).toEqual(['token', '8 error', 'cancelled'])
    expect(events.at(-1)).toMatchObject({ type: 'cancelled', response: streamed })
    const { session } = await sessions.load('s1')
    expect(session.messages.at(-1)).toMatchObject({ role: 'assistant', content: streamed, status: 'cancelled' })
    expect(session.turns?.at(-1)?.status).toBe('cancelled')
  })

  test('while the answer is composed is the end: nothing follows (bug: evidence and tokens after cancelled)', async () => {
    const { rooms, sessions } = await fakeRooms(documents)
    const controller = new AbortController()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const { embedder } = rooms
    const slow = {
      ...embedder,
      embedPassages: async (texts: readonly string[]) => {
        controller.abort()
        await held
        return embedder.embedPassages(texts)
      },
    }
    const events = await runTurn(question, { ...rooms, answerEmbedder: slow }, { signal: controller.signal })
    release()
    await new Promise((resolve) => setImmediate(resolve))
    expect(outline(events).slice(-3)).toEqual(['8>', '8 error', 'cancelled'])
    expect(sessions.entries.at(-1)?.op).toBe('turn')
  })

  test('while a stage hangs does not wait for it', async () => {
    const { rooms, index } = await fakeRooms(documents)
    const controller = new AbortController()
    index.textSearch = () => new Promise(() => undefined)
    const events = await runTurn(question, rooms, {
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type === 'stage_start' && event.stage === 6) queueMicrotask(() => controller.abort())
      },
    })
    expect(outline(events).slice(-3)).toEqual(['6>', '6 error', 'cancelled'])
  })
})

describe('degraded stages', () => {
  test('one broken channel degrades stage 6 and the other still answers', async () => {
    const { rooms, index } = await fakeRooms(documents)
    index.vectorSearch = () => Promise.reject(new Error('vector index gone'))
    const events = await runTurn(question, rooms)
    expect(outline(events)).toContain('6 degraded')
    expect(events.at(-1)).toMatchObject({ type: 'final', response: expect.stringContaining('March 2021') as string })
    expect(events.find((event) => event.type === 'stage_end' && event.stage === 6)).toMatchObject({
      reason: expect.stringContaining('vector index gone') as string,
    })
  })

  test('a channel that hangs is given up and the other answers (bug: its hits are thrown away as well)', async () => {
    const { rooms, index } = await fakeRooms(documents)
    index.textSearch = () => new Promise(() => undefined)
    const events = await runTurn(question, rooms)
    expect(outline(events)).toContain('6 degraded')
    expect(events.at(-1)).toMatchObject({ type: 'final', response: expect.stringContaining('March 2021') as string })
  })

  test('when every channel fails it says that the search failed, not that nothing was found', async () => {
    const { rooms, index, sessions } = await fakeRooms(documents)
    index.vectorSearch = () => Promise.reject(new Error('gone'))
    index.textSearch = () => Promise.reject(new Error('gone too'))
    const events = await runTurn(question, rooms)
    expect(outline(events)).toEqual(expect.arrayContaining(['6 degraded', '7 skipped', 'final']) as unknown)
    expect(outline(events)).not.toContain('shortcut C')
    expect(events.at(-1)).toMatchObject({ response: expect.stringContaining('could not be completed') as string })
    const call = sessions.entries.find((entry) => entry.op === 'tool_call')
    expect(call).toMatchObject({ call: { status: 'error' } })
  })

  test('composing that takes too long gives way to the best passage, marked degraded', async () => {
    const { rooms } = await fakeRooms(documents)
    const { embedder } = rooms
    const stuck = { ...embedder, embedPassages: () => new Promise<never>(() => undefined) }
    const events = await runTurn(question, { ...rooms, answerEmbedder: stuck }, { firstTokenBudget: 1 })
    expect(outline(events)).toContain('8 degraded')
    expect(events.at(-1)).toMatchObject({ type: 'final', response: expect.stringMatching(/\[1\]$/u) as string })
  })

  test('a stage that blocks past its budget is told apart (bug: it reports done)', async () => {
    const { rooms } = await fakeRooms(documents)
    let clock = 0
    const terms = {
      match: () => {
        clock += 1000
        return []
      },
    }
    const events = await runTurn(question, { ...rooms, terms }, { clock: () => clock })
    expect(outline(events)).toContain('2 degraded')
    expect(outline(events)).toContain('3 done')
  })

  test('a stage that outlives its deadline is cut off and the turn goes on', async () => {
    const { rooms, sessions } = await fakeRooms(documents)
    const load = sessions.load.bind(sessions)
    sessions.load = () => new Promise(() => undefined)
    const events = await runTurn(question, rooms, { budgets: { 1: 1 } })
    sessions.load = load
    expect(outline(events).slice(0, 3)).toEqual(['session', '1>', '1 degraded'])
    expect(events.at(-1)?.type).toBe('final')
  })

  test('a failure with no way round ends in error, with the code and the record kept', async () => {
    const { rooms, sessions } = await fakeRooms(documents)
    const append = sessions.append.bind(sessions)
    sessions.append = (id, entries, options) =>
      entries.some(({ op }) => op === 'token')
        ? Promise.reject(new CairnError('DISK_FULL', 'The disk is full.', 'Free some space.'))
        : append(id, entries, options)
    const events = await runTurn(question, rooms)
    expect(outline(events).slice(-2)).toEqual(['8 error', 'error'])
    expect(events.at(-1)).toMatchObject({ error: { code: 'DISK_FULL' } })
    expect((await sessions.load('s1')).session.turns?.at(-1)?.status).toBe('error')
  })
})

describe('the record', () => {
  test('the question is durable before anything is announced, and the turn before final', async () => {
    const { rooms, sessions } = await fakeRooms(documents)
    const seen: string[] = []
    const append = sessions.append.bind(sessions)
    sessions.append = async (id, entries, options) => {
      await append(id, entries, options)
      if (options?.durable) seen.push(`durable ${entries.map(({ op }) => op).join('+')}`)
    }
    await runTurn(question, rooms, {
      onEvent: ({ type }) => {
        if (type === 'session' || type === 'final') seen.push(type)
      },
    })
    expect(seen).toEqual(['durable created+evidence+message', 'session', 'durable model_usage+evidence+turn', 'final'])
  })

  test('every cited range read back from the evidence is the sentence in the response', async () => {
    const { rooms, sessions } = await fakeRooms(documents)
    const events = await runTurn(question, rooms)
    const final = events.find((event) => event.type === 'final')
    const { evidences } = await sessions.load('s1')
    expect(final?.refs.length).toBeGreaterThan(0)
    for (const ref of final?.refs ?? []) {
      const [from, to] = ref.selector.replace('chars:', '').split('-').map(Number)
      const quoted = evidences[ref.evidence_id]?.content?.slice(from, to)
      expect(final?.response.slice(ref.response_start, ref.response_end)).toBe(quoted)
    }
  })
})
