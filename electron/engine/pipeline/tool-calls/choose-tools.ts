import { leastConfidence, type ToolChannel, type ToolChoice } from '@engine/tools/tool-channel'
import type { Intent, IntentParse, Memory, PipelineRooms, TurnRequest } from '../turn'
import { withTopic } from '@engine/question/follow-up/standalone'
import { type QuestionRooms, readPart } from './read-part'
import { readWhole, toolFollowUp } from './tool-follow-up'

/** Whether a question calls a tool by name. */
export function callsByName(question: string): boolean {
  return question.trimStart().startsWith('@')
}

type Part = IntentParse['parts'][number]

/** A part of a question, and the tool that it may be for where rules are not sure of it; null for none. */
export interface ReadPart {
  readonly part: Part
  readonly mayBeFor: string | null
  /** The part as a question to the documents, where rules have read it for the tool but a model may say otherwise. */
  readonly otherwise?: Part
}

/** Rules that are surer than this are believed; below it a language model judges what they read, where there is one. */
const surelyRead = 0.85

/** The parts, with the tool that each is for. A part about Cairn or its list of documents is for none. */
export async function withTools(
  parts: readonly Part[],
  { request, memory }: { readonly request: TurnRequest; readonly memory: Memory },
  rooms: QuestionRooms & Pick<PipelineRooms, 'tools'>,
  signal: AbortSignal,
): Promise<readonly ReadPart[]> {
  const { tools } = rooms
  if (!tools) return parts.map((part) => ({ part, mayBeFor: null }))
  const [first] = parts
  const goesOn = first && (await toolFollowUp(request, memory, { ...rooms, tools }, signal))
  if (goesOn) return [{ part: withTool({ ...first, text: goesOn.text }, goesOn.choice), mayBeFor: null }]
  const whole = await wholeQuestion(parts, request, { ...rooms, tools }, signal)
  if (whole) return [whole]
  // "… and how many people does it carry?" is about what the part before it names.
  const texts = withTopic(parts.map(({ text }) => text))
  return Promise.all(
    parts.map(async (part, at) => {
      if (part.library || isAboutCairn(part)) return { part, mayBeFor: null }
      const text = texts[at] ?? part.text
      const choice = await readPart({ text }, request, { ...rooms, tools }, signal)
      if (choice && choice.reading.confidence >= leastConfidence) {
        const whole = await readWhole({ text, choice }, { request, memory }, { ...rooms, tools }, signal)
        if (!whole) return { part: { ...part, ranked: withoutTool(part.ranked) }, mayBeFor: null }
        return readFor(whole.text === text ? part : { ...part, text: whole.text }, whole.choice)
      }
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
  rooms: QuestionRooms & { readonly tools: ToolChannel },
  signal: AbortSignal,
): Promise<ReadPart | null> {
  const [first] = parts
  const text = request.question.trim()
  if (!first || parts.length < 2 || text.length > longestWhole || callsByName(text)) return null
  if (severalSentences.test(text)) return null
  if (parts.some((part) => part.library !== undefined || isAboutCairn(part))) return null
  const choice = await readPart({ text }, request, rooms, signal)
  const isSure = choice?.reading.is === 'arguments' && choice.reading.confidence >= leastConfidence
  return isSure ? readFor({ ...first, text }, choice) : null
}

function readFor(part: Part, choice: ToolChoice): ReadPart {
  const own = withTool(part, choice)
  if (choice.reading.confidence >= surelyRead || callsByName(part.text)) return { part: own, mayBeFor: null }
  return { part: own, mayBeFor: choice.tool, otherwise: { ...part, ranked: withoutTool(part.ranked) } }
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
export function missingOf({
  parts,
}: IntentParse): (ToolChoice['reading'] & { readonly is: 'missing'; readonly tool: string }) | null {
  for (const { tool } of parts) if (tool?.reading.is === 'missing') return { ...tool.reading, tool: tool.tool }
  return null
}
