import { CairnError } from '@shared/errors'
import type { Attribution, ReplayMode, TurnReplay } from '@shared/session/replay'
import type { SettingsVariant } from '@shared/settings'
import type { Sensitivity, SessionContext } from '@shared/session/session-context'
import type { ExportChunk, ExportInput, ExportPreview, ImportReport, TurnContext } from '@shared/session/turn-context'
import type { SessionStore } from '@engine/ports/storage/session-store'
import type { ExportRooms } from '@engine/session/export/export-sessions'
import {
  type ImportRooms,
  importSessions,
  resumeImports,
  type RestoredSession,
  restoreSession,
} from '@engine/session/export/import-sessions'
import { recordedConversation, withoutTurns } from '@engine/session/history/recorded-turn'
import type { SessionQueue } from '@engine/session/session-queue'
import { type ReadDocument, turnContextOf } from '@engine/session/context/build-turn-context'
import { attribute } from '../replay/attribute'
import { compareSettings, type ComparisonStep } from '../replay/compare-settings'
import { type ReplayRooms, replayTurn } from '../replay/replay-turn'

export interface SessionRecordsParts {
  readonly rooms: ReplayRooms
  readonly store: SessionStore
  readonly queue: SessionQueue
  /** The turns of a session that are being answered now. */
  readonly running: (sessionId: string) => ReadonlySet<string>
  /** The text a document has now; null where it is gone. */
  readonly read: ReadDocument
  readonly imports: Omit<ImportRooms, 'addPart'>
  /** How sensitive documents are by their tags, and what the sensitive ones are called. */
  readonly library: Pick<ExportRooms, 'sensitivityOf' | 'sensitiveNames' | 'paper'>
  /** Resolves when questions can be answered; replays wait for it. */
  readonly ready: Promise<unknown>
  readonly closing: AbortSignal
}

/** Reading Markdown for their pages takes half a megabyte of code, which no start should wait for. */
const loadExports = () => import('@engine/session/export/export-sessions')

/** What can be done with what was recorded: looked at, marked, exported, imported, replayed, explained. */
export class SessionRecords {
  #resumed: Promise<void> = Promise.resolve()
  #addPart: ImportRooms['addPart'] | undefined

  constructor(private readonly parts: SessionRecordsParts) {}

  /** Finishes what an earlier run was importing; `addPart` takes research and notebooks over. To be called once, before `import`. */
  begin(addPart: ImportRooms['addPart']): void {
    this.#addPart = addPart
    const { log } = this.parts.imports
    this.#resumed = resumeImports(this.#importRooms()).catch((thrown: unknown) => log(`Imports: ${String(thrown)}`))
  }

  /** Throws NOT_FOUND. */
  async context(id: string, turnId: string): Promise<TurnContext> {
    return turnContextOf(await this.parts.store.load(id), turnId, this.parts.read)
  }

  /** False where the session holds no such evidence. Throws NOT_FOUND for an unknown session. */
  async mark(id: string, evidenceId: string, sensitivity: Sensitivity | null): Promise<boolean> {
    const { store, queue, closing } = this.parts
    const { evidences } = await store.load(id)
    if (!Object.hasOwn(evidences, evidenceId)) return false
    const entry = { op: 'marked', evidence_id: evidenceId, sensitivity } as const
    await queue.run(id, () => store.append(id, [entry], { durable: true }), closing)
    return true
  }

  /** `parts` are research and notebooks, for bundles. */
  async *export(request: ExportInput, signal?: AbortSignal, parts?: ExportRooms['parts']): AsyncGenerator<ExportChunk> {
    const { exportSessions } = await loadExports()
    yield* exportSessions(request, { ...this.#exportRooms(), parts }, this.#until(signal))
  }

  async preview(request: ExportInput, parts?: ExportRooms['parts']): Promise<ExportPreview> {
    const { previewExport } = await loadExports()
    return previewExport(request, { ...this.#exportRooms(), parts })
  }

  async import(path: string): Promise<ImportReport> {
    this.#requireOpen()
    await this.#resumed
    return importSessions(path, this.#importRooms())
  }

  /** Brings a session of a backup back: see `restoreSession`. */
  async restore(context: SessionContext): Promise<RestoredSession> {
    this.#requireOpen()
    await this.#resumed
    return restoreSession(context, this.#importRooms())
  }

  /** The turns of the conversation, or one turn; each as soon as it is done. */
  async *replay(
    id: string,
    turnId: string | undefined,
    mode: ReplayMode,
    signal?: AbortSignal,
  ): AsyncGenerator<TurnReplay> {
    const until = this.#until(signal)
    await this.parts.ready
    const context = await this.parts.store.load(id)
    const ids = turnId === undefined ? recordedConversation(context).map((turn) => turn.id) : [turnId]
    for (const one of ids) {
      until.throwIfAborted()
      yield await replayTurn({ context, turnId: one, mode }, this.parts.rooms, until)
    }
  }

  async *compare(
    ids: readonly string[],
    variants: { readonly a: SettingsVariant; readonly b: SettingsVariant },
    signal?: AbortSignal,
  ): AsyncGenerator<ComparisonStep> {
    await this.parts.ready
    const load = (id: string): Promise<SessionContext> => this.parts.store.load(id)
    yield* compareSettings({ ids, load, ...variants }, this.parts.rooms, this.#until(signal))
  }

  async attribute(id: string, turnId: string, expected: string, signal?: AbortSignal): Promise<Attribution> {
    await this.parts.ready
    const context = await this.parts.store.load(id)
    return attribute(context, { turnId, expected }, this.parts.rooms, this.#until(signal))
  }

  /** Resolves when no import of an earlier run is being finished any more. */
  async idle(): Promise<void> {
    await this.#resumed
  }

  #importRooms(): ImportRooms {
    const addPart = this.#addPart
    if (!addPart) throw new Error('Nothing is imported before research and notebooks can be.')
    return { ...this.parts.imports, addPart }
  }

  #exportRooms(): ExportRooms {
    const { store, running, library } = this.parts
    return { ...library, list: () => store.list(), load: async (id) => withoutTurns(await store.load(id), running(id)) }
  }

  #until(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([signal, this.parts.closing]) : this.parts.closing
  }

  #requireOpen(): void {
    if (this.parts.closing.aborted) throw new CairnError('CANCELLED', 'Cairn is closing.', 'Start it again.')
  }
}
