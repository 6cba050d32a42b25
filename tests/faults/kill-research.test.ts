import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlanSpec } from '@shared/research/plan-spec'
import { RunLine, type RunStep } from '@shared/research/research-run'
import { seededRandom } from '../../bench/speed/generated-sessions'
import { createEngine } from '@engine/engine'
import { builtEntry } from '../built-entry'
import { rounds } from '../rounds'
import { copySampleStore } from '../sample-store'
import { planOf, task } from '../support/research/runs-kit'

const root = resolve(import.meta.dirname, '../..')
const resources = join(root, 'resources')
const kills = rounds(2, 20)

let scratch = ''
const script = builtEntry('fault-child')

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-kill-research-'))
  await copySampleStore(join(scratch, 'store'))
}, 300_000)

afterAll(() => rm(scratch, { recursive: true, force: true, maxRetries: 5 }))

/** A plan with tasks of several kinds, some of which need others. */
async function planFile(): Promise<string> {
  const engine = await createEngine({ folder: join(scratch, 'store'), resources })
  const documents = engine.listDocuments({}).flatMap(({ id, format }) => (format === 'markdown' ? id : []))
  await engine.close()
  const two = { documents: documents.slice(0, 2) }
  const plan: PlanSpec = planOf(
    [
      task(1, { description: 'When was the stone hut on Kestrel Col opened, and by whom?' }),
      task(2, { description: 'What do the documents say?', tool: 'read', scope: two }),
      task(3, { description: 'What differs?', tool: 'differences', scope: two }),
      task(4, { description: 'What is said of Kestrel Col?', tool: 'graph' }),
      task(5, { description: 'Who looks after it?', depends_on: ['task_001', 'task_002'] }),
      task(6, { description: 'How high is it?', depends_on: ['task_004'] }),
    ],
    { goal: 'Everything about the hut on Kestrel Col' },
  )
  const path = join(scratch, 'plan.json')
  await writeFile(path, JSON.stringify(plan))
  return path
}

interface Told {
  readonly steps: Map<number, RunStep>
  readonly rests: boolean
}

/** Lets a process work until it has told of the step `killAt`, then kills it; what it told before it died. */
async function work(plan: string, killAt: number): Promise<Told> {
  const child = spawn(process.execPath, [script, 'research', join(scratch, 'store'), resources, plan], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: scratch,
  })
  const steps = new Map<number, RunStep>()
  let rests = false
  for await (const line of createInterface({ input: child.stdout })) {
    const fact = JSON.parse(line) as { seq?: number; step?: RunStep; rests?: boolean }
    if (fact.rests) rests = true
    if (fact.seq === undefined || !fact.step) continue
    steps.set(fact.seq, fact.step)
    if (fact.seq >= killAt) child.kill('SIGKILL')
  }
  return { steps, rests }
}

test(`kill -9 at ${kills} random moments of a run: no step is lost, none repeated, and there is a report in the end`, async () => {
  const plan = await planFile()
  const random = seededRandom(7)
  const told = new Map<number, RunStep>()
  let ended = false
  let killed = 0
  for (let round = 0; round < kills && !ended; round += 1) {
    const last = Math.max(-1, ...told.keys())
    const { steps, rests } = await work(plan, last + 1 + Math.floor(random() * 6))
    for (const [seq, step] of steps) {
      // What was told once stays as it was.
      if (told.has(seq)) expect([seq, told.get(seq)]).toEqual([seq, step])
      told.set(seq, step)
    }
    ended = rests
    if (!rests) killed += 1
  }
  if (!ended) expect((await work(plan, Infinity)).rests).toBe(true)
  expect(killed).toBeGreaterThanOrEqual(rounds(2, 3))

  const engine = await createEngine({ folder: join(scratch, 'store'), resources })
  const [header] = await engine.research.list()
  const run = await engine.research.get(header?.id ?? '')
  await engine.close()
  expect(run.progress.map(({ state, error }) => [state, error])).toEqual(run.progress.map(() => ['done', undefined]))
  expect([run.header.state, run.report === null]).toEqual(['done', false])
  expect(run.evidence.map(({ number }) => number)).toEqual(run.evidence.map((_, at) => at + 1))

  const text = await readFile(join(scratch, 'store', 'research', `${run.header.id}.jsonl`), 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => RunLine.parse(JSON.parse(line)))
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at))
  const done = lines.flatMap(({ step }) => (step.op === 'round' ? `${step.task_id} ${step.round}` : []))
  expect(done.toSorted()).toEqual([...new Set(done)].toSorted())
  const ends = (op: RunStep['op']) => lines.filter(({ step }) => step.op === op).length
  expect([ends('created'), ends('report'), ends('claims')]).toEqual([1, 1, 6])
})
