import { z } from 'zod'
import { ErrorReport } from '../errors'
import { FolderUse } from '../settings'

/** What a watched folder leaves out. */
export const FolderRules = z.object({
  /** Lines as in a .gitignore file; paths in them begin at the folder. */
  ignore: z.string().max(20_000).default(''),
  /** Larger files are left out, in megabytes of 1,048,576 bytes. */
  max_mb: z.number().positive().max(200).default(200),
  /** How many folders deep it is looked into; 0 for the files in the folder itself alone. */
  depth: z.number().int().min(0).max(32).default(32),
  /** Extensions that are read, without the dot, in small letters; none for all. */
  kinds: z
    .array(z.string().regex(/^[\p{Ll}\p{N}_-]{1,20}$/u, 'An extension has no dot and no capital letters.'))
    .max(200)
    .default([]),
})
export type FolderRules = z.infer<typeof FolderRules>

/** A folder that the library follows, as it is kept. Paths are absolute. */
export const WatchedFolder = z.object({
  id: z.string(),
  path: z.string(),
  /** Where its new documents go; null for where documents go that were added without saying it. */
  collection: z.string().nullable(),
  /** Whether folders inside become collections. */
  folders: FolderUse,
  rules: FolderRules,
  paused: z.boolean(),
  added_at: z.number(),
  /** Files whose documents the user deleted for good although they are there: their paths from the folder on. */
  deleted: z.array(z.string()).default([]),
})
export type WatchedFolder = z.infer<typeof WatchedFolder>

/**
 * A watched folder and how it stands. `away`: it cannot be seen, and nothing of it is deleted. `paused`: what has changed is told, and
 * not read.
 */
export const FolderState = WatchedFolder.omit({ deleted: true }).extend({
  state: z.enum(['looking', 'reading', 'in_step', 'paused', 'away']),
  /** Files in it that belong to the library, when it was last looked through; null before the first time. */
  files: z.number().int().nonnegative().nullable(),
  /** Changes that are not in the library yet: still being written, or held back by the pause. */
  waiting: z.number().int().nonnegative(),
  /** Files that are there and whose documents the user deleted. */
  deleted: z.number().int().nonnegative(),
  /** When all of it was last looked through, milliseconds since the epoch. */
  looked_at: z.number().nullable(),
  /** Whether the system tells of changes; where it does not, the folder is looked through every few minutes. */
  told: z.boolean(),
  /** What went wrong last; null where nothing did. */
  problem: ErrorReport.nullable(),
})
export type FolderState = z.infer<typeof FolderState>

/** A change of a watched folder; absent fields stay. */
export const FolderChange = z.object({
  paused: z.boolean().optional(),
  rules: FolderRules.optional(),
  collection: z.string().trim().min(1).max(100).nullable().optional(),
})
export type FolderChange = z.infer<typeof FolderChange>

/** What is to be added as a watched folder. */
export const NewFolder = z.object({
  path: z.string().min(1),
  collection: z.string().trim().min(1).max(100).optional(),
  folders: FolderUse.optional(),
  rules: FolderRules.optional(),
})
export type NewFolder = z.input<typeof NewFolder>
