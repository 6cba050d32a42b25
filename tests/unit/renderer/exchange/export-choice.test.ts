import { describe, expect, it } from 'vitest'
import {
  chatsOf,
  type ExportChoice,
  exportInput,
  firstChoice,
  formatInForce,
} from '@renderer/features/exchange/export-choice'

const header = (id: string) => ({
  id,
  title: id,
  message_count: 2,
  created_at: '2025-01-01T00:00:00Z',
  updated_at: '2025-01-01T00:00:00Z',
  pinned: false,
})
const headers = [header('a'), header('b'), header('c')]
const choice = (fields: Partial<ExportChoice>): ExportChoice => ({ ...firstChoice('a', headers), ...fields })

describe('what is exported', () => {
  it('is the chat it was opened for, or all where that is none or gone', () => {
    expect(firstChoice('b', headers)).toMatchObject({ what: 'this', thisId: 'b' })
    expect(firstChoice('gone', headers)).toMatchObject({ what: 'all', thisId: null })
    expect(firstChoice(null, headers)).toMatchObject({ what: 'all', thisId: null })
  })

  // Would catch a first format that only programs read.
  it('is a page that people read, until something else is chosen', () => {
    expect(exportInput(choice({}), headers, false)?.format).toBe('html')
  })

  // Would catch one answer that is asked for in a format that only holds whole chats, and so refused.
  it('is the one answer it was opened for, as pages, and the whole chat once that is chosen', () => {
    const answer = { turnId: 't1', question: 'When?' }
    const one = firstChoice('b', headers, answer)
    expect(exportInput(one, headers, false)).toMatchObject({ ids: ['b'], format: 'html', turn_id: 't1' })
    expect(exportInput({ ...one, format: 'bundle' }, headers, false)?.format).toBe('html')
    const whole = exportInput({ ...one, what: 'this', format: 'bundle' }, headers, false)
    expect([whole?.format, whole?.turn_id]).toEqual(['bundle', undefined])
    expect(firstChoice('gone', headers, answer).answer).toBeNull()
  })

  // Would catch a deleted chat that makes the export of the others fail.
  it('leaves out a chosen chat that was deleted meanwhile', () => {
    const chosen = choice({ what: 'chosen', chosen: new Set(['b', 'gone', 'c']) })
    expect(chatsOf(chosen, headers).map(({ id }) => id)).toEqual(['b', 'c'])
    expect(exportInput(chosen, headers, false)?.ids).toEqual(['b', 'c'])
  })

  // Would catch no ids, which stand for all, being sent where nothing is chosen.
  it('is nothing where nothing is chosen or there is nothing', () => {
    expect(exportInput(choice({ what: 'chosen', chosen: new Set() }), headers, false)).toBeNull()
    expect(exportInput(choice({ what: 'this' }), [header('b')], false)).toBeNull()
    expect(exportInput(choice({ what: 'all' }), [], false)).toBeNull()
  })

  // Would catch "Nothing to export" where there is research and no chat.
  it('is a bundle of research and notebooks where there is no chat', () => {
    const all = choice({ what: 'all', thisId: null, format: 'html' })
    expect(exportInput(all, [], true)).toMatchObject({ ids: [], format: 'bundle' })
    expect(exportInput(choice({ what: 'chosen', chosen: new Set() }), headers, true)).toBeNull()
  })

  it('has no ids where it is all', () => {
    expect(exportInput(choice({ what: 'all', leaveOutSensitive: true }), headers, false)).toEqual({
      ids: [],
      format: 'bundle',
      leave_out_sensitive: true,
      replace_paths: false,
    })
  })

  // Would catch a format the engine refuses, and one that is forgotten while others were chosen.
  it('is a bundle for several chats, and the chosen format again for one', () => {
    const page = choice({ format: 'html', what: 'all' })
    expect(exportInput(page, headers, false)?.format).toBe('bundle')
    expect(exportInput({ ...page, what: 'this' }, headers, false)?.format).toBe('html')
    expect(formatInForce(page, 1)).toBe('html')
  })
})
