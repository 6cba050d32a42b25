import { basisWithin } from '../stages/7-prompt-assembly'
import type { Assembled, Basis } from '../turn'
import { CairnError } from '@shared/errors'
import type { LanguageModels, ModelName } from '@engine/ports/models/language-model'
import type { TokenCounter } from '@engine/ports/models/token-counter'
import type { PromptReader } from '../writing/prompt-size'

/** What one attempt at an answer has to go by. */
export interface Attempt {
  /** All that was found. */
  readonly found: Basis
  /** What the prompt holds of it. */
  readonly basis: Basis
  readonly prompt: Assembled
}

export function attemptFrom(found: Basis, prompt: Assembled): Attempt {
  return { found, prompt, basis: basisWithin(prompt.blocks, found) }
}

/** Milliseconds that counting tokens may take where a model is waited for anyway. */
export const measureMs = 500

export interface FitParts {
  readonly assembled: (found: Basis, reader: PromptReader, signal: AbortSignal) => Promise<Attempt>
  readonly models: Pick<LanguageModels, 'contextOf'>
  readonly estimate: TokenCounter
}

/**
 * An attempt for the model that will really read it, which is loaded by now: assembled again where it was made for another
 * one, or by the estimate, or is to have only a share of its budget. Throws CairnError INVALID_INPUT where that leaves
 * nothing to answer from.
 */
export async function fitAttempt(
  attempt: Attempt,
  model: ModelName,
  share: number,
  { assembled, models, estimate }: FitParts,
  signal: AbortSignal,
): Promise<Attempt> {
  const { found, prompt } = attempt
  const isItsOwn = prompt.writer?.id === model.id && share === 1
  // Nobody counts better than the estimate where nobody knows the context.
  if (isItsOwn && (prompt.tokenizer !== estimate.id || models.contextOf(model.id) === null)) return attempt
  const fitted = await assembled(found, { model, share, measureMs }, signal)
  if (!fitted.prompt.writer) throw tooLong(model)
  return fitted
}

export function tooLong({ name }: ModelName): CairnError {
  const message = `The question and its passages do not fit into the context of ${name}.`
  return new CairnError('INVALID_INPUT', message, 'Use fewer passages, or a model with a longer context.')
}
