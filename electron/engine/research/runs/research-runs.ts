import { randomUUID } from 'node:crypto'
import { type ReportExport, type ResearchJob, StartResearchInput } from '@shared/api/research-api'
import type { Change, Trashed } from '@shared/changes'
import { CairnError, toCairnError } from '@shared/errors'
import type { CairnEvent } from '@shared/events'
import { isWorking } from '@shared/research/fold-steps'
import type { PlanSpec } from '@shared/research/plan-spec'
import type { ResearchRun, RunDifference, RunHeader, RunRequest, RunStep } from '@shared/research/research-run'
import { higherSensitivity } from '@shared/session/session-context'
import type { ExportChunk, ImportedPart } from '@shared/session/turn-context'
import type { ResearchDesk } from '@engine/ports/research-desk'
import type { ResearchStore } from '@engine/ports/storage/research-store'
import { SessionQueue } from '@engine/session/session-queue'
import { detectLanguage } from '@engine/text/language'
import { redactRun } from '../export/redaction/redact-run'
import { cannotRun } from '../plan/review-plan'
import { keepFoundSoFar, planRequestOf, titleOf } from './executing/conduct-run'
import { type AtWorkParts, RunsAtWork } from './executing/runs-at-work'
import { retrySteps } from './executing/task-steps'
import { compareRuns } from './journal/compare-runs'
import { importedSteps } from './journal/imported-steps'
import type { OpenRun } from './journal/open-run'
import { OpenRuns } from './journal/open-runs'

export interface ResearchRunsParts extends AtWorkParts {
  readonly store: ResearchStore
  readonly publish: (change: Change) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly newId?: () => string
}

/** Days that a run in the trash can be restored. */
const trashDays = 30
const dayMs = 86_400_000

/** Runs of research: begun, planned, done, halted and done again, each durable step by step. */
export class ResearchRuns implements ResearchDesk {
  readonly #runs: OpenRuns
  readonly #atWork: RunsAtWork
  readonly #acts = new SessionQueue()

  constructor(private readonly parts: ResearchRunsParts) {
    const { store, publish } = parts
    this.#runs = new OpenRuns({
      store,
      changed: ({ run }) => publish({ type: 'research', changed: [run.header], removed: [] }),
    })
    this.#atWork = new RunsAtWork(parts, () => void this.#runs.forgetSome((id) => this.#atWork.has(id)))
  }

  /** Has the runs that were under way go on, and deletes what was in the trash for long. Never rejects. */
  async resume(): Promise<void> {
    const { store, log } = this.parts
    try {
      const before = this.parts.now() - trashDays * dayMs
      for (const { id, trashed_at: at } of await store.trashed()) if (Date.parse(at) < before) await store.remove(id)
      for (const header of (await store.list()).toReversed()) {
        if (isWorking(header)) this.#atWork.begin(await this.#runs.find(header.id))
      }
    } catch (thrown) {
      log(`Research could not go on: ${String(thrown)}`)
    }
  }

  /** Resolves when nothing is under way any more; to be called after `closing` was aborted. */
  async close(): Promise<void> {
    await this.#atWork.idle()
  }

  async jobs(): Promise<ResearchJob[]> {
    return [...(await this.parts.rooms.jobs())]
  }

  list(): Promise<RunHeader[]> {
    return this.parts.store.list()
  }

  async get(id: string): Promise<ResearchRun> {
    const { run } = await this.#runs.find(id)
    const sensitivity = this.#sensitivityOf(run)
    return sensitivity === undefined ? run : { ...run, sensitivity }
  }

  async start(input: StartResearchInput): Promise<RunHeader> {
    this.#requireOpen()
    const { goal, plan, from_turn: fromTurn, ...rest } = StartResearchInput.parse(input)
    const job = await this.#jobOf(rest.job)
    const locale = rest.locale ?? detectLanguage(plan?.goal ?? goal)
    const asked: RunRequest = { ...rest, locale }
    // A job may need no goal of its own; then its name is the run's.
    const wanted = goal || (plan?.goal ?? '')
    const title = wanted || job?.title[locale]
    if (!title) throw new CairnError('INVALID_INPUT', 'Say what is to be found out.', 'Type a question or a task.')
    const created = { goal: wanted, from_turn: fromTurn, again_of: null, asked }
    return this.#begin(created, plan, asked.at_once, titleOf(title))
  }

  async again(id: string): Promise<RunHeader> {
    this.#requireOpen()
    const { run } = await this.#runs.find(id)
    const { plan, header, asked } = run
    if (!plan) throw new CairnError('INVALID_INPUT', 'This research has no plan yet.', 'Wait until it is made.')
    const created = { goal: header.goal, from_turn: run.from_turn, again_of: id, asked }
    return this.#begin(created, plan, true, header.title)
  }

  setPlan(id: string, plan: PlanSpec): Promise<PlanSpec> {
    return this.#act(id, async (open) => {
      this.#requireRest(open)
      const reviewed = this.parts.rooms.review(plan)
      await open.note([
        { op: 'planned', plan: reviewed },
        { op: 'state', state: 'waiting', error: null },
      ])
      return reviewed
    })
  }

  clarify(id: string, answers: Readonly<Record<string, string>>): Promise<PlanSpec> {
    return this.#act(id, async (open) => {
      this.#requireRest(open)
      const plan = await this.#clarified(open, answers)
      if (open.run.asked?.at_once === true && plan.status === 'ready') await this.#goOn(open)
      return plan
    })
  }

  run(id: string, task?: string): Promise<RunHeader> {
    return this.#act(id, async (open) => {
      if (this.#atWork.has(id)) return open.run.header
      open.fail(null)
      const asks = open.run.plan?.status === 'needs_clarification'
      // Who runs it passes its questions over.
      if (asks) await this.#clarified(open, {})
      // A plan that was just made anew was not looked at.
      else if (open.run.plan) await this.parts.rooms.allowCalls(id, open.run.plan, this.parts.closing)
      await this.#goOn(open, task)
      return open.run.header
    })
  }

  async pause(id: string): Promise<RunHeader> {
    return this.#halt(id, 'pause')
  }

  async stop(id: string): Promise<RunHeader> {
    const header = await this.#halt(id, 'stop')
    if (['done', 'partial', 'failed', 'stopped'].includes(header.state)) return header
    await this.#act(id, async (open) => {
      if (this.#atWork.has(id)) return
      open.fail(null)
      const hasFound = open.run.evidence.length > 0
      // What was found before it was paused makes a report, too.
      if (hasFound) await keepFoundSoFar(open, this.parts)
      await open.note([{ op: 'state', state: hasFound ? 'reporting' : 'stopped', error: null }])
      if (hasFound) this.#atWork.begin(open)
    })
    await this.#atWork.end(id)
    return (await this.#runs.find(id)).run.header
  }

  async *follow(id: string, afterSeq: number, signal?: AbortSignal): AsyncGenerator<CairnEvent> {
    const open = await this.#runs.find(id)
    yield* open.follow(afterSeq, AbortSignal.any(signal ? [signal, this.parts.closing] : [this.parts.closing]))
  }

  async differences(id: string): Promise<RunDifference[]> {
    const { run } = await this.#runs.find(id)
    if (run.again_of === null) {
      throw new CairnError('INVALID_INPUT', 'This research does no other again.', 'Choose one that was run again.')
    }
    return compareRuns((await this.#runs.find(run.again_of)).run, run, this.parts.rooms.document)
  }

  rename(id: string, title: string): Promise<RunHeader> {
    return this.#act(id, async (open) => {
      await open.note([{ op: 'titled', title }])
      return open.run.header
    })
  }

  async trash(id: string): Promise<Trashed> {
    await this.#halt(id, 'pause')
    return this.#act(id, async (open) => {
      const trashedAt = this.parts.now()
      await open.note([{ op: 'trashed', trashed_at: new Date(trashedAt).toISOString() }])
      this.parts.publish({ type: 'research', changed: [], removed: [id] })
      return { trashed: [id], until: trashedAt + trashDays * dayMs }
    })
  }

  async restore(id: string): Promise<RunHeader> {
    this.#requireOpen()
    return this.#acts.run(id, async () => {
      const open = await this.#runs.load(id)
      await this.#untrash(open)
      return open.run.header
    })
  }

  /** Takes a run over from a bundle; one that is here already stays as it is, and comes out of the trash. */
  import(run: ResearchRun): Promise<ImportedPart> {
    this.#requireOpen()
    const { id, title } = run.header
    return this.#acts.run(id, async () => {
      const known = await this.#runs.load(id).catch(unknownAsNull)
      if (known === null) {
        const open = await this.#runs.begin(id, importedSteps(run, this.parts.rooms.review))
        return { kind: 'research', id, title: open.run.header.title, outcome: 'added' }
      }
      await this.#untrash(known)
      return { kind: 'research', id, title, outcome: 'unchanged' }
    })
  }

  async *export(id: string, request: ReportExport, signal?: AbortSignal): AsyncGenerator<ExportChunk> {
    const { files, sensitive } = this.parts.rooms
    const { copy, report } = redactRun(await this.get(id), request, sensitive)
    yield* files.export(copy, request.format, report, signal)
  }

  async #begin(
    created: Omit<Extract<RunStep, { op: 'created' }>, 'op' | 'id'>,
    plan: PlanSpec | undefined,
    atOnce: boolean,
    title: string,
  ): Promise<RunHeader> {
    const id = `r_${this.parts.newId?.() ?? randomUUID()}`
    const reviewed = plan && this.parts.rooms.review(plan)
    const goesOn = atOnce && reviewed?.status === 'ready'
    const steps: RunStep[] = [
      { op: 'created', id, ...created },
      { op: 'titled', title },
      ...(reviewed ? [{ op: 'planned' as const, plan: reviewed }] : []),
      { op: 'state', state: !reviewed ? 'planning' : goesOn ? 'running' : 'waiting', error: null },
    ]
    const open = await this.#runs.begin(id, steps)
    if (isWorking(open.run.header)) this.#atWork.begin(open)
    return open.run.header
  }

  async #untrash(open: OpenRun): Promise<void> {
    if (open.run.trashed_at !== null) await open.note([{ op: 'trashed', trashed_at: null }])
    this.#runs.announce(open)
  }

  async #jobOf(id: string | undefined): Promise<ResearchJob | undefined> {
    if (id === undefined) return undefined
    const job = (await this.parts.rooms.jobs()).find((one) => one.id === id)
    if (job) return job
    throw new CairnError('NOT_FOUND', `There is no ready-made job "${id}".`, 'List the jobs to see which exist.')
  }

  /** Makes the plan anew with answers; questions without one are passed over. */
  async #clarified(open: OpenRun, answers: Readonly<Record<string, string>>): Promise<PlanSpec> {
    const { plan } = open.run
    if (!plan || plan.status !== 'needs_clarification') {
      throw new CairnError('INVALID_INPUT', 'This research asks nothing.', 'Run it, or change its plan.')
    }
    const given = Object.fromEntries(plan.clarifications.map(({ id, answer }) => [id, answers[id] ?? answer ?? '']))
    const made = await this.parts.rooms.plan(planRequestOf(open.run, given), this.parts.closing)
    await open.note([
      { op: 'planned', plan: made },
      { op: 'state', state: 'waiting', error: null },
    ])
    return made
  }

  /** Begins to do what is not done. Throws INVALID_INPUT for a plan that cannot run. */
  async #goOn(open: OpenRun, task?: string): Promise<void> {
    const { plan, header, progress } = open.run
    if (header.state === 'done' && progress.every(({ state }) => state === 'done')) return
    if (plan && plan.status !== 'ready') throw cannotRun(plan)
    await open.note((run) => [
      ...retrySteps(run, task),
      { op: 'state', state: plan ? 'running' : 'planning', error: null },
    ])
    this.#atWork.begin(open)
  }

  async #halt(id: string, reason: 'pause' | 'stop'): Promise<RunHeader> {
    await this.#runs.find(id)
    await this.#atWork.halt(id, reason)
    return (await this.#runs.find(id)).run.header
  }

  /** Acts on one run follow each other. Throws NOT_FOUND for one that is not there or in the trash. */
  async #act<T>(id: string, act: (open: OpenRun) => Promise<T>): Promise<T> {
    this.#requireOpen()
    try {
      return await this.#acts.run(id, async () => act(await this.#runs.find(id)), this.parts.closing)
    } catch (thrown) {
      throw toCairnError(thrown)
    }
  }

  #sensitivityOf({ report, evidence, sensitivity }: ResearchRun): ResearchRun['sensitivity'] {
    if (!report) return undefined
    const documents = new Set(evidence.map(({ document_id: id }) => id))
    return [...documents].map(this.parts.rooms.sensitive.sensitivityOf).reduce(higherSensitivity, sensitivity)
  }

  #requireRest(open: OpenRun): void {
    if (!this.#atWork.has(open.id)) return
    throw new CairnError('INVALID_INPUT', 'This research is at work.', 'Pause it first.')
  }

  #requireOpen(): void {
    if (this.parts.closing.aborted) throw new CairnError('CANCELLED', 'Cairn is closing.', 'Start it again.')
  }
}

function unknownAsNull(thrown: unknown): null {
  if (toCairnError(thrown).code === 'NOT_FOUND') return null
  throw thrown
}
