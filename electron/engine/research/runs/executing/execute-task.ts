import { setTimeout as delay } from 'node:timers/promises'
import { type CairnError, type ErrorCode, toCairnError } from '@shared/errors'
import type { PlanTask } from '@shared/research/plan-spec'
import type { ResearchRun } from '@shared/research/research-run'
import { cancelled } from '@engine/platform/deadline'
import type { Tracer } from '@engine/platform/tracing/span'
import { traced } from '@engine/platform/tracing/traced'
import type { FairTurns } from '../fair-turns'
import { JournalFailure, type OpenRun } from '../journal/open-run'
import type { EndedRound, TaskHooks, TaskWork } from '../executors/task-work'
import type { ResearchRooms } from '../research-rooms'
import { documentsSeen } from './changed-sources'
import type { Halt } from './halt'
import { joinedQuestion } from './joined-question'
import { evidenceOfTask, numbered, progressOf, skippedSteps, spentStep, taskStep } from './task-steps'

/** What executing needs besides the run. */
export interface ExecutionParts {
  readonly rooms: ResearchRooms
  readonly turns: FairTurns
  /** Milliseconds on a clock that only goes forward. */
  readonly clock: () => number
  /** Milliseconds before a failed task is tried again. */
  readonly retryAfterMs: number
  /** Absent for no traces. */
  readonly tracer?: Tracer | undefined
  readonly log: (line: string) => void
}

const tries = 2

/** Failures that come again however often it is tried. */
const lasting: ReadonlySet<ErrorCode> = new Set([
  'INVALID_INPUT',
  'NOT_FOUND',
  'PERMISSION_DENIED',
  'TOOL_UNAVAILABLE',
  'CONSENT_NEEDED',
  'NETWORK_DENIED',
])

/**
 * Does one task to its end: done, or failed after its tries, with the tasks that need it skipped. Throws where the run is halted or
 * a step cannot be written; the task then stands where its journal says.
 */
export async function executeTask(open: OpenRun, task: PlanTask, halt: Halt, parts: ExecutionParts): Promise<void> {
  const { state, attempt: before } = progressOf(open.run, task.id)
  // One that was under way when Cairn ended has used up nothing.
  const first = state === 'running' ? Math.max(1, before) : before + 1
  for (let attempt = first; ; attempt += 1) {
    const { error: _earlier, ...progress } = progressOf(open.run, task.id)
    await open.note([{ op: 'task', progress: { ...progress, state: 'running', attempt } }])
    try {
      const span = { kind: 'task', name: task.tool, facts: { task_id: task.id, attempt } } as const
      await traced(halt.now, span, (signal) => attemptTask(open, task, signal, { ...parts, halt }))
      return
    } catch (thrown) {
      if (thrown instanceof JournalFailure || halt.reason !== null) throw thrown
      const error = toCairnError(thrown)
      parts.log(`research ${open.id}, ${task.id}, try ${attempt}: ${String(thrown)}`)
      if (attempt < tries && !lasting.has(error.code)) await pause(parts.retryAfterMs * attempt, halt)
      else {
        await failTask(open, task, error)
        return
      }
    }
  }
}

async function failTask(open: OpenRun, task: PlanTask, error: CairnError): Promise<void> {
  await open.note((run) => [taskStep(run, task.id, { state: 'failed', reading: [], error: error.report() })])
  await open.note(skippedSteps)
}

async function attemptTask(
  open: OpenRun,
  task: PlanTask,
  signal: AbortSignal,
  parts: ExecutionParts & { readonly halt: Halt },
): Promise<void> {
  const { rooms, clock } = parts
  const work = workOf(open.run, task, open.roundState(task.id))
  const watch = stopwatch(clock)
  const outcome = await rooms.executors[task.tool](work, hooksOf(open, task, signal, { ...parts, watch }))
  const found = evidenceOfTask(open.run, task.id)
  const { question, goal, language, model } = work
  const asked = { task, question, goal, evidence: found, language, model }
  const { claims, gaps, notices = [], tokens = 0 } = await rooms.claims(asked, signal)
  const missing = (outcome.missing ?? []).map((words) => ({ task_id: task.id, missing: words }))
  await open.note((run) => {
    const ms = watch()
    const { ms: before } = progressOf(run, task.id)
    const ended = { state: 'done' as const, reading: [], ended_by: outcome.endedBy, ms: before + ms }
    return [
      { op: 'claims', task_id: task.id, claims: [...claims], gaps: [...gaps, ...missing] },
      ...(notices.length > 0 ? [{ op: 'noticed' as const, notes: [...notices] }] : []),
      taskStep(run, task.id, ended),
      spentStep(run, { ms, tokens }),
    ]
  })
}

function workOf(run: ResearchRun, task: PlanTask, state: unknown): TaskWork {
  const { plan, header, asked } = run
  const needed = new Set(task.depends_on)
  return {
    runId: header.id,
    goal: plan?.goal ?? header.goal,
    task,
    language: plan?.language ?? 'en',
    question: joinedQuestion(run, task),
    before: (plan?.tasks ?? []).filter(({ id }) => needed.has(id)).map(({ description }) => description),
    scope: task.scope ?? plan?.scope,
    model: asked?.model,
    chat: run.from_turn?.session_id,
    state,
  }
}

function hooksOf(
  open: OpenRun,
  task: PlanTask,
  signal: AbortSignal,
  { turns, rooms, watch, halt }: ExecutionParts & { readonly halt: Halt; readonly watch: () => number },
): TaskHooks {
  return {
    signal,
    turn: (work) => turns.take(open.id, work, halt.softly),
    async reading(names) {
      halt.now.throwIfAborted()
      await open.note((run) => [taskStep(run, task.id, { reading: [...names] })])
    },
    async round(ended) {
      halt.now.throwIfAborted()
      await noteRound(open, task, ended, { ms: watch(), document: rooms.document })
    },
    async notice(notes) {
      if (notes.length > 0) await open.note([{ op: 'noticed', notes: [...notes] }])
    },
  }
}

/** A round is one write: its state, what it found, and how far the task is with it. */
function noteRound(
  open: OpenRun,
  task: PlanTask,
  ended: EndedRound,
  { ms, document }: { readonly ms: number; readonly document: ResearchRooms['document'] },
): Promise<void> {
  const { number: round, state, evidence: found, searches, tokens = 0 } = ended
  return open.note((run) => {
    const evidence = numbered(run, found)
    const all = new Set([...(run.found_by?.[task.id] ?? []), ...evidence.map(({ evidence_id: id }) => id)])
    const library = documentsSeen(run, evidence, document)
    const before = progressOf(run, task.id)
    const progress = {
      rounds: round,
      searches: before.searches + searches,
      found: all.size,
      reading: [],
      ms: before.ms + ms,
    }
    return [
      ...(evidence.length > 0 ? [{ op: 'evidence' as const, task_id: task.id, evidence }] : []),
      ...(library ? [{ op: 'library' as const, library }] : []),
      { op: 'round', task_id: task.id, round, state },
      taskStep(run, task.id, progress),
      spentStep(run, { tokens, searches, ms }),
    ]
  })
}

/** Milliseconds since it was last asked. */
function stopwatch(clock: () => number): () => number {
  let last = clock()
  return () => {
    const now = clock()
    const passed = Math.max(0, now - last)
    last = now
    return passed
  }
}

async function pause(ms: number, halt: Halt): Promise<void> {
  await delay(ms, undefined, { signal: halt.softly }).catch(() => {
    throw cancelled()
  })
}
