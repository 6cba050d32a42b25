export interface MoveOptions {
  readonly signal: AbortSignal
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: (line: string) => void
  /** Bytes copied, and of how many. */
  readonly progress?: ((done: number, total: number) => void) | undefined
}

export interface MoveReport {
  readonly files: number
  readonly bytes: number
}

/** Moves stores that nobody has open. */
export interface StoreMover {
  /**
   * Copies a store into an empty folder, reads the copy back, and has whoever names the old folder open the new one from then on. The old one stays as it
   * is, and until the very last step it is the one in use. Throws CairnError STORE_LOCKED, INVALID_INPUT, NOT_FOUND, DISK_FULL,
   * PERMISSION_DENIED, STORE_UNUSABLE, CHECKSUM_MISMATCH, CANCELLED.
   */
  move(from: string, to: string, options: MoveOptions): Promise<MoveReport>
  /** Moves a store whose user asked for it while it was open. Never rejects: why it failed is kept. */
  moveIfAsked(folder: string, options: MoveOptions): Promise<void>
}
