import { create } from 'zustand'
import type { ResearchJob, StartResearchInput } from '@shared/api/research-api'
import { type ErrorReport, toCairnError } from '@shared/errors'
import { emptyRun, isWorking, withStep } from '@shared/research/fold-steps'
import type { PlanSpec } from '@shared/research/plan-spec'
import type { ResearchRun, RunHeader } from '@shared/research/research-run'
import { call } from '../connection'
import { attempt, notify } from '../window/notices'
import { go, useRoute } from '../window/address'
import { withoutTask } from './edit-plan'

interface RunsState {
  /** Newest change first. */
  readonly headers: readonly RunHeader[]
  /** Null before they were read. */
  readonly jobs: readonly ResearchJob[] | null
  /** The run on show, as its steps have made it so far. */
  readonly open: ResearchRun | null
  /** Why the run on show, or the jobs, could not be read. */
  readonly error: ErrorReport | null
}

export const useRuns = create<RunsState>(() => ({ headers: [], jobs: null, open: null, error: null }))

/** What the engine tells by itself; `whole` where it is all there is. A run that works again is followed again. */
export function receiveRuns(changed: readonly RunHeader[], removed: readonly string[], whole: boolean): void {
  useRuns.setState(({ headers }) => {
    const all = new Map((whole ? [] : headers).map((header) => [header.id, header]))
    for (const id of removed) all.delete(id)
    for (const header of changed) all.set(header.id, header)
    return { headers: [...all.values()].toSorted(newestFirst) }
  })
  const { runId } = useRoute.getState()
  if (runId !== null && removed.includes(runId)) go({ runId: null }, { replace: true })
  const { open } = useRuns.getState()
  const own = changed.find(({ id }) => id === open?.header.id)
  if (own && (isWorking(own) || own.updated_at !== open?.header.updated_at)) void followRun(own.id)
}

function newestFirst(a: RunHeader, b: RunHeader): number {
  return a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : 0
}

export async function readJobs(): Promise<void> {
  try {
    useRuns.setState({ jobs: await call((client) => client.research.jobs()) })
  } catch (thrown) {
    useRuns.setState({ error: toCairnError(thrown).report() })
  }
}

/** `again`: something happened since, which a stream that is about to end may not tell. */
let followed: { readonly id: string; readonly stop: AbortController; again: boolean } | undefined
/** The last step that the run on show was made of. */
let lastStep: { readonly id: string; readonly seq: number } | undefined

/** Shows a run: the steps that happened already, then each as it happens, until it rests. Once at a time; leaving it ends it. */
export async function followRun(id: string): Promise<void> {
  if (followed?.id === id) {
    followed.again = true
    return
  }
  leaveRun()
  const own = { id, stop: new AbortController(), again: false }
  const isToGoOn = () => own.again && followed === own
  followed = own
  const { open } = useRuns.getState()
  if (open?.header.id !== id) useRuns.setState({ open: null, error: null })
  try {
    do {
      own.again = false
      await foldRun(own)
    } while (isToGoOn())
  } catch (thrown) {
    if (followed === own) useRuns.setState({ error: toCairnError(thrown).report() })
  } finally {
    if (followed === own) followed = undefined
  }
}

async function foldRun(own: NonNullable<typeof followed>): Promise<void> {
  const { id, stop } = own
  let { run, seq } = whereLeft(id)
  const { signal } = stop
  const events = await call((client) => client.research.follow({ id, after_seq: seq }, { signal }))
  for await (const batch of events) {
    for (const event of batch) {
      if (event.type !== 'research' || event.seq <= seq) continue
      run = withStep(run, { step: event.step, ts: event.ts })
      seq = event.seq
    }
    if (signal.aborted || useRoute.getState().runId !== id) return
    lastStep = { id, seq }
    useRuns.setState({ open: run, error: null })
  }
}

/** A run as far as it is known here, so that going on with it draws nothing twice. */
function whereLeft(id: string): { run: ResearchRun; seq: number } {
  const { open, headers } = useRuns.getState()
  if (open?.header.id === id && lastStep?.id === id) return { run: open, seq: lastStep.seq }
  const run = emptyRun(id)
  const known = headers.find((header) => header.id === id)
  return { run: known ? { ...run, header: { ...run.header, title: known.title } } : run, seq: -1 }
}

/** Ends following the run on show. */
export function leaveRun(): void {
  followed?.stop.abort()
  followed = undefined
}

/** Begins a run and goes to it. False where it could not begin. */
export function startRun(input: StartResearchInput): Promise<boolean> {
  return attempt(async () => {
    const header = await call((client) => client.research.start(input))
    receiveRuns([header], [], false)
    go({ view: 'research', runId: header.id })
  }, 'research:startFailed')
}

/** Puts a changed plan in the place of a run's; false where the engine does not take it. */
export function savePlan(id: string, plan: PlanSpec): Promise<boolean> {
  return attempt(async () => {
    await call((client) => client.research.set_plan({ id, plan }))
    await followRun(id)
  }, 'research:planNotSaved')
}

/** Takes a task out of a plan; a notice offers to put it back. */
export async function removeTask(id: string, plan: PlanSpec, taskId: string): Promise<void> {
  if (!(await savePlan(id, withoutTask(plan, taskId)))) return
  notify({
    key: 'research:taskRemoved',
    lifeMs: 12_000,
    action: { key: 'app:undo', run: () => void savePlan(id, plan) },
  })
}

/** Tries a failed task again, and what was skipped for it. */
export function retryTask(id: string, task: string): Promise<boolean> {
  return attempt(async () => {
    receiveRuns([await call((client) => client.research.run({ id, task }))], [], false)
    await followRun(id)
  })
}

export function renameRun(id: string, title: string): Promise<boolean> {
  return attempt(async () => {
    receiveRuns([await call((client) => client.research.rename({ id, title }))], [], false)
    await followRun(id)
  })
}

type RunAct = 'run' | 'pause' | 'stop' | 'again'

/** Has a run go on, rest, end, or be done again. */
export function actOnRun(id: string, act: RunAct): Promise<boolean> {
  return attempt(async () => {
    const header = await call((client) => client.research[act]({ id }))
    receiveRuns([header], [], false)
    if (act === 'again') go({ runId: header.id })
    else await followRun(id)
  })
}

/** Answers what a plan asks back; the plan is made anew. An empty answer passes a question over. */
export function answerRun(id: string, answers: Readonly<Record<string, string>>): Promise<boolean> {
  return attempt(async () => {
    await call((client) => client.research.clarify({ id, answers: { ...answers } }))
    await followRun(id)
  })
}

/** Takes a run off the list; a notice offers to undo it. */
export async function trashRun({ id, title }: Pick<RunHeader, 'id' | 'title'>): Promise<void> {
  await attempt(async () => {
    await call((client) => client.research.trash({ id }))
    receiveRuns([], [id], false)
    notify({
      key: 'research:deleted',
      values: { title },
      lifeMs: 15_000,
      action: { key: 'app:undo', run: () => void restoreRun(id) },
    })
  })
}

async function restoreRun(id: string): Promise<void> {
  await attempt(async () => {
    receiveRuns([await call((client) => client.research.restore({ id }))], [], false)
    go({ view: 'research', runId: id })
  })
}
