import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import type { SessionContext } from '@shared/session/session-context'
import { validateSessionContext } from '@shared/session/validate-session'
import { modelContextsOf } from '@engine/session/model-context/session-conversion'
import { ModelContext } from '@engine/session/model-context/model-context'
import type { ModelContextRecord } from '@engine/session/model-context/schema'
import { sessionOf } from '@engine/session/model-context/session-conversion'
import { rounds } from '../../../rounds'
import { contextRecords, plain, sessions, text } from './arbitrary-sessions'

const ids = { sessionId: 'imported' }
const dicts = (contexts: readonly ModelContext[]) => contexts.map((context) => context.toDict())
const read = (records: readonly unknown[]) => records.map((record) => ModelContext.fromDict(record))
const runs = { numRuns: rounds(50, 1000) }

/** toStrictEqual overlooks a key named `__proto__`; JSON text does not. */
function expectSame(actual: unknown, expected: unknown): void {
  expect(sorted(actual)).toBe(sorted(expected))
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : item,
  )
}

describe('session → model contexts → session', () => {
  test('gives the same session, through JSON too', () => {
    fc.assert(
      fc.property(sessions, (session) => {
        expect(validateSessionContext(session)).toHaveProperty('context')
        const contexts = modelContextsOf(session)
        expectSame(sessionOf(contexts, ids), session)
        const files = contexts.map((context) => context.toJson())
        expectSame(
          sessionOf(
            files.map((file) => ModelContext.fromJson(file)),
            ids,
          ),
          session,
        )
      }),
      runs,
    )
  })

  // An imported session that goes on: the contexts it was made of no longer say everything.
  test('also for a session made of contexts to which a turn was added', () => {
    fc.assert(
      fc.property(fc.array(contextRecords, { minLength: 1, maxLength: 2 }), text, (records, content) => {
        const imported = sessionOf(read(records), ids)
        const { session } = imported
        const messages = [...session.messages, { role: 'user' as const, content, turn_id: 'later' }]
        const continued: SessionContext = { ...imported, session: { ...session, messages } }
        expectSame(sessionOf(modelContextsOf(continued), ids), continued)
      }),
      runs,
    )
  })

  test('there is one context for each question, in the order asked', () => {
    fc.assert(
      fc.property(sessions, (session) => {
        const users = session.session.messages.flatMap((message, at) =>
          message.role === 'user' ? [message.turn_id ?? `m${at}`] : [],
        )
        const contexts = modelContextsOf(session)
        expect(contexts.map(({ sequence }) => sequence)).toEqual([...new Set(users)].map((_, at) => at))
      }),
      runs,
    )
  })
})

describe('model contexts → session → model contexts', () => {
  const back = (records: readonly unknown[]) => {
    const session = sessionOf(read(records), ids)
    const checked = validateSessionContext(session)
    expect(checked).toHaveProperty('context')
    return { given: dicts(modelContextsOf(session)), reread: dicts(modelContextsOf(plain(session))) }
  }

  test('gives the same contexts, whatever their origin, and a valid session', () => {
    fc.assert(
      fc.property(fc.array(contextRecords, { minLength: 1, maxLength: 4 }), (records) => {
        const { given, reread } = back(records)
        expectSame(given, records)
        expectSame(reread, records)
      }),
      runs,
    )
  })

  // Would catch a change in a context that the session carried in it silently overrules.
  test('also for contexts of a session that were changed, reordered or taken out', () => {
    const change = fc.record({
      order: fc.constantFrom<'same' | 'reversed' | 'first' | 'rest'>('same', 'reversed', 'first', 'rest'),
      response: fc.option(text),
      sequence: fc.option(fc.nat()),
    })
    fc.assert(
      fc.property(sessions, change, (session, { order, response, sequence }) => {
        const made = dicts(modelContextsOf(session))
        const some = { same: made, reversed: made.toReversed(), first: made.slice(0, 1), rest: made.slice(1) }[order]
        const records = some.map((record): ModelContextRecord => ({
          ...record,
          ...(response === null ? {} : { response }),
          ...(sequence === null ? {} : { sequence }),
        }))
        if (records.length === 0) return
        expectSame(back(records).given, records)
      }),
      runs,
    )
  })

  // What a store reads back is zod's copy: the enclosed contexts have to survive that as well.
  test('also after the session was read by its schema', () => {
    fc.assert(
      fc.property(fc.array(contextRecords, { minLength: 1, maxLength: 3 }), (records) => {
        const checked = validateSessionContext(plain(sessionOf(read(records), ids)))
        if (!('context' in checked)) throw new Error(checked.problems.join('\n'))
        // A session that the contexts carried may have had keys that zod leaves out.
        if (checked.context.session.session_id !== ids.sessionId) return
        expectSame(dicts(modelContextsOf(checked.context)), records)
      }),
      runs,
    )
  })

  test('no context at all is refused', () => {
    expect(() => sessionOf([], ids)).toThrow(CairnError)
  })
})
