import { CairnError } from '@shared/errors'
import type { PassageText } from '../names/passage-reading'
import { type ExtractionPrompt, extractionPrompt, gleaningPrompt } from './requests/extraction-prompt'
import { type GroundedAnswer, groundAnswer, readAnswer } from './answers/ground-answer'
import type { Answer } from './answers/parse-answer'

/** Asks with a seed; undefined where the budget is spent. */
export type AskForFacts = (prompt: ExtractionPrompt, seed: number, signal: AbortSignal) => Promise<string | undefined>

/** Passages to be read together. */
export interface Batch {
  readonly passages: readonly PassageText[]
  /** Names that rules found in them. */
  readonly names: readonly string[]
  readonly seed: number
}

const nothing: Answer = { entities: [], relations: [] }

/** Reads passages together, then asks once for what was missed. Undefined where the budget is spent. Throws CairnError. */
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
