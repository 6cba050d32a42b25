import { assumedContext } from '@shared/models/models'
import type { ModelName } from '@engine/ports/models/language-model'
import type { TokenCounter } from '@engine/ports/models/token-counter'
import { inTime } from '../stage'
import type { PipelineRooms } from '../turn'

/** How large a prompt may be, and what counts it. */
export interface PromptSize {
  readonly tokens: TokenCounter
  readonly budget: number
  /** Whether the model could read such a prompt and still answer. */
  readonly fits: boolean
}

/** Who is to read a prompt. */
export interface PromptReader {
  readonly model: ModelName
  /** Share of the usual token budget, 0 to 1; 1 by default. */
  readonly share?: number
  /** Milliseconds that exact counting of tokens may take, 35 by default; with 0 tokens are estimated. */
  readonly measureMs?: number
}

/** Less than stage 7's budget: without an exact count there is still the estimate. */
const stageMeasureMs = 35
const maxAnswer = 1024
/** What stands around the blocks: signs of the chat template, and of each piece of evidence its fence and its title. */
const overhead = { prompt: 96, evidence: 40 }
/** A prompt of fewer tokens holds no evidence worth answering from. */
const minBudget = 500

/** Tokens kept free for the answer in a context of this size; null stands for an unknown size. */
export function answerReserve(context: number | null): number {
  return context === null ? maxAnswer : Math.min(maxAnswer, Math.floor(context / 4))
}

/** The size of a prompt: `most`, or what fits the reader's context by its tokenizer. `evidence`: how many pieces. */
export async function promptSizeFor(
  reader: PromptReader | null,
  { texts, evidence, most }: { texts: readonly string[]; evidence: number; most: number },
  { models, measureTokens, tokens }: Pick<PipelineRooms, 'models' | 'measureTokens' | 'tokens'>,
  signal: AbortSignal,
): Promise<PromptSize> {
  if (!reader || !models) return { tokens, budget: most, fits: false }
  const { model, share = 1, measureMs = stageMeasureMs } = reader
  const context = models.contextOf(model.id) ?? assumedContext
  const room = context - answerReserve(context) - overhead.prompt - evidence * overhead.evidence
  if (room < minBudget) return { tokens, budget: most, fits: false }
  const budget = Math.floor(Math.min(most, room) * share)
  if (!measureTokens || measureMs === 0) return { tokens, budget, fits: true }
  const measured = await inTime((inner) => measureTokens(texts, model.id, inner), measureMs, tokens, signal)
  return { tokens: measured, budget, fits: true }
}
