import type { Fit, Machine } from '@shared/models'

/** Shares of the machine's memory. Cairn itself, the system and a browser are there as well. */
const easily = 0.5
const atMost = 0.85

/**
 * Whether a model of this size, in bytes of memory, fits the machine. The memory there is decides, not what happens to
 * be free now: systems use free memory for files, and give it back.
 */
export function fitOf(memoryBytes: number, machine: Pick<Machine, 'memory_bytes'>): Fit {
  const share = memoryBytes / machine.memory_bytes
  if (share <= easily) return 'good'
  return share <= atMost ? 'tight' : 'too_big'
}
