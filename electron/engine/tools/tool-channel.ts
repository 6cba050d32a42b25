import { z } from 'zod'
import type { Language } from '@engine/text/language'
import type { Tool, ToolContext, ToolQuestion, ToolReading, ToolResult } from './tool'

/** A tool that a question is for, and what it makes of it. */
export interface ToolChoice {
  readonly tool: string
  readonly version: string
  readonly title: string
  /** The server of another program that has the tool; absent for Cairn's own. */
  readonly server?: string | undefined
  readonly reading: ToolReading<Readonly<Record<string, unknown>>>
}

/** The tools as a turn sees them. */
export interface ToolChannel {
  /** The tool a question is surely enough for; null for none. Never throws but for CANCELLED. */
  read(question: ToolQuestion, signal: AbortSignal): Promise<ToolChoice | null>
  /** Throws CairnError as the tool does; NOT_FOUND for a tool that is gone. */
  run(
    choice: Pick<ToolChoice, 'tool' | 'server'>,
    args: Readonly<Record<string, unknown>>,
    context: ToolContext,
  ): Promise<ToolResult>
}

interface ChannelParts {
  readonly tools: () => readonly Tool[]
  readonly call: (name: string, args: Readonly<Record<string, unknown>>, context: ToolContext) => Promise<ToolResult>
  readonly log: (line: string) => void
}

/** Below it a question goes to the documents. */
const leastConfidence = 0.7

/** Cairn's own tools, called through the protocol. */
export function createToolChannel({ tools, call, log }: ChannelParts): ToolChannel {
  const readBy = async (tool: Tool, question: ToolQuestion, signal: AbortSignal): Promise<ToolChoice | null> => {
    try {
      const reading = await tool.read(question, signal)
      return reading && reading.confidence >= leastConfidence ? choiceOf(tool, reading, question.language) : null
    } catch (thrown) {
      signal.throwIfAborted()
      log(`Tool ${tool.name} could not read a question: ${String(thrown)}`)
      return null
    }
  }
  return {
    async read(question, signal) {
      const found = await Promise.all(tools().map((tool) => readBy(tool, question, signal)))
      return mostSure(found)
    },
    run: ({ tool }, args, context) => call(tool, args, context),
  }
}

const Arguments = z.record(z.string(), z.unknown())

function choiceOf(tool: Tool, reading: ToolReading<unknown>, language: Language): ToolChoice {
  const { name, version, title } = tool
  const args = reading.is === 'arguments' ? { ...reading, args: Arguments.parse(reading.args) } : reading
  return { tool: name, version, title: title[language], reading: args }
}

/** Of equally sure ones the first. */
function mostSure(choices: readonly (ToolChoice | null)[]): ToolChoice | null {
  let best: ToolChoice | null = null
  for (const choice of choices) {
    if (choice && (!best || choice.reading.confidence > best.reading.confidence)) best = choice
  }
  return best
}
