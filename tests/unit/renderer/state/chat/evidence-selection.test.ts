import { describe, expect, test, vi } from 'vitest'
import type { ChatSession } from '@renderer/state/chat/chat-session'
import { beginTurn } from '@renderer/state/chat/turns/turn-reducer'
import { FakeBrowser } from '../browser'

vi.mock('@renderer/bridge/connect', () => ({ connect: () => new Promise(() => undefined) }))

const turn = (turn_id: string) =>
  beginTurn({ session_id: 's', turn_id, question: '', filter: null, replaces: null, asked_at: '' })
const whole: ChatSession = { load: 'ready', error: null, turns: [turn('a'), turn('b')], earlier: null }
const half: ChatSession = { ...whole, earlier: { before: 'a', turns: 3, places: 3 } }

describe('the turn on show', () => {
  // Would catch the newest answer's evidence under an earlier one that is still being read.
  test('is the chosen one, the newest without a choice, and none while the chosen one is still to be read', async () => {
    new FakeBrowser()
    const { selectedOf } = await import('@renderer/state/chat/evidence-selection')
    const shown = (session: ChatSession | undefined, chosen?: string) => selectedOf(session, chosen)?.turn_id
    expect([shown(whole, 'a'), shown(whole), shown(half), shown(half, 'a')]).toEqual(['a', 'b', 'b', 'a'])
    expect(shown(half, 'old')).toBeUndefined()
    expect(shown(whole, 'gone')).toBe('b')
    expect(shown(undefined, 'a')).toBeUndefined()
  })
})
