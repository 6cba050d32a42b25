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

/**
 * A tool with the arguments that a language model reads in a question, under the tool's own schema; null where it says
 * that the question is not for it, or what it says does not fit. Throws what `askModel` throws.
 */
export async function argumentsByModel(
  { tool, question }: { readonly tool: string; readonly question: ToolQuestion },
  tools: ToolChannel,
  access: ModelAccess,
  { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
): Promise<ToolChoice | null> {
  const brief = await tools.brief(tool, question)
  if (!brief) return null
  const prompt = toolPrompt(brief, question)
  const asked = { task: 'understand', ...prompt, parse: Reply, temperature, maxTokens } as const
  const { value } = await askModel(asked, access, { ms, signal, told: access.onCall })
  const args = value.applies ? brief.parse(value.arguments) : null
  return args && brief.choose(args, confidenceOfModel)
}
