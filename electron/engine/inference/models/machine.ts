import { availableParallelism, cpus, totalmem } from 'node:os'
import type { Machine, Fit } from '@shared/models/models'
import { freeBytesOf } from './downloads/disk-space'

/** This machine, memory limits of a container included. `gpus` are those llama.cpp named at its last load. */
export async function describeMachine(folder: string, gpus: readonly string[] = []): Promise<Machine> {
  // 0, or more than there is, where nothing limits it.
  const limit = process.constrainedMemory()
  const total = totalmem()
  return {
    cpu: cpus()[0]?.model.trim() ?? '',
    cores: availableParallelism(),
    memory_bytes: limit > 0 ? Math.min(limit, total) : total,
    free_bytes: process.availableMemory(),
    disk_free_bytes: await freeBytesOf(folder),
    gpus: [...gpus],
  }
}

/** Shares of the machine's memory. Cairn itself, the system and a browser are there as well. */
const goodShare = 0.5
const tightShare = 0.85

/**
 * Whether a model of this size, in bytes of memory, fits the machine. The memory there is decides, not what happens to
 * be free now: systems use free memory for files, and give it back.
 */
export function fitOf(memoryBytes: number, machine: Pick<Machine, 'memory_bytes'>): Fit {
  const share = memoryBytes / machine.memory_bytes
  if (share <= goodShare) return 'good'
  return share <= tightShare ? 'tight' : 'too_big'
}
