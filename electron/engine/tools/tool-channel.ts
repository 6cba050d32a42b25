import { z } from 'zod'
import { readMention } from './consent/mention'
import type { MessageAct } from './consent/user-act'
import { readArguments } from './external/calls/read-arguments'
import { withDeadline } from '@engine/platform/deadline'
import { afterProcessorTime } from '@engine/platform/processor-wait'
import { detectLanguage, type Language } from '@engine/text/language'
import { schemaForModel, withoutNulls } from './model-schema'
import type { Tool, ToolContext, ToolQuestion, ToolReading, ToolResult } from './tool'

/** A tool that a question is for, and what it makes of it. */
export interface ToolChoice {
  readonly tool: string
  readonly version: string
  readonly title: string
  /** The server of another program that has the tool; absent for Cairn's own. */
  readonly server?: string | undefined
  readonly reading: ToolReading<Readonly<Record<string, unknown>>>
  /** As the tool says it. */
  readonly looksUp?: boolean | undefined
  /** Its program does not run yet, so nothing but its name is known: `started` comes before `run`. */
  readonly isStarting?: boolean
}

/** What a model has to know to fill in a tool's arguments. */
export interface ToolBrief {
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
  /** Empty for nothing more. */
  readonly briefing: string
  /** Questions with the arguments that they say, in the asked language where there are such; none where they name things of other people. */
  readonly examples: Tool['examples']
  /** The arguments where they fit the schema and name what there is; else null. */
  readonly parse: (args: unknown) => Readonly<Record<string, unknown>> | null
  readonly choose: (args: Readonly<Record<string, unknown>>, confidence: number) => ToolChoice
}

/** Above it a question is for a tool; below it a model may say so, or the question goes to the documents. */
export const leastConfidence = 0.7

/** A question as a turn puts it to the tools. */
export interface TurnQuestion extends ToolQuestion {
  /** As in `TurnContext`. */
  readonly act?: MessageAct | undefined
  /** The one tool that is to read it; absent for all. */
  readonly only?: string | undefined
}

/** The tools as a turn sees them. */
export interface ToolChannel {
  /** Makes ready what reading the question needs. Never throws but for CANCELLED. */
  prepare(question: ToolQuestion, signal: AbortSignal): Promise<void>
  /**
   * The tool a question is most surely for, perhaps not surely enough; null for none. A tool that has not read it within `ms` milliseconds of
   * processor time does without. Never throws but for CANCELLED.
   */
  read(question: TurnQuestion, ms: number, signal: AbortSignal): Promise<ToolChoice | null>
  /** What a model is told of a tool; null where there is none of that name. */
  brief(tool: string, question: ToolQuestion): Promise<ToolBrief | null>
  /**
   * Starts the program of a choice that waits for it, and reads the question with what it then says of its tool. Throws TOOL_UNAVAILABLE,
   * and INVALID_INPUT with the question back where a value is missing.
   */
  started(choice: ToolChoice, question: ToolQuestion, signal: AbortSignal): Promise<ToolChoice>
  /** Throws CairnError as the tool does; NOT_FOUND for a tool that is gone. */
  run(
    choice: Pick<ToolChoice, 'tool' | 'server'>,
    args: Readonly<Record<string, unknown>>,
    context: TurnContext,
  ): Promise<ToolResult>
}

/** How a turn calls a tool. */
export interface TurnContext extends Omit<ToolContext, 'grant'> {
  readonly sessionId: string
  /** The user's own message; absent where a program asks, or a turn is asked again. Without it no tool of another program runs. */
  readonly act?: MessageAct | undefined
}

interface ChannelParts {
  readonly tools: () => readonly Tool[]
  readonly call: (name: string, args: Readonly<Record<string, unknown>>, context: ToolContext) => Promise<ToolResult>
  readonly log: (line: string) => void
}

/** Below it nothing speaks for the tool. */
const leastLikely = 0.3

/** Cairn's own tools, called through the protocol. */
export function createToolChannel({ tools, call, log }: ChannelParts): ToolChannel {
  const readBy = async (tool: Tool, question: ToolQuestion, ms: number, signal: AbortSignal) => {
    try {
      const work = async (inner: AbortSignal) => tool.read(question, inner)
      const reading = await withDeadline(work, ms, signal, afterProcessorTime)
      return reading && reading.confidence >= leastLikely ? choiceOf(tool, reading, question.language) : null
    } catch (thrown) {
      signal.throwIfAborted()
      log(`Tool ${tool.name} could not read a question: ${String(thrown)}`)
      return null
    }
  }
  return {
    async prepare(question, signal) {
      const failed = (thrown: unknown) => log(`A tool could not make itself ready: ${String(thrown)}`)
      await Promise.all(tools().map(async (tool) => tool.prepare?.(question, signal).catch(failed)))
      signal.throwIfAborted()
    },
    async read(question, ms, signal) {
      const mention = readMention(question.text)
      const called = mention?.server === undefined ? toolNamed(mention?.tool, tools()) : undefined
      if (mention && called) {
        const asked = { ...question, text: mention.rest }
        return (await readBy(called, asked, ms, signal)) ?? withArguments(called, asked)
      }
      const { only } = question
      const asked = tools().filter(({ name }) => only === undefined || name === only)
      const found = await Promise.all(asked.map((tool) => readBy(tool, question, ms, signal)))
      return mostSure(found)
    },
    async brief(name, question) {
      const tool = tools().find((one) => one.name === name)
      if (!tool) return null
      const { $schema: _dialect, ...schema } = z.toJSONSchema(tool.args, { io: 'input', unrepresentable: 'any' })
      return {
        description: tool.description[question.language],
        schema: schemaForModel(schema),
        examples: tool.briefing ? [] : examplesIn(tool, question.language),
        briefing: (await tool.briefing?.(question)) ?? '',
        parse: (args) => {
          const whole = tool.args.safeParse(args)
          const parsed = whole.success ? whole : tool.args.safeParse(withoutNulls(args))
          return parsed.success && tool.fits?.(parsed.data) !== false ? Arguments.parse(parsed.data) : null
        },
        choose: (args, confidence) => choiceOf(tool, { is: 'arguments', args, confidence }, question.language),
      }
    },
    started: (choice) => Promise.resolve(choice),
    run: ({ tool }, args, context) => call(tool, args, context),
  }
}

function examplesIn({ examples }: Tool, language: Language): Tool['examples'] {
  const own = examples.filter(({ question }) => detectLanguage(question) === language)
  return own.length > 0 ? own : examples
}

const Arguments = z.record(z.string(), z.unknown())

function choiceOf(tool: Tool, reading: ToolReading<unknown>, language: Language): ToolChoice {
  const { name, version, title, looksUp } = tool
  const args = reading.is === 'arguments' ? { ...reading, args: Arguments.parse(reading.args) } : reading
  return { tool: name, version, title: title[language], reading: args, ...(looksUp ? { looksUp } : {}) }
}

/** Of equally sure ones the first. */
function mostSure(choices: readonly (ToolChoice | null)[]): ToolChoice | null {
  let best: ToolChoice | null = null
  for (const choice of choices) {
    if (choice && (!best || choice.reading.confidence > best.reading.confidence)) best = choice
  }
  return best
}

function toolNamed(name: string | undefined, tools: readonly Tool[]): Tool | undefined {
  return tools.find((tool) => tool.name === name?.toLowerCase())
}

/** What stands behind `@tool` as its arguments; null where they do not fit. */
function withArguments(tool: Tool, { text, language }: ToolQuestion): ToolChoice | null {
  const read = readArguments(text, { ...z.toJSONSchema(tool.args, { io: 'input', unrepresentable: 'any' }) })
  const args = read.is === 'arguments' ? tool.args.safeParse(read.args) : null
  return args?.success ? choiceOf(tool, { is: 'arguments', args: args.data, confidence: 1 }, language) : null
}
