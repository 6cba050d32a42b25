import { CairnError } from '@shared/errors'
import type { Attribution, Comparison, Outcome, ReplayMode, TurnReplay } from '@shared/session/replay'
import type { SettingsVariant } from '@shared/settings'
import type { Sensitivity, SessionContext } from '@shared/session/session-context'
import type { SessionHeader, SessionView, TurnView } from '@shared/session/session-view'
import type { ExportChunk, ExportInput, ExportPreview, ImportReport, TurnContext } from '@shared/session/turn-context'

/** A session's line in the list. */
export function headerNamed(id: string): SessionHeader {
  return { id, title: '', message_count: 0, created_at: '', updated_at: '', pinned: false }
}

/** A finished turn as a window sees it, with nothing found. */
export function turnNamed(id: string, fields: Partial<TurnView> = {}): TurnView {
  return {
    turn_id: id,
    trace_id: 'trace',
    question: 'q',
    asked_at: '2026-01-01T00:00:00Z',
    status: 'complete',
    response: 'a',
    total_ms: 1,
    stages: [],
    shortcut: null,
    evidence: [],
    refs: [],
    suggestions: [],
    filter: null,
    replaces: null,
    error: null,
    ...fields,
  }
}

/** A turn into whose answer nothing went. */
export function turnContextNamed(id: string, fields: Partial<TurnContext> = {}): TurnContext {
  return {
    turn_id: id,
    started_at: '2026-01-01T00:00:00Z',
    total_ms: 1,
    stages: [],
    blocks: [],
    prompt_tokens: null,
    token_budget: null,
    evidences: {},
    dropped: [],
    tool_calls: [],
    model_usage: [],
    choices: { pinned: [], excluded: [] },
    asked_with: { retrieval: null, search_anyway: false, embedder: null },
    ...fields,
  }
}

/** One side of a replay that says this and rests on nothing. */
export function outcomeSaying(response: string, fields: Partial<Outcome> = {}): Outcome {
  return { response, evidence: [], shortcut: null, label: null, confidence: null, ms: 1, ...fields }
}

/** A replay that gave the recorded answer again. */
export function replayOf(turnId: string, fields: Partial<TurnReplay> = {}): TurnReplay {
  return {
    turn_id: turnId,
    question: 'q',
    mode: 'record',
    recorded: outcomeSaying('a'),
    replayed: outcomeSaying('a'),
    same_answer: true,
    same_evidence: true,
    diff: [{ kind: 'same', text: 'a' }],
    caveats: [],
    ...fields,
  }
}

/** The part of the fake engine that is about recorded sessions: told beforehand, remembering what it was asked. */
export abstract class FakeRecords {
  /** The signal of the latest stream. */
  signal: AbortSignal | undefined

  abstract getSession(id: string): Promise<SessionContext>

  /** The turns of every session. */
  turnViews: TurnView[] = []

  viewSession = async (id: string): Promise<SessionView> => ({
    header: headerNamed((await this.getSession(id)).session.session_id),
    turns: this.turnViews,
    earlier: { turns: 0, places: 0 },
  })

  contexts: TurnContext[] = []

  turnContext = (_: string, turnId: string): Promise<TurnContext> => {
    const found = this.contexts.find(({ turn_id }) => turn_id === turnId)
    if (found) return Promise.resolve(found)
    return Promise.reject(new CairnError('NOT_FOUND', `Turn "${turnId}" is not in the record.`, 'Choose another.'))
  }

  readonly marked: { id: string; evidenceId: string; sensitivity: Sensitivity | null }[] = []

  markEvidence = async (id: string, evidenceId: string, sensitivity: Sensitivity | null): Promise<boolean> => {
    const { evidences } = await this.getSession(id)
    this.marked.push({ id, evidenceId, sensitivity })
    return Object.hasOwn(evidences, evidenceId)
  }

  readonly exported: ExportInput[] = []
  /** What is in an exported file, piece by piece; the session as JSON where nothing is told beforehand. */
  exportPieces: (string | Uint8Array | Error)[] | undefined
  redaction = { passages: 0, sentences: 0, paths: 0 }

  async *exportSessions(input: ExportInput, signal?: AbortSignal): AsyncGenerator<ExportChunk> {
    this.exported.push(input)
    this.signal = signal
    const sessions = input.ids.length === 0 ? 3 : input.ids.length
    const first = await this.getSession(input.ids[0] ?? 's1')
    const stem = sessions === 1 ? first.session.session_id : `cairn-${sessions}-chats`
    const name = `${stem}.${input.format === 'bundle' ? 'cairn.zip' : input.format}`
    yield { type: 'start', name, media_type: 'text/plain', sessions }
    const pieces = (this.exportPieces ?? [`${JSON.stringify(first, null, 2)}\n`]).values()
    let bytes = 0
    for (const piece of pieces) {
      if (piece instanceof Error) throw piece
      signal?.throwIfAborted()
      const data = Buffer.from(piece)
      bytes += data.length
      yield { type: 'data', base64: data.toString('base64'), done: sessions, total: sessions }
    }
    yield { type: 'end', bytes, redaction: this.redaction }
  }

  previewExport = async (input: ExportInput): Promise<ExportPreview> => {
    const first = await this.getSession(input.ids[0] ?? 's1')
    const name = `${first.session.session_id}.${input.format}`
    return { name, sessions: 1, text: JSON.stringify(first), truncated: false, redaction: this.redaction }
  }

  /** What importing each path reports, or why it is refused. */
  imports: Readonly<Record<string, ImportReport | Error>> = {}
  readonly imported: string[] = []

  importSessions = (path: string): Promise<ImportReport> => {
    this.imported.push(path)
    const told = this.imports[path] ?? { sessions: [], parts: [] }
    return told instanceof Error ? Promise.reject(told) : Promise.resolve(told)
  }

  replays: TurnReplay[] = []
  readonly replayed: { id: string; turnId: string | undefined; mode: ReplayMode }[] = []

  async *replay(
    id: string,
    turnId: string | undefined,
    mode: ReplayMode,
    signal?: AbortSignal,
  ): AsyncGenerator<TurnReplay> {
    await this.getSession(id)
    this.replayed.push({ id, turnId, mode })
    this.signal = signal
    yield* this.replays.filter(({ turn_id }) => turnId === undefined || turn_id === turnId)
  }

  comparison: Comparison | null = null
  readonly compared: { ids: readonly string[]; a: SettingsVariant; b: SettingsVariant }[] = []

  async *compareSettings(
    ids: readonly string[],
    variants: { readonly a: SettingsVariant; readonly b: SettingsVariant },
    signal?: AbortSignal,
  ): AsyncGenerator<{ done: number; total: number; comparison: Comparison | null }> {
    for (const id of ids) await this.getSession(id)
    this.compared.push({ ids, ...variants })
    this.signal = signal
    yield { done: 1, total: 1, comparison: null }
    yield { done: 1, total: 1, comparison: this.comparison }
  }

  attribution: Omit<Attribution, 'turn_id' | 'expected'> = { verdict: 'answered', evidence: [] }

  attribute = async (id: string, turnId: string, expected: string): Promise<Attribution> => {
    await this.getSession(id)
    return { turn_id: turnId, expected, ...this.attribution }
  }
}
