import { z } from 'zod'
import { LibraryAccess } from '../../changes'
import { Note } from '../../note'

export const StoreInfo = z.object({
  version: z.string(),
  folder: z.string(),
  embedder: z.string(),
  documents: z.number().int(),
  chunks: z.number().int(),
  sessions: z.number().int(),
  /** Absent where the documents are this person's own. */
  library: LibraryAccess.optional(),
})
export type StoreInfo = z.infer<typeof StoreInfo>

/** What a repair could not mend and has ended. */
export const GivenUp = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** Where the rest of it lies, absolute; without that folder nothing of it is said any more. */
  folder: z.string(),
  problems: z.array(Note),
})
export type GivenUp = z.infer<typeof GivenUp>

export const CheckReport = z.object({
  ok: z.boolean(),
  problems: z.array(Note),
  counts: z.record(z.string(), z.number()),
  /** What earlier repairs could not mend, oldest first. */
  given_up: z.array(GivenUp),
})
export type CheckReport = z.infer<typeof CheckReport>
