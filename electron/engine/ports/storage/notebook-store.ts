import { z } from 'zod'
import { Notebook } from '@shared/research/notebook-shapes'

/** A notebook as it is kept. */
export const StoredNotebook = Notebook.extend({
  /** ISO time; null outside the trash. */
  trashed_at: z.string().nullable().default(null),
})
export type StoredNotebook = z.infer<typeof StoredNotebook>

/** Where notebooks are kept, each whole. */
export interface NotebookStore {
  /** Every notebook that can be read, those in the trash included. A damaged one is left where it is, and logged. */
  all(): Promise<StoredNotebook[]>
  /** Resolves once it is on disk. Throws CairnError DISK_FULL, PERMISSION_DENIED. */
  save(notebook: StoredNotebook): Promise<void>
  remove(id: string): Promise<void>
}
