import { setImmediate } from 'node:timers/promises'
import type { Change } from '@shared/changes'
import type { PlanSpec, PlanTask } from '@shared/research/plan-spec'
import type { ResearchRun, RunStep } from '@shared/research/research-run'
import type { Executor, NewEvidence } from '@engine/research/runs/executors/task-work'
import { FairTurns } from '@engine/research/runs/fair-turns'
import type { ResearchRooms } from '@engine/research/runs/research-rooms'
import { ResearchRuns } from '@engine/research/runs/research-runs'
import { writeReport } from '@engine/research/report/write-report'
import { MemoryResearchStore } from './memory-research-store'

export function task(number: number, more: Partial<PlanTask> = {}): PlanTask {
  const id = `task_00${number}`
  return { id, description: `question ${number}`, tool: 'search', priority: 5, depends_on: [], ...more }
}

export function planOf(tasks: readonly PlanTask[], more: Partial<PlanSpec> = {}): PlanSpec {
  return {
    plan_id: 'p1',
    goal: 'Find out',
    language: 'en',
    question_type: 'factual',
    status: 'ready',
    tasks: [...tasks],
    sections: [{ id: 'findings', heading: 'Findings', kind: 'findings', tasks: tasks.map(({ id }) => id) }],
    clarifications: [],
    issues: [],
    made_by: 'rules',
    ...more,
  }
}

export function foundIn(document: string, text: string): NewEvidence {
  return {
    evidence_id: `e_${document}_${text}`,
    kind: 'kb',
    document_id: document,
    document_name: `${document}.md`,
    format: 'markdown',
    heading_path: [],
    page: null,
    start: 0,
    end: text.length,
    text,
    score: 1,
  }
}

/** Searches in `rounds` rounds that find a passage each, going on from the round that is journalled. */
export function roundsTask(rounds: number, begun: string[] = []): Executor {
  return async (work, hooks) => {
    const done = typeof work.state === 'number' ? work.state : 0
    for (let round = done + 1; round <= rounds; round += 1) {
      await hooks.turn(async () => {
        begun.push(`${work.task.id} round ${round}`)
        await setImmediate()
      })
      const evidence = [foundIn(`d_${work.task.id}`, `${work.task.id} found ${round}.`)]
      await hooks.round({ number: round, state: round, evidence, searches: 1 })
    }
    return { endedBy: 'covered' }
  }
}

export interface KitOptions {
  readonly plan?: PlanSpec
  readonly executor?: Executor
  readonly store?: MemoryResearchStore
  readonly rooms?: Partial<ResearchRooms>
  readonly whenQuiet?: (signal: AbortSignal) => Promise<void>
}

/** Runs over a store in memory. `begun` has the searches in the order they began. */
export function runsKit(options: KitOptions = {}) {
  const begun: string[] = []
  const changes: Change[] = []
  const closing = new AbortController()
  const store = options.store ?? new MemoryResearchStore()
  const executor = options.executor ?? roundsTask(2, begun)
  const rooms: ResearchRooms = {
    jobs: () => Promise.resolve([]),
    plan: () => Promise.resolve(options.plan ?? planOf([task(1), task(2)])),
    review: (plan) => plan,
    allowCalls: () => Promise.resolve(),
    executors: {
      search: executor,
      read: executor,
      graph: executor,
      tables: executor,
      differences: executor,
      tool: executor,
    },
    claims: ({ task: { id }, evidence }) =>
      Promise.resolve({
        claims: evidence.map((item) => ({
          id: `${id}_${item.number}`,
          task_id: id,
          text: item.text,
          wording: 'quoted' as const,
          for: [
            {
              evidence_id: item.evidence_id,
              document_id: item.document_id,
              selector: `chars:0-${item.text.length}`,
            },
          ],
          against: [],
          date: null,
          confidence: 1,
        })),
        gaps: [],
      }),
    conflicts: () => [],
    report: (run) => Promise.resolve(writeReport(run, { madeAt: '2026-03-01T09:00:00Z' })),
    document: (id) => ({ name: `${id}.md`, hash: `hash of ${id}`, addedAt: 0 }),
    unread: () => [],
    sensitive: { sensitivityOf: () => undefined, sensitiveNames: () => [], isKnown: () => true },
    files: {
      async *export(run, format) {
        await setImmediate()
        yield { type: 'start', name: `${run.header.title}.${format}`, media_type: 'text/plain', sessions: 1 }
      },
    },
    ...options.rooms,
  }
  const whenQuiet = options.whenQuiet ?? (() => Promise.resolve())
  let clock = 0
  let ids = 0
  const runs = new ResearchRuns({
    store,
    rooms,
    turns: new FairTurns({ most: 2, whenQuiet }),
    publish: (change) => changes.push(change),
    closing: closing.signal,
    clock: () => (clock += 1),
    now: () => 1_780_000_000_000,
    retryAfterMs: 1,
    log: () => undefined,
    newId: () => `${store.journals.size}-${(ids += 1)}`,
  })
  return { runs, store, begun, changes, closing }
}

/** What a run says from the beginning until it rests. */
export async function stepsOf(runs: ResearchRuns, id: string): Promise<RunStep[]> {
  const steps: RunStep[] = []
  for await (const event of runs.follow(id, -1)) if (event.type === 'research') steps.push(event.step)
  return steps
}

/** The run once it rests. */
export async function rested(runs: ResearchRuns, id: string): Promise<ResearchRun> {
  await stepsOf(runs, id)
  return runs.get(id)
}
