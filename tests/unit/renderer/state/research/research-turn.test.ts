import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeBrowser } from '../browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const research = { start: vi.fn() }
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) => Promise.resolve(run({ research })),
}))
const { leavesOpen, researchTurn, runsOfTurn, switchDeepSearch, useDeepSearch } =
  await import('@renderer/state/research/research-turn')
const { useRuns } = await import('@renderer/state/research/runs-store')
const { beginTurn } = await import('@renderer/state/chat/turns/turn-reducer')
const { go, useRoute } = await import('@renderer/state/window/address')

const turn = {
  ...beginTurn({ session_id: 's_1', turn_id: 't_1', question: 'Huts?', filter: null, replaces: null, asked_at: '' }),
  status: 'complete' as const,
}
const from = { session_id: 's_1', turn_id: 't_1' }
const header = {
  ...{ id: 'r_1', title: 'Huts?', goal: 'Huts?', state: 'planning' as const, created_at: '', updated_at: '' },
  ...{ tasks_done: 0, tasks: 0, from_turn: from },
}

beforeEach(() => {
  research.start.mockReset().mockResolvedValue(header)
  useRuns.setState({ headers: [] })
  go({ view: 'chat', sessionId: 's_1', runId: null })
})

describe('looking deeper into a question of a chat', () => {
  it('is offered where nothing, or not every part, was answered', () => {
    expect(leavesOpen({ ...turn, outcome: 'answer' })).toBe(false)
    expect(leavesOpen({ ...turn, outcome: 'closest' })).toBe(true)
    expect(leavesOpen({ ...turn, outcome: 'answer', unanswered: ['and who paid'] })).toBe(true)
    expect(leavesOpen({ ...turn, outcome: 'closest', status: 'running' })).toBe(false)
    const direct = { shortcut: 'B' as const, reason: '', readings: [] }
    expect(leavesOpen({ ...turn, outcome: 'direct', shortcut: direct })).toBe(false)
  })

  it('begins research beside the chat, which knows its turn', async () => {
    expect(await researchTurn({ ...turn, filter: { documents: ['d_1'] } })).toBe(true)
    expect(research.start.mock.lastCall?.[0]).toMatchObject({
      ...{ goal: 'Huts?', at_once: true, from_turn: from, filter: { documents: ['d_1'] } },
    })
    expect(useRoute.getState().view).toBe('chat')
    expect(runsOfTurn(useRuns.getState().headers, 't_1').map(({ id }) => id)).toEqual(['r_1'])
    expect(runsOfTurn(useRuns.getState().headers, 't_2')).toEqual([])
  })

  it('is switched on for each chat by itself', () => {
    switchDeepSearch('s_1', true)
    expect([...useDeepSearch.getState().chats]).toEqual(['s_1'])
    switchDeepSearch('s_1', false)
    expect(useDeepSearch.getState().chats.size).toBe(0)
  })
})
