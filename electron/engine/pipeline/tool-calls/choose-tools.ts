import { leastConfidence, type ToolChoice, type TurnQuestion } from '@engine/tools/tool-channel'
import { languageOfWords } from '@engine/text/language'
import { isWithin } from '../forms/library-scope'
import { inTime } from '../stage'
import { answerLanguage, type Intent, type IntentParse, type PipelineRooms, type TurnRequest } from '../turn'

/** Less than the stage's budget: a tool that has not read a question by then does without. */
const readMs = 200
/** By the clock, beside other programs. */
const longestReadMs = 4 * readMs

/** Whether a question calls a tool by name. */
export function callsByName(question: string): boolean {
  return question.trimStart().startsWith('@')
}

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
  const asked = filter && new Set(library.records().flatMap((one) => (isWithin(one, filter) ? [one.id] : [])))
  const isAsked = asked && ((documentId: string) => asked.has(documentId))
  return { text, language, now: now(), timeZone, isAsked, act: request.act }
}

type Part = IntentParse['parts'][number]

/** A part of a question, and the tool that it may be for where rules are not sure of it; null for none. */
export interface ReadPart {
  readonly part: Part
  readonly mayBeFor: string | null
}

/** The parts, with the tool that each is for. A part about Cairn or its list of documents is for none. */
export async function withTools(
  parts: readonly Part[],
  request: TurnRequest,
  rooms: QuestionRooms & Pick<PipelineRooms, 'tools'>,
  signal: AbortSignal,
): Promise<readonly ReadPart[]> {
  const { tools } = rooms
  if (!tools) return parts.map((part) => ({ part, mayBeFor: null }))
  const whole = await wholeQuestion(parts, request, { ...rooms, tools }, signal)
  if (whole) return [{ part: whole, mayBeFor: null }]
  return Promise.all(
    parts.map(async (part) => {
      if (part.library || isAboutCairn(part)) return { part, mayBeFor: null }
      const question = toolQuestion(part.text, request, rooms)
      const read = (inner: AbortSignal) => tools.read(question, readMs, inner)
      const choice = await inTime(read, longestReadMs, null, signal)
      if (choice && choice.reading.confidence >= leastConfidence)
        return { part: withTool(part, choice), mayBeFor: null }
      const [best] = part.ranked
      const sounding = best?.kind === 'TOOL' && best.topic !== '' ? best.topic : null
      return { part: { ...part, ranked: withoutTool(part.ranked) }, mayBeFor: choice?.tool ?? sounding }
    }),
  )
}

/** “Which site used least, and how much?” is one question to a tool that reads all of it; null where none does. */
async function wholeQuestion(
  parts: readonly Part[],
  request: TurnRequest,
  rooms: QuestionRooms & { readonly tools: NonNullable<PipelineRooms['tools']> },
  signal: AbortSignal,
): Promise<Part | null> {
  const [first] = parts
  const text = request.question.trim()
  if (!first || parts.length < 2 || text.length > longestWhole || callsByName(text)) return null
  if (severalSentences.test(text)) return null
  if (parts.some((part) => part.library !== undefined || isAboutCairn(part))) return null
  const read = (inner: AbortSignal) => rooms.tools.read(toolQuestion(text, request, rooms), readMs, inner)
  const choice = await inTime(read, longestReadMs, null, signal)
  const isSure = choice?.reading.is === 'arguments' && choice.reading.confidence >= leastConfidence
  return isSure ? withTool({ ...first, text }, choice) : null
}

/** UTF-16 units. */
const longestWhole = 400
/** Each of them is a question of its own. */
const severalSentences = /[?？;；\n]\s*\S/u

/** A part that is for this tool. */
export function withTool(part: Part, choice: ToolChoice): Part {
  return { ...part, tool: choice, ranked: rankedWith(choice, part.ranked) }
}

function isAboutCairn({ ranked: [best] }: Part): boolean {
  return best?.kind === 'SYSTEM' && best.confidence >= surelyAboutCairn
}

const surelyAboutCairn = 0.9

/** A tool that has read all of a question knows more than words that look like other questions. */
function rankedWith({ tool, reading }: ToolChoice, ranked: readonly Intent[]): Intent[] {
  const others = ranked.filter(({ kind }) => kind !== 'TOOL')
  const sum = others.reduce((total, { confidence }) => total + confidence, 0)
  const left = 1 - reading.confidence
  return [
    { kind: 'TOOL', topic: tool, confidence: reading.confidence },
    ...others.map((intent) => ({ ...intent, confidence: sum > 0 ? (left * intent.confidence) / sum : 0 })),
  ]
}

/** What sounds like a tool's business and no tool can read is asked of the documents. */
function withoutTool(ranked: readonly Intent[]): readonly Intent[] {
  const tool = ranked.find(({ kind }) => kind === 'TOOL')
  if (!tool || ranked[0]?.kind !== 'TOOL') return ranked
  return ranked
    .map((intent) => {
      if (intent.kind === 'SYSTEM') return intent
      return intent.kind === 'KB'
        ? { ...intent, confidence: intent.confidence + tool.confidence }
        : { ...intent, topic: '', confidence: 0 }
    })
    .toSorted((a, b) => b.confidence - a.confidence)
}

/** The question back of a tool that lacks a value; null where none does. */
export function missingOf({ parts }: IntentParse): (ToolChoice['reading'] & { readonly is: 'missing' }) | null {
  for (const { tool } of parts) if (tool?.reading.is === 'missing') return tool.reading
  return null
}
