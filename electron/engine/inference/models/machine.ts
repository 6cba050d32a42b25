import { availableParallelism, cpus, totalmem } from 'node:os'
import type { Machine } from '@shared/models'
import { freeBytesOf } from './downloads/disk-space'

/** What this machine has, memory limits of a container included. `gpus` is what llama.cpp said when it was last loaded. */
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
