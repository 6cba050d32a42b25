import type { EventBody } from '@shared/events'
import { type Note, note } from '@shared/note'
import { scopeOf } from '../forms/library-scope'
import { foundNothing } from '../forms/tool-result/write-tool-answers'
import { inTime, searchBudget, type StageOutcome } from '../stage'
import { searchFailed } from '../stages/6-multi-channel'
import type { IntentParse, PipelineRooms, Retrieved, ToolAnswer, TurnRequest } from '../turn'
import { callsOf, runTools, type ToolsAnswered } from './run-tools'

export interface ToolSearch {
  readonly request: TurnRequest
  readonly intent: IntentParse
  /** Searches the documents; a parameter, so that what reads the passages then can be part of it. */
  readonly search: (signal: AbortSignal) => Promise<StageOutcome<Retrieved>>
}

type Telling = { readonly emit: (body: EventBody) => void; readonly clock: () => number }

/**
 * Runs the tools a question is for beside the search for what is left of it. Where tools are for all of it, documents are
 * searched only if every tool failed or found no row: what is found then is read as if there had been no tool.
 */
export async function searchAndRunTools(
  { request, intent, search }: ToolSearch,
  rooms: PipelineRooms & Telling,
  signal: AbortSignal,
): Promise<StageOutcome<Retrieved>> {
  const calls = callsOf(intent, request.turnId)
  if (calls.length === 0) return search(signal)
  const isLeft = calls.length < intent.parts.length
  const late: StageOutcome<Retrieved> = { value: searchFailed, status: 'degraded', reason: [note('search_failed')] }
  const searched = () => inTime(search, searchBudget(rooms), late, signal)
  const [tools, beside] = await Promise.all([runTools(calls, request, rooms, signal), isLeft ? searched() : null])
  const found = beside ?? (tools.answers.every(leavesOpen) ? await searched() : null)
  const summary = [...tools.answers.map(said), ...(found?.summary ?? [note('no_search_needed')])]
  const reason = [...tools.answers.flatMap(failure), ...(found?.reason ?? [])]
  const value = withToolAnswers(tools, found?.value ?? notSearched(request, rooms), isLeft)
  return reason.length > 0 ? { value, summary, status: 'degraded', reason } : { value, summary }
}

/** A tool that may not or cannot run is said to its asker; one that failed otherwise leaves the question to the documents. */
function couldNotRun({ run: { server, error } }: ToolAnswer): boolean {
  // What is called by name is asked of nobody else.
  if (server !== undefined) return false
  return error !== undefined && error.code !== 'TOOL_UNAVAILABLE' && error.code !== 'CONSENT_NEEDED'
}

function leavesOpen(answer: ToolAnswer): boolean {
  return couldNotRun(answer) || foundNothing(answer)
}

function withToolAnswers({ answers, passages }: ToolsAnswered, found: Retrieved, isLeft: boolean): Retrieved {
  // That a tool failed stands in the stage's reason as well; where it is for a part alone, its asker is told in the answer.
  const isTriedInVain = answers.every(isLeft ? foundNothing : leavesOpen)
  if (found.relevant && isTriedInVain) return { ...found, tried: answers.map(({ run }) => run) }
  const pinned = found.passages.slice(0, found.pinned)
  return {
    ...found,
    failed: false,
    relevant: true,
    tools: answers,
    passages: [...pinned, ...passages, ...found.passages.slice(found.pinned)],
    near: found.near + passages.length,
  }
}

function notSearched(request: TurnRequest, rooms: PipelineRooms): Retrieved {
  return {
    ...searchFailed,
    failed: false,
    isUnsearched: true,
    unread: scopeOf(rooms.resolveFilter(request.filter), rooms),
  }
}

function said({ run: { title, ms = 0 } }: ToolAnswer): Note {
  return note('tool_ran', { name: title, ms: Math.round(ms) })
}

function failure({ run: { title, error } }: ToolAnswer): Note[] {
  return error ? [note('tool_failed', { name: title, why: error.message })] : []
}
