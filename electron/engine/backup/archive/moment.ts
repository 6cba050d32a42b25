import { z } from 'zod'
import { BackupCounts } from '@shared/api/store/backup-api'

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/u)

/** A small file of the store, packed with gzip. */
const KeptFile = z.object({
  /** Its path in the store, with `/`. */
  name: z.string().min(1).max(300),
  /** SHA-256 of the packed bytes. */
  packed: Sha256,
})
export type KeptFile = z.infer<typeof KeptFile>

/** No step leads out of the folder. */
const tableFileName = /^(?!\.{1,2}(?:\/|$))[\w.%-]{1,200}(?:\/(?!\.{1,2}(?:\/|$))[\w.%-]{1,200}){0,6}$/u

/** The search tables as they were: for a store that has nothing yet. Anywhere else they are made again. */
const Tables = z.object({
  embedder: z.object({
    id: z.string(),
    dimensions: z.number().int().positive(),
    unrelated: z.number().nullable(),
    stamp: z.string().optional(),
  }),
  /** How texts were made into the terms in them. */
  analysis: z.number(),
  /** Paths in the folder of tables, with `/`; the contents are objects. */
  files: z.array(z.object({ name: z.string().regex(tableFileName), object: Sha256 })),
})
export type MomentTables = z.infer<typeof Tables>

/** The library at one moment: what its entry in a backup says. Objects are those that the documents refer to. */
export const Moment = z.object({
  format: z.literal('cairn-backup'),
  version: z.literal(1),
  /** Milliseconds since the epoch. */
  made_at: z.number(),
  /** The version of Cairn that made it. */
  cairn: z.string(),
  /** The store folder it was made of: where received files lay. */
  store: z.string(),
  /** Packed lines, a document record each. */
  documents: Sha256,
  counts: BackupCounts,
  files: z.array(KeptFile),
  /** Absent where they could not be taken, and in backups of before. What cannot be understood of them is made again. */
  tables: Tables.optional().catch(undefined),
})
export type Moment = z.infer<typeof Moment>

export const momentPattern = /^moments\/\d{6}-([0-9a-f]{64})\.json$/u
const objectPattern = /^objects\/([0-9a-f]{64})$/u
const packedPattern = /^files\/([0-9a-f]{64})\.gz$/u

export function momentName(number: number, sha256: string): string {
  return `moments/${String(number).padStart(6, '0')}-${sha256}.json`
}

export function objectName(sha256: string): string {
  return `objects/${sha256}`
}

export function packedName(sha256: string): string {
  return `files/${sha256}.gz`
}

/** The checksum in the name of an entry; undefined where no backup has an entry of this name. */
export function checksumIn(name: string): string | undefined {
  return (objectPattern.exec(name) ?? packedPattern.exec(name) ?? momentPattern.exec(name))?.[1]
}
