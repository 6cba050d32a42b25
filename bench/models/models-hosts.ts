import { forkHost, hostFile } from '@engine/inference/supervision/fork-host'
import type { HostClient, ResidentModels } from '@engine/inference/supervision/host-client'
import { ResidentModelSet } from '@engine/inference/resident/resident-models'
import { SupervisedHost } from '@engine/inference/supervision/supervised-host'

const after = (ms: number, then: () => void) => {
  const timer = setTimeout(then, ms)
  return () => clearTimeout(timer)
}

/** The processes that run models and what keeps them, as the engine wires them, without an engine. */
export async function withHosts<T>(
  { threads, log }: { readonly threads: number; readonly log: (line: string) => void },
  work: (resident: ResidentModels) => Promise<T>,
): Promise<T> {
  const now = () => performance.now()
  const hostOf = (role: 'language' | 'vectors'): HostClient =>
    new SupervisedHost({
      role,
      fork: () => forkHost(hostFile(), log),
      memoryLimitBytes: () => Number.MAX_SAFE_INTEGER,
      now,
      after,
      log,
    })
  const hosts = { language: hostOf('language'), vectors: hostOf('vectors') }
  const resident = new ResidentModelSet({
    ...hosts,
    options: () => ({ gpu: 'off', threads, idle_unload_ms: null }),
    now,
    after,
  })
  try {
    return await work(resident)
  } finally {
    await resident.close()
  }
}
