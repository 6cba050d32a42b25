import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { Change, LibraryStanding, RunningTurn, Trashed } from '../changes'
import { DocumentRecord, DocumentStatus, DocumentStructure, SearchFilter } from '../documents'
import { CairnEvent } from '../events'
import {
  CatalogueItem,
  InstalledModel,
  LoopbackServer,
  ModelId,
  ModelsState,
  NetworkAttempt,
  ServerKey,
} from '../models/models'
import {
  AskedMove,
  BackUpInput,
  BackupMoments,
  BackupSchedule,
  BackupStep,
  KeepPassphraseInput,
  RestoreInput,
  RestoreStep,
} from './store/backup-api'
import { diagnosticsContract } from './diagnostics-api'
import { doorsContract, passagesContract } from './doors-api'
import { evaluationContract } from './evaluation-api'
import { foldersContract } from './folders-api'
import { documentId, graphContract, procedure } from './graph-api'
import { researchContract } from './research-api'
import { EncryptionState, Passphrase } from './store/encryption-state'
import { networkContract } from './network-api'
import { notesContract } from './notes-api'
import { toolsContract } from './tools-api'
import { shellContract } from './shell-api'
import { starterContract } from './starter-api'
import { CheckReport, StoreInfo } from './store/store-report'
import { SessionContext } from '../session/session-context'
import { Attribution, Comparison, ReplayMode, TurnReplay } from '../session/replay'
import { SessionFolder, SessionHeader, SessionHit, SessionView, TurnSlice } from '../session/session-view'
import { FolderLook } from '../folders/folder-look'
import { FolderUse, GraphMode, Settings, SettingsPatch, SettingsVariant } from '../settings'
import { OwnTerms, TermList, TermLookup } from '../terms'
import { FoundSentences, WordSearchInput } from '../excerpts/words-in-documents'
import { ExportChunk, ExportInput, ExportPreview, ImportReport, MarkInput, TurnContext } from '../session/turn-context'
import { ContextChoices } from '../session/turn-trace'

/** Longest question accepted, in UTF-16 units; longer input is almost always a pasted document. */
export const MAX_QUESTION_LENGTH = 8000

/** Longest text that can be pasted as a document, in UTF-16 units. */
export const MAX_PASTE_LENGTH = 2_000_000

export const SessionId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'A session id has 1 to 64 letters, digits, - or _.')

const TurnId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'A turn id has 1 to 64 letters, digits, - or _.')

export const AskInput = z.object({
  question: z
    .string()
    .trim()
    .min(1, 'Type a question first.')
    .max(
      MAX_QUESTION_LENGTH,
      `A question has at most ${MAX_QUESTION_LENGTH} characters. Add a longer text as a document and ask about it.`,
    ),
  session_id: SessionId.optional(),
  filter: SearchFilter.optional(),
  /** Set by "search anyway": do not ask back again, and do not answer with fixed words about Cairn. */
  search_anyway: z.boolean().default(false),
  locale: z.enum(['en', 'zh']).optional(),
  /** Another program asks, not the user: no tool of yet another program runs for it. */
  from_program: z.boolean().optional(),
  /** The turn of this session whose place the new one takes; its memory is what came before that turn. */
  replaces: TurnId.optional(),
  /** Evidence of this session that must, and that must not, be answered from. */
  choices: ContextChoices.optional(),
  /** How the knowledge graph is searched for this turn; absent for what the settings say. */
  graph: GraphMode.optional(),
  /** The language model for this turn; `rules` for none; absent for what the settings say. */
  model: ModelId.optional(),
})
export type AskInput = z.input<typeof AskInput>

/** What can be asked in a conversation that is not recorded. */
export const AsideInput = AskInput.omit({ replaces: true, choices: true, from_program: true })
export type AsideInput = z.input<typeof AsideInput>

/** A turn that goes on by itself. The caller names it, so that asking again after a lost answer starts nothing twice. */
export const StartTurnInput = AskInput.extend({ session_id: SessionId, turn_id: TurnId })
export type StartTurnInput = z.input<typeof StartTurnInput>

const collectionName = z.string().trim().min(1).max(100)
const tagName = z.string().trim().min(1).max(60)
const documentIds = z.array(documentId).min(1)
const jobStarted = z.object({ job_id: z.string() })
const hosts = z.array(z.string().min(1).max(253)).max(20).default([])
/** A job that reads the page, with the address as it is kept; or the host that has to be allowed first; `from` is the host that leads there. */
const PageAnswer = z.discriminatedUnion('is', [
  z.object({ is: z.literal('started'), job_id: z.string(), address: z.string() }),
  z.object({ is: z.literal('ask'), host: z.string(), from: z.string().nullable() }),
])
const events = eventIterator(CairnEvent)
const TryAgain = z.object({ ids: z.array(documentId).optional(), password: z.string().min(1).max(1000).optional() })

/** The calls a shell may make to the engine. Every input is parsed before the engine sees it. */
export const contract = {
  chat: {
    /** Runs one turn; the stream ends with `final`, `cancelled` or `error`. Leaving the loop cancels the turn. */
    ask: procedure.input(AskInput).output(events),
    /**
     * As `ask`, in a conversation that is in memory only, for an hour after its last question: for other programs. It knows nothing
     * of recorded chats, and an unknown `session_id` begins anew.
     */
    ask_aside: procedure.input(AsideInput).output(events),
    /** Starts a turn that outlives its caller. Idempotent by `turn_id`. */
    start: procedure.input(StartTurnInput).output(RunningTurn),
    /**
     * The events of a started turn after `after_seq`, first those that already happened; ends after the last one. They
     * come gathered, at most about sixty times a second.
     * Leaving the loop leaves the turn running. NOT_FOUND where this engine has not run it, or too long ago: read the session.
     */
    follow: procedure
      .input(z.object({ turn_id: TurnId, after_seq: z.number().int().min(-1).default(-1) }))
      .output(eventIterator(z.array(CairnEvent))),
    /** Has a turn go on without the model that reads its question. False where it waits for none. */
    go_on: procedure.input(z.object({ turn_id: TurnId })).output(z.object({ went_on: z.boolean() })),
    /** Cancels a running turn; what was streamed is kept. False where it was not running. */
    stop: procedure.input(z.object({ turn_id: TurnId })).output(z.object({ stopped: z.boolean() })),
  },
  documents: {
    /** Adds files and folders; one `progress` event per change of a document's state, the last with done = total. */
    ingest: procedure
      .input(
        z.object({
          paths: z.array(z.string().min(1)).min(1),
          collection: z.string().min(1).max(100).optional(),
          folders: FolderUse.optional(),
          leave_unread: z.boolean().optional(),
        }),
      )
      .output(events),
    /** Reads scans and pictures that wait for OCR until none waits, or it is switched off or paused; `progress` counts pages. */
    read_scans: procedure.output(events),
    /** Tries failed documents again; without ids, all of them. The password opens those that need one, and is kept nowhere. */
    retry: procedure.input(TryAgain).output(events),
    list: procedure
      .input(z.object({ collection: z.string().optional(), statuses: z.array(DocumentStatus).optional() }))
      .output(z.array(DocumentRecord)),
    /** The sentences in which words stand, by full text alone: quick enough to be asked while one types. */
    search: procedure.input(WordSearchInput).output(FoundSentences),
    get: procedure.input(z.object({ id: documentId })).output(DocumentRecord),
    /** Extracted text of `[start, end)` (whole text by default) with the structure of the document. */
    content: procedure
      .input(
        z.object({
          id: documentId,
          start: z.number().int().nonnegative().optional(),
          end: z.number().int().nonnegative().optional(),
        }),
      )
      .output(z.object({ text: z.string(), total_chars: z.number().int(), structure: DocumentStructure })),
    delete: procedure.input(z.object({ ids: documentIds })).output(z.object({ deleted: z.array(documentId) })),
    /** As `ingest`, but the job outlives its caller; watch `changes` for its progress. */
    add: procedure
      .input(
        z.object({
          paths: z.array(z.string().min(1)).min(1),
          collection: collectionName.optional(),
          folders: FolderUse.optional(),
          leave_unread: z.boolean().optional(),
          tags: z.array(tagName).optional(),
        }),
      )
      .output(jobStarted),
    /** What stands in folders before they are added; null where none of the paths is a folder. */
    look_into: procedure
      .input(z.object({ paths: z.array(z.string().min(1)).min(1) }))
      .output(z.object({ look: FolderLook.nullable() })),
    /** Keeps pasted text as a document of its own. */
    add_text: procedure
      .input(
        z.object({
          text: z.string().trim().min(1).max(MAX_PASTE_LENGTH),
          name: z.string().trim().min(1).max(120).optional(),
          collection: collectionName.optional(),
        }),
      )
      .output(jobStarted),
    /**
     * Fetches a page of the web and keeps it as a document with its address; one that is there already is fetched again. Nothing is asked
     * of a host that neither the settings nor `allow` have: the answer names it.
     */
    add_page: procedure
      .input(
        z.object({ address: z.string().trim().min(1).max(2000), allow: hosts, collection: collectionName.optional() }),
      )
      .output(PageAnswer),
    /** Fetches the page of a document again, in its place. INVALID_INPUT for a document that did not come from the web. */
    refresh_page: procedure.input(z.object({ id: documentId, allow: hosts })).output(PageAnswer),
    /** Adds the sample documents to the collection `sample`. */
    add_sample: procedure.output(jobStarted),
    /** As `retry`, detached. Without ids: every failed document. */
    add_again: procedure.input(TryAgain).output(jobStarted),
    stop_job: procedure.input(z.object({ job_id: z.string() })).output(z.object({ stopped: z.boolean() })),
    /** Moves documents to a collection, adds and removes tags; gives them a title in place of their own. */
    update: procedure
      .input(
        z.object({
          ids: documentIds,
          title: z.string().trim().min(1).max(200).optional(),
          collection: collectionName.optional(),
          add_tags: z.array(tagName).optional(),
          remove_tags: z.array(tagName).optional(),
        }),
      )
      .output(z.array(DocumentRecord)),
    /** Hides documents from every list and search at once; they are deleted for good thirty days later. */
    trash: procedure.input(z.object({ ids: documentIds })).output(Trashed),
    restore: procedure.input(z.object({ ids: documentIds })).output(z.object({ restored: z.array(z.string()) })),
    /** What is in the trash, last trashed first. */
    trashed: procedure.output(z.array(DocumentRecord)),
    /** Deletes for good what is in the trash; with ids these of it. */
    empty_trash: procedure
      .input(z.object({ ids: documentIds.optional() }))
      .output(z.object({ deleted: z.array(documentId) })),
  },
  folders: foldersContract,
  sessions: {
    list: procedure.output(z.array(SessionHeader)),
    get: procedure.input(z.object({ id: SessionId })).output(SessionContext),
    rename: procedure
      .input(z.object({ id: SessionId, title: z.string().trim().min(1).max(200) }))
      .output(SessionHeader),
    delete: procedure.input(z.object({ id: SessionId })).output(z.object({ deleted: SessionId })),
    /** A session as a window shows it, or a slice of its turns. NOT_FOUND where `before` is no turn of it. */
    view: procedure.input(TurnSlice.extend({ id: SessionId })).output(SessionView),
    /** Sessions whose title, questions or answers contain every word of the query; newest first. */
    search: procedure
      .input(
        z.object({ query: z.string().trim().min(1).max(200), limit: z.number().int().min(1).max(100).default(30) }),
      )
      .output(z.array(SessionHit)),
    pin: procedure.input(z.object({ id: SessionId, pinned: z.boolean() })).output(SessionHeader),
    /** Puts chats into a folder, or takes them out of theirs (null). NOT_FOUND, with none moved, where one is unknown. */
    move: procedure
      .input(z.object({ ids: z.array(SessionId).min(1).max(10_000), folder: SessionFolder.nullable() }))
      .output(z.array(SessionHeader)),
    trash: procedure.input(z.object({ id: SessionId })).output(Trashed),
    restore: procedure.input(z.object({ id: SessionId })).output(SessionHeader),
    /** The context of an answer, block by block. NOT_FOUND for a turn that is not recorded (yet). */
    context: procedure.input(z.object({ id: SessionId, turn_id: TurnId })).output(TurnContext),
    /** Says how carefully a passage is to be handled; exports can leave out what is confidential or secret. */
    mark: procedure.input(MarkInput.extend({ id: SessionId })).output(z.object({ marked: z.boolean() })),
    /** One file: a session in a format, or a bundle of any number. */
    export: procedure.input(ExportInput).output(eventIterator(ExportChunk)),
    preview: procedure.input(ExportInput).output(ExportPreview),
    /**
     * Adds the sessions of a bundle or a session file to those here; nothing here is changed or overwritten. The path is
     * absolute. INVALID_INPUT, with nothing imported, for a file that is damaged or no such file.
     */
    import: procedure.input(z.object({ path: z.string().min(1) })).output(ImportReport),
    /** Answers recorded questions again and compares; without a turn, all of the session's conversation. */
    replay: procedure
      .input(z.object({ id: SessionId, turn_id: TurnId.optional(), mode: ReplayMode.default('record') }))
      .output(eventIterator(TurnReplay)),
    /** Asks the questions of sessions under two settings; the last thing streamed has the whole comparison. */
    compare: procedure
      .input(z.object({ ids: z.array(SessionId).min(1), a: SettingsVariant, b: SettingsVariant }))
      .output(
        eventIterator(z.object({ done: z.number().int(), total: z.number().int(), comparison: Comparison.nullable() })),
      ),
    /** Why an answer lacks what was expected of it. */
    attribute: procedure
      .input(z.object({ id: SessionId, turn_id: TurnId, expected: z.string().trim().min(1).max(2000) }))
      .output(Attribution),
  },
  settings: {
    get: procedure.output(Settings),
    set: procedure.input(SettingsPatch).output(Settings),
  },
  terms: {
    /** The user's own rows of the bilingual term table. */
    list: procedure.output(TermList),
    /** Replaces them all; in force for the next question. */
    set: procedure.input(z.object({ own: OwnTerms })).output(TermList),
    /** The terms of a text that the table knows, shipped and own, and what is searched for them. */
    lookup: procedure.input(z.object({ text: z.string().trim().min(1).max(200) })).output(z.array(TermLookup)),
  },
  models: {
    state: procedure.output(ModelsState),
    catalogue: procedure.output(z.array(CatalogueItem)),
    /**
     * Adds a model from files on this machine: one GGUF file, a folder, or the files of one model. They are copied and
     * checked first. MODEL_UNUSABLE where they are no model Cairn can run.
     */
    add: procedure.input(z.object({ paths: z.array(z.string().min(1)).min(1).max(50) })).output(InstalledModel),
    delete: procedure.input(z.object({ id: ModelId })).output(z.object({ deleted: ModelId })),
    /**
     * Begins a download, or goes on with one. `allow` names hosts that may be reached for this download only;
     * NETWORK_DENIED names the ones that are missing. DISK_FULL where it would not fit.
     */
    download: procedure
      .input(
        z.object({ entry_id: z.string().min(1).max(200), allow: z.array(z.string().max(253)).max(20).default([]) }),
      )
      .output(z.object({ download_id: z.string() })),
    pause_download: procedure.input(z.object({ id: z.string() })).output(z.object({ paused: z.boolean() })),
    /** Also throws away what has come so far. */
    cancel_download: procedure.input(z.object({ id: z.string() })).output(z.object({ cancelled: z.boolean() })),
    /** Loads a model before it is needed. */
    load: procedure.input(z.object({ id: ModelId })).output(ModelsState),
    unload: procedure.input(z.object({ id: ModelId })).output(ModelsState),
    /** Looks for OpenAI-compatible servers again: on this machine, where the settings say, and at one address more. */
    find_servers: procedure.input(z.object({ also: z.url().optional() }).optional()).output(z.array(LoopbackServer)),
    /** Keeps the key that a server wants, or forgets it (null); then looks for servers again. No call reads a key. */
    set_server_key: procedure
      .input(z.object({ url: z.url(), key: ServerKey.nullable() }))
      .output(z.array(LoopbackServer)),
    /** Halts making the next embedder's vectors, or goes on; the present ones serve meanwhile. */
    pause_embedding: procedure.input(z.object({ paused: z.boolean() })).output(ModelsState),
    /** The attempts to reach beyond Cairn since it started, newest first. */
    network_log: procedure.output(z.array(NetworkAttempt)),
    /** The recommended models for this machine; `state` has them. */
    starter: starterContract,
  },
  graph: graphContract,
  network: networkContract,
  /** Encryption of what a person keeps beside documents. Each call resolves with how it stands then. */
  encryption: {
    state: procedure.output(EncryptionState),
    /** With `keep` the system's keychain opens the store from then on. */
    turn_on: procedure
      .input(z.object({ passphrase: Passphrase, keep: z.boolean().default(false) }))
      .output(EncryptionState),
    turn_off: procedure.input(z.object({ passphrase: Passphrase })).output(EncryptionState),
    /** Another passphrase opens the same key; nothing is written anew. */
    change_passphrase: procedure.input(z.object({ passphrase: Passphrase, next: Passphrase })).output(EncryptionState),
    /** Has the keychain open the store from now on, or no longer. */
    keep_in_keychain: procedure.input(z.object({ keep: z.boolean() })).output(EncryptionState),
  },
  tools: toolsContract,
  research: researchContract,
  notes: notesContract,
  evaluation: evaluationContract,
  passages: passagesContract,
  doors: doorsContract,
  changes: {
    /** A snapshot, then every change; never ends by itself. */
    watch: procedure.output(eventIterator(Change)),
  },
  backups: {
    /** Backs the library up into a file; what the file has already is not written again. */
    back_up: procedure.input(BackUpInput).output(eventIterator(BackupStep)),
    /** Adds what a backup has and the library lacks; changes nothing that is here. */
    restore: procedure.input(RestoreInput).output(eventIterator(RestoreStep)),
    /** Reads a whole backup and says which moments it holds. */
    moments: procedure.input(RestoreInput.pick({ path: true, passphrase: true })).output(BackupMoments),
    /** How those stand that are made by themselves, as the settings want them. */
    schedule: procedure.output(BackupSchedule),
    /** Has the system’s keychain keep the passphrase of those that are made by themselves, or forget it. */
    keep_passphrase: procedure.input(KeepPassphraseInput).output(BackupSchedule),
  },
  shell: shellContract,
  diagnostics: diagnosticsContract,
  store: {
    info: procedure.output(StoreInfo),
    /** Looks at the shared library now; null where the documents are this person's own. */
    library: procedure.output(LibraryStanding.nullable()),
    /** Has the system's keychain keep the keys of its bucket, or forget them. */
    keep_keys: procedure.input(z.object({ keep: z.boolean() })).output(LibraryStanding),
    check: procedure.output(CheckReport),
    /** Makes the index anew from the kept texts; progress as for ingest. */
    rebuild: procedure.output(events),
    /** Mends what `check` names, as far as that can be done; progress as for ingest. Another check tells what is left. */
    repair: procedure.output(events),
    /** Whether the data folder is to be moved, and why that failed. */
    moving: procedure.output(AskedMove),
    /** Has the next start move the data folder into an empty one; the old one is kept. */
    move: procedure.input(z.object({ to: z.string().min(1).max(4096) })).output(AskedMove),
    /** Leaves it where it is after all. */
    stay: procedure.output(AskedMove),
  },
}
