import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CairnEvent } from '@shared/events'
import type { RunHeader, RunStep } from '@shared/research/research-run'
import { CairnError } from '@shared/errors'
import { planOf, task } from '../../../../support/research/runs-kit'
import { FakeBrowser } from '../browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const research = {
  start: vi.fn(),
  follow: vi.fn(),
  pause: vi.fn(),
  trash: vi.fn(),
  restore: vi.fn(),
  set_plan: vi.fn(),
}
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) => Promise.resolve(run({ research })),
}))
const { applyChange } = await import('@renderer/state/apply-change')
const { actOnRun, followRun, leaveRun, removeTask, startRun, trashRun, useRuns } =
  await import('@renderer/state/research/runs-store')
const { useNotices } = await import('@renderer/state/window/notices')
const { go, useRoute } = await import('@renderer/state/window/address')

const header = (id: string, state: RunHeader['state'], at = '2026-01-01T00:00:00Z'): RunHeader => {
  return { id, title: id, goal: 'Huts', state, created_at: at, updated_at: at, tasks_done: 0, tasks: 1 }
}
const created: RunStep = { op: 'created', id: 'r_1', goal: 'Huts', from_turn: null, again_of: null }
const state = (to: RunHeader['state']): RunStep => ({ op: 'state', state: to, error: null })

function events(...steps: RunStep[]): CairnEvent[] {
  return steps.map((step, seq) => {
    return { v: 1, session_id: 'r_1', turn_id: 'r_1', seq, ts: Date.parse('2026-01-01'), type: 'research', step }
  })
}

/** A stream that gives batches as they are pushed. */
async function* streamOf(...batches: CairnEvent[][]): AsyncGenerator<CairnEvent[]> {
  for (const batch of batches) yield await Promise.resolve(batch)
}

const shown = () => useRuns.getState().open?.header.state

beforeEach(() => {
  leaveRun()
  for (const mock of Object.values(research)) mock.mockReset()
  useRuns.setState({ headers: [header('r_1', 'waiting')], open: null, error: null })
  go({ view: 'research', runId: 'r_1' })
})

describe('research in a window', () => {
  it('is what its steps make of it, as they come', async () => {
    research.follow.mockReturnValue(streamOf(events(created), events(created, state('waiting')).slice(1)))
    await followRun('r_1')
    expect(useRuns.getState().open?.header).toMatchObject({ id: 'r_1', goal: 'Huts', state: 'waiting' })
  })

  it('is followed again where it works again, also when another window began it', async () => {
    research.follow.mockReturnValueOnce(streamOf(events(created, state('waiting'))))
    await followRun('r_1')
    research.follow.mockReturnValueOnce(streamOf(events(created, state('waiting'), state('running'), state('done'))))
    applyChange({ type: 'research', changed: [header('r_1', 'running', '2026-02-01T00:00:00Z')], removed: [] })
    await vi.waitFor(() => expect(shown()).toBe('done'))
    expect(research.follow).toHaveBeenCalledTimes(2)
  })

  it('is listed newest first, and left where it is gone', () => {
    applyChange({ type: 'research', changed: [header('r_2', 'done', '2026-03-01T00:00:00Z')], removed: [] })
    expect(useRuns.getState().headers.map(({ id }) => id)).toEqual(['r_2', 'r_1'])
    applyChange({ type: 'research', changed: [], removed: ['r_1'] })
    expect(useRuns.getState().headers.map(({ id }) => id)).toEqual(['r_2'])
    expect(useRoute.getState().runId).toBeNull()
  })

  it('that begins is gone to, and one that cannot begin says so', async () => {
    research.start.mockResolvedValueOnce(header('r_9', 'planning'))
    expect(await startRun({ goal: 'Huts' })).toBe(true)
    expect(useRoute.getState()).toMatchObject({ view: 'research', runId: 'r_9' })
    research.start.mockRejectedValueOnce(new CairnError('INVALID_INPUT', 'Say what is to be found out.'))
    expect(await startRun({ goal: '' })).toBe(false)
    expect(useNotices.getState().notices.at(-1)).toMatchObject({ key: 'research:startFailed' })
  })

  it('that cannot be read says why', async () => {
    research.follow.mockImplementation(() => {
      throw new CairnError('NOT_FOUND', 'Gone.')
    })
    await followRun('r_1')
    expect(useRuns.getState().error?.code).toBe('NOT_FOUND')
  })

  it('is followed on from where it was left, and drawn from nothing only once', async () => {
    research.follow.mockReturnValueOnce(streamOf(events(created, state('waiting'))))
    await followRun('r_1')
    const states: unknown[] = []
    const stop = useRuns.subscribe(({ open }) => states.push(open?.header.state))
    research.follow.mockReturnValueOnce(streamOf(events(created, state('waiting'), state('running')).slice(2)))
    await followRun('r_1')
    stop()
    expect(research.follow.mock.lastCall?.[0]).toEqual({ id: 'r_1', after_seq: 1 })
    expect(states).toEqual(['running'])
    expect(useRuns.getState().open?.header.goal).toBe('Huts')
  })

  it('is followed once more where something happened while a stream was ending', async () => {
    research.follow.mockReturnValueOnce(streamOf(events(created, state('waiting'))))
    research.follow.mockReturnValueOnce(streamOf(events(created, state('waiting'), state('done')).slice(2)))
    const first = followRun('r_1')
    await followRun('r_1')
    await first
    expect(research.follow).toHaveBeenCalledTimes(2)
    expect(shown()).toBe('done')
  })

  it('loses a task of its plan, and has it back when that is undone', async () => {
    const plan = planOf([task(1), task(2, { depends_on: ['task_001'] })])
    research.follow.mockImplementation(() => streamOf(events(created, state('waiting'))))
    await removeTask('r_1', plan, 'task_001')
    expect(research.set_plan.mock.lastCall?.[0]).toMatchObject({ id: 'r_1', plan: { tasks: [task(2)] } })
    useNotices.getState().notices.at(-1)?.action?.run()
    await vi.waitFor(() => expect(research.set_plan.mock.lastCall?.[0]).toEqual({ id: 'r_1', plan }))
  })

  it('rests when told to, and comes back from the trash', async () => {
    research.pause.mockResolvedValue(header('r_1', 'paused'))
    research.follow.mockReturnValue(streamOf(events(created, state('paused'))))
    await actOnRun('r_1', 'pause')
    expect(shown()).toBe('paused')
    research.trash.mockResolvedValue({ trashed: ['r_1'], until: 0 })
    research.restore.mockResolvedValue(header('r_1', 'paused'))
    await trashRun({ id: 'r_1', title: 'Huts' })
    expect(useRuns.getState().headers).toEqual([])
    useNotices.getState().notices.at(-1)?.action?.run()
    await vi.waitFor(() => expect(useRuns.getState().headers).toHaveLength(1))
  })
})
