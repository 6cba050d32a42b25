import { type ReportExport, type ResearchJob, StartResearchInput } from '@shared/api/research-api'
import type { Trashed } from '@shared/changes'
import { CairnError } from '@shared/errors'
import type { CairnEvent } from '@shared/events'
import { foldSteps } from '@shared/research/fold-steps'
import type { PlanSpec } from '@shared/research/plan-spec'
import type { ResearchRun, RunDifference, RunHeader, RunLine, RunStep } from '@shared/research/research-run'
import type { ExportChunk } from '@shared/session/turn-context'
import type { ResearchDesk } from '@engine/ports/research-desk'

/** Research that does what it is told to: `script` is what a run does once it works. */
export class FakeResearch implements ResearchDesk {
  readonly runs = new Map<string, RunLine[]>()
  readonly jobList: ResearchJob[] = []
  readonly calls: string[] = []
  script: RunStep[] = [{ op: 'state', state: 'done', error: null }]
  differing: RunDifference[] = []

  /** Adds steps to a run. */
  tell(id: string, ...steps: readonly RunStep[]): void {
    const lines = this.runs.get(id) ?? []
    for (const step of steps) lines.push({ seq: lines.length, ts: 1_780_000_000_000 + lines.length, step })
    this.runs.set(id, lines)
  }

  jobs(): Promise<ResearchJob[]> {
    return Promise.resolve(this.jobList)
  }

  list(): Promise<RunHeader[]> {
    return Promise.resolve([...this.runs.keys()].map((id) => this.#run(id).header))
  }

  get(id: string): Promise<ResearchRun> {
    return this.#answer(id, () => this.#run(id))
  }

  start(input: StartResearchInput): Promise<RunHeader> {
    const { goal, plan, from_turn, ...asked } = StartResearchInput.parse(input)
    const id = `r_${this.runs.size + 1}`
    this.calls.push(`start ${goal}`)
    this.tell(id, { op: 'created', id, goal, from_turn, again_of: null, asked }, { op: 'titled', title: goal })
    if (plan) this.tell(id, { op: 'planned', plan })
    if (asked.at_once) this.tell(id, ...this.script)
    else this.tell(id, { op: 'state', state: 'waiting', error: null })
    return this.#header(id)
  }

  setPlan(id: string, plan: PlanSpec): Promise<PlanSpec> {
    return this.#answer(id, () => {
      this.tell(id, { op: 'planned', plan })
      return plan
    })
  }

  clarify(id: string, answers: Readonly<Record<string, string>>): Promise<PlanSpec> {
    return this.#answer(id, () => {
      const { plan } = this.#run(id)
      if (!plan) throw new CairnError('INVALID_INPUT', 'It asks nothing.')
      const clarifications = plan.clarifications.map((one) => ({ ...one, answer: answers[one.id] ?? '' }))
      const answered: PlanSpec = { ...plan, clarifications, status: 'ready' }
      this.tell(id, { op: 'planned', plan: answered })
      return answered
    })
  }

  run(id: string): Promise<RunHeader> {
    return this.#act('run', id, ...this.script)
  }

  pause(id: string): Promise<RunHeader> {
    return this.#act('pause', id, { op: 'state', state: 'paused', error: null })
  }

  stop(id: string): Promise<RunHeader> {
    return this.#act('stop', id, { op: 'state', state: 'stopped', error: null })
  }

  async *follow(id: string, afterSeq: number): AsyncGenerator<CairnEvent> {
    await this.get(id)
    for (const { seq, ts, step } of this.runs.get(id) ?? []) {
      if (seq > afterSeq) yield { v: 1, session_id: id, turn_id: id, seq, ts, type: 'research', step }
    }
  }

  again(id: string): Promise<RunHeader> {
    return this.#act('again', id)
  }

  differences(id: string): Promise<RunDifference[]> {
    return this.#answer(id, () => this.differing)
  }

  rename(id: string, title: string): Promise<RunHeader> {
    return this.#act('rename', id, { op: 'titled', title })
  }

  trash(id: string): Promise<Trashed> {
    return this.#answer(id, () => ({ trashed: [id], until: 0 }))
  }

  restore(id: string): Promise<RunHeader> {
    return this.#act('restore', id)
  }

  async *export(id: string, { format }: ReportExport): AsyncGenerator<ExportChunk> {
    await this.get(id)
    const data = Buffer.from(`${id} as ${format}`)
    yield { type: 'start', name: `report.${format}`, media_type: 'text/plain', sessions: 1 }
    yield { type: 'data', base64: data.toString('base64'), done: 1, total: 1 }
    yield { type: 'end', bytes: data.length, redaction: { passages: 0, sentences: 0, paths: 0 } }
  }

  #act(call: string, id: string, ...steps: readonly RunStep[]): Promise<RunHeader> {
    return this.#answer(id, () => {
      this.calls.push(`${call} ${id}`)
      this.tell(id, ...steps)
      return this.#run(id).header
    })
  }

  #answer<T>(id: string, answer: () => T): Promise<T> {
    return new Promise((resolve) => {
      if (!this.runs.has(id)) throw new CairnError('NOT_FOUND', `There is no research "${id}".`)
      resolve(answer())
    })
  }

  #header(id: string): Promise<RunHeader> {
    return Promise.resolve(this.#run(id).header)
  }

  #run(id: string): ResearchRun {
    return foldSteps(id, this.runs.get(id) ?? [])
  }
}
