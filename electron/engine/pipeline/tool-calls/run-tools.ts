import { toCairnError } from '@shared/errors'
import type { EventBody } from '@shared/events'
import type { ToolRun } from '@shared/tools/tool-run'
import type { Passage } from '@engine/retrieval/passage'
import { withDeadline } from '@engine/platform/deadline'
import { failureWords, ToolFailure } from '@engine/tools/tool-failure'
import { asRecorded } from '@engine/tools/recorded-run'
import type { ToolQuestion, ToolResult } from '@engine/tools/tool'
import type { ToolChannel, ToolChoice } from '@engine/tools/tool-channel'
import type { IntentParse, PipelineRooms, ToolAnswer, TurnRequest } from '../turn'
import { type QuestionRooms, toolQuestion } from './read-part'
import { resultPassage, rowPassages, sourcePassages } from './tool-passages'

/** Milliseconds a tool may take; longer than any search, since people wait for it by name. */
const toolMs = 20_000
/** And, before that, its program to start, which may have to fetch itself first. */
const startMs = 30_000
/** Rows of a table that are said in an answer; the run has more. */
const maxSaid = 12

interface Call {
  /** Its id within the session. */
  readonly id: string
  readonly part: string
  readonly choice: ToolChoice
  readonly args: Readonly<Record<string, unknown>>
}

/** The calls of tools that a question wants, in the order of its parts. */
export function callsOf({ parts }: IntentParse, turnId: string): Call[] {
  return parts.flatMap(({ text, tool, ranked: [best] }, at) =>
    tool?.reading.is === 'arguments' && best?.kind === 'TOOL'
      ? [{ id: `${turnId}-tool${at}`, part: text, choice: tool, args: tool.reading.args }]
      : [],
  )
}

/** Milliseconds that calls side by side may take. */
export function toolsBudget(calls: readonly Call[]): number {
  if (calls.length === 0) return 0
  return toolMs + (calls.some(({ choice }) => choice.isStarting) ? startMs : 0)
}

/** What the tools answer, and the passages that it and its rows stand in. */
export interface ToolsAnswered {
  readonly answers: readonly ToolAnswer[]
  readonly passages: readonly Passage[]
}

type RunRooms = ToolRooms & { readonly emit: (body: EventBody) => void; readonly clock: () => number }
type ToolRooms = QuestionRooms & Pick<PipelineRooms, 'tools' | 'index' | 'readText'>

/** Runs the tools beside each other. A tool that fails is an answer too: why it failed. Throws CANCELLED only. */
export async function runTools(
  calls: readonly Call[],
  request: TurnRequest,
  rooms: RunRooms,
  signal: AbortSignal,
): Promise<ToolsAnswered> {
  const answered = await Promise.all(calls.map((call) => runTool(call, request, rooms, signal)))
  return {
    answers: answered.map(({ answer }) => answer),
    passages: answered.flatMap(({ passages }) => passages),
  }
}

async function runTool(
  call: Call,
  request: TurnRequest,
  rooms: RunRooms,
  signal: AbortSignal,
): Promise<{ readonly answer: ToolAnswer; readonly passages: readonly Passage[] }> {
  const { emit, clock, tools } = rooms
  const question = toolQuestion(call.part, request, rooms)
  const start = clock()
  let run = begun(call, call.choice.isStarting ? 'starting' : 'running', rooms)
  emit({ type: 'tool', run })
  const finish = (more: Partial<ToolRun>): ToolRun => {
    run = { ...run, ...more, ms: clock() - start }
    emit({ type: 'tool', run })
    return run
  }
  try {
    if (!tools) throw new Error('There are no tools.')
    const { choice, args } = await started(call, question, tools, signal)
    if (choice !== call.choice) {
      run = begun({ ...call, choice, args }, 'running', rooms)
      emit({ type: 'tool', run })
    }
    const asked = { ...question, sessionId: request.sessionId, act: request.act }
    const result = await withDeadline((inner) => tools.run(choice, args, { ...asked, signal: inner }), toolMs, signal)
    return await answerOf(finish({ state: 'done', ...asRecorded(result) }), result, rooms)
  } catch (thrown) {
    signal.throwIfAborted()
    const error = toCairnError(thrown)
    const { words, nextStep } = failureWords(error)
    const { language } = question
    const report = { code: error.code, message: words[language], action: nextStep[language] }
    const state = error.code === 'CONSENT_NEEDED' ? 'needs_consent' : 'failed'
    return { answer: { run: finish({ state, error: report }), result: null, rows: [], passages: [] }, passages: [] }
  }
}

function begun({ id, part, choice, args }: Call, state: ToolRun['state'], { now }: RunRooms): ToolRun {
  const { tool, server, title, version } = choice
  const of = server === undefined ? { tool } : { tool, server }
  const called_at = new Date(now()).toISOString()
  return { call_id: id, ...of, title, version, question: part, args: { ...args }, state, called_at }
}

/** The call as it is to be made, once its program runs. */
async function started(
  { choice, args }: Call,
  question: ToolQuestion,
  tools: ToolChannel,
  signal: AbortSignal,
): Promise<Pick<Call, 'choice' | 'args'>> {
  if (!choice.isStarting) return { choice, args }
  try {
    const known = await withDeadline((inner) => tools.started(choice, question, inner), startMs, signal)
    return { choice: known, args: known.reading.is === 'arguments' ? known.reading.args : args }
  } catch (thrown) {
    if (signal.aborted || toCairnError(thrown).code !== 'DEADLINE_EXCEEDED') throw thrown
    throw notStartedYet(choice.server ?? choice.tool)
  }
}

function notStartedYet(server: string): ToolFailure {
  const seconds = startMs / 1000
  const words = {
    en: `${server} has not started within ${seconds} seconds.`,
    zh: `${server} 在 ${seconds} 秒内没有启动完成。`,
  }
  const nextStep = { en: 'It goes on starting: ask again in a moment.', zh: '它仍在启动，请稍后再问。' }
  return new ToolFailure('TOOL_UNAVAILABLE', words, nextStep)
}

async function answerOf(run: ToolRun, result: ToolResult, rooms: ToolRooms) {
  const said = (result.table?.rows ?? []).slice(0, maxSaid)
  const own = resultPassage(run, result)
  const rows = await rowPassages(said, rooms)
  const beside = said.length > 0 ? [] : await sourcePassages(result.sources, rooms)
  const passages = [own, ...distinct([...rows.flatMap((row) => row ?? []), ...beside])]
  return {
    answer: {
      run,
      result: own.chunk.id,
      rows: said.map(({ cells }, at) => ({ cells, passage: rows[at]?.chunk.id ?? null })),
      passages: passages.map(({ chunk }) => chunk.id),
    },
    passages,
  }
}

function distinct(passages: readonly Passage[]): Passage[] {
  const byId = new Map(passages.map((passage) => [passage.chunk.id, passage]))
  return [...byId.values()]
}
