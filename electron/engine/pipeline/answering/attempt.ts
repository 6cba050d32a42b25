import { CairnError } from '@shared/errors'
import type { CitedAnswer } from '@engine/answer/citations/cite'
import type { LanguageModels, ModelName } from '@engine/ports/models/language-model'
import type { TokenCounter } from '@engine/ports/models/token-counter'
import { basisWithin } from '../stages/7-prompt-assembly'
import type { Assembled, Basis } from '../turn'
import type { PromptReader } from '../writing/prompt-size'

/** What one attempt at an answer goes by. */
export interface Attempt {
  /** All that was found. */
  readonly found: Basis
  /** The found passages as far as the prompt holds them. */
  readonly basis: Basis
  readonly prompt: Assembled
}

/** An answer and what it was made from; `from` is absent where nobody asks. */
export interface Composed extends CitedAnswer {
  readonly from?: Pick<Attempt, 'basis' | 'prompt'> | undefined
}

export function attemptFrom(found: Basis, prompt: Assembled): Attempt {
  return { found, prompt, basis: basisWithin(prompt.blocks, found) }
}

/** The same basis with the passages alone that may be quoted where no language model writes. */
export function quotablePart({ retrieved, ids }: Basis): Basis {
  const { near, passages } = retrieved
  if (near >= passages.length) return { retrieved, ids }
  return {
    retrieved: { ...retrieved, passages: passages.slice(0, near) },
    ids: { ...ids, passages: ids.passages.slice(0, near) },
  }
}

/** Milliseconds that counting tokens may take where a model is waited for anyway. */
export const measureMs = 500

export interface RefitParts {
  readonly assemble: (found: Basis, reader: PromptReader, signal: AbortSignal) => Promise<Attempt>
  readonly models: Pick<LanguageModels, 'contextOf'>
  readonly estimate: TokenCounter
}

/**
 * An attempt for the model that will read it: assembled again where it was made for another one, sized by the estimate,
 * or may have but a share of its budget. Throws CairnError INVALID_INPUT where no evidence is left.
 */
export async function attemptForModel(
  attempt: Attempt,
  { model, share }: { readonly model: ModelName; readonly share: number },
  { assemble, models, estimate }: RefitParts,
  signal: AbortSignal,
): Promise<Attempt> {
  const { found, prompt } = attempt
  const isItsOwn = prompt.writer?.id === model.id && share === 1
  // Where the context's size is unknown, no exact count is of use.
  if (isItsOwn && (prompt.tokenizer !== estimate.id || models.contextOf(model.id) === null)) return attempt
  const fitted = await assemble(found, { model, share, measureMs }, signal)
  if (!fitted.prompt.writer) throw promptTooLong(model)
  return fitted
}

export function promptTooLong({ name }: ModelName): CairnError {
  const message = `The question and its passages do not fit into the context of ${name}.`
  return new CairnError('INVALID_INPUT', message, 'Use fewer passages, or a model with a longer context.')
}
