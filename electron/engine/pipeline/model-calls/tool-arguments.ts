import { z } from 'zod'
import type { ToolQuestion } from '@engine/tools/tool'
import type { ToolChannel, ToolChoice } from '@engine/tools/tool-channel'
import { toolPrompt } from '../prompts/tool-prompt'
import { askModel } from './ask-model'
import type { ModelAccess } from './model-call'

const Reply = z.object({ applies: z.boolean(), arguments: z.record(z.string(), z.unknown()) })
const temperature = 0.1
const maxTokens = 400
/** What a model filled in is believed, but less than what rules have read. */
const confidenceOfModel = 0.75

interface Asked {
  readonly tool: string
  readonly question: ToolQuestion
}

interface Waiting {
  readonly ms: number
  readonly signal: AbortSignal
}

/**
 * A tool with the arguments that a language model reads in a question, under the tool's own schema; null where it says
 * that the question is not for it, or what it says does not fit. Throws what `askModel` throws.
 */
export async function argumentsByModel(
  asked: Asked,
  tools: ToolChannel,
  access: ModelAccess,
  waiting: Waiting,
): Promise<ToolChoice | null> {
  const said = await saidByModel(asked, tools, access, waiting)
  return said?.choice ?? null
}

/**
 * What a language model makes of a reading by rules that is not sure: the tool with the arguments that it repeats or corrects, `documents` where it
 * says that the question is not for the tool. The reading stands where it says nothing that can be used, and a question back is never filled in by
 * guessing. Throws what `askModel` throws.
 */
export async function judgedByModel(
  first: ToolChoice,
  question: ToolQuestion,
  tools: ToolChannel,
  { access, ...waiting }: Waiting & { readonly access: ModelAccess },
): Promise<ToolChoice | 'documents'> {
  const said = await saidByModel({ tool: first.tool, question, first }, tools, access, waiting)
  if (!said) return first
  if (!said.applies) return 'documents'
  return first.reading.is === 'arguments' ? (said.choice ?? first) : first
}

interface Said {
  readonly applies: boolean
  /** Null where the arguments do not fit. */
  readonly choice: ToolChoice | null
}

/** Null where there is no such tool any more. */
async function saidByModel(
  { tool, question, first }: Asked & { readonly first?: ToolChoice },
  tools: ToolChannel,
  access: ModelAccess,
  { ms, signal }: Waiting,
): Promise<Said | null> {
  const brief = await tools.brief(tool, question)
  if (!brief) return null
  const reading = first?.reading.is === 'arguments' ? first.reading.args : undefined
  const prompt = toolPrompt(brief, question, reading)
  const asked = { task: 'understand', ...prompt, parse: Reply, temperature, maxTokens } as const
  const { value } = await askModel(asked, access, { ms, signal, told: access.onCall })
  const args = value.applies ? brief.parse(value.arguments) : null
  return { applies: value.applies, choice: args && brief.choose(args, confidenceOfModel) }
}
