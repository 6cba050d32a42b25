import { describe, expect, test } from 'vitest'
import type { Message, SessionContext } from '@shared/session/session-context'
import { conversationBefore, conversationOf, exchangesOf } from '@engine/session/history/conversation'
import { summariseIfNeeded } from '@engine/session/history/memory'

/** A session of turns `id` or `id>replaced`, each answered with its id. */
function sessionOf(...turns: string[]): SessionContext {
  const messages = turns.flatMap((turn): Message[] => {
    const [id = '', replaces] = turn.split('>')
    return [
      { role: 'user', content: `question ${id}`, turn_id: id, ...(replaces ? { replaces } : {}) },
      { role: 'assistant', content: `answer ${id}.`, turn_id: id, status: 'complete' },
    ]
  })
  return {
    schema_version: '1.0',
    session: { session_id: 's', messages, task_state: { todo_list: { tasks: [] } } },
    evidences: {},
    context_blocks: [],
  }
}

const ids = (exchanges: readonly { id: string }[] | null) => exchanges?.map(({ id }) => id)

describe('a conversation with replaced turns', () => {
  test.each([
    [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ],
    [
      ['a', 'b', 'c', 'd>b'],
      ['a', 'd', 'c'],
    ],
    [
      ['a', 'b', 'c>a', 'd', 'e>c'],
      ['e', 'b', 'd'],
    ],
    // Two versions of the same original: the newest counts.
    [['a', 'b>a', 'c>a'], ['c']],
    // What it replaced is not there: it stands where it was asked.
    [
      ['a', 'b>gone'],
      ['a', 'b'],
    ],
    // Nonsense that points forward or at itself must not go round in circles.
    [
      ['a>b', 'b>a', 'c>c'],
      ['b', 'c'],
    ],
  ])('%j reads as %j', (turns, expected) => {
    expect(ids(conversationOf(exchangesOf(sessionOf(...turns))))).toEqual(expected)
  })

  test('what came before a turn is the newest of each earlier place', () => {
    const exchanges = exchangesOf(sessionOf('a', 'b', 'c', 'd>a', 'e>b'))
    expect(ids(conversationBefore(exchanges, 'c'))).toEqual(['d', 'e'])
    expect(ids(conversationBefore(exchanges, 'e'))).toEqual(['d'])
    expect(ids(conversationBefore(exchanges, 'a'))).toEqual([])
    expect(conversationBefore(exchanges, 'unknown')).toBeNull()
    expect(exchanges.at(-1)).toMatchObject({ id: 'e', at: 8, place: 2 })
  })

  test('messages without a turn are exchanges of their own (bug: an imported session that shows nothing)', () => {
    const context = sessionOf()
    context.session.messages = [
      { role: 'system', content: 'be kind' },
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'first' },
      { role: 'user', content: 'two' },
    ]
    expect(exchangesOf(context).map(({ question, answer }) => [question.content, answer?.content])).toEqual([
      ['one', 'first'],
      ['two', undefined],
    ])
  })
})

describe('the rolling summary', () => {
  const names = Array.from({ length: 21 }, (_, n) => `t${n}`)

  test('is made anew when a turn it covers is replaced, and says what the conversation says now', () => {
    const context = sessionOf(...names)
    const first = summariseIfNeeded(context, 'T1')
    expect(first?.content).toContain('question t2')
    const edited = sessionOf(...names, 'new>t2')
    edited.session.summary = first ?? undefined
    const second = summariseIfNeeded(edited, 'T2')
    expect(second?.message_index_range).toEqual(first?.message_index_range)
    expect(second?.content).toContain('question new')
    expect(second?.content.split('\n')).not.toContain('? question t2')
    edited.session.summary = second ?? undefined
    expect(summariseIfNeeded(edited, 'T3')).toBeNull()
  })

  test('goes on rolling in a session with replacements, and never past its end', () => {
    let turns = [...names, 'new>t2']
    let summary = summariseIfNeeded(sessionOf(...turns), 'T')
    for (let n = 0; n < 60; n += 1) {
      turns = [...turns, n % 5 === 0 ? `r${n}>t${n % 20}` : `m${n}`]
      const context = sessionOf(...turns)
      context.session.summary = summary ?? undefined
      const before = summary?.message_index_range.to ?? 0
      summary = summariseIfNeeded(context, 'T') ?? summary
      const to = summary?.message_index_range.to ?? 0
      expect(to).toBeGreaterThanOrEqual(before)
      expect(to).toBeLessThanOrEqual(context.session.messages.length)
    }
    expect(summary?.message_index_range.to).toBeGreaterThan(60)
  })
})
