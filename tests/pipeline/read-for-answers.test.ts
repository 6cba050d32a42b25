import { afterEach, describe, expect, test, vi } from 'vitest'
import { CairnError } from '@shared/errors'
import type { CairnEvent } from '@shared/events'
import type { AnswerSpan, Reader } from '@engine/ports/models/reader'
import { fakeRooms, outline, runTurn } from '../fakes/pipeline-rooms'

const documents = [
  { name: 'pumps.md', text: 'The main pump was replaced in March 2021. It moves 40 litres per second.' },
  { name: 'spare.md', text: 'A spare pump was bought in 2019. The main pump room is painted blue.' },
  {
    name: 'hire.csv',
    text: [
      'Item: Floor sander; Half day (EUR): 37; Day (EUR): 58; Weekend (EUR): 93; Deposit (EUR): 250',
      'Item: Edge sander; Half day (EUR): 21; Day (EUR): 33; Weekend (EUR): 53; Deposit (EUR): 150',
    ].join('\n'),
  },
]
const question = 'When was the main pump replaced?'

afterEach(() => void vi.useRealTimers())

interface Asked {
  readonly question: string
  readonly passages: readonly string[]
}

/** Sees `answer` wherever it stands, `over` logits above there being none, and elsewhere nothing. */
function seeing(answer: string, over: number, perSecond?: number | null): Reader & { readonly asked: Asked[] } {
  const asked: Asked[] = []
  const spanIn = (text: string): AnswerSpan | null => {
    const start = text.indexOf(answer)
    if (start < 0) return text === '' ? null : { start: 0, end: 1, score: -9, none: 0 }
    return { start, end: start + answer.length, score: over, none: 0 }
  }
  return {
    id: 'onnx:fake',
    perSecond,
    asked,
    read(question, passages) {
      asked.push({ question, passages })
      return Promise.resolve(passages.map(spanIn))
    },
  }
}

const failing = (read: Reader['read']): Reader => ({ id: 'onnx:fake', read })

async function ask(asked: string, reader: Reader | null, options: Parameters<typeof runTurn>[2] = {}) {
  const { rooms, sessions } = await fakeRooms(documents)
  const events = await runTurn(asked, reader ? { ...rooms, reader: () => reader } : rooms, options)
  const context = await sessions.load('s1')
  return { events, turn: context.session.turns?.at(-1), response: final(events)?.response ?? '' }
}

const final = (events: readonly CairnEvent[]) => events.find((event) => event.type === 'final')
const notesOf = (events: readonly CairnEvent[]) => {
  const stage = events.find((event) => event.type === 'stage_end' && event.stage === 6)
  if (stage?.type !== 'stage_end') throw new Error('Nothing was searched.')
  return [...(stage.summary_notes ?? []), ...(stage.reason_notes ?? [])].map(({ key }) => key)
}

describe('a reader finds the short answer', () => {
  // Would catch a reader that is asked and not believed, in the answer or in the record.
  test('where it sees one, which leads with its citation', async () => {
    const { events, turn, response } = await ask(question, seeing('in March 2021', 5))
    expect(response).toMatch(/^in March 2021 \[1\]/u)
    expect(final(events)?.outcome).toBe('answer')
    expect(notesOf(events)).toContain('read_by')
    expect(turn?.models?.['reader']).toBe('onnx:fake')
    expect(turn?.judged).toMatchObject({ over_none: 5, margin_read: 14 })
    expect(turn?.basis?.passages.flatMap(({ spans }) => spans ?? [])).toContainEqual({
      question,
      ...{ start: 27, end: 40, score: 5, none: 0 },
    })
  })

  // Would catch a passage taken for an answer although a model that read it says that it holds none.
  test('where it sees none, there is none, and what leads is the less likely to be right', async () => {
    const [read, rules] = await Promise.all([ask(question, seeing('March 2021', -5)), ask(question, null)])
    expect(rules.response).toMatch(/^in March 2021|^March 2021/u)
    expect(read.response).not.toMatch(/^in March 2021|^March 2021/u)
    expect(final(read.events)?.likely).toBeLessThan(final(rules.events)?.likely ?? 0)
    expect(final(read.events)?.outcome).toBe('closest')
  })

  // Would catch a table read as running text, whose columns no span tells.
  test('not in a table, where the cell that rules find stays', async () => {
    const asked = 'What does it cost to hire a floor sander for a weekend?'
    const [read, rules] = await Promise.all([ask(asked, seeing('250', -5)), ask(asked, null)])
    expect(rules.response).toMatch(/^Weekend \(EUR\): 93 \[1\]/u)
    expect(read.response).toBe(rules.response)
  })
})

describe('a reader is asked', () => {
  // Would catch time spent on a question that no run of words answers, or that a language model answers anyway.
  test.each(['List all pumps.', 'Why was the main pump replaced?', 'How many documents mention pumps?'])(
    'for facts alone, so not: %s',
    async (asked) => {
      const reader = seeing('pump', 9)
      await ask(asked, reader)
      expect(reader.asked).toEqual([])
    },
  )

  // Would catch a slow model that is given more than it can read in its time, and a first question that waits for all of it.
  test.each([
    [null, 3],
    [0.1, 1],
    [100, 3],
  ])('with what it can read in time: %s passages a second', async (perSecond, count) => {
    const reader = seeing('2021', 9, perSecond)
    await ask(question, reader)
    expect(reader.asked.map(({ passages }) => passages.length)).toEqual([
      Math.min(count, reader.asked[0]?.passages.length ?? 0),
    ])
    expect(reader.asked[0]?.passages.length).toBeGreaterThan(0)
  })

  test('about each part of a question that wants a fact', async () => {
    const reader = seeing('2021', 9)
    await ask('When was the main pump replaced and when was the spare pump bought?', reader)
    expect(new Set(reader.asked.map((one) => one.question)).size).toBe(2)
  })
})

describe('what a reader cannot do, rules do', () => {
  // Would catch an answer lost, or another one given, because a model died.
  test('where it fails, and that is said', async () => {
    const rules = await ask(question, null)
    const dead = failing(() => Promise.reject(new CairnError('MODEL_FAILED', 'It died.')))
    const { events, response, turn } = await ask(question, dead)
    expect(response).toBe(rules.response)
    expect(outline(events)).toContain('6 degraded')
    expect(notesOf(events)).toContain('reader_failed')
    expect(turn?.models).not.toHaveProperty('reader')
  })

  // Would catch a question that waits for as long as a model likes.
  test('where it is late, and its work is called off', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let calledOff = false
    const late = failing((_question, _passages, signal) => {
      signal?.addEventListener('abort', () => (calledOff = true))
      queueMicrotask(() => vi.advanceTimersByTime(1500))
      return new Promise(() => undefined)
    })
    const { events, response } = await ask(question, late)
    expect(notesOf(events)).toContain('reader_failed')
    expect(calledOff).toBe(true)
    expect(response).toBe((await ask(question, null)).response)
  })

  // Would catch a model that reads on for a turn that nobody waits for.
  test('a cancelled turn cancels the reading', async () => {
    const stop = new AbortController()
    let calledOff = false
    const reading = failing((_question, _passages, signal) => {
      signal?.addEventListener('abort', () => (calledOff = true))
      stop.abort()
      return new Promise(() => undefined)
    })
    const { events } = await ask(question, reading, { signal: stop.signal })
    expect(calledOff).toBe(true)
    expect(events.at(-1)?.type).toBe('cancelled')
  })
})
