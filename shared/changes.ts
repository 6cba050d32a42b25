import { z } from 'zod'
import { EncryptionState } from './api/store/encryption-state'
import { DocumentRecord } from './documents'
import { ErrorReport } from './errors'
import { EvaluationRunHeader } from './evaluation/evaluation-run'
import { FolderState } from './folders/folder-shapes'
import { GraphState } from './graph'
import { ModelsState } from './models/models'
import { RunHeader } from './research/research-run'
import { NotebookHeader } from './research/notebook-shapes'
import { SecondOpinion } from './session/second-opinion'
import { SessionHeader } from './session/session-view'
import { Settings } from './settings'
import { ToolServerState } from './tools/tool-server-shapes'

/** How long something trashed can be restored. `until` is milliseconds since the epoch. */
export const Trashed = z.object({ trashed: z.array(z.string()), until: z.number() })
export type Trashed = z.infer<typeof Trashed>

/** How this Cairn stands to a library that it shares with others. */
export const LibraryAccess = z.object({
  /** As people name it, without credentials. */
  address: z.string(),
  /** One writes at a time. Whoever reads becomes the writer by changing something, unless somebody else writes. */
  role: z.enum(['writing', 'reading']),
  /** Whether it could be asked when it was last looked at; otherwise what was read before is used. */
  reachable: z.boolean(),
  /** Why not: there is no way to it, its server refuses the credentials, or a person wants this Cairn offline. */
  trouble: ErrorReport.nullable(),
  /** When it was last asked and answered; null where that is not known. */
  reached_at: z.iso.datetime().nullable(),
  /** Who was found writing when this Cairn last wanted to; null where nobody was. */
  writer: z.object({ who: z.string(), since: z.iso.datetime() }).nullable(),
})
export type LibraryAccess = z.infer<typeof LibraryAccess>

/** As `LibraryAccess`, with who writes at this moment, and what of the library is read without it. Sizes are bytes. */
export const LibraryStanding = LibraryAccess.extend({
  /** Whether the system's keychain keeps the keys of the bucket; otherwise they come from the environment. */
  keys: z.enum(['no_keychain', 'not_kept', 'kept']),
  here: z.object({
    /** How many documents the list names that is kept on this machine. */
    documents: z.number().int().nonnegative(),
    /** Those of them whose stored files all lie here, too. */
    whole: z.number().int().nonnegative(),
    file_bytes: z.number().nonnegative(),
    table_bytes: z.number().nonnegative(),
  }),
})
export type LibraryStanding = z.infer<typeof LibraryStanding>

/** Work on documents that goes on whether or not anybody watches. Times are milliseconds since the epoch. */
export const Job = z.object({
  id: z.string(),
  kind: z.enum(['ingest', 'retry', 'rebuild', 'ocr']),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  done: z.number().int().nonnegative(),
  /** Grows while a folder is still being walked. */
  total: z.number().int().nonnegative(),
  message: z.string(),
  started_at: z.number(),
  ended_at: z.number().nullable(),
  error: ErrorReport.nullable(),
})
export type Job = z.infer<typeof Job>

export const RunningTurn = z.object({ session_id: z.string(), turn_id: z.string() })
export type RunningTurn = z.infer<typeof RunningTurn>

/**
 * What every open window is told, so that all show the same. The first of a stream is always `snapshot`; the others
 * are changes to it. Trashed documents and sessions are `removed`, restored ones `changed`.
 */
export const Change = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    documents: z.array(DocumentRecord),
    sessions: z.array(SessionHeader),
    jobs: z.array(Job),
    running: z.array(RunningTurn),
    settings: Settings,
    /** Absent where this engine runs no models. */
    models: ModelsState.optional(),
    /** Absent where this engine keeps no graph. */
    graph: GraphState.optional(),
    /** Documents that can be searched and are not in the graph yet; absent where this engine keeps no graph. */
    unmapped: z.array(z.string()).optional(),
    /** Whether what a person keeps is sealed on the disk: then their words stay nowhere else either. */
    encrypted: z.boolean().optional(),
    /** Absent where this engine does no research. */
    research: z.array(RunHeader).optional(),
    /** Programs of others that have tools, in the order of their names; absent where this engine runs no tools. */
    tool_servers: z.array(ToolServerState).optional(),
    /** Absent where this engine follows no folders. */
    folders: z.array(FolderState).optional(),
    /** Absent where the documents are this person's own. */
    library: LibraryAccess.optional(),
  }),
  z.object({ type: z.literal('documents'), changed: z.array(DocumentRecord), removed: z.array(z.string()) }),
  z.object({ type: z.literal('sessions'), changed: z.array(SessionHeader), removed: z.array(z.string()) }),
  z.object({ type: z.literal('job'), job: Job }),
  z.object({ type: z.literal('library'), library: LibraryAccess }),
  z.object({ type: z.literal('turn'), turn: RunningTurn, state: z.enum(['running', 'ended']) }),
  /** A model's second opinion on an answer whose turn has ended. */
  z.object({ type: z.literal('opinion'), turn: RunningTurn, opinion: SecondOpinion }),
  z.object({ type: z.literal('settings'), settings: Settings }),
  z.object({ type: z.literal('models'), models: ModelsState }),
  z.object({ type: z.literal('graph'), graph: GraphState }),
  /** Documents that can be searched and begin to wait for the graph, and those that wait no longer. */
  z.object({ type: z.literal('mapping'), waiting: z.array(z.string()), settled: z.array(z.string()) }),
  z.object({ type: z.literal('research'), changed: z.array(RunHeader), removed: z.array(z.string()) }),
  /** Not part of the snapshot: whoever shows notebooks lists them when they are needed. */
  z.object({ type: z.literal('notes'), changed: z.array(NotebookHeader), removed: z.array(z.string()) }),
  /**
   * Not part of the snapshot either. `sets`: read them again; `runs` stand otherwise, `removed` ones are gone.
   */
  z.object({
    type: z.literal('evaluation'),
    sets: z.boolean(),
    runs: z.array(EvaluationRunHeader),
    removed: z.array(z.string()),
  }),
  z.object({ type: z.literal('tool_servers'), servers: z.array(ToolServerState) }),
  /** How all the watched folders stand. */
  z.object({ type: z.literal('folders'), folders: z.array(FolderState) }),
  /** Ways in for other programs were opened or closed, or somebody came in; how they stand is asked for where it is shown. */
  z.object({ type: z.literal('doors') }),
  /**
   * A backup began, was made or failed, also one that somebody stopped; how those stand that Cairn makes by itself is asked for where it is
   * shown. `failed` is there once for failures of the same kind, and not for what was stopped.
   */
  z.object({
    type: z.literal('backups'),
    state: z.enum(['making', 'made', 'failed']),
    failed: ErrorReport.nullable(),
  }),
  /** How the store is kept on the disk, while that changes; asked for where it is shown. */
  z.object({ type: z.literal('encryption'), encryption: EncryptionState }),
])
export type Change = z.infer<typeof Change>
