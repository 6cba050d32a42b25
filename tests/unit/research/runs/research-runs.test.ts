import { setImmediate, setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { CairnError } from '@shared/errors'
import type { PlanSpec } from '@shared/research/plan-spec'
import type { ResearchRun, RunStep } from '@shared/research/research-run'
import { writeReport } from '@engine/research/report/write-report'
import type { Executor } from '@engine/research/runs/executors/task-work'
import { MemoryResearchStore } from '../../../support/research/memory-research-store'
import { foundIn, planOf, rested, roundsTask, runsKit, stepsOf, task } from '../../../support/research/runs-kit'

/** Rounds that were journalled, as `task round`. */
function rounds(steps: readonly RunStep[]): string[] {
  return steps.flatMap((step) => (step.op === 'round' ? `${step.task_id} ${step.round}` : []))
}

function journal(store: MemoryResearchStore, id: string): RunStep[] {
  return (store.journals.get(id) ?? []).map(({ step }) => step)
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2000 && !condition(); tries += 1) await setImmediate()
  expect(condition()).toBe(true)
}

describe('a run of research', () => {
  it('plans and waits to be looked at; then does its tasks and reports', async () => {
    const { runs, changes } = runsKit()
    const { id, state } = await runs.start({ goal: 'How high is the hut?\nAnd why?' })
    expect(state).toBe('planning')
    expect((await rested(runs, id)).header).toMatchObject({
      state: 'waiting',
      title: 'How high is the hut?',
      tasks: 2,
      tasks_done: 0,
    })
    expect((await runs.run(id)).state).toBe('running')
    const run = await rested(runs, id)
    expect(run.header).toMatchObject({ state: 'done', tasks_done: 2 })
    expect(run.evidence.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    expect(run.ledger.claims).toHaveLength(4)
    expect(run.report?.sections[0]?.blocks).toHaveLength(1)
    expect(run.cost.searches).toBe(4)
    expect(run.library?.documents).toEqual({ d_task_001: 'hash of d_task_001', d_task_002: 'hash of d_task_002' })
    const told = changes.flatMap((change) => (change.type === 'research' ? change.changed.map((one) => one.state) : []))
    expect(told.filter((one, at) => one !== told[at - 1])).toEqual([
      'planning',
      'waiting',
      'running',
      'reporting',
      'done',
    ])
  })

  it('begins at once where it is asked to, and follows from any step on', async () => {
    const { runs } = runsKit()
    const { id } = await runs.start({ goal: 'Find out', at_once: true })
    const all = await stepsOf(runs, id)
    expect(all.at(-1)).toMatchObject({ op: 'state', state: 'done' })
    const rest: number[] = []
    for await (const event of runs.follow(id, 4)) rest.push(event.seq)
    expect(rest).toEqual(all.slice(5).map((_, at) => at + 5))
  })

  it('needs a goal, a job that exists and a plan that can run', async () => {
    const { runs } = runsKit({
      plan: planOf([task(1)], { status: 'issues', issues: [{ key: 'cycle', about: ['task_001'], stops: true }] }),
    })
    await expect(runs.start({ goal: ' ' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(runs.start({ goal: 'x', job: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { id } = await runs.start({ goal: 'x', at_once: true })
    await rested(runs, id)
    await expect(runs.run(id)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(runs.get('r_none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('does what a task needs before the task, with the names found there in its question', async () => {
    const asked: string[] = []
    const executor: Executor = async (work, hooks) => {
      asked.push(work.question)
      const text = work.task.id === 'task_001' ? 'The hut was built by Anna Berger.' : 'Nothing new.'
      await hooks.round({ number: 1, state: 1, evidence: [foundIn('d1', text)], searches: 1 })
      return { endedBy: 'covered' }
    }
    const { runs } = runsKit({ executor, plan: planOf([task(2, { depends_on: ['task_001'] }), task(1)]) })
    await rested(runs, (await runs.start({ goal: 'x', at_once: true })).id)
    expect(asked).toEqual(['question 1', 'question 2 Anna Berger'])
  })

  it('tries a failing task twice, skips what needs it, and says both in the report’s state', async () => {
    let tries = 0
    const executor: Executor = (work, hooks) => {
      if (work.task.id !== 'task_001') return roundsTask(1)(work, hooks)
      tries += 1
      throw new Error('no luck')
    }
    const plan = planOf([
      task(1),
      task(2, { depends_on: ['task_001'] }),
      task(3, { depends_on: ['task_002'] }),
      task(4),
    ])
    const { runs } = runsKit({ executor, plan })
    const run = await rested(runs, (await runs.start({ goal: 'x', at_once: true })).id)
    expect(tries).toBe(2)
    expect(run.progress.map(({ state }) => state)).toEqual(['failed', 'skipped', 'skipped', 'done'])
    expect(run.progress[0]?.error?.message).toContain('no luck')
    expect(run.header.state).toBe('partial')
    expect(run.report).not.toBeNull()
  })

  it('fails with a report where every task fails, and does what failed when it is run again', async () => {
    let works = false
    const executor: Executor = (work, hooks) => {
      if (!works) throw new CairnError('TOOL_UNAVAILABLE', 'It is off.')
      return roundsTask(1)(work, hooks)
    }
    const { runs } = runsKit({ executor })
    const { id } = await runs.start({ goal: 'x', at_once: true })
    const failed = await rested(runs, id)
    expect([failed.header.state, failed.error?.code, failed.report === null]).toEqual([
      'failed',
      'TOOL_UNAVAILABLE',
      false,
    ])
    works = true
    await runs.run(id)
    const run = await rested(runs, id)
    expect(run.header.state).toBe('done')
    expect(run.progress.every(({ error }) => error === undefined)).toBe(true)
  })

  it('tries one failed task again, with what was skipped for it, and leaves the others', async () => {
    let works = false
    const tried: string[] = []
    const executor: Executor = (work, hooks) => {
      tried.push(work.task.id)
      if (!works && work.task.id !== 'task_004') throw new CairnError('TOOL_UNAVAILABLE', 'It is off.')
      return roundsTask(1)(work, hooks)
    }
    const plan = planOf([task(1), task(2), task(3, { depends_on: ['task_001'] }), task(4)])
    const { runs } = runsKit({ executor, plan })
    const { id } = await runs.start({ goal: 'x', at_once: true })
    expect((await rested(runs, id)).progress.map(({ state }) => state)).toEqual(['failed', 'failed', 'skipped', 'done'])
    works = true
    tried.length = 0
    await runs.run(id, 'task_001')
    const run = await rested(runs, id)
    expect(tried).toEqual(['task_001', 'task_003'])
    expect(run.progress.map(({ state }) => state)).toEqual(['done', 'failed', 'done', 'done'])
    expect(run.header.state).toBe('partial')
  })

  it('says in its header which turn of a chat it was begun from', async () => {
    const { runs } = runsKit()
    const from = { session_id: 's_1', turn_id: 't_1' }
    await runs.start({ goal: 'x', from_turn: from })
    const { id } = await runs.start({ goal: 'y' })
    await rested(runs, id)
    expect((await runs.list()).map((header) => header.from_turn)).toEqual(expect.arrayContaining([from, undefined]))
  })

  it('fails where no plan can be made', async () => {
    const { runs } = runsKit({ rooms: { plan: () => Promise.reject(new CairnError('MODEL_FAILED', 'No plan.')) } })
    const run = await rested(runs, (await runs.start({ goal: 'x' })).id)
    expect([run.header.state, run.error?.code]).toEqual(['failed', 'MODEL_FAILED'])
  })

  it('passes questions over where it is run without answers, and plans anew with them', async () => {
    const question = { id: 'q1', question: 'Which hut?', options: [], answer: null }
    const { runs } = runsKit({
      rooms: {
        plan: ({ answers }) =>
          Promise.resolve(
            answers
              ? planOf([task(1, { description: `about ${answers['q1']}` })])
              : planOf([task(1)], { status: 'needs_clarification', clarifications: [question] }),
          ),
      },
    })
    const first = (await runs.start({ goal: 'x', at_once: true })).id
    expect((await rested(runs, first)).header.state).toBe('waiting')
    expect((await runs.clarify(first, { q1: 'the old one' })).tasks[0]?.description).toBe('about the old one')
    expect((await rested(runs, first)).header.state).toBe('done')
    const second = (await runs.start({ goal: 'x' })).id
    await rested(runs, second)
    await runs.run(second)
    expect((await rested(runs, second)).plan?.tasks[0]?.description).toBe('about ')
    await expect(runs.clarify(second, {})).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

// Catches a call of another program that nobody who ran the plan has seen.
describe('calls of tools of other programs', () => {
  it('are allowed by who runs a plan that shows them, and by nothing that begins a run by itself', async () => {
    const allowed: string[] = []
    const allowCalls = (runId: string, plan: PlanSpec) => {
      allowed.push(`${runId} ${plan.tasks.map(({ call }) => call?.name ?? '').join()}`)
      return Promise.resolve()
    }
    const plan = planOf([task(1, { tool: 'tool', call: { name: 'files/read', args: {} } })])
    const { runs } = runsKit({ plan, rooms: { allowCalls } })
    const { id } = await runs.start({ goal: 'x', at_once: true })
    await rested(runs, id)
    const again = await runs.again(id)
    await rested(runs, again.id)
    const given = await runs.start({ plan, at_once: true })
    await rested(runs, given.id)
    expect(allowed).toEqual([])
    const shown = await runs.start({ goal: 'x' })
    await rested(runs, shown.id)
    await runs.run(shown.id)
    expect(allowed).toEqual([`${shown.id} files/read`])
    await rested(runs, shown.id)
  })
})

describe('a run that is halted', () => {
  it('pauses after the search under way, and goes on without repeating a round', async () => {
    const kit = runsKit({ plan: planOf([task(1), task(2)]) })
    const { id } = await kit.runs.start({ goal: 'x', at_once: true })
    await until(() => kit.begun.length >= 1)
    expect((await kit.runs.pause(id)).state).toBe('paused')
    const before = kit.begun.length
    await setTimeout(5)
    expect(kit.begun.length).toBe(before)
    await kit.runs.run(id)
    expect((await rested(kit.runs, id)).header.state).toBe('done')
    const done = rounds(journal(kit.store, id))
    expect(new Set(done).size).toBe(done.length)
    expect(done).toHaveLength(4)
  })

  it('stops with a report of what was found', async () => {
    const slow: Executor = async (_work, hooks) => {
      await hooks.round({ number: 1, state: 1, evidence: [foundIn('d1', 'Found by then.')], searches: 1 })
      await new Promise((_, reject) =>
        hooks.signal.addEventListener('abort', () => reject(new CairnError('CANCELLED', 'x'))),
      )
      return { endedBy: 'covered' }
    }
    const { runs } = runsKit({ plan: planOf([task(1), task(2, { depends_on: ['task_001'] })]), executor: slow })
    const { id } = await runs.start({ goal: 'x', at_once: true })
    for (let tries = 0; tries < 100 && (await runs.get(id)).evidence.length === 0; tries += 1) await setImmediate()
    expect((await runs.stop(id)).state).toBe('stopped')
    const run = await runs.get(id)
    expect(run.report?.summary[0]?.text).toBe('Found by then.')
    expect(run.progress.map(({ state }) => state)).toEqual(['skipped', 'skipped'])
  })

  it('stops a report that takes long, and has one by rules', async () => {
    const asked: boolean[] = []
    const { runs } = runsKit({
      rooms: {
        async report(run, byRules, signal) {
          asked.push(byRules)
          const stopped = () =>
            new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('x'))))
          if (!byRules) await stopped()
          return writeReport(run, { madeAt: '2026-03-01T09:00:00Z' })
        },
      },
    })
    const { id } = await runs.start({ goal: 'x', at_once: true })
    await until(() => asked.length > 0)
    await runs.stop(id)
    const run = await runs.get(id)
    expect([asked, run.report === null]).toEqual([[false, true], false])
    expect(run.header.state).toBe('done')
  })

  it('stops at once where nothing was found yet, and out of a pause', async () => {
    const { runs } = runsKit()
    const waiting = (await runs.start({ goal: 'x' })).id
    await rested(runs, waiting)
    expect(await runs.stop(waiting)).toMatchObject({ state: 'stopped' })
    expect((await runs.get(waiting)).report).toBeNull()
    await runs.run(waiting)
    expect((await rested(runs, waiting)).header.state).toBe('done')
  })

  it('goes on by itself at the next start, exactly where it was', async () => {
    for (let moment = 1; moment <= 24; moment += 1) {
      const store = new MemoryResearchStore()
      const first = runsKit({ store, plan: planOf([task(1), task(2), task(3, { depends_on: ['task_001'] })]) })
      const { id } = await first.runs.start({ goal: 'x', at_once: true })
      await until(() => (store.journals.get(id)?.length ?? 0) >= moment)
      first.closing.abort()
      await first.runs.close()
      const second = runsKit({ store, plan: planOf([task(1), task(2), task(3, { depends_on: ['task_001'] })]) })
      await second.runs.resume()
      const run = await rested(second.runs, id)
      expect([moment, run.header.state, run.evidence.length, run.ledger.claims.length]).toEqual([moment, 'done', 6, 6])
      const done = rounds(journal(store, id))
      expect([moment, new Set(done).size, done.length]).toEqual([moment, 6, 6])
      expect(journal(store, id).filter(({ op }) => op === 'report')).toHaveLength(1)
    }
  })

  it('stays paused over a restart', async () => {
    const store = new MemoryResearchStore()
    const first = runsKit({ store })
    const { id } = await first.runs.start({ goal: 'x', at_once: true })
    await first.runs.pause(id)
    const second = runsKit({ store })
    await second.runs.resume()
    await setTimeout(5)
    expect((await second.runs.get(id)).header.state).toBe('paused')
    expect(second.begun).toEqual([])
  })

  it('halts with the reason where a step cannot be written, and goes on once it can', async () => {
    const kit = runsKit()
    const { id } = await kit.runs.start({ goal: 'x', at_once: true })
    await until(() => kit.begun.length > 0)
    kit.store.failing = new CairnError('DISK_FULL', 'The disk is full.', 'Free some space.')
    await expect(stepsOf(kit.runs, id)).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(await kit.runs.get(id)).toMatchObject({ header: { state: 'paused' }, error: { code: 'DISK_FULL' } })
    await expect(kit.runs.start({ goal: 'y' })).rejects.toMatchObject({ code: 'DISK_FULL' })
    kit.store.failing = null
    await kit.runs.run(id)
    expect((await rested(kit.runs, id)).header.state).toBe('done')
    const done = rounds(journal(kit.store, id))
    expect(new Set(done).size).toBe(done.length)
  })
})

describe('a plan that is changed', () => {
  it('keeps what is done and asked as before; the rest is done anew', async () => {
    const kit = runsKit()
    const { id } = await kit.runs.start({ goal: 'x', at_once: true })
    await rested(kit.runs, id)
    const changed = planOf([task(1), task(2, { description: 'another question' }), task(3)])
    await kit.runs.setPlan(id, changed)
    const waiting = await kit.runs.get(id)
    expect(waiting.progress.map(({ state }) => state)).toEqual(['done', 'pending', 'pending'])
    expect(waiting.ledger.claims.every(({ task_id: of }) => of === 'task_001')).toBe(true)
    kit.begun.length = 0
    await kit.runs.run(id)
    expect((await rested(kit.runs, id)).header.state).toBe('done')
    expect(kit.begun.some((one) => one.startsWith('task_001'))).toBe(false)
    expect(kit.begun.filter((one) => one.startsWith('task_002'))).toHaveLength(2)
  })

  it('is refused while the run is at work', async () => {
    const kit = runsKit()
    const { id } = await kit.runs.start({ goal: 'x', at_once: true })
    await expect(kit.runs.setPlan(id, planOf([task(1)]))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await rested(kit.runs, id)
  })
})

describe('the library under a run', () => {
  it('may lose and change documents meanwhile: that is told, in the run and in its report', async () => {
    const hashes = new Map([
      ['d_task_001', 'one'],
      ['d_task_002', 'two'],
    ])
    const document = (id: string) => {
      const hash = hashes.get(id)
      return hash === undefined ? undefined : { name: `${id}.md`, hash, addedAt: 0 }
    }
    const plan = planOf([task(1), task(2), task(3, { depends_on: ['task_001', 'task_002'] })])
    const executor: Executor = async (work, hooks) => {
      if (work.task.id === 'task_003') {
        hashes.delete('d_task_001')
        hashes.set('d_task_002', 'changed')
      }
      return roundsTask(1)(work, hooks)
    }
    const { runs } = runsKit({ plan, executor, rooms: { document } })
    const run = await rested(runs, (await runs.start({ goal: 'x', at_once: true })).id)
    expect(run.header.state).toBe('done')
    // The third document went before it was noted that it was read.
    const keys = ['research_document_gone', 'research_document_changed', 'research_document_gone']
    expect(run.notices?.map(({ key }) => key)).toEqual(keys)
    expect(run.report?.not_read.map(({ text }) => text)).toEqual([
      '“d_task_001.md” was removed after it was read; what is cited from it is as it was then.',
      '“d_task_002.md” has changed since it was read; what is cited from it is as it was then.',
      '“d_task_003.md” was removed after it was read; what is cited from it is as it was then.',
    ])
  })

  // Catches a report that is silent about what went while a model was still writing it.
  it('may lose documents while the report is written: that is told, too', async () => {
    const there = new Set(['d_task_001', 'd_task_002'])
    const document = (id: string) => (there.has(id) ? { name: `${id}.md`, hash: id, addedAt: 0 } : undefined)
    const report = (run: ResearchRun) => {
      there.delete('d_task_002')
      return Promise.resolve(writeReport(run, { madeAt: '2026-03-01T09:00:00Z' }))
    }
    const { runs } = runsKit({ rooms: { document, report } })
    const run = await rested(runs, (await runs.start({ goal: 'x', at_once: true })).id)
    expect(run.notices?.map(({ key }) => key)).toEqual(['research_document_gone'])
    expect(run.report?.not_read.map(({ text }) => text)).toEqual([
      expect.stringContaining('“d_task_002.md” was removed'),
    ])
  })

  it('makes a run as sensitive as what it cites', async () => {
    const sensitivityOf = (id: string) => (id === 'd_task_002' ? ('confidential' as const) : undefined)
    const { runs } = runsKit({ rooms: { sensitive: { sensitivityOf, sensitiveNames: () => [], isKnown: () => true } } })
    expect((await rested(runs, (await runs.start({ goal: 'x', at_once: true })).id)).sensitivity).toBe('confidential')
  })

  it('is read again by a run of the same plan, which says what differs', async () => {
    let words = 'It is 2,300 m high.'
    const executor: Executor = async (work, hooks) => {
      const text = work.task.id === 'task_001' ? words : 'It was built in 1904.'
      await hooks.round({ number: 1, state: 1, evidence: [foundIn(`d_${work.task.id}`, text)], searches: 1 })
      return { endedBy: 'covered' }
    }
    let hash = 'as it was'
    const { runs } = runsKit({
      executor,
      rooms: { document: (id) => ({ name: id, addedAt: 0, hash: id === 'd_task_001' ? hash : 'same' }) },
    })
    const first = (await runs.start({ goal: 'x', at_once: true })).id
    await rested(runs, first)
    await expect(runs.differences(first)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    words = 'It is 2,312 m high.'
    // Another sentence of a document that is as it was is no difference.
    const same = (await runs.again(first)).id
    await rested(runs, same)
    expect(await runs.differences(same)).toEqual([])
    hash = 'changed'
    const second = (await runs.again(first)).id
    expect((await rested(runs, second)).again_of).toBe(first)
    const [difference, ...others] = await runs.differences(second)
    expect(others).toEqual([])
    expect(difference).toMatchObject({
      change: 'changed',
      claim: { text: 'It is 2,312 m high.' },
      before: { text: 'It is 2,300 m high.' },
    })
  })
})

describe('the list of runs', () => {
  it('hides a run in the trash until it is restored, and forgets it after thirty days', async () => {
    const { runs, store, changes } = runsKit()
    const { id } = await runs.start({ goal: 'x', at_once: true })
    await rested(runs, id)
    const { until: end } = await runs.trash(id)
    expect(end).toBe(1_780_000_000_000 + 30 * 86_400_000)
    expect(await runs.list()).toEqual([])
    await expect(runs.get(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(changes.at(-1)).toEqual({ type: 'research', changed: [], removed: [id] })
    expect((await runs.restore(id)).state).toBe('done')
    expect((await runs.list()).map((one) => one.id)).toEqual([id])
    await store.append(id, [{ op: 'trashed', trashed_at: '2020-01-01T00:00:00Z' }])
    const later = runsKit({ store })
    await later.runs.resume()
    expect(store.journals.size).toBe(0)
  })

  it('pauses a run that is put into the trash while it works', async () => {
    const { runs } = runsKit()
    const { id } = await runs.start({ goal: 'x', at_once: true })
    await runs.trash(id)
    expect((await runs.restore(id)).state).toBe('paused')
  })

  it('is taken over from a bundle as it was there, once, and has its plan reviewed', async () => {
    const there = runsKit()
    const run = await rested(there.runs, (await there.runs.start({ goal: 'x', at_once: true })).id)
    const review = (plan: PlanSpec): PlanSpec => ({
      ...plan,
      status: 'issues',
      issues: [{ key: 'unknown_document', about: ['d'], stops: true }],
    })
    const { runs, changes } = runsKit({ rooms: { review } })
    const { id } = run.header
    expect(await runs.import(run)).toEqual({ kind: 'research', id, title: 'x', outcome: 'added' })
    const taken = await runs.get(id)
    expect({ ...taken, plan: null }).toEqual({ ...run, plan: null })
    expect(changes).toMatchObject([{ type: 'research', changed: [{ id }] }])
    await runs.rename(id, 'mine')
    await runs.trash(id)
    expect(await runs.import(run)).toMatchObject({ outcome: 'unchanged' })
    expect((await runs.list())[0]?.title).toBe('mine')
    await expect(runs.again(id).then((again) => runs.run(again.id))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('does not go on by itself where it was at work in the bundle', async () => {
    const there = runsKit()
    const run = await rested(there.runs, (await there.runs.start({ goal: 'x', at_once: true })).id)
    const store = new MemoryResearchStore()
    const working = { ...run, header: { ...run.header, state: 'running' as const } }
    await runsKit({ store }).runs.import(working)
    const later = runsKit({ store })
    await later.runs.resume()
    expect([(await later.runs.get(run.header.id)).header.state, later.begun]).toEqual(['paused', []])
  })

  it('renames', async () => {
    const { runs } = runsKit()
    const { id } = await runs.start({ goal: 'x' })
    expect((await runs.rename(id, 'Huts')).title).toBe('Huts')
  })
})

describe('several runs at once', () => {
  it('take turns, however many searches one of them wants', async () => {
    const begun: string[] = []
    const executor: Executor = async (work, hooks) => {
      for (let round = 1; round <= 6; round += 1) {
        await hooks.turn(async () => {
          begun.push(work.runId)
          await setImmediate()
        })
      }
      return { endedBy: 'covered' }
    }
    const plan = planOf([task(1), task(2)])
    const { runs } = runsKit({ plan, executor })
    const [one, two] = await Promise.all([
      runs.start({ goal: 'one', at_once: true }),
      runs.start({ goal: 'two', at_once: true }),
    ])
    await Promise.all([rested(runs, one.id), rested(runs, two.id)])
    expect(begun).toHaveLength(24)
    // Once both want something, neither gets more than two turns before the other.
    const both = begun.slice(begun.indexOf(begun[0] === one.id ? two.id : one.id))
    const longest = Math.max(
      ...both
        .slice(0, 12)
        .join(' ')
        .split(one.id)
        .map((part) => part.trim().split(/\s+/u).filter(Boolean).length),
    )
    expect(longest).toBeLessThanOrEqual(3)
  })

  it('let chats go first: no search begins while one waits for its answer', async () => {
    let busy: (() => void) | null = null
    let waiting: Promise<void> = new Promise((resolve) => (busy = resolve))
    const { runs, begun } = runsKit({ whenQuiet: () => waiting })
    const { id } = await runs.start({ goal: 'x', at_once: true })
    for (let turns = 0; turns < 50; turns += 1) await setImmediate()
    expect(begun).toEqual([])
    ;(busy as unknown as () => void)()
    waiting = Promise.resolve()
    expect((await rested(runs, id)).header.state).toBe('done')
  })
})

describe('a run that is stopped or paused at any moment', () => {
  it.each(['stop', 'pause'] as const)('%s: keeps what it found, and is whole once it is run again', async (act) => {
    const plan = planOf([task(1), task(2), task(3, { depends_on: ['task_001'] })])
    for (let moment = 1; moment <= 24; moment += 1) {
      const { runs, store } = runsKit({ plan })
      const { id } = await runs.start({ goal: 'x', at_once: true })
      await until(() => (store.journals.get(id)?.length ?? 0) >= moment)
      await runs[act](id)
      const halted = await runs.get(id)
      expect([moment, ['stopped', 'paused', 'done', 'waiting'].includes(halted.header.state)]).toEqual([moment, true])
      if (act === 'stop' && halted.evidence.length > 0)
        expect([moment, halted.report === null]).toEqual([moment, false])
      await runs.run(id)
      const run = await rested(runs, id)
      expect([moment, run.header.state, run.evidence.length, run.ledger.claims.length]).toEqual([moment, 'done', 6, 6])
      const done = rounds(journal(store, id))
      expect([moment, new Set(done).size, done.length]).toEqual([moment, 6, 6])
    }
  })
})
