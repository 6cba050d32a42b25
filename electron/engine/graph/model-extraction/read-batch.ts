import { CairnError } from '@shared/errors'
import type { FactPassage } from '../facts/passage-parts'
import { type ExtractionPrompt, extractionPrompt, gleaningPrompt } from './requests/extraction-prompt'
import { type GroundedAnswer, groundAnswer } from './answers/ground-answer'
import type { Answer } from './answers/parse-answer'
import { readAnswer } from './answers/read-answer'

/** Asks with a seed; undefined where the budget is spent. */
export type AskForFacts = (prompt: ExtractionPrompt, seed: number, signal: AbortSignal) => Promise<string | undefined>

/** Passages to be read together. */
export interface Batch {
  readonly passages: readonly FactPassage[]
  /** Names that rules found in them. */
  readonly names: readonly string[]
  readonly seed: number
}

const nothing: Answer = { entities: [], relations: [] }

/**
 * Reads passages together, and asks once more for what was missed where something was found. Undefined where the budget is
 * spent before the first answer. Throws CairnError: MODEL_FAILED for an answer of no use, and what asking throws.
 */
export async function readBatch(
  { passages, names, seed }: Batch,
  ask: AskForFacts,
  signal: AbortSignal,
): Promise<GroundedAnswer | undefined> {
  if (passages.every(({ text }) => text.trim() === '')) return groundAnswer(nothing, passages)
  const prompt = extractionPrompt(passages, names)
  const reply = await ask(prompt, seed, signal)
  if (reply === undefined) return undefined
  const first = readAnswer(reply, passages)
  if (!first) throw new CairnError('MODEL_FAILED', 'The model gave no usable reply.', 'Choose another model.')
  if (first.answer.entities.length === 0) return first
  const second = await missed(() => ask(gleaningPrompt(prompt, first.answer, passages), seed, signal), signal)
  const both = second === undefined ? undefined : readAnswer(second, passages, first.answer)
  return both ? { ...both, discarded: first.discarded + both.discarded } : first
}

/** What was found stays found where asking again fails. */
async function missed(ask: () => Promise<string | undefined>, signal: AbortSignal): Promise<string | undefined> {
  try {
    return await ask()
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
