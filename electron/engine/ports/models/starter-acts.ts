import type { StarterFound, StarterSet } from '@shared/models/starter-set'

/** A person's acts on the recommended models for this machine. Each resolves with the set as it is then. */
export interface StarterActs {
  /**
   * Fetches what is missing, one after the other, and goes on with what was begun; `allow` names the hosts consented to.
   * What has come is given its job at once. Throws NOT_FOUND, NETWORK_DENIED, DISK_FULL, with nothing begun.
   */
  fetch(allow: readonly string[]): Promise<StarterSet>
  /** The models of the catalogue in a folder, absolute, that the set could take. Throws FILE_VANISHED, PERMISSION_DENIED. */
  lookIn(path: string): Promise<StarterFound[]>
  /**
   * Adds the set from a folder, absolute, and gives the jobs. Where a part fails the others are added, and the set says
   * why. Throws MODEL_UNUSABLE where nothing of it is in there, CANCELLED.
   */
  take(path: string, signal?: AbortSignal): Promise<StarterSet>
  /** Takes every job back that the set gave; files stay, unless `deleteFiles`. Throws STORE_LOCKED, PERMISSION_DENIED. */
  undo(deleteFiles: boolean): Promise<StarterSet>
}
