/** What one file may cost. Sizes in bytes, lengths in UTF-16 code units. */
export const limits = {
  fileBytes: 200 * 1024 * 1024,
  textCharacters: 20_000_000,
  archiveBytes: 512 * 1024 * 1024,
  archiveRatio: 200,
  /** The ratio alone condemns an archive only above this many unpacked bytes. */
  archiveRatioFrom: 64 * 1024 * 1024,
  archiveEntries: 20_000,
} as const
