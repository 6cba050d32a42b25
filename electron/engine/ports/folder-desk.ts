import type { CairnEvent } from '@shared/events'
import type { FolderChange, FolderState, NewFolder } from '@shared/folders/folder-shapes'

/** Folders that the library follows. Acts on one that is not there throw NOT_FOUND. */
export interface FolderDesk {
  list(): FolderState[]
  /** Throws INVALID_INPUT, FILE_VANISHED or PERMISSION_DENIED where the folder cannot be watched. */
  add(folder: NewFolder): Promise<FolderState>
  /** Pauses, goes on, or takes other rules. */
  change(id: string, change: FolderChange): Promise<FolderState>
  /** Documents that the user deleted although their files are there come again. */
  takeBack(id: string): Promise<FolderState>
  /** Ends following a folder; its documents stay. */
  remove(id: string): Promise<void>
  /**
   * Has a folder, or all of them, looked through. With `readAgain` every file is compared by its content, and what failed is tried
   * again.
   */
  rescan(id: string | undefined, readAgain: boolean): FolderState[]
  /** Progress until the library is in step with a folder, or with all; leaving the loop stops nothing. */
  follow(id: string | undefined, signal?: AbortSignal): AsyncGenerator<CairnEvent>
}
