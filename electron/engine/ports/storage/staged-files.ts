/** Files that are being taken over into the store: once staged they are, whatever happens, until they are removed. */
export interface StagedFiles {
  /** Copies a file; resolves with the copy's path when that is durable under its final name. */
  stage(path: string, extension: string): Promise<string>
  /** Copies an earlier run left behind, oldest first. */
  list(): Promise<string[]>
  remove(path: string): Promise<void>
}
