import { describe, expect, test } from 'vitest'
import type { ContextBlock, Message, SessionContext } from '@shared/session-context'
import { assembleBlocks } from '../../../electron/session/assemble'
import { summariseIfNeeded } from '../../../electron/session/memory'

const block = (id: string, priority: ContextBlock['priority'], tokens: number, content = id): ContextBlock => ({
  block_id: id,
  block_type: 'evidence',
  priority,
  token_estimate: tokens,
  content,
})

describe('assembling blocks under a budget', () => {
  test('must always goes in, then by priority; what is cut says why; order is kept', () => {
    const blocks = assembleBlocks(
      [block('low', 'low', 50), block('must', 'must', 900), block('high', 'high', 80), block('medium', 'medium', 80)],
      1000,
    )
    expect(blocks.map(({ block_id }) => block_id)).toEqual(['low', 'must', 'high', 'medium'])
    expect(blocks.filter(({ cut_reason }) => cut_reason === undefined).map(({ block_id }) => block_id)).toEqual([
      'must',
      'high',
    ])
    expect(blocks[3]?.cut_reason).toContain('over the budget: 980 + 80 tokens of 1000')
  })

  test('the same content goes in once', () => {
    const blocks = assembleBlocks([block('a', 'high', 10, 'same'), block('b', 'high', 10, 'same')], 100)
    expect(blocks[1]?.cut_reason).toMatch(/already/u)
  })
})

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
