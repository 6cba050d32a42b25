import { join, resolve } from 'node:path'
import { CairnError } from '@shared/errors'
import { type CairnEvent, createStamper, type EventBody } from '@shared/events'
import type { EvaluationRunHeader, QuestionResult, RunConditions } from '@shared/evaluation/evaluation-run'
import type { EvaluationSet } from '@shared/evaluation/evaluation-set'
import type { Change } from '@shared/changes'
import { withPatch } from '@shared/patch-schema'
import { defaultSettings } from '@shared/settings'
import { EvaluationRuns, type EvaluationRunsParts } from '@engine/evaluation/runs/evaluation-runs'
import { EvaluationSets } from '@engine/evaluation/sets/evaluation-sets'
import type { EvaluationDesk } from '@engine/ports/evaluation-desk'
import type { EvaluationStore } from '@engine/ports/storage/evaluation-store'

/** The events of a turn that says these things. */
export async function* turnOf(bodies: readonly EventBody[]): AsyncGenerator<CairnEvent> {
  const stamp = createStamper('s_1', 't_1', () => 0)
  for (const body of bodies) yield await Promise.resolve(stamp(body))
}

/** Sets and runs in memory. */
export class EvaluationMemory implements EvaluationStore {
  readonly kept = new Map<string, EvaluationSet>()
  readonly journals = new Map<string, { begun: EvaluationRunHeader; results: QuestionResult[] }>()
  readonly heads = new Map<string, EvaluationRunHeader>()

  sets = () => Promise.resolve([...this.kept.values()])
  saveSet = (set: EvaluationSet) => Promise.resolve(void this.kept.set(set.id, set))
  removeSet = (id: string) => Promise.resolve(void this.kept.delete(id))
  runs = () =>
    Promise.resolve([...this.journals.keys()].map((id) => ({ id, header: this.heads.get(id) ?? null, bytes: 1 })))
  run = (id: string) => {
    const journal = this.journals.get(id)
    if (!journal) return Promise.reject(new CairnError('NOT_FOUND', `There is no run "${id}".`))
    return Promise.resolve({ header: this.heads.get(id) ?? journal.begun, results: [...journal.results] })
  }
  begin = (begun: EvaluationRunHeader) => Promise.resolve(void this.journals.set(begun.id, { begun, results: [] }))
  add = (id: string, result: QuestionResult) => Promise.resolve(void this.journals.get(id)?.results.push(result))
  end = (header: EvaluationRunHeader) => Promise.resolve(void this.heads.set(header.id, header))
  removeRun = (id: string) => {
    this.journals.delete(id)
    this.heads.delete(id)
    return Promise.resolve()
  }
  damaged = () => Promise.resolve([])
}

export const someConditions: RunConditions = {
  cairn: '0.1.0',
  retrieval: defaultSettings.retrieval,
  models: { language: null, embedder: 'hashed', reranker: null, reader: null },
  library: { documents: 1, chunks: 1, version: 'abc' },
  filter: null,
}

type Changed = Partial<EvaluationRunsParts> & {
  readonly store?: EvaluationMemory
  readonly session?: ConstructorParameters<typeof EvaluationSets>[0]['session']
  readonly confidential?: ConstructorParameters<typeof EvaluationSets>[0]['confidential']
}

/** Evaluation over stores in memory; its questions are answered by `ask`, which says nothing by default. */
export function fakeEvaluation(changed: Changed = {}): EvaluationDesk & { readonly idle: () => Promise<void> } {
  let made = 0
  const { store = new EvaluationMemory(), session = () => Promise.reject(new CairnError('NOT_FOUND', 'No session.')) } =
    changed
  const shared = {
    store,
    publish: changed.publish ?? ((_change: Change) => undefined),
    now: changed.now ?? (() => 1_700_000_000_000 + made * 1000),
    newId: () => String((made += 1)),
  }
  const { confidential = { documents: () => [], kept: { without: (texts) => Promise.resolve([...texts]) } } } = changed
  const shipped = join(resolve(import.meta.dirname, '../../resources'), 'golden', 'golden.json')
  const sets = new EvaluationSets({ ...shared, shipped, session, confidential, fileName: (name) => name })
  const runs = new EvaluationRuns({
    set: (id) => sets.get(id),
    conditions: ({ settings = {} }) =>
      Promise.resolve({ ...someConditions, retrieval: withPatch(someConditions.retrieval, settings) }),
    missing: () => [],
    ask: () => () => turnOf([]),
    whenQuiet: () => Promise.resolve(),
    closing: new AbortController().signal,
    log: () => undefined,
    ...changed,
    ...shared,
  })
  return { sets, runs, idle: () => runs.idle() }
}
