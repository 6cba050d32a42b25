import { z } from 'zod'
import { ErrorReport } from '../../errors'

/** How much a backup holds. One of an older Cairn does not say how many sets of questions and runs of them. */
export const BackupCounts = z.object({
  ...{ documents: z.number(), sessions: z.number(), research: z.number(), notebooks: z.number() },
  ...{ question_sets: z.number().default(0), evaluation_runs: z.number().default(0) },
})

/**
 * Of a backup whose list of documents may be old, because a shared library could not be asked: when it was last known to be the newest, null where
 * that is not known.
 */
const OldList = z.object({ known_at: z.number().nullable() })

/** What a backup came to. Times are milliseconds since the epoch, sizes bytes. */
export const BackupReport = z.object({
  path: z.string(),
  made_at: z.number(),
  counts: BackupCounts,
  /** Of the whole file. */
  byte_size: z.number(),
  /** What this backup wrote of it; the rest was there. */
  new_bytes: z.number(),
  /** How many moments the file holds. */
  moments: z.number(),
  /** Names of documents that are damaged here, so that the backup lacks something of them. */
  damaged: z.array(z.string()),
  /** Null where the list of documents was the newest. */
  old_list: OldList.nullable(),
})
export type BackupReport = z.infer<typeof BackupReport>

/** What a restore brought. Nothing that was here has changed. */
export const RestoreReport = z.object({
  /** When the backup was made, milliseconds since the epoch. */
  made_at: z.number(),
  documents: z.object({
    added: z.number(),
    /** Were here already, by their content. */
    here: z.number(),
    /** Names of those kept beside another content of the same document. */
    beside: z.array(z.string()),
    /** Names of those of which the backup itself lacks something. */
    incomplete: z.array(z.string()),
  }),
  sessions: z.object({
    added: z.number(),
    /** Here already, or only filled up with what was missing. */
    here: z.number(),
    /** Titles of those kept beside a session of the same id that went on in another way. */
    beside: z.array(z.string()),
  }),
  research: z.number(),
  notebooks: z.object({ added: z.number(), beside: z.array(z.string()) }),
  /** How many sets of questions and runs of them were added. */
  question_sets: z.number(),
  evaluation_runs: z.number(),
  /** Settings and the like: names of files that come into force at the next start. */
  at_next_start: z.array(z.string()),
  /** Names of files that stay as they are here, although the backup has others. */
  kept: z.array(z.string()),
})
export type RestoreReport = z.infer<typeof RestoreReport>

const Progress = z.object({ type: z.literal('progress'), done: z.number(), total: z.number() })
export const BackupStep = z.discriminatedUnion('type', [
  Progress,
  z.object({ type: z.literal('done'), report: BackupReport }),
])
export type BackupStep = z.infer<typeof BackupStep>
export const RestoreStep = z.discriminatedUnion('type', [
  Progress,
  z.object({ type: z.literal('done'), report: RestoreReport }),
])
export type RestoreStep = z.infer<typeof RestoreStep>

/** Absolute. */
const path = z.string().min(1).max(4096)
/** What opens a backup that is not for everybody; kept nowhere. */
export const Passphrase = z.string().min(1).max(1000)
/** With `keep`, no more than the last so many moments stay in the file, where there is room to write it anew without the others. */
export const BackUpInput = z.object({
  path,
  keep: z.number().int().min(1).max(1000).optional(),
  passphrase: Passphrase.optional(),
})
export const RestoreInput = z.object({
  path,
  /** Takes what is whole of a backup that does not come to its end. */
  whole_part: z.boolean().default(false),
  /** Which moment of those in the file, by when it was made; the last by default. */
  made_at: z.number().optional(),
  passphrase: Passphrase.optional(),
})

/** The moments that a backup holds, oldest first. */
export const BackupMoments = z.object({
  moments: z.array(z.object({ made_at: z.number(), cairn: z.string(), counts: BackupCounts })),
  /** False where the file does not come to its end. */
  is_whole: z.boolean(),
})
export type BackupMoments = z.infer<typeof BackupMoments>

/** Where the data folder is to be moved at the next start, and why that failed; null for nowhere. */
export const AskedMove = z.object({
  asked: z.object({ to: z.string(), failed: ErrorReport.nullable() }).nullable(),
})
export type AskedMove = z.infer<typeof AskedMove>

/** The passphrase of backups that are made by themselves; null forgets it. */
export const KeepPassphraseInput = z.object({ passphrase: Passphrase.nullable() })

/** How the backups stand that Cairn makes by itself. Times are milliseconds since the epoch. */
export const BackupSchedule = z.object({
  /** The last one that went well; null where there is none. */
  last: z
    .object({
      ...{ made_at: z.number(), path: z.string(), byte_size: z.number(), moments: z.number() },
      /** As a backup says it; one of an older Cairn says nothing. */
      old_list: OldList.nullable().default(null),
    })
    .nullable(),
  /** Whether the folder that the settings name, and the file of the last one, can be seen now; true where there is none to see. */
  there: z.object({ folder: z.boolean(), last: z.boolean() }),
  /** When the next is due, which may be past; null where none is wanted. */
  due_at: z.number().nullable(),
  running: z.boolean(),
  /** Whether the keychain keeps a passphrase for them. */
  passphrase: z.enum(['none', 'kept', 'no_keychain']),
  /** What went wrong since; it is tried again every hour. */
  failed: z.object({ at: z.number(), error: ErrorReport }).nullable(),
})
export type BackupSchedule = z.infer<typeof BackupSchedule>

/** Since when a backup has been wanted that was not made, where that is more than a day ago; null otherwise. */
export function overdueSince({ due_at, running, last }: BackupSchedule, now: number): number | null {
  return last !== null && !running && due_at !== null && now - due_at > 86_400_000 ? due_at : null
}
