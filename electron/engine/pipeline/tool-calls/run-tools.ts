import { toCairnError } from '@shared/errors'
import type { EventBody } from '@shared/events'
import type { ToolRun } from '@shared/tools/tool-run'
import type { Passage } from '@engine/retrieval/passage'
import { withDeadline } from '@engine/platform/deadline'
import { failureWords } from '@engine/tools/tool-failure'
import { asRecorded } from '@engine/tools/recorded-run'
import type { ToolResult } from '@engine/tools/tool'
import type { ToolChoice } from '@engine/tools/tool-channel'
import type { IntentParse, PipelineRooms, ToolAnswer, TurnRequest } from '../turn'
import { type QuestionRooms, toolQuestion } from './choose-tools'
import { resultPassage, rowPassages, sourcePassages } from './tool-passages'

/** Milliseconds a tool may take; longer than any search, since people wait for it by name. */
export const toolMs = 20_000
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

/** What the tools answer, and the passages that it and its rows stand in. */
export interface ToolsAnswered {
  readonly answers: readonly ToolAnswer[]
  readonly passages: readonly Passage[]
}

type ToolRooms = QuestionRooms & Pick<PipelineRooms, 'tools' | 'index' | 'readText'>

/** Runs the tools beside each other. A tool that fails is an answer too: why it failed. Throws CANCELLED only. */
export async function runTools(
  calls: readonly Call[],
  request: TurnRequest,
  rooms: ToolRooms & { readonly emit: (body: EventBody) => void; readonly clock: () => number },
  signal: AbortSignal,
): Promise<ToolsAnswered> {
  const answered = await Promise.all(calls.map((call) => runTool(call, request, rooms, signal)))
  return {
    answers: answered.map(({ answer }) => answer),
    passages: answered.flatMap(({ passages }) => passages),
  }
}

async function runTool(
  { id, part, choice, args }: Call,
  request: TurnRequest,
  rooms: Parameters<typeof runTools>[2],
  signal: AbortSignal,
): Promise<{ readonly answer: ToolAnswer; readonly passages: readonly Passage[] }> {
  const { emit, clock, now, tools } = rooms
  const question = toolQuestion(part, request, rooms)
  const asked = { ...question, sessionId: request.sessionId, act: request.act }
  const begun: ToolRun = {
    call_id: id,
    tool: choice.tool,
    ...(choice.server === undefined ? {} : { server: choice.server }),
    title: choice.title,
    version: choice.version,
    question: part,
    args: { ...args },
    state: 'running',
    called_at: new Date(now()).toISOString(),
  }
  emit({ type: 'tool', run: begun })
  const start = clock()
  const finish = (more: Partial<ToolRun>): ToolRun => {
    const run = { ...begun, ...more, ms: clock() - start }
    emit({ type: 'tool', run })
    return run
  }
  try {
    if (!tools) throw new Error('There are no tools.')
    const result = await withDeadline((inner) => tools.run(choice, args, { ...asked, signal: inner }), toolMs, signal)
    const run = finish({ state: 'done', ...asRecorded(result) })
    return await answerOf(run, result, rooms)
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
