import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { TurnActivity } from '@engine/graph/model-extraction/requests/turn-activity'
import { ReportFiles } from '@engine/research/export/report-files'
import { claimsOf } from '@engine/research/ledger/claims-of'
import { conflictsOf } from '@engine/research/ledger/conflicts-of'
import { otherWordings } from '@engine/research/report/check-report'
import { writeReport } from '@engine/research/report/write-report'
import { listJobs, readJobs } from '@engine/research/jobs/list-jobs'
import { planFor } from '@engine/research/jobs/plan-for'
import { planLibrary, type PlanRooms } from '@engine/research/plan/make-plan'
import { reviewPlan } from '@engine/research/plan/review-plan'
import { searchLibrary } from '@engine/research/deep-search/library-rooms'
import { differencesTask } from '@engine/research/runs/executors/differences-task'
import { graphTask } from '@engine/research/runs/executors/graph-task'
import { readTask } from '@engine/research/runs/executors/read-task'
import { searchTask } from '@engine/research/runs/executors/search-task'
import { tablesTask, toolTask } from '@engine/research/runs/executors/tool-tasks'
import { FairTurns } from '@engine/research/runs/fair-turns'
import type { ResearchRooms } from '@engine/research/runs/research-rooms'
import { ResearchRuns } from '@engine/research/runs/research-runs'
import { unreadParts } from '@engine/research/runs/executing/unread-parts'
import { sensitivityOfTags } from '@engine/session/context/evidence'
import type { EngineBase } from '../engine-base'
import type { EngineParts } from '../start-background'
import { librarySources, taskTools } from './task-rooms'

/** Searches of all runs that are under way at once. */
const searchesAtOnce = 2
const retryAfterMs = 1000

/** Research: runs that go on by themselves, each step in a journal. */
export async function wireResearch(base: EngineBase, parts: Omit<EngineParts, 'research'>): Promise<ResearchRuns> {
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
    clock: () => performance.now(),
    now: Date.now,
    retryAfterMs,
    log,
  })
  opened.defer(() => runs.close())
  // From here on windows can be told of them without waiting.
  await parts.storage.store.research.list()
  return runs
}

function researchRooms(
  { options, log }: EngineBase,
  parts: Omit<EngineParts, 'research'>,
  files: ReportFiles,
): ResearchRooms {
  const { catalogue } = parts.storage.store
  const { rooms, tools } = parts.answering
  const clock = () => performance.now()
  const library = librarySources({ catalogue, reader: parts.library.reader, rooms })
  const model = rooms.models && { models: rooms.models }
  const own = taskTools(tools, library)
  const planRooms = planRoomsOf(parts)
  const jobFolders = {
    shipped: join(options.resources, 'research', 'jobs'),
    own: join(options.folder, 'research-jobs'),
  }
  return {
    jobs: async () => listJobs(await readJobs(jobFolders, log)),
    async plan(request, signal) {
      const { templates } = await readJobs(jobFolders, log)
      return planFor({ ...request, planId: `p_${randomUUID()}` }, planRooms, templates, signal)
    },
    review: (plan) => reviewPlan(plan, planLibrary(library.documents(undefined), planRooms)),
    executors: {
      search: searchTask((filter) => searchLibrary(rooms, { filter }, { clock, tools: undefined, model })),
      read: readTask(library, clock),
      graph: graphTask(parts.graph.graph.graph, library, clock),
      tables: tablesTask(own, library, clock),
      differences: differencesTask(library, clock),
      tool: toolTask(own, library, clock),
    },
    claims: (found, signal) => claimsOf(found, rooms, signal),
    conflicts: conflictsOf,
    report: (run) =>
      Promise.resolve(
        writeReport(run, { madeAt: new Date().toISOString(), othersFor: (word) => otherWordings(word, rooms) }),
      ),
    unread: (run) => unreadParts(run, { records: catalogue.list(), resolveFilter: rooms.resolveFilter }),
    document(id) {
      const record = catalogue.get(id)
      return record?.live && record.trashed_at === null
        ? { name: record.name, hash: record.live.content_hash }
        : undefined
    },
    sensitivityOf: (id) => sensitivityOfTags(catalogue.get(id)?.tags ?? []),
    files,
  }
}

/** What plans are made with; all that is looked up is as it is then. */
function planRoomsOf({ answering: { rooms, tools, tables } }: Omit<EngineParts, 'research'>): PlanRooms {
  return {
    library: rooms.library,
    terms: rooms.terms,
    get index() {
      return rooms.index
    },
    resolveFilter: (filter) => rooms.resolveFilter(filter),
    models: rooms.models,
    clock: () => performance.now(),
    get ownTools() {
      return tools.desk.own.list().flatMap(({ name, on }) => (on ? [name] : []))
    },
    tables: async (signal) => {
      await tables.catalogue.ready(signal)
      return tables.catalogue.tables()
    },
  }
}
