import type { Download, ModelsState } from '@shared/models/models'
import { minutesToFetch, type StarterPart, type StarterSet } from '@shared/models/starter-set'

/** Whether there is anything to say of the set: a model to offer, or one it was asked for. */
export function hasStarter(set: StarterSet | undefined): set is StarterSet {
  return set !== undefined && (set.stage !== 'offered' || set.parts.some(({ offer }) => offer !== null))
}

/** What stands beside a part; the texts stand under `starter.state`. */
export type PartState = 'memory' | 'disk' | 'unlisted' | 'inUse' | 'failed' | 'coming' | 'here' | 'missing'

export function partState({ lack, in_use, error, offer }: StarterPart, downloads: readonly Download[]): PartState {
  if (lack !== null) return lack
  if (in_use) return 'inUse'
  if (error !== null) return 'failed'
  if (offer?.installed) return 'here'
  const state = downloads.find(({ entry_id }) => entry_id === offer?.entry_id)?.state
  return state === 'running' || state === 'verifying' ? 'coming' : 'missing'
}

/** How far fetching the set is, in bytes, and the seconds it still takes at the measured speed; null where none is. */
export function starterProgress({ parts, missing_bytes }: StarterSet, { downloads }: ModelsState) {
  const offers = parts.flatMap(({ offer }) => offer ?? [])
  const total = offers.reduce((sum, { bytes }) => sum + bytes, 0)
  const running = downloads.filter(
    ({ entry_id, state }) => state === 'running' && offers.some((offer) => offer.entry_id === entry_id),
  )
  const speed = running.reduce((sum, { bytes_per_second }) => sum + bytes_per_second, 0)
  return {
    done: Math.max(0, total - missing_bytes),
    total,
    speed,
    secondsLeft: speed > 0 ? Math.ceil(missing_bytes / speed) : null,
    isFetching: running.length > 0,
    minutes: minutesToFetch(missing_bytes),
  }
}

/** Bytes on the disk that the set brought: its models, and what has come of the others. */
export function broughtBytes({ brought, parts }: StarterSet, { installed, downloads }: ModelsState): number {
  const models = installed.filter(({ id }) => brought.includes(id))
  const coming = downloads.filter(
    ({ entry_id, state }) => state !== 'done' && parts.some(({ offer }) => offer?.entry_id === entry_id),
  )
  return [...models.map(({ bytes }) => bytes), ...coming.map(({ done }) => done)].reduce((sum, one) => sum + one, 0)
}
