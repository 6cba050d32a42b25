import { describe, expect, test } from 'vitest'
import type { Message, SessionContext } from '@shared/session/session-context'
import { summariseIfNeeded } from '@engine/session/history/memory'

describe('the rolling summary', () => {
  const conversation = (turns: number): SessionContext => {
    const messages = Array.from({ length: turns }, (_, at): Message[] => [
      { role: 'user', content: `Question number ${at} about the pump?` },
      { role: 'assistant', content: `Answer ${at}. ${'More words follow here. '.repeat(5)}` },
    ]).flat()
    return {
      schema_version: '1.0',
      session: { session_id: 's', messages, task_state: { todo_list: { tasks: [] } } },
      evidences: {},
      context_blocks: [],
    }
  }

  test('is not made while the conversation fits', () => {
    expect(summariseIfNeeded(conversation(20), 'now')).toBeNull()
  })

  test('covers the oldest 60 %, about ten to one, and goes on from there', () => {
    const context = conversation(21)
    const summary = summariseIfNeeded(context, 'now')
    expect(summary?.message_index_range).toEqual({ from: 1, to: 25 })
    const covered = context.session.messages.slice(0, 25).reduce((sum, { content }) => sum + content.length, 0)
    expect(summary?.content.length).toBeLessThan(covered / 3)
    expect(summary?.content).toContain('Question number 0')
    if (summary) context.session.summary = summary
    expect(summariseIfNeeded(context, 'now')).toBeNull()
  })
})

describe('a summary of a very long conversation', () => {
  // Would catch a summary that grows with the session and fills every prompt.
  test('stays bounded, keeps the newest, and says that it has forgotten', () => {
    const context: SessionContext = {
      schema_version: '1.0',
      session: { session_id: 's', messages: [], task_state: { todo_list: { tasks: [] } } },
      evidences: {},
      context_blocks: [],
    }
    let longest = 0
    for (let turn = 0; turn < 2000; turn += 1) {
      context.session.messages.push(
        { role: 'user', content: `Question number ${turn} about the pump and the weir?` },
        { role: 'assistant', content: `Answer ${turn} is this. ${'More words follow here. '.repeat(10)}` },
      )
      const summary = summariseIfNeeded(context, 'now')
      if (summary) context.session.summary = summary
      longest = Math.max(longest, summary?.content.length ?? 0)
    }
    const { summary } = context.session
    expect(longest).toBeLessThan(7000)
    expect(summary?.content.split('\n')[0]).toBe('…')
    const covered = summary?.message_index_range.to ?? 0
    expect(summary?.content).toContain(`Question number ${Math.floor((covered - 2) / 2)}`)
  })
})
