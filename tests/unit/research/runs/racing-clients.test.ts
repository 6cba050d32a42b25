import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { CairnError } from '@shared/errors'
import { seededRandom } from '../../../../bench/speed/generated-sessions'
import { rounds } from '../../../rounds'
import { planOf, rested, runsKit, task } from '../../../support/research/runs-kit'

const acts = ['run', 'pause', 'stop', 'trash', 'restore', 'setPlan', 'rename', 'get'] as const
const seeds = rounds(30, 300)

// Catches two clients that begin a run twice, lose a step of each other, or leave a run that nobody can go on with.
it(`two clients that start, pause, stop, delete and change one run at once leave it whole (${seeds} times)`, async () => {
  const plan = planOf([task(1), task(2), task(3, { depends_on: ['task_001'] })])
  for (let seed = 1; seed <= seeds; seed += 1) {
    const random = seededRandom(seed)
    const { runs, store } = runsKit({ plan })
    const { id } = await runs.start({ goal: 'x', at_once: random() < 0.5 })
    const once = (act: (typeof acts)[number]): Promise<unknown> => {
      if (act === 'setPlan') return runs.setPlan(id, plan)
      return act === 'rename' ? runs.rename(id, `Run ${seed}`) : runs[act](id)
    }
    const refused: unknown[] = []
    const client = async () => {
      for (let turn = 0; turn < 12; turn += 1) {
        await once(acts[Math.floor(random() * acts.length)] ?? 'get').catch((thrown: unknown) => refused.push(thrown))
        for (let wait = random() * 6; wait > 0; wait -= 1) await setImmediate()
      }
    }
    await Promise.all([client(), client()])
    // What could not be done is said in words: at work, in the trash.
    expect([seed, refused.filter((one) => !(one instanceof CairnError))]).toEqual([seed, []])
    await runs.restore(id)
    await runs.run(id)
    const run = await rested(runs, id)
    expect([seed, run.header.state, run.progress.map(({ state }) => state)]).toEqual([
      seed,
      'done',
      ['done', 'done', 'done'],
    ])
    const lines = store.journals.get(id) ?? []
    expect([seed, lines.map(({ seq }) => seq)]).toEqual([seed, lines.map((_, at) => at)])
    expect([seed, run.evidence.map(({ number }) => number)]).toEqual([seed, run.evidence.map((_, at) => at + 1)])
    expect([seed, lines.filter(({ step }) => step.op === 'created').length]).toEqual([seed, 1])
  }
})
