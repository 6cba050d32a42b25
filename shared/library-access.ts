import { z } from 'zod'

/** How this Cairn stands to a library that it shares with others. */
export const LibraryAccess = z.object({
  /** As people name it, without credentials. */
  address: z.string(),
  /** One writes at a time. Whoever reads becomes the writer by changing something, unless somebody else writes. */
  role: z.enum(['writing', 'reading']),
  /** Whether it could be asked when it was last looked at; otherwise what was read before is used. */
  reachable: z.boolean(),
  /** Who was found writing when this Cairn last wanted to; null where nobody was. */
  writer: z.object({ who: z.string(), since: z.iso.datetime() }).nullable(),
})
export type LibraryAccess = z.infer<typeof LibraryAccess>
