import { completedQuestions, substitutedQuestions } from '@engine/question/follow-up/substituted'
import { behind, standaloneOf } from '@engine/question/follow-up/standalone'
import { leastConfidence, type ToolChannel, type ToolChoice } from '@engine/tools/tool-channel'
import { foundNothing } from '../forms/tool-result/write-tool-answers'
import type { Memory, PastTurn, TurnRequest } from '../turn'
import { readPart, type QuestionRooms } from './read-part'

/** A question made whole by the one before it, and the tool that answered that and reads this. */
export interface ToolFollowUp {
  readonly text: string
  readonly choice: ToolChoice
}

/** Milliseconds after which a question that is good enough is not compared with others: the stage has to end. */
const longestMs = 60

interface Understood extends ToolFollowUp {
  /** How many of the arguments are others. */
  readonly changed: number
}

type FollowUpRooms = QuestionRooms & { readonly tools: ToolChannel }

/**
 * What a short question asks of the tool that answered the one before, or asked back: “and 20%?” behind “What is 15% of 890,000?”. Its words are
 * put in the place of words like them, or where something was missing, and the tool itself says which of these questions it understands. Null where
 * it understands none, or no tool of Cairn was there before.
 */
export async function toolFollowUp(
  request: TurnRequest,
  { history }: Memory,
  rooms: FollowUpRooms,
  signal: AbortSignal,
): Promise<ToolFollowUp | null> {
  const before = history.at(-1)
  if (before?.toolAsked) return completed(before.question, before.toolAsked, { ...rooms, request }, signal)
  return before?.tool ? askedAnew(before.tool, { ...rooms, request }, signal) : null
}

/** The first question that the value which was missing makes whole. */
async function completed(
  before: string,
  { tool, readings }: NonNullable<PastTurn['toolAsked']>,
  { request, ...rooms }: FollowUpRooms & { readonly request: TurnRequest },
  signal: AbortSignal,
): Promise<ToolFollowUp | null> {
  const said = request.question.trim().toLowerCase()
  const chosen = readings.filter(({ label }) => label.toLowerCase() === said).map(({ question }) => question)
  for (const text of [...chosen, ...completedQuestions(before, request.question)]) {
    const choice = await readPart({ text, only: tool }, request, rooms, signal)
    if (choice && isSure(choice)) return { text, choice }
  }
  return null
}

/**
 * What a tool that looks things up makes of a part that lives on the question before, where documents answered that: of “and BM25?” behind “How
 * many questions per second can DPR handle?” it has to read that question of BM25, or all of what was said. The part as it was read where it stands
 * alone, and for tools that need nothing but its own words; null where the tool cannot read it whole.
 */
export async function readWhole(
  read: ToolFollowUp,
  { request, memory }: { readonly request: TurnRequest; readonly memory: Memory },
  rooms: FollowUpRooms,
  signal: AbortSignal,
): Promise<ToolFollowUp | null> {
  const { text, choice } = read
  const before = memory.history.at(-1)
  if (!choice.looksUp || !before || before.toolAsked || (before.tool && !foundNothing({ run: before.tool })))
    return read
  const { context } = standaloneOf(text, memory.history)
  if (context === '') return read
  const began = performance.now()
  for (const whole of [...substitutedQuestions(before.question, text), behind(context, text)]) {
    const again = await readPart({ text: whole, only: choice.tool }, request, rooms, signal)
    if (again && isSure(again)) return { text: whole, choice: again }
    if (performance.now() - began > longestMs) break
  }
  return null
}

/** Of the questions that the tool understands the one whose arguments differ least; of such the one that it is surest of, then the likeliest. */
async function askedAnew(
  before: NonNullable<PastTurn['tool']>,
  { request, ...rooms }: FollowUpRooms & { readonly request: TurnRequest },
  signal: AbortSignal,
): Promise<ToolFollowUp | null> {
  let best: Understood | null = null
  const began = performance.now()
  for (const text of substitutedQuestions(before.question, request.question)) {
    const choice = await readPart({ text, only: before.tool }, request, rooms, signal)
    if (choice?.reading.is !== 'arguments' || !isSure(choice)) continue
    const changed = changedValues(before.args, choice.reading.args)
    if (changed === 0 || (best && !isBetter({ choice, changed }, best))) continue
    best = { text, choice, changed }
    if (changed === 1 && (choice.reading.confidence === 1 || performance.now() - began > longestMs)) break
  }
  return best
}

function isBetter(one: Pick<Understood, 'choice' | 'changed'>, other: Understood): boolean {
  if (one.changed !== other.changed) return one.changed < other.changed
  return one.choice.reading.confidence > other.choice.reading.confidence
}

function isSure({ reading }: ToolChoice): boolean {
  return reading.is === 'arguments' && reading.confidence >= leastConfidence
}

/** How many values differ between two calls' arguments, those that only one of them has included. */
function changedValues(one: unknown, other: unknown): number {
  const [before, after] = [valuesOf(one), valuesOf(other)]
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => before.get(name) !== after.get(name)).length
}

function valuesOf(value: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) found.set(path, value)
  else
    for (const [key, inner] of Object.entries(value)) if (inner !== undefined) valuesOf(inner, `${path}.${key}`, found)
  return found
}
