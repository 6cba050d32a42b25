import type { EvidenceItem } from '@shared/events'
import { toCairnError } from '@shared/errors'
import type { RunDifference } from '@shared/research/research-run'
import { call } from '../connection'

export interface RunChanges {
  readonly differences: readonly RunDifference[]
  /** What the earlier run found, for what is gone now; null where that run is deleted. */
  readonly evidence: readonly EvidenceItem[] | null
}

/** What a run found otherwise than the one it does again. Throws where that cannot be told, as where the earlier one is deleted. */
export async function readChanges(id: string, before: string): Promise<RunChanges> {
  const differences = await call((client) => client.research.differences({ id }))
  return { differences, evidence: await evidenceOf(before) }
}

async function evidenceOf(id: string): Promise<readonly EvidenceItem[] | null> {
  try {
    return (await call((client) => client.research.get({ id }))).evidence
  } catch (thrown) {
    if (toCairnError(thrown).code === 'NOT_FOUND') return null
    throw thrown
  }
}
