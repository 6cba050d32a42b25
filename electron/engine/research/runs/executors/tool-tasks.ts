import { z } from 'zod'
import type { SearchFilter } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { otherCall, type ResearchLanguage } from '@shared/research/plan-spec'
import type { ToolRun } from '@shared/tools/tool-run'
import { evidenceIdOf } from '@engine/session/context/evidence'
import type { LibrarySources } from './library-sources'
import { endRound, roundsOf } from './task-rounds'
import type { Executor, NewEvidence, TaskHooks, TaskWork } from './task-work'

/** Tools as tasks call them. */
export interface TaskTools {
  /** Asks the tables a question; null where no table answers it. */
  askTables(
    question: string,
    asked: { readonly language: ResearchLanguage; readonly scope: SearchFilter | undefined },
    signal: AbortSignal,
  ): Promise<ToolRun | null>
  /** Asks whichever tool a question is surely for; null for none. Programs of others are never asked. */
  askSure(
    question: string,
    asked: { readonly language: ResearchLanguage; readonly scope: SearchFilter | undefined },
    signal: AbortSignal,
  ): Promise<ToolRun | null>
  /** Throws NOT_FOUND for a tool that is not Cairn's own, TOOL_UNAVAILABLE for one that is off. */
  run(
    call: {
      readonly name: string
      readonly args: Readonly<Record<string, unknown>>
      readonly language: ResearchLanguage
    },
    signal: AbortSignal,
  ): Promise<ToolRun>
  /** Runs a tool of another program where the user allowed that; else the run's error says so. */
  runOther(
    runId: string,
    call: { readonly server: string; readonly tool: string; readonly args: Readonly<Record<string, unknown>> },
    asked: { readonly language: ResearchLanguage; readonly signal: AbortSignal },
  ): Promise<ToolRun>
}

/** Rows of a table, and other places, whose passages become evidence of their own. */
const mostPlaces = 24
/** Characters of a result that become evidence. */
const longest = 8000

const Done = z.object({ found: z.number() })

/** Asks the tables a task's question: the result with its rows, and the passages the rows stand in. */
export function tablesTask(tools: TaskTools, library: Pick<LibrarySources, 'passage'>, clock: () => number): Executor {
  return (work, hooks) =>
    once(work, hooks, clock, async () => {
      const asked = { language: work.language, scope: work.scope }
      const run = await hooks.turn(() => tools.askTables(work.question, asked, hooks.signal))
      return run ? evidenceOfRun(run, library) : []
    })
}

/** Runs a tool with the arguments of the plan: one of Cairn's own, or one of another program that the user allowed. */
export function toolTask(tools: TaskTools, library: Pick<LibrarySources, 'passage'>, clock: () => number): Executor {
  return (work, hooks) =>
    once(work, hooks, clock, async () => {
      const { call } = work.task
      if (!call)
        throw new CairnError('INVALID_INPUT', 'The task names no tool.', 'Choose a tool, or take the task out.')
      const { runId, language } = work
      const { name, args } = call
      const { signal } = hooks
      const other = otherCall(name)
      const run = await hooks.turn(() =>
        other
          ? tools.runOther(runId, { ...other, args }, { language, signal })
          : tools.run({ name, args, language }, signal),
      )
      if (run.error) throw new CairnError(run.error.code, run.error.message, run.error.action)
      return evidenceOfRun(run, library)
    })
}

/** A task of one round. */
async function once(
  work: TaskWork,
  hooks: TaskHooks,
  clock: () => number,
  find: () => Promise<readonly NewEvidence[]>,
): ReturnType<Executor> {
  const { context, own } = roundsOf(work, (state) => Done.safeParse(state).data)
  let found = own?.found
  if (found === undefined) {
    const start = clock()
    const evidence = await find()
    found = evidence.length
    const log = { tool: work.task.call?.name ?? work.task.tool, found }
    const state = endRound(context, 1, { own: { found }, ms: clock() - start, steps: 1, log })
    await hooks.round({ number: 1, state, evidence, searches: 1 })
  }
  return found > 0 ? { endedBy: 'covered' } : { endedBy: 'nothing_new', missing: [work.task.description] }
}

/** What a tool gave as evidence: its result first, as text whose table has a row a line, then the passages it rests on. */
export async function evidenceOfRun(run: ToolRun, library: Pick<LibrarySources, 'passage'>): Promise<NewEvidence[]> {
  const { table, text = '', notes = [], tool, title, call_id: callId } = run
  const rows = table ? [table.columns, ...table.rows.map(({ cells }) => cells)] : []
  const lines = rows.map((cells) => cells.map((cell) => cell.replace(/\s+/gu, ' ')).join(' | '))
  const content = [text, ...notes, ...lines].join('\n').slice(0, longest)
  const source = { kind: 'tool' as const, name: title, uri: `cairn://tool/${tool}` }
  const result: NewEvidence = {
    evidence_id: evidenceIdOf({ type: 'tool_result', source, content }),
    kind: 'tool',
    document_id: tool,
    document_name: title,
    format: 'tool',
    heading_path: [],
    page: null,
    start: 0,
    end: content.length,
    text: content,
    score: 1,
    call_id: callId,
  }
  const places = [...(table?.rows ?? []).flatMap(({ source: place }) => place ?? []), ...(run.sources ?? [])]
  const passages: NewEvidence[] = []
  for (const { document_id: id, start, end } of places.slice(0, mostPlaces)) {
    const passage = await library.passage(id, start, end)
    if (passage) passages.push({ ...passage, call_id: callId })
  }
  return content.trim() === '' ? passages : [result, ...passages]
}
