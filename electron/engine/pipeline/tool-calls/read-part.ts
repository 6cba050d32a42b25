import { languageOfWords } from '@engine/text/language'
import type { ToolChannel, ToolChoice, TurnQuestion } from '@engine/tools/tool-channel'
import { isWithin } from '../forms/library-scope'
import { inTime } from '../stage'
import { answerLanguage, type PipelineRooms, type TurnRequest } from '../turn'

/** Less than the stage's budget: a tool that has not read a question by then does without. */
const readMs = 200
/** By the clock, beside other programs. */
const longestReadMs = 4 * readMs

/** What a question to a tool is made with. */
export type QuestionRooms = Pick<PipelineRooms, 'now' | 'timeZone' | 'resolveFilter' | 'library'>

/** How a part of a question is put to a tool. */
export function toolQuestion(
  text: string,
  request: Pick<TurnRequest, 'question' | 'language' | 'filter' | 'act'>,
  { now, timeZone = 'UTC', resolveFilter, library }: QuestionRooms,
): TurnQuestion {
  const language = languageOfWords(text) ?? answerLanguage(request)
  const filter = resolveFilter(request.filter)
  const within = () => new Set(library.records().flatMap((one) => (isWithin(one, filter) ? [one.id] : [])))
  let asked: ReadonlySet<string> | undefined
  // Most questions are for no tool, and going through all documents for each takes its time.
  const isAsked = filter && ((documentId: string) => (asked ??= within()).has(documentId))
  return { text, language, now: now(), timeZone, isAsked, act: request.act }
}

/** What the tools, or the one that is named, make of a part of a question; null where none reads it, or none in time. */
export async function readPart(
  { text, only }: { readonly text: string; readonly only?: string },
  request: TurnRequest,
  { tools, ...rooms }: QuestionRooms & { readonly tools: ToolChannel },
  signal: AbortSignal,
): Promise<ToolChoice | null> {
  const question = { ...toolQuestion(text, request, rooms), only }
  return inTime((inner) => tools.read(question, readMs, inner), longestReadMs, null, signal)
}
