import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { otherCall, type PlanTask } from '@shared/research/plan-spec'
import { TurnActivity } from '@engine/platform/changes/turn-activity'
import { ReportFiles } from '@engine/research/export/report-files'
import { claimsOf } from '@engine/research/ledger/claims-of'
import { claimsWithModel } from '@engine/research/ledger/claims-with-model'
import { conflictsOf } from '@engine/research/ledger/conflicts-of'
import { otherWordings } from '@engine/research/report/check-report'
import { writeReport, writeReportWithModel } from '@engine/research/report/write-report'
import { listJobs, readJobs } from '@engine/research/jobs/list-jobs'
import { planFor } from '@engine/research/jobs/plan-for'
import { behindContext } from '@engine/research/plan/behind-context'
import { planLibrary, type PlanRooms } from '@engine/research/plan/make-plan'
import { reviewPlan } from '@engine/research/plan/review-plan'
import { searchLibrary } from '@engine/research/deep-search/library-rooms'
import { differencesTask } from '@engine/research/runs/executors/differences-task'
import { graphTask } from '@engine/research/runs/executors/graph-task'
import type { LibrarySources } from '@engine/research/runs/executors/library-sources'
import { readTask } from '@engine/research/runs/executors/read-task'
import { searchTask } from '@engine/research/runs/executors/search-task'
import { toolPassages } from '@engine/research/runs/executors/passages-of-tools'
import { tablesTask, toolTask } from '@engine/research/runs/executors/tool-tasks'
import { FairTurns } from '@engine/research/runs/fair-turns'
import { keptFromModel } from '@engine/research/runs/models-for-passages'
import type { ResearchRooms } from '@engine/research/runs/research-rooms'
import { speakingModels } from '@engine/research/runs/speaking-models'
import { ResearchRuns } from '@engine/research/runs/research-runs'
import { unreadParts } from '@engine/research/runs/executing/unread-parts'
import type { PlannedCall } from '@engine/tools/external/planned-calls'
import type { PipelineRooms } from '@engine/pipeline/turn'
import type { LanguageModels } from '@engine/ports/models/language-model'
import { seedOf } from '@engine/pipeline/model-calls/model-call'
import { standaloneInChat } from '@engine/pipeline/rewrite/standalone-in-chat'
import type { EngineBase } from '../engine-base'
import type { EngineParts } from '../start-background'
import { librarySources, sensitiveLibrary, taskTools } from './task-rooms'

/** Searches of all runs that are under way at once. */
const searchesAtOnce = 2
const retryAfterMs = 1000
/** Passages of one search that say which documents a plan may name. */
const passagesForPlan = 12

type Parts = Omit<EngineParts, 'research' | 'backups' | 'evaluation'>

/** What research works with of its own. */
interface Sources {
  readonly library: LibrarySources
  readonly models: LanguageModels | undefined
}

const clock = () => performance.now()

/** Research: runs that go on by themselves, each step in a journal. */
export async function wireResearch(base: EngineBase, parts: Parts): Promise<ResearchRuns> {
  const { opened, changes, log } = base
  const closing = base.closing.signal
  const activity = new TurnActivity()
  changes.listen((change) => activity.follow(change))
  const files = new ReportFiles()
  opened.defer(() => files.close())
  const runs = new ResearchRuns({
    store: parts.storage.store.research,
    rooms: researchRooms(base, parts, files),
    turns: new FairTurns({ most: searchesAtOnce, whenQuiet: (signal) => activity.whenIdle(signal) }),
    publish: changes.publish,
    closing,
    clock,
    now: Date.now,
    retryAfterMs,
    tracer: base.diagnostics.tracer,
    log,
  })
  opened.defer(() => runs.close())
  // From here on windows can be told of them without waiting.
  await parts.storage.store.research.list()
  return runs
}

function researchRooms(base: EngineBase, parts: Parts, files: ReportFiles): ResearchRooms {
  const { catalogue } = parts.storage.store
  const { rooms, tools } = parts.answering
  const models = rooms.models && speakingModels(rooms.models, clock)
  const library = librarySources({ catalogue, reader: parts.library.reader, rooms })
  return {
    ...planning(base, parts, { library, models }),
    ...findings(rooms, models),
    executors: executorsOf(parts, { library, models }),
    allowCalls: (runId, { tasks }, signal) => tools.planned.allow(runId, tasks.flatMap(otherCallOf), signal),
    unread(run) {
      const model = modelFor(models, run.asked?.model, rooms)
      const unread = unreadParts(run, { records: catalogue.list(), resolveFilter: rooms.resolveFilter })
      return [...unread, ...(model ? keptFromModel(run, model) : [])]
    },
    document(id) {
      const record = catalogue.get(id)
      return record?.live && record.trashed_at === null
        ? { name: record.name, hash: record.live.content_hash, addedAt: record.created_at }
        : undefined
    },
    sensitive: sensitiveLibrary(catalogue),
    files,
  }
}

function planning({ options, log }: EngineBase, parts: Parts, { library, models }: Sources) {
  const planRooms = planRoomsOf(parts, models)
  const jobFolders = {
    shipped: join(options.resources, 'research', 'jobs'),
    own: join(options.folder, 'research-jobs'),
  }
  return {
    jobs: async () => listJobs(await readJobs(jobFolders, log)),
    async plan({ turn, ...request }, signal) {
      const { templates } = await readJobs(jobFolders, log)
      const make = (goal: string) =>
        planFor({ ...request, goal, planId: `p_${randomUUID()}` }, planRooms, templates, signal)
      if (!turn) return make(request.goal)
      const asked = { question: request.goal, sessionId: turn.session_id, turnId: turn.turn_id }
      const { context, question } = await standaloneInChat(asked, parts.answering.rooms)
      return behindContext(context, await make(question))
    },
    review: (plan) => reviewPlan(plan, planLibrary(library.documents(undefined), planRooms)),
  } satisfies Partial<ResearchRooms>
}

function executorsOf(
  { answering: { rooms, tools }, graph }: Parts,
  { library, models }: Sources,
): ResearchRooms['executors'] {
  const own = taskTools(tools, library)
  return {
    search: searchTask((work) => {
      const { scope: filter, model: wanted, chat } = work
      const tools = toolPassages(work, own, library)
      return searchLibrary(rooms, { filter, chat }, { clock, tools, model: modelFor(models, wanted, rooms) })
    }, library),
    read: readTask(library, clock),
    graph: graphTask(graph.graph.graph, library, clock),
    tables: tablesTask(own, library, clock),
    differences: differencesTask(library, clock),
    tool: toolTask(own, library, clock),
  }
}

/** Claims, contradictions and reports, with a model where one is asked for and there. */
function findings(rooms: PipelineRooms, models: Sources['models']) {
  const accessFor = (wanted: string | undefined, id: string) => {
    const model = modelFor(models, wanted, rooms)
    return model ? { ...model, seed: seedOf(id), clock } : null
  }
  return {
    claims(found, signal) {
      const access = accessFor(found.model, found.question)
      return access ? claimsWithModel(found, rooms, access, signal) : claimsOf(found, rooms, signal)
    },
    // What a model noted may be wrong, and then contradicts what is right.
    conflicts: (claims) => conflictsOf(claims.filter(({ wording }) => wording === 'quoted')),
    report(run, byRules, signal) {
      const request = { madeAt: new Date().toISOString(), othersFor: (word: string) => otherWordings(word, rooms) }
      const access = byRules ? null : accessFor(run.asked?.model, run.header.id)
      return access
        ? writeReportWithModel(run, request, { ...access, terms: rooms.terms }, signal)
        : Promise.resolve(writeReport(run, request))
    },
  } satisfies Partial<ResearchRooms>
}

/** The call of another program's tool that a task is. */
function otherCallOf({ tool, call }: PlanTask): PlannedCall[] {
  const other = tool === 'tool' && call ? otherCall(call.name) : null
  return other && call ? [{ ...other, args: call.args }] : []
}

/** The language models and the one that is asked for; undefined where rules do the work. */
function modelFor(models: Sources['models'], wanted: string | undefined, { isKept }: Pick<PipelineRooms, 'isKept'>) {
  return models && wanted !== 'rules' ? { models, wanted, isKept } : undefined
}

/** What plans are made with; all that is looked up is as it is then. */
function planRoomsOf({ answering: { rooms, tools, tables } }: Parts, models: Sources['models']): PlanRooms {
  return {
    library: rooms.library,
    terms: rooms.terms,
    get index() {
      return rooms.index
    },
    resolveFilter: (filter) => rooms.resolveFilter(filter),
    models,
    clock,
    async documentsOn(text, signal) {
      const documents = searchLibrary(rooms, {}, { clock, tools: undefined, model: undefined })
      const found = await documents.search(text, { limit: passagesForPlan, graph: false }, signal)
      return [...new Set(found.map(({ chunk }) => chunk.doc_id))]
    },
    get ownTools() {
      return tools.desk.own.list().flatMap(({ name, on }) => (on ? [name] : []))
    },
    get servers() {
      return tools.desk.servers.servers().map(({ name }) => name)
    },
    tables: async (signal) => {
      await tables.catalogue.ready(signal)
      return tables.catalogue.tables()
    },
  }
}
