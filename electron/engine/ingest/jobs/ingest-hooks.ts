/** What ingestion asks of those who keep the trash and the inbox. */
export interface IngestHooks {
  /** Takes a document out of the trash, because its file was added again; false where it is too late. */
  readonly restore: (id: string) => Promise<boolean>
  /** A document stands for this file now. */
  readonly registered: (source: string) => void
  /** The documents of these files were deleted. */
  readonly removed: (sources: readonly string[]) => Promise<void>
}
