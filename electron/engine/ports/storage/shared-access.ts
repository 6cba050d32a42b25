import type { LibraryAccess, LibraryStanding } from '@shared/changes'

/** A library that several share, as those see it here who change or read it. */
export interface SharedAccess {
  access(): LibraryAccess
  /** `access` as it is now, who writes included, and what of the library this machine keeps. Throws what its own disk throws. */
  standing(): Promise<LibraryStanding>
  /** Has the system's keychain keep the keys of the bucket, or forget them. Throws STORE_UNUSABLE without a keychain. */
  keepKeys(on: boolean): Promise<void>
  isWriting(): boolean
  /**
   * Resolves when this process may write, until what this resolves with is called and for a while after. Throws STORE_LOCKED with the one who writes,
   * UNREACHABLE, NETWORK_DENIED, PERMISSION_DENIED.
   */
  hold(): Promise<() => void>
  /** Sees what others have written until now; asks the bucket also where it answered a moment ago. */
  lookAnew(): Promise<void>
  /**
   * Takes who says whether somebody has asked for something within a minute, and whether it is in use: others' changes are looked for every second, every
   * ten seconds, or every minute otherwise.
   */
  askUse(use: { readonly isAsked: () => boolean; readonly isInUse: () => boolean }): void
  /** Tells of every change of `access`. Returns a function that ends it. */
  onAccess(listener: () => void): () => void
}
