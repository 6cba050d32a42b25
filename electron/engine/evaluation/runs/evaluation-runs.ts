import { createHash } from 'node:crypto'
import type { Change } from '@shared/changes'
import { CairnError, toCairnError } from '@shared/errors'
import {
  type EvaluationRun,
  type EvaluationRunHeader,
  isUnderWay,
  type QuestionResult,
  type RunConditions,
  StartEvaluationInput,
} from '@shared/evaluation/evaluation-run'
import type { EvaluationSet } from '@shared/evaluation/evaluation-set'
import { WorkQueue } from '@engine/platform/work-queue'
import type { EvaluationRunsDesk } from '@engine/ports/evaluation-desk'
import type { EvaluationStore } from '@engine/ports/storage/evaluation-store'
import { type Ask, askQuestion } from '../asking/ask-question'
import { countResults, cutOff } from './count-results'
import { runsToDrop } from './runs-to-drop'

/** How a run is asked, its defaults filled in. */
export type RunRequest = ReturnType<typeof StartEvaluationInput.parse>

export interface EvaluationRunsParts {
  readonly store: EvaluationStore
  /** Throws NOT_FOUND. */
  readonly set: (id: string) => Promise<EvaluationSet>
  /** What a run that begins now would be asked with and of. */
  readonly conditions: (request: RunRequest) => Promise<RunConditions>
  /** Which of these names of documents nothing in the library has. */
  readonly missing: (names: readonly string[]) => readonly string[]
  /** Asks in conversations that are in memory only, under the conditions of a run. */
  readonly ask: (request: RunRequest) => Ask
  /** Resolves when nobody waits for an answer of a chat; rejects when aborted. */
  readonly whenQuiet: (signal: AbortSignal) => Promise<void>
  readonly publish: (change: Change) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly newId: () => string
  readonly closing: AbortSignal
  readonly log: (line: string) => void
}

/** A run that waits or is asked. */
interface LiveRun {
  header: EvaluationRunHeader
  readonly results: QuestionResult[]
  readonly stop: AbortController
  /** Woken at every change of the header. */
  readonly listeners: Set<() => void>
}

/** Runs that wait or are asked at once. */
const mostUnderWay = 10

/** Runs of sets: one is asked at a time, question after question, each result in its journal before anybody is told. */
export class EvaluationRuns implements EvaluationRunsDesk {
  readonly #queue = new WorkQueue()
  readonly #live = new Map<string, LiveRun>()

  constructor(private readonly parts: EvaluationRunsParts) {}

  async list(setId?: string): Promise<EvaluationRunHeader[]> {
    const ended: EvaluationRunHeader[] = []
    for (const { id, header } of await this.parts.store.runs()) {
      const known = this.#live.has(id) ? null : (header ?? (await this.#foundCutOff(id)))
      if (known) ended.push(known)
    }
    const all = [...ended, ...[...this.#live.values()].map(({ header }) => header)]
    const own = setId === undefined ? all : all.filter(({ set_id: of }) => of === setId)
    return own.toSorted((a, b) => (a.started_at < b.started_at ? 1 : a.started_at > b.started_at ? -1 : 0))
  }

  async get(id: string, from: number): Promise<EvaluationRun> {
    const live = this.#live.get(id)
    if (live) return { header: live.header, results: live.results.slice(from) }
    const { header, results } = await this.parts.store.run(id)
    return { header: isUnderWay(header) ? cutOff(header, results) : header, results: results.slice(from) }
  }

  async start(input: StartEvaluationInput): Promise<EvaluationRunHeader> {
    const { set, conditions, closing } = this.parts
    const request = StartEvaluationInput.parse(input)
    if (closing.aborted) throw new CairnError('CANCELLED', 'Cairn is closing.', 'Start it again.')
    const asked = await set(request.set_id)
    const header = this.#headerOf(asked, request, await conditions(request))
    if (asked.questions.length === 0)
      throw new CairnError('INVALID_INPUT', 'This set has no question.', 'Add one first.')
    if (this.#live.size >= mostUnderWay) {
      throw new CairnError(
        'INVALID_INPUT',
        `${mostUnderWay} runs wait already.`,
        'Cancel one, or wait until one has ended.',
      )
    }
    const live: LiveRun = { header, results: [], stop: new AbortController(), listeners: new Set() }
    this.#live.set(header.id, live)
    try {
      await this.parts.store.begin(header)
    } catch (thrown) {
      this.#live.delete(header.id)
      throw thrown
    }
    this.#tell(live)
    void this.#queue.run(() => this.#run(live, asked, request))
    return header
  }

  async *follow(id: string, signal?: AbortSignal): AsyncGenerator<EvaluationRunHeader> {
    const live = this.#live.get(id)
    if (!live) {
      yield (await this.get(id, 0)).header
      return
    }
    let told: EvaluationRunHeader | undefined
    while (told === undefined || isUnderWay(told)) {
      if (told === live.header) await changeOf(live, signal)
      told = live.header
      yield told
    }
  }

  async cancel(id: string): Promise<boolean> {
    const live = this.#live.get(id)
    if (!live) {
      await this.parts.store.run(id)
      return false
    }
    live.stop.abort(new CairnError('CANCELLED', 'Cancelled.'))
    // One that waits is told at once; it leaves the queue when it is its turn.
    if (live.header.state === 'waiting') await this.#end(live, 'cancelled')
    return true
  }

  async delete(id: string): Promise<void> {
    if (this.#live.has(id)) throw new CairnError('INVALID_INPUT', 'This run is under way.', 'Cancel it first.')
    await this.parts.store.run(id)
    await this.parts.store.removeRun(id)
    this.parts.publish({ type: 'evaluation', sets: false, runs: [], removed: [id] })
  }

  /** Resolves when no run is asked any more; to be called after `closing` was aborted. */
  idle(): Promise<void> {
    return this.#queue.idle()
  }

  #headerOf(set: EvaluationSet, request: RunRequest, conditions: RunConditions): EvaluationRunHeader {
    const names = set.questions.flatMap(({ sources }) => sources.map(({ document }) => document))
    return {
      id: `v_${this.parts.newId()}`,
      set_id: set.id,
      set_title: set.title,
      set_version: createHash('sha256').update(JSON.stringify(set.questions)).digest('hex').slice(0, 16),
      label: request.label ?? null,
      state: 'waiting',
      started_at: this.#time(),
      ended_at: null,
      total: set.questions.length,
      missing: [...this.parts.missing([...new Set(names)])],
      conditions,
      counts: countResults([]),
      error: null,
    }
  }

  /** Never rejects: what goes wrong with a run ends it. */
  async #run(live: LiveRun, { questions }: EvaluationSet, request: RunRequest): Promise<void> {
    if (!this.#live.has(live.header.id)) return
    const { closing, store, whenQuiet, ask } = this.parts
    const signal = AbortSignal.any([live.stop.signal, closing])
    const { id } = live.header
    try {
      await this.#makeRoom()
      this.#change(live, { state: 'running' })
      const asking = ask(request)
      for (const [at, question] of questions.entries()) {
        await whenQuiet(signal)
        const result = await askQuestion(question, `${id}_${at}`, asking, signal)
        await store.add(id, result)
        live.results.push(result)
        this.#change(live, { counts: countResults(live.results) })
      }
      await this.#end(live, 'done')
    } catch (thrown) {
      const error = toCairnError(thrown)
      const isStopped = error.code === 'CANCELLED' || signal.aborted
      const state = !isStopped ? 'failed' : closing.aborted ? 'cut_off' : 'cancelled'
      await this.#end(live, state, isStopped ? null : error)
    }
  }

  async #end(live: LiveRun, state: 'done' | 'cancelled' | 'failed' | 'cut_off', error: CairnError | null = null) {
    live.header = { ...live.header, state, ended_at: this.#time(), error: error?.report() ?? null }
    const { id } = live.header
    await this.parts.store.end(live.header).catch((thrown: unknown) => {
      this.parts.log(`evaluation ${id}: how it ended could not be kept: ${String(thrown)}`)
    })
    this.#live.delete(id)
    this.#tell(live)
  }

  #change(live: LiveRun, change: Partial<EvaluationRunHeader>): void {
    live.header = { ...live.header, ...change }
    this.#tell(live)
  }

  #tell(live: LiveRun): void {
    this.parts.publish({ type: 'evaluation', sets: false, runs: [live.header], removed: [] })
    for (const wake of live.listeners) wake()
  }

  /** A run that another start of Cairn left in its midst. */
  async #foundCutOff(id: string): Promise<EvaluationRunHeader | null> {
    const { store, log } = this.parts
    try {
      const { header, results } = await store.run(id)
      const found = cutOff(header, results)
      await store.end(found).catch((thrown: unknown) => log(`evaluation ${id}: ${String(thrown)}`))
      return found
    } catch (thrown) {
      if (toCairnError(thrown).code !== 'NOT_FOUND') log(`evaluation ${id}: ${String(thrown)}`)
      return null
    }
  }

  async #makeRoom(): Promise<void> {
    const { store, publish } = this.parts
    // Writes down how those ended that were cut off.
    await this.list()
    const dropped = runsToDrop((await store.runs()).filter(({ id }) => !this.#live.has(id)))
    for (const id of dropped) await store.removeRun(id)
    if (dropped.length > 0) publish({ type: 'evaluation', sets: false, runs: [], removed: [...dropped] })
  }

  #time(): string {
    return new Date(this.parts.now()).toISOString()
  }
}

/** Resolves at the next change of a run. Rejects when aborted. */
function changeOf(live: LiveRun, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => () => {
      live.listeners.delete(wake)
      signal?.removeEventListener('abort', abort)
      act()
    }
    const wake = end(resolve)
    const abort = end(() => reject(toCairnError(signal?.reason)))
    live.listeners.add(wake)
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
  })
}
