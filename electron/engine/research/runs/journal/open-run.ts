import { CairnError, toCairnError } from '@shared/errors'
import type { CairnEvent } from '@shared/events'
import { foldSteps, isWorking, withStep } from '@shared/research/fold-steps'
import type { ResearchRun, RunLine, RunStep } from '@shared/research/research-run'
import { WorkQueue } from '@engine/platform/work-queue'
import type { ResearchStore } from '@engine/ports/storage/research-store'

/** A step could not be written: what happened did not happen, and nothing goes on from it. */
export class JournalFailure extends CairnError {
  constructor({ code, message, action }: CairnError) {
    super(code, message, action)
  }
}

/** Steps to be written, or what makes them of the run as it is when their turn comes. */
export type NewSteps = readonly RunStep[] | ((run: ResearchRun) => readonly RunStep[])

/** A run in memory: its steps so far and what they make of it. Whatever it tells anybody was on disk before. */
export class OpenRun {
  readonly #lines: RunLine[] = []
  /** What the last round of each task left. */
  readonly #rounds = new Map<string, unknown>()
  readonly #waiting = new Set<() => void>()
  readonly #writing = new WorkQueue()
  #run: ResearchRun
  #failure: CairnError | null = null

  private constructor(
    readonly id: string,
    private readonly parts: { readonly store: ResearchStore; readonly changed: (run: OpenRun) => void },
    lines: readonly RunLine[],
    lost: number,
  ) {
    this.#run = { ...foldSteps(id, lines), ...(lost > 0 ? { lost_steps: lost } : {}) }
    for (const line of lines) this.#keep(line)
  }

  /** Reads a run. Throws NOT_FOUND. */
  static async open(id: string, parts: OpenRun['parts']): Promise<OpenRun> {
    const { lines, lost } = await parts.store.load(id)
    return new OpenRun(id, parts, lines, lost)
  }

  /** Begins a new run with its first steps. */
  static async begin(id: string, steps: readonly RunStep[], parts: OpenRun['parts']): Promise<OpenRun> {
    const run = new OpenRun(id, parts, [], 0)
    await run.note(steps)
    return run
  }

  /** As its steps make it; paused, with the reason, where a step could not be written. */
  get run(): ResearchRun {
    if (!this.#failure || !isWorking(this.#run.header)) return this.#run
    return { ...this.#run, header: { ...this.#run.header, state: 'paused' }, error: this.#failure.report() }
  }

  get isFollowed(): boolean {
    return this.#waiting.size > 0
  }

  /** What the last round of a task left; undefined before its first. */
  roundState(taskId: string): unknown {
    return this.#rounds.get(taskId)
  }

  /** Writes steps and tells of them. Throws JournalFailure with nothing told. */
  note(steps: NewSteps): Promise<void> {
    return this.#writing.run(async () => {
      const made = typeof steps === 'function' ? steps(this.#run) : steps
      if (made.length === 0) return
      const lines = await this.parts.store.append(this.id, made).catch((thrown: unknown) => {
        throw new JournalFailure(toCairnError(thrown))
      })
      const before = this.run.header
      for (const line of lines) {
        this.#run = withStep(this.#run, line)
        this.#keep(line)
      }
      this.#wake()
      if (!sameHeader(before, this.run.header)) this.parts.changed(this)
    })
  }

  /** Halts the run for a step that could not be written; null once it goes on. */
  fail(failure: CairnError | null): void {
    if (this.#failure === failure) return
    this.#failure = failure
    this.parts.changed(this)
    this.#wake()
  }

  /** The events after `afterSeq`, ending when the run rests; throws what halted it. */
  async *follow(afterSeq: number, signal?: AbortSignal): AsyncGenerator<CairnEvent> {
    // A damaged journal has gaps, so a number is not a position.
    let at = this.#lines.findIndex(({ seq }) => seq > afterSeq)
    if (at < 0) at = this.#lines.length
    while (!signal?.aborted) {
      const line = this.#lines[at]
      if (line) {
        at += 1
        yield this.#eventOf(line)
      } else if (!isWorking(this.run.header)) break
      else await this.#more(signal)
    }
    if (this.#failure && !signal?.aborted) throw this.#failure
  }

  #eventOf({ seq, ts, step }: RunLine): CairnEvent {
    return { v: 1, session_id: this.id, turn_id: this.id, seq, ts, type: 'research', step }
  }

  /** What a round left is for going on, not for watching, and may be long. */
  #keep(line: RunLine): void {
    const { step } = line
    if (step.op === 'planned') {
      for (const { task_id: id, state } of this.#run.progress) if (state === 'pending') this.#rounds.delete(id)
    }
    if (step.op === 'round') this.#rounds.set(step.task_id, step.state)
    this.#lines.push(step.op === 'round' ? { ...line, step: { ...step, state: null } } : line)
  }

  #more(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        this.#waiting.delete(go)
        signal?.removeEventListener('abort', go)
        resolve()
      }
      this.#waiting.add(go)
      signal?.addEventListener('abort', go, { once: true })
    })
  }

  #wake(): void {
    for (const go of [...this.#waiting]) go()
  }
}

/** Whether lists show two headers alike; when it was written last does not count. */
function sameHeader(one: ResearchRun['header'], other: ResearchRun['header']): boolean {
  const shown = ({ state, title, tasks, tasks_done, goal }: ResearchRun['header']) =>
    [state, title, tasks, tasks_done, goal].join('\n')
  return shown(one) === shown(other)
}
