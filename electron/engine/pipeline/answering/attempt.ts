import { basisWithin } from '../stages/7-prompt-assembly'
import type { Assembled, Basis } from '../turn'

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
