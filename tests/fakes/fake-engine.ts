import type { AskedMove } from '@shared/api/store/backup-api'
import { fakeBackups } from './fake-backups'
import { fakeEncryption } from './fake-encryption'
import { setImmediate } from 'node:timers/promises'
import type { FoundSentences } from '@shared/excerpts/words-in-documents'
import type { AsideInput, AskInput, StartTurnInput } from '@shared/api/api'
import type { FoundPassage } from '@shared/api/doors-api'
import type { Change, LibraryStanding, RunningTurn } from '@shared/changes'
import type { DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { createStamper, type CairnEvent, type EventBody } from '@shared/events'
import type { Note } from '@shared/note'
import type { SessionContext } from '@shared/session/session-context'
import type { SessionHit } from '@shared/session/session-view'
import { defaultSettings, Settings, type SettingsPatch } from '@shared/settings'
import type { OwnTerm } from '@shared/terms'
import type {
  DocumentChange,
  Engine,
  IngestRequest,
  OriginalFile,
  PageAnswer,
  PageRequest,
} from '@engine/ports/engine-interface'
import { FakeGraph } from './fake-graph'
import type { NetworkDesk } from '@engine/ports/network-desk'
import type { ToolDesk } from '@engine/ports/tools/tool-desk'
import { fakeEvaluation } from './evaluation'
import { FakeDiagnostics } from './fake-diagnostics'
import { fakeNotebooks } from './notebooks'
import { FakeFolders } from './fake-folders'
import { FakeModels } from './fake-models'
import { FakeRecords, headerNamed } from './fake-records'
import { FakeResearch } from './fake-research'

export function documentNamed(name: string, fields: Partial<DocumentRecord> = {}): DocumentRecord {
  return {
    id: `id-${name}`,
    name,
    source: `/files/${name}`,
    format: 'markdown',
    title: name,
    status: 'ready',
    content_hash: '',
    byte_size: 1,
    char_count: 1,
    chunk_count: 1,
    collection: 'default',
    tags: [],
    gaps: [],
    error: null,
    duplicate_of: null,
    created_at: 0,
    updated_at: 0,
    pending: null,
    live: null,
    trashed_at: null,
    part_of: null,
    member_count: null,
    modified_at: null,
    authors: [],
    written_at: null,
    ...fields,
  }
}

export const session: SessionContext = {
  schema_version: '1.0',
  session: {
    session_id: 's1',
    messages: [{ role: 'user', content: 'q' }],
    task_state: { todo_list: { tasks: [] } },
  },
  evidences: {},
  context_blocks: [],
}

const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

/** A turn that answers in two tokens and cites its second source. */
export const answered: EventBody[] = [
  { type: 'session', question: 'q', is_new: true, filter: null, replaces: null },
  { type: 'stage_end', stage: 2, name: 'Query Rewrite', ms: 3.2, status: 'skipped', reason: 'nothing to rewrite' },
  { type: 'stage_end', stage: 3, name: 'Intent Parse', ms: 12, status: 'degraded', reason: 'deadline' },
  {
    type: 'evidence',
    items: [1, 2].map((number) => ({
      number,
      evidence_id: `e${number}`,
      kind: 'kb' as const,
      document_id: `d${number}`,
      document_name: `doc${number}.pdf`,
      format: 'pdf',
      heading_path: ['Part', 'Section'],
      page: number === 2 ? 3 : null,
      start: 120,
      end: 260,
      text: `Passage ${number}.`,
      score: 1,
    })),
  },
  { type: 'token', content: 'Yes, ' },
  { type: 'token', content: 'it is [2].' },
  {
    type: 'final',
    trace_id: 'trace',
    total_ms: 20,
    response: 'Yes, it is [2].',
    refs: [{ number: 2, evidence_id: 'e2', selector: 'chars:0-8', response_start: 0, response_end: 15 }],
    usage,
    suggestions: [],
  },
]

/** Shortcut A: two readings to choose from. */
export const askedBack: EventBody[] = [
  { type: 'session', question: 'q', is_new: true, filter: null, replaces: null },
  {
    type: 'shortcut',
    shortcut: 'A',
    reason: 'two readings',
    skips: [5, 6, 7],
    readings: [
      { label: 'The river', question: 'Which river?' },
      { label: 'The bank', question: 'Which bank?' },
    ],
  },
  { type: 'token', content: 'Which one?' },
  { type: 'final', trace_id: 'trace', total_ms: 1, response: 'Which one?', refs: [], usage, suggestions: [] },
]

/** An engine whose turns and jobs are told beforehand, and which remembers what it was asked. */
export class FakeEngine extends FakeRecords implements Engine {
  readonly asked: AskInput[] = []
  readonly deleted: string[][] = []
  documents: DocumentRecord[] = []
  /** The turn for each question; the last one again for further questions. Thrown where it is an error. */
  turns: (EventBody[] | Error)[] = [answered]
  jobEvents: EventBody[] = []
  /** The events of trying again; those of any job where not set. */
  retryEvents: EventBody[] | undefined
  /** The events of reading scans; those of any job where not set. What is in the library afterwards, where that changes. */
  scanEvents: EventBody[] | undefined
  documentsAfterScans: DocumentRecord[] | undefined
  scansRead = 0
  retried: { ids: readonly string[] | undefined; password: string | undefined }[] = []
  ingested: unknown
  readonly received: Uint8Array[] = []
  settings: Settings = defaultSettings
  /** What a watcher is told after the snapshot. */
  changes: Change[] = []
  checkProblems: Note[] = []
  closed = 0
  /** Called before each event of a turn: where a test presses Ctrl-C. */
  beforeEvent: (body: EventBody) => void = () => undefined

  async *ask(input: AskInput, signal?: AbortSignal): AsyncGenerator<CairnEvent> {
    this.asked.push(input)
    this.signal = signal
    const turn = this.turns[Math.min(this.asked.length, this.turns.length) - 1] ?? []
    if (turn instanceof Error) throw turn
    const stamp = createStamper(input.session_id ?? `s${this.asked.length}`, 't', () => 0)
    let response = ''
    for (const body of turn) {
      this.beforeEvent(body)
      await setImmediate()
      if (signal?.aborted) {
        yield stamp({ type: 'cancelled', trace_id: 'trace', total_ms: 1, response })
        return
      }
      if (body.type === 'token') response += body.content
      yield stamp(body)
    }
  }

  /** Turns that were started, by their ids; `follow` tells the same turn as `ask` would. */
  readonly started: StartTurnInput[] = []
  readonly stopped: string[] = []
  readonly wentOn: string[] = []

  startTurn(input: StartTurnInput): Promise<RunningTurn> {
    this.started.push(input)
    return Promise.resolve({ session_id: input.session_id, turn_id: input.turn_id })
  }

  async *followTurn(turnId: string, afterSeq: number, signal?: AbortSignal): AsyncGenerator<CairnEvent> {
    const input = this.started.find(({ turn_id }) => turn_id === turnId)
    if (!input) throw new CairnError('NOT_FOUND', `Turn ${turnId} is not running here.`, 'Open its session.')
    for await (const event of this.ask(input, signal)) if (event.seq > afterSeq) yield { ...event, turn_id: turnId }
  }

  goOnTurn(turnId: string): Promise<boolean> {
    this.wentOn.push(turnId)
    return Promise.resolve(this.started.some(({ turn_id }) => turn_id === turnId))
  }

  stopTurn(turnId: string): Promise<boolean> {
    this.stopped.push(turnId)
    return Promise.resolve(this.started.some(({ turn_id }) => turn_id === turnId))
  }

  async *ingest(request: unknown, signal?: AbortSignal): AsyncGenerator<CairnEvent> {
    this.ingested = request
    yield* this.#job(signal)
  }

  async *retry(
    ids: readonly string[] | undefined,
    signal?: AbortSignal,
    password?: string,
  ): AsyncGenerator<CairnEvent> {
    this.retried.push({ ids, password })
    yield* this.#job(signal, this.retryEvents)
  }

  async *readScans(signal?: AbortSignal): AsyncGenerator<CairnEvent> {
    this.scansRead += 1
    yield* this.#job(signal, this.scanEvents)
    this.documents = this.documentsAfterScans ?? this.documents
  }

  async *rebuild(signal?: AbortSignal): AsyncGenerator<CairnEvent> {
    yield* this.#job(signal)
  }

  repairs = 0
  async *repair(signal?: AbortSignal): AsyncGenerator<CairnEvent> {
    this.repairs += 1
    yield* this.#job(signal)
  }

  async *#job(signal?: AbortSignal, events = this.jobEvents): AsyncGenerator<CairnEvent> {
    this.signal = signal
    const stamp = createStamper('job', 'job', () => 0)
    for (const body of events) {
      this.beforeEvent(body)
      await setImmediate()
      if (signal?.aborted) return
      yield stamp(body)
    }
  }

  listDocuments = (): DocumentRecord[] => this.documents

  sentences: FoundSentences = { sentences: [], has_all_words: true }
  findWords = () => Promise.resolve(this.sentences)

  getDocument(id: string): DocumentRecord {
    const found = this.documents.find((document) => document.id === id)
    if (!found) throw new CairnError('NOT_FOUND', 'There is no such document.', 'List the documents.')
    return found
  }

  readDocument = () =>
    Promise.resolve({
      text: '0123456789',
      structure: { format: 'text' as const, title: '', blocks: [], pages: [], gaps: [] },
    })

  addDocuments(request: IngestRequest): string {
    this.ingested = request
    return 'job'
  }

  addText = (request: { text: string; name?: string | undefined; collection?: string | undefined }) => {
    this.ingested = request
    return Promise.resolve('job')
  }

  lookInto = () => Promise.resolve(null)
  addPage = ({ address, allow }: PageRequest): Promise<PageAnswer> =>
    Promise.resolve(
      allow.length === 0
        ? { is: 'ask', host: new URL(address).hostname, from: null }
        : { is: 'started', job_id: 'job', address },
    )
  refreshPage = (id: string, allow: readonly string[]) => this.addPage({ address: `https://${id}`, allow })

  addSample = () => 'job'
  addAgain = () => 'job'
  stopJob = (jobId: string) => Promise.resolve(jobId === 'job')

  async receiveFile(name: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
    for await (const piece of bytes) this.received.push(piece)
    return `/inbox/${name}`
  }

  async fileToOpen(id: string): Promise<string> {
    return Promise.resolve(this.getDocument(id).source)
  }

  originalOf = (id: string): Promise<OriginalFile> => {
    const { name, format } = this.getDocument(id)
    const file = { size: 1, read: () => Promise.resolve(new Uint8Array(1)), close: () => Promise.resolve() }
    return Promise.resolve({ hash: id, size: 1, name, format, open: () => Promise.resolve(file) })
  }

  updateDocuments = ({ ids, collection }: DocumentChange) =>
    Promise.resolve(ids.map((id) => ({ ...this.getDocument(id), ...(collection ? { collection } : {}) })))

  trashDocuments = (ids: readonly string[]) => Promise.resolve({ trashed: [...ids], until: 20_000 })
  restoreDocuments = (ids: readonly string[]) => Promise.resolve([...ids])
  trashed: DocumentRecord[] = []
  listTrash = () => this.trashed
  emptyTrash = (ids?: readonly string[]) => Promise.resolve([...(ids ?? this.trashed.map(({ id }) => id))])
  readonly folders = new FakeFolders()

  getSettings = (): Settings => this.settings

  changeSettings(patch: SettingsPatch): Promise<Settings> {
    const retrieval = { ...this.settings.retrieval, ...patch.retrieval }
    const graph = { ...this.settings.graph, ...patch.graph }
    const models = { ...this.settings.models, ...patch.models }
    const doors = { ...this.settings.doors, ...patch.doors }
    const backups = { ...this.settings.backups, ...patch.backups }
    this.settings = Settings.parse({ ...this.settings, ...patch, retrieval, graph, models, doors, backups })
    return Promise.resolve(this.settings)
  }

  async *askAside(input: AsideInput, signal?: AbortSignal): AsyncGenerator<CairnEvent> {
    yield* this.ask(input, signal)
  }

  standing: LibraryStanding | null = null
  library = () => Promise.resolve(this.standing)
  keepLibraryKeys = () => Promise.reject(new Error('Nothing is shared here.'))

  moving: AskedMove = { asked: null }
  askedMove = () => Promise.resolve(this.moving)
  askForMove(to: string | null): Promise<AskedMove> {
    this.moving = { asked: to === null ? null : { to, failed: null } }
    return Promise.resolve(this.moving)
  }

  passages: FoundPassage[] = []
  searchPassages = () => Promise.resolve(this.passages)
  embedTexts = (texts: readonly string[]) =>
    Promise.resolve({ model: 'fake', dimensions: 1, vectors: texts.map(() => [1]) })

  readonly models = new FakeModels()
  readonly graph = new FakeGraph()
  readonly research = new FakeResearch()
  readonly notes = fakeNotebooks()
  readonly backups = fakeBackups()
  readonly encryption = fakeEncryption()
  readonly evaluation = fakeEvaluation()
  readonly network: NetworkDesk = {
    find: () => Promise.resolve({ attempts: [], total: 0, damaged: 0 }),
    rules: () => [],
    allow: () => Promise.resolve([]),
    forget: () => Promise.resolve([]),
  }
  readonly diagnostics = new FakeDiagnostics()
  readonly tools: ToolDesk = {
    own: {
      list: () => [],
      switch: () => Promise.resolve([]),
      run: ({ name }) => Promise.reject(new CairnError('NOT_FOUND', `There is no tool ${name}.`)),
    },
    rates: { import: () => Promise.resolve({ first: '', last: '' }), days: () => Promise.resolve(null) },
    servers: {
      servers: () => [],
      put: () => Promise.resolve(),
      importServers: () => Promise.resolve({ names: [], notes: [] }),
      setEnabled: () => Promise.resolve(),
      remove: () => Promise.resolve(),
      restart: () => Promise.resolve(),
      list: () => Promise.resolve([]),
      said: () => [],
      known: () => [],
    },
    consents: {
      entries: () => [],
      set: () => Promise.resolve(),
      answer: () => Promise.resolve(false),
      log: () => [],
    },
  }

  terms: OwnTerm[] = []
  listTerms = () => ({ own: this.terms, shipped: 2 })

  setTerms(rows: readonly OwnTerm[]) {
    this.terms = [...rows]
    return Promise.resolve(this.listTerms())
  }

  lookUpTerms = (text: string) => [{ term: text, translations: ['水泵'], own: false }]

  doorChanges = 0

  doorsChanged(): void {
    this.doorChanges += 1
  }

  async *watch(): AsyncGenerator<Change> {
    const sessions = await this.listSessions()
    yield { type: 'snapshot', documents: this.documents, sessions, jobs: [], running: [], settings: this.settings }
    yield* this.changes
  }

  deleteDocuments(ids: readonly string[]): Promise<string[]> {
    this.deleted.push([...ids])
    return Promise.resolve([...ids])
  }

  listSessions = () =>
    Promise.resolve([
      {
        id: 's1',
        title: 'A \u001b[31mtitle',
        message_count: 2,
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-02T00:00:00Z',
        pinned: false,
      },
    ])

  getSession(id: string): Promise<SessionContext> {
    if (id === 's1') return Promise.resolve(session)
    return Promise.reject(new CairnError('NOT_FOUND', `There is no session ${id}.`, 'List the sessions.'))
  }

  searchSessions = (query: string, limit: number): Promise<SessionHit[]> =>
    Promise.resolve([{ header: headerNamed('s1'), turn_id: 't', snippet: `${query} ${limit}` }])

  renameSession = (id: string, title: string) => Promise.resolve({ ...headerNamed(id), title })
  pinSession = (id: string, pinned: boolean) => Promise.resolve({ ...headerNamed(id), pinned })
  moveSessions = (ids: readonly string[], folder: string | null) =>
    Promise.resolve(ids.map((id) => ({ ...headerNamed(id), ...(folder === null ? {} : { folder }) })))
  trashSession = (id: string) => Promise.resolve({ trashed: [id], until: 20_000 })
  restoreSession = (id: string) => Promise.resolve(headerNamed(id))

  deleteSession = () => Promise.resolve()
  info = () =>
    Promise.resolve({ version: '0.1.0', folder: '/store', embedder: 'fake', documents: 1, chunks: 2, sessions: 3 })
  check = () =>
    Promise.resolve({
      ...{ ok: this.checkProblems.length === 0, problems: this.checkProblems, counts: { documents: 1 } },
      given_up: [],
    })

  close(): Promise<void> {
    this.closed++
    return Promise.resolve()
  }
}
