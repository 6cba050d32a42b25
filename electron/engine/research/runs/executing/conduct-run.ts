import { type ErrorReport, toCairnError } from '@shared/errors'
import type { PlanSpec } from '@shared/research/plan-spec'
import type { ResearchRun, RunState, RunStep } from '@shared/research/research-run'
import { carrySpan } from '@engine/platform/tracing/span-of-signal'
import { failed } from '@engine/platform/tracing/traced'
import { titleBehind } from '../../plan/behind-context'
import { JournalFailure, type OpenRun } from '../journal/open-run'
import type { PlanRequest } from '../research-rooms'
import { changedSources, withNotices } from './changed-sources'
import { type ExecutionParts } from './execute-task'
import { executeTasks } from './execute-tasks'
import type { Halt } from './halt'
import { evidenceOfTask, progressOf, spentStep, taskStep } from './task-steps'

/**
 * Takes a run from the state its journal says to where it rests: its plan made, its tasks done, its report written. Whatever halts it
 * is in the journal when this resolves, but for closing, which the next start goes on from. Never rejects.
 */
export async function conductRun(open: OpenRun, halt: Halt, parts: ExecutionParts): Promise<void> {
  const span = parts.tracer?.trace({ kind: 'research', name: 'research', facts: { run_id: open.id } })
  carrySpan(halt.now, span)
  try {
    if (open.run.header.state === 'planning') await makePlan(open, halt, parts)
    if (open.run.header.state === 'running') await doTasks(open, halt, parts)
    if (open.run.header.state === 'reporting') await writeReport(open, halt, parts)
    span?.end()
  } catch (thrown) {
    span?.end(halt.reason === null ? failed(thrown) : { status: 'cancelled' })
    await rest(open, halt, thrown, parts).catch((again: unknown) => haltInMemory(open, again, parts))
  } finally {
    halt.over()
  }
}

/** How a run comes to rest that something kept from going on. */
async function rest(open: OpenRun, halt: Halt, thrown: unknown, parts: ExecutionParts): Promise<void> {
  const { log } = parts
  if (halt.reason === 'close') return
  if (thrown instanceof JournalFailure) {
    log(`research ${open.id}: ${thrown.message}`)
    open.fail(thrown)
    return
  }
  if (halt.reason === 'stop' && open.run.header.state === 'reporting') {
    await writeReport(open, halt, parts)
    return
  }
  if (halt.reason !== null) {
    await open.note([{ op: 'state', state: halt.reason === 'pause' ? 'paused' : 'stopped', error: null }])
    return
  }
  log(`research ${open.id}: ${String(thrown)}`)
  await open.note([{ op: 'state', state: 'failed', error: toCairnError(thrown).report() }])
}

function haltInMemory(open: OpenRun, thrown: unknown, { log }: ExecutionParts): void {
  log(`research ${open.id}: ${String(thrown)}`)
  open.fail(toCairnError(thrown))
}

async function makePlan(open: OpenRun, halt: Halt, { rooms, clock }: ExecutionParts): Promise<void> {
  const start = clock()
  const { asked } = open.run
  const plan = await rooms.plan(planRequestOf(open.run), halt.now)
  const goesOn = asked?.at_once === true && plan.status === 'ready'
  await open.note((run) => [
    { op: 'planned', plan },
    ...titledAsPlanned(run, plan),
    { op: 'state', state: goesOn ? 'running' : 'waiting', error: null },
    spentStep(run, { ms: Math.max(0, clock() - start) }),
  ])
}

/** A follow-up question that was resolved is a better title than what was typed. */
function titledAsPlanned({ header, from_turn: turn }: ResearchRun, plan: PlanSpec): RunStep[] {
  const isAsTyped = turn !== null && header.title === titleOf(header.goal)
  return isAsTyped && plan.goal !== header.goal
    ? [{ op: 'titled', title: titleOf(titleBehind(plan, header.goal)) }]
    : []
}

const titleLength = 80

/** The first line of a goal, shortened. */
export function titleOf(goal: string): string {
  const [line = ''] = goal.trim().split('\n')
  const letters = Array.from(line.trim())
  return letters.length > titleLength ? `${letters.slice(0, titleLength - 1).join('')}…` : letters.join('')
}

/** What a run was begun with, for its planner; with answers to the questions of its plan. */
export function planRequestOf(
  { header, asked, plan, from_turn: turn }: ResearchRun,
  answers?: Readonly<Record<string, string>>,
): PlanRequest {
  const language = asked?.locale ?? plan?.language ?? 'en'
  const { job, filter, model } = asked ?? {}
  return { goal: header.goal, turn, language, job, filter, model, answers }
}

async function doTasks(open: OpenRun, halt: Halt, parts: ExecutionParts): Promise<void> {
  await noteChangedSources(open, parts)
  try {
    await executeTasks(open, halt, parts)
  } catch (thrown) {
    if (thrown instanceof JournalFailure || halt.reason !== 'stop') throw thrown
    await keepFoundSoFar(open, parts)
  }
  await open.note([{ op: 'state', state: 'reporting', error: null }])
}

const stopped: ErrorReport = {
  code: 'CANCELLED',
  message: 'It was stopped before it was done.',
  action: 'Run it again to go on where it stopped.',
}

/** Of tasks that were stopped on their way, what they found by then counts. */
export async function keepFoundSoFar(open: OpenRun, { rooms }: Pick<ExecutionParts, 'rooms'>): Promise<void> {
  const { plan, progress } = open.run
  const unfinished = new Set(progress.flatMap(({ task_id: id, state }) => (isOpen(state) ? id : [])))
  for (const task of (plan?.tasks ?? []).filter(({ id }) => unfinished.has(id))) {
    const evidence = evidenceOfTask(open.run, task.id)
    const language = plan?.language ?? 'en'
    const found = {
      task,
      question: task.description,
      goal: plan?.goal ?? open.run.header.goal,
      evidence,
      language,
      model: 'rules',
    }
    const { claims, gaps } =
      evidence.length > 0 ? await rooms.claims(found, new AbortController().signal) : { claims: [], gaps: [] }
    await open.note((run): RunStep[] => [
      ...(claims.length > 0 ? [{ op: 'claims' as const, task_id: task.id, claims: [...claims], gaps: [...gaps] }] : []),
      taskStep(run, task.id, { state: 'skipped', reading: [], error: stopped }),
    ])
  }
}

function isOpen(state: ReturnType<typeof progressOf>['state']): boolean {
  return state === 'pending' || state === 'running'
}

async function noteChangedSources(open: OpenRun, { rooms }: ExecutionParts): Promise<void> {
  const notes = changedSources(open.run, rooms.document)
  if (notes.length > 0) await open.note([{ op: 'noticed', notes }])
}

async function writeReport(open: OpenRun, halt: Halt, parts: ExecutionParts): Promise<void> {
  const { rooms, clock } = parts
  const start = clock()
  await noteChangedSources(open, parts)
  const notes = [...rooms.unread(open.run)]
  const conflicts = [...rooms.conflicts(open.run.ledger.claims)]
  await open.note([
    { op: 'conflicts', conflicts },
    { op: 'noticed', notes },
  ])
  // Who stops a run wants what was found: its report is made all the same.
  const isStopped = halt.reason === 'stop'
  const signal = isStopped ? new AbortController().signal : halt.now
  const written = await rooms.report(open.run, isStopped, signal)
  // A model may write for minutes: what went or changed meanwhile is told as well.
  await noteChangedSources(open, parts)
  const report = withNotices(written, open.run.notices ?? [])
  const { state, error } = outcomeOf(open.run)
  await open.note((run) => [
    { op: 'report', report },
    spentStep(run, { ms: Math.max(0, clock() - start) }),
    { op: 'state', state, error },
  ])
}

/** How a run ended, by what became of its tasks. */
function outcomeOf({ progress }: ResearchRun): { state: RunState; error: ErrorReport | null } {
  const wasStopped = progress.some(({ state, error }) => state === 'skipped' && error?.code === 'CANCELLED')
  if (wasStopped) return { state: 'stopped', error: null }
  const failed = progress.find(({ state }) => state === 'failed')
  if (!failed) return { state: 'done', error: null }
  const someDone = progress.some(({ state }) => state === 'done')
  return { state: someDone ? 'partial' : 'failed', error: failed.error ?? null }
}
