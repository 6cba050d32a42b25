import { CairnError } from '@shared/errors'
import type { ToolRun } from '@shared/tools/tool-run'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { beginTurn } from '@renderer/state/chat/turns/turn-reducer'
import { FakeBrowser } from '../browser'

const engine = vi.hoisted(() => ({ answer: vi.fn<(input: unknown) => Promise<unknown>>(), list: vi.fn() }))
const asking = vi.hoisted(() => ({ again: vi.fn() }))
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) =>
    run({ tools: { consents: { answer: engine.answer, list: engine.list } } }),
}))
vi.mock('@renderer/state/chat/ask-again', () => ({ askAgain: asking.again }))
new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { answerConsent, useAnsweredCalls, useToolConsents } = await import('@renderer/state/tools/tool-consents')
const { useNotices } = await import('@renderer/state/window/notices')

const turn = beginTurn({
  session_id: 's_1',
  turn_id: 't_1',
  question: '@files/write path=a',
  filter: null,
  replaces: null,
  asked_at: '',
})
const run: ToolRun = {
  call_id: 't_1-tool0',
  tool: 'write',
  server: 'files',
  title: 'Write',
  question: turn.question,
  args: { path: 'a' },
  state: 'needs_consent',
  called_at: '',
}
const noticed = () => useNotices.getState().notices.map(({ key }) => key)

beforeEach(() => {
  engine.answer.mockReset()
  asking.again.mockReset()
  useNotices.setState({ notices: [] })
  useAnsweredCalls.setState({ sent: new Set() })
  engine.list.mockReset().mockResolvedValue([])
})

describe('an answer about a call that waits', () => {
  it('has the question asked again in its place where it may run', async () => {
    engine.answer.mockResolvedValue({ allowed: true })
    await answerConsent(turn, run, 'once')
    expect(engine.answer).toHaveBeenCalledWith({ session_id: 's_1', call_id: 't_1-tool0', answer: 'once' })
    expect(asking.again).toHaveBeenCalledExactlyOnceWith(turn)
  })

  // Would catch a permission that is used twice because a button was pressed twice.
  it('is sent once', async () => {
    let take: (value: unknown) => void = () => undefined
    engine.answer.mockReturnValue(new Promise((resolve) => (take = resolve)))
    const first = answerConsent(turn, run, 'once')
    await answerConsent(turn, run, 'always')
    take({ allowed: true })
    await first
    expect(engine.answer).toHaveBeenCalledOnce()
    expect(asking.again).toHaveBeenCalledOnce()
  })

  // Would catch a card that still offers what was just refused for good.
  it('asks nothing again where it never may, and reads that it is refused', async () => {
    const never = { server: 'files', tool: 'write', fingerprint: '', answer: 'never', session_id: null, at: 0 }
    engine.list.mockResolvedValue([never])
    engine.answer.mockResolvedValue({ allowed: false })
    await answerConsent(turn, run, 'never')
    expect(asking.again).not.toHaveBeenCalled()
    expect(useToolConsents.getState().list).toEqual([never])
    expect(useAnsweredCalls.getState().sent.size).toBe(0)
  })

  it('says that the tool is another one by now, and shows that by asking again', async () => {
    engine.answer.mockRejectedValue(new CairnError('CONSENT_NEEDED', 'Changed.', ''))
    await answerConsent(turn, run, 'always')
    expect(noticed()).toEqual(['chat:tools.consent.changed'])
    expect(asking.again).toHaveBeenCalledExactlyOnceWith(turn)
  })

  it('can be given again where the engine could not take it', async () => {
    engine.answer.mockRejectedValue(new CairnError('NOT_FOUND', 'Gone.', ''))
    await answerConsent(turn, run, 'once')
    expect(noticed()).toEqual(['chat:tools.consent.notTaken'])
    expect(asking.again).not.toHaveBeenCalled()
    expect(useAnsweredCalls.getState().sent.size).toBe(0)
  })
})
