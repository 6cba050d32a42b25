import { join } from 'node:path'
import type { EventBody, EvidenceItem } from '@shared/events'
import type { SessionContext } from '@shared/session/session-context'
import { ChangeFeed } from '@engine/platform/changes/change-feed'
import { AsideChat } from '@engine/pipeline/aside/aside-chat'
import { nearestPassages } from '@engine/pipeline/aside/search-passages'
import { Chat } from '@engine/pipeline/chat'
import { FirstLoads, firstLoadsOf } from '@engine/pipeline/first-loads'
import { TurnFigures } from '@engine/pipeline/turn-figures'
import { ReportFiles } from '@engine/research/export/report-files'
import type { ExportRooms } from '@engine/session/export/export-sessions'
import { SessionRecords } from '@engine/pipeline/records/session-records'
import type { PipelineRooms } from '@engine/pipeline/turn'
import { type SensitivityOf, sensitiveNames } from '@engine/session/context/current-sensitivity'
import { sensitivityOfTags } from '@shared/sensitivity/sensitive-documents'
import { SessionQueue } from '@engine/session/session-queue'
import { Sessions } from '@engine/session/sessions'
import { TurnRegistry } from '@engine/session/turn-registry'
import { createScratchSessions } from '@engine/storage/sessions/scratch-sessions'
import { RatesFile } from '@engine/tools/currency/rates-file'
import type { Tables } from '@engine/tools/tables/create-tables'
import { createStagedFiles } from '@engine/storage/files/staged-import-files'
import { builtInTools } from './built-in-tools'
import type { EngineBase } from './engine-base'
import { roomsForPrograms } from './programs/rooms-for-programs'
import { type AnsweringNeeds, pipelineRooms } from './pipeline-rooms'
import { wireTables } from './wire-tables'
import { type ToolsPart, wireTools } from './wire-tools'

export interface AnsweringPart {
  readonly chat: Chat
  /** Questions of other programs. */
  readonly aside: AsideChat
  readonly turns: TurnRegistry
  readonly sessions: Sessions
  readonly records: SessionRecords
  readonly rooms: PipelineRooms
  /** What other programs are answered with. */
  readonly forPrograms: PipelineRooms
  readonly firstLoads: FirstLoads
  readonly tools: ToolsPart
  readonly tables: Tables
  /** The stream of changes for windows. */
  readonly feed: ChangeFeed
}

/** Sessions, the turns in them, and the record of both. */
export async function wireAnswering(base: EngineBase, parts: AnsweringNeeds): Promise<AnsweringPart> {
  const { opened, log, changes } = base
  const closing = base.closing.signal
  const { publish } = changes
  const { store } = parts.storage
  const { ready } = parts.library
  const now = Date.now
  const queue = new SessionQueue()
  const turns = new TurnRegistry({ publish, closing, now, log })
  opened.defer(() => turns.idle())
  base.rest.follow(() => turns.forget())
  base.rest.notWhile(() => turns.running().length > 0)
  const sessions = new Sessions({ store: store.sessions, queue, turns, publish, closing, now, log })
  opened.defer(() => sessions.close())
  const sensitivityOf: SensitivityOf = (id) => sensitivityOfTags(store.catalogue.get(id)?.tags ?? [])
  const searching = await pipelineRooms(base, { ...parts, sessions, sensitivityOf })
  const search = async (query: string, limit: number, signal: AbortSignal) =>
    (await nearestPassages({ query, limit }, searching, signal)).flatMap((one) => (one.isRelevant ? [one.passage] : []))
  const figures = new TurnFigures()
  const rates = new RatesFile(base.options.folder)
  const tables = wireTables(base, parts.storage)
  const own = builtInTools(base, { ...parts, search, tables, rates, turnTimes: () => figures.figures() })
  const tools = await wireTools(base, { tools: own, rates, models: parts.models, sessions: store.sessions })
  const firstLoads = new FirstLoads(firstLoadsOf(searching), log)
  const rooms = together(searching, { tools: tools.channel, timeZone: tools.timeZone, firstLoads })
  const announce = (id: string) => sessions.announce(id)
  const records = sessionRecords(base, parts, { rooms, sessions, turns, queue, sensitivityOf })
  opened.defer(() => records.idle())
  const told = (body: EventBody) => {
    figures.add(body)
    // Whether the quoted files are still what was read is told with the answer.
    if (body.type === 'evidence') void parts.library.folders.loose.look(documentsOf(body.items))
  }
  const { tracer } = base.diagnostics
  const chat = new Chat({ rooms, turns, queue, ready, closing, announce, publish, tracer, log, told })
  opened.defer(() => chat.idle())
  const forPrograms = roomsForPrograms(rooms, store.catalogue)
  const aside = new AsideChat({
    rooms: forPrograms,
    sessions: createScratchSessions([], now),
    ready,
    closing,
    tracer,
    log,
  })
  const feed = changeFeed(parts, { sessions, turns, tools })
  changes.listen((change) => feed.publish(change))
  return { chat, aside, turns, sessions, records, rooms, forPrograms, firstLoads, tools, tables, feed }
}

interface RecordNeeds {
  readonly rooms: PipelineRooms
  readonly sessions: Sessions
  readonly turns: TurnRegistry
  readonly queue: SessionQueue
  readonly sensitivityOf: SensitivityOf
}

/** What is asked of records: marks, exports, imports, and asking again. */
function sessionRecords(
  { options, closing: { signal: closing }, log, opened }: EngineBase,
  { storage: { store }, library: { ready, reader } }: AnsweringNeeds,
  { rooms, sessions, turns, queue, sensitivityOf }: RecordNeeds,
): SessionRecords {
  const files = new ReportFiles()
  opened.defer(() => files.close())
  const paper: ExportRooms['paper'] = (context, format, signal) => files.writeChat(context, format, signal)
  return new SessionRecords({
    rooms: withReplay(rooms),
    store: store.sessions,
    queue,
    running: (id) => new Set(turns.runningIn(id).map(({ asked }) => asked.turn_id)),
    read: (id) => reader.currentText(id),
    library: { sensitivityOf, sensitiveNames: () => sensitiveNames(store.catalogue.list()), paper },
    imports: {
      store: store.sessions,
      queue,
      staged: createStagedFiles(join(options.folder, 'imports'), store.files),
      announce: (id) => sessions.announce(id),
      restore: (id) => sessions.restore(id),
      closing,
      log,
    },
    ready,
    closing,
  })
}

function documentsOf(items: readonly EvidenceItem[]): string[] {
  return items.flatMap(({ kind, document_id }) => (kind === 'kb' ? document_id : []))
}

/** The pipeline's rooms with what asking again in memory needs. */
function withReplay(rooms: PipelineRooms) {
  return together(rooms, {
    scratch: (contexts: readonly SessionContext[]) => createScratchSessions(contexts, rooms.now),
    clock: () => performance.now(),
  })
}

/** The rooms and more. Their getters stay getters: the index may change. */
function together<More extends object>(rooms: PipelineRooms, more: More): PipelineRooms & More {
  return Object.defineProperties({ ...more }, Object.getOwnPropertyDescriptors(rooms)) as PipelineRooms & More
}

function changeFeed(
  { models, graph, storage, library: { library, folders } }: AnsweringNeeds,
  { sessions, turns, tools }: Pick<AnsweringPart, 'sessions' | 'turns' | 'tools'>,
): ChangeFeed {
  return new ChangeFeed({
    sessions: () => sessions.list(),
    present: () => ({
      documents: library.listDocuments({}),
      jobs: library.jobs.list(),
      running: turns.running(),
      settings: models.settings.get(),
      models: models.inference.desk.state(),
      graph: graph.graph.graph.state(),
      unmapped: graph.graph.waiting(),
      encrypted: storage.store.vault.lines.isSealing,
      research: storage.store.research.listed(),
      tool_servers: tools.desk.servers.servers(),
      folders: folders.desk.list(),
      library: storage.store.shared?.access(),
    }),
  })
}
