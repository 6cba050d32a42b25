import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeBrowser } from '../../browser'
import { turnContext, usedEvidence } from '../../../features/context/context-fixture'

const engine = { context: vi.fn(), mark: vi.fn() }
vi.mock('@renderer/state/connection', () => ({
  reachable: () => Promise.resolve(),
  call: (run: (client: unknown) => unknown) => run({ sessions: engine }),
}))

beforeEach(() => {
  vi.resetModules()
  new FakeBrowser()
  engine.context.mockReset()
  engine.mark.mockReset()
})

const load = () => import('@renderer/state/chat/turns/turn-contexts')
const context = turnContext({ evidences: { e: usedEvidence('e') } })

/** Of the class that the modules of this test know. */
async function refusal() {
  const { CairnError } = await import('@shared/errors')
  return new CairnError('NOT_FOUND', 'No such turn.', 'Ask again.')
}

describe('the context of a turn', () => {
  it('is read once for each, stays on show while it is read again, and says why it could not be', async () => {
    const { loadTurnContext, useTurnContexts } = await load()
    const entry = () => useTurnContexts.getState().entries['t']
    engine.context.mockResolvedValueOnce(context)
    await loadTurnContext('s', 't')
    expect(entry()).toMatchObject({ load: 'ready', context })
    engine.context.mockRejectedValueOnce(await refusal())
    const again = loadTurnContext('s', 't')
    expect(entry()).toMatchObject({ load: 'ready', context })
    await again
    expect(entry()).toMatchObject({ load: 'failed', error: { code: 'NOT_FOUND' } })
  })

  it('is kept of the last turns only', async () => {
    const { loadTurnContext, useTurnContexts } = await load()
    engine.context.mockResolvedValue(context)
    for (let at = 0; at < 20; at += 1) await loadTurnContext('s', `t${at}`)
    const kept = Object.keys(useTurnContexts.getState().entries)
    expect(kept).toHaveLength(12)
    expect(kept.at(-1)).toBe('t19')
  })

  // Would catch a mark shown in the turn it was made in only, and one that stays though it was refused.
  it('shows a mark at once in every turn of the session, and takes it back where it was refused', async () => {
    const { loadTurnContext, markEvidence, useTurnContexts } = await load()
    engine.context.mockResolvedValue(context)
    await loadTurnContext('s', 't')
    await loadTurnContext('s', 'u')
    await loadTurnContext('other', 'v')
    const levels = () =>
      ['t', 'u', 'v'].map((id) => useTurnContexts.getState().entries[id]?.context?.evidences['e']?.evidence.sensitivity)
    engine.mark.mockResolvedValueOnce({ marked: true })
    await markEvidence('s', 'e', 'secret')
    expect(levels()).toEqual(['secret', 'secret', undefined])
    engine.mark.mockRejectedValueOnce(await refusal())
    const refused = markEvidence('s', 'e', null)
    expect(levels()).toEqual([undefined, undefined, undefined])
    await refused
    expect(levels()).toEqual(['secret', 'secret', undefined])
    expect(engine.mark).toHaveBeenLastCalledWith({ id: 's', evidence_id: 'e', sensitivity: null })
  })
})
