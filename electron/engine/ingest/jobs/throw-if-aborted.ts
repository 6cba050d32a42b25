import { cancelled } from './task-gate'

/** Throws CairnError CANCELLED where the signal was aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled()
}
