import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CairnEvent, EventBody, createStamper, type EventType } from '@shared/events'
import { MessageStream, SimpleMessage, currentMessageType, fromSimpleMessage, toSimpleMessage } from '@shared/messages'
import { eventTypes, eventsOf } from './arbitrary-events'

describe('event → simple message → event', () => {
  test('every event type of the schema is tried', () => {
    const declared = EventBody.options.map((option) => option.shape.type.value)
    expect([...eventTypes].sort()).toEqual([...declared].sort())
  })

  // Would catch a view that drops, rounds or renames any field of any event.
  test.each(eventTypes)('is the identity for %s, also through a line of JSON', (type) => {
    fc.assert(
      fc.property(eventsOf(type), (event) => {
        const simple = toSimpleMessage(event)
        expect(fromSimpleMessage(simple)).toEqual(event)
        const line = SimpleMessage.parse(JSON.parse(JSON.stringify(simple)))
        expect(fromSimpleMessage(line)).toEqual(event)
        expect(CairnEvent.parse(event)).toEqual(event)
      }),
    )
  })

  test.each<[EventType, string]>([
    ['session', 'start'],
    ['preparing', 'info'],
    ['stage_start', 'info'],
    ['stage_end', 'info'],
    ['shortcut', 'info'],
    ['evidence', 'info'],
    ['first_token', 'info'],
    ['token', 'answer'],
    ['critic', 'info'],
    ['final', 'complete'],
    ['cancelled', 'complete'],
    ['error', 'error'],
    ['progress', 'info'],
  ])('shows %s as %s', (type, expected) => {
    fc.assert(
      fc.property(eventsOf(type), (event) => {
        const { type: shown, timestamp } = toSimpleMessage(event)
        expect([shown, timestamp]).toEqual([expected, event.ts])
      }),
    )
  })

  test('a message without an event is refused', () => {
    expect(() => fromSimpleMessage({ type: 'info', content: '', timestamp: 0, metadata: {} })).toThrow()
  })
})

describe('the stamper', () => {
  // Would catch a shared counter, a skipped number or a fractional clock.
  test('numbers each turn from 0 without a gap and stamps whole milliseconds', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.double({ min: 0, max: 4e12, noNaN: true }), (contents, now) => {
        const stamp = createStamper('s', 't', () => now)
        const other = createStamper('s', 'u', () => now)
        const events = contents.map((content) => {
          other({ type: 'token', content })
          return stamp({ type: 'token', content })
        })
        expect(events.map(({ seq }) => seq)).toEqual(contents.map((_, at) => at))
        for (const event of events) expect(CairnEvent.parse(event)).toEqual({ ...event, ts: Math.trunc(now) })
      }),
    )
  })
})

describe('the older message types', () => {
  test.each([
    ['search', 'info'],
    ['think', 'info'],
    ['answer', 'answer'],
    ['complete', 'complete'],
    ['query_start', 'start'],
    ['query_error', 'error'],
    ['stream_error', 'error'],
    ['start', 'start'],
    ['info', 'info'],
    ['error', 'error'],
  ])('%s is %s', (older, current) => {
    expect(currentMessageType(older)).toBe(current)
    expect(new MessageStream(() => 7).send(older, 'x')).toEqual({
      type: current,
      content: 'x',
      timestamp: 7,
      metadata: {},
    })
  })

  // Would catch a lookup that finds Object's own properties.
  test.each(['toString', 'constructor', '__proto__', 'nonsense', ''])('%j is no type', (type) => {
    expect(() => new MessageStream(() => 0).send(type, '')).toThrow(RangeError)
  })

  test('the error for an unknown type names the known ones', () => {
    expect(() => new MessageStream(() => 0).send('nonsense', '')).toThrow(/"nonsense".*start.*search.*stream_error/)
  })
})

describe('MessageStream', () => {
  // Would catch handing out the stream's own objects.
  test('what getMessagesAsDicts returns shares nothing with the stream', () => {
    const stream = new MessageStream(() => 1)
    stream.send('info', 'kept', { nested: { list: [1] } })
    const first = stream.getMessagesAsDicts()
    expect(first).toEqual([{ type: 'info', content: 'kept', timestamp: 1, metadata: { nested: { list: [1] } } }])
    const [message] = first
    if (message) {
      message.content = 'changed'
      Object.assign(message.metadata, { nested: null })
    }
    first.length = 0
    expect(stream.getMessagesAsDicts()).toEqual([
      { type: 'info', content: 'kept', timestamp: 1, metadata: { nested: { list: [1] } } },
    ])
  })

  test('keeps events and messages in order, and forgets them when cleared', () => {
    const stream = new MessageStream(() => 9)
    const stamp = createStamper('s', 't', () => 5)
    stream.push(stamp({ type: 'session', question: 'q', is_new: true, filter: null, replaces: null }))
    stream.send('think', 'hm')
    stream.push(stamp({ type: 'token', content: 'a' }))
    expect(stream.getMessagesAsDicts().map(({ type, content }) => `${type} ${content}`)).toEqual([
      'start q',
      'info hm',
      'answer a',
    ])
    stream.clear()
    expect(stream.getMessagesAsDicts()).toEqual([])
  })
})
