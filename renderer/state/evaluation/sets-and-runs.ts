import { create } from 'zustand'
import type { Change } from '@shared/changes'
import { type ErrorReport, toCairnError } from '@shared/errors'
import { type EvaluationRun, type EvaluationRunHeader, isUnderWay } from '@shared/evaluation/evaluation-run'
import type { EvaluationSet, EvaluationSetHeader } from '@shared/evaluation/evaluation-set'
import { call } from '../connection'
import { go, useRoute } from '../window/address'

interface EvaluationState {
  /** The shipped set first; null before they were read. */
  readonly sets: readonly EvaluationSetHeader[] | null
  /** Of all sets, newest first. */
  readonly runs: readonly EvaluationRunHeader[]
  /** Why they could not be read. */
  readonly error: ErrorReport | null
  /** The set on show; null where none was read. */
  readonly set: EvaluationSet | null
  /** Runs that were opened, with the results read by now. */
  readonly opened: ReadonlyMap<string, EvaluationRun>
  readonly runError: ErrorReport | null
}

export const useEvaluation = create<EvaluationState>(() => ({
  ...{ sets: null, runs: [], error: null, set: null, opened: new Map(), runError: null },
}))

/** Reads which sets and runs there are. Where that fails, the state says why. */
export async function readEvaluation(): Promise<void> {
  try {
    const [sets, runs] = await Promise.all([
      call((client) => client.evaluation.sets()),
      call((client) => client.evaluation.runs({})),
    ])
    useEvaluation.setState({ sets, runs, error: null })
  } catch (thrown) {
    useEvaluation.setState({ error: toCairnError(thrown).report() })
  }
}

/** Reads a set to show it. One that is gone leads back to the list. */
export async function openSet(id: string): Promise<void> {
  try {
    const set = await call((client) => client.evaluation.set({ id }))
    if (useRoute.getState().setId === id) useEvaluation.setState({ set, error: null })
  } catch (thrown) {
    const error = toCairnError(thrown)
    if (error.code !== 'NOT_FOUND') useEvaluation.setState({ error: error.report() })
    else if (useRoute.getState().setId === id) go({ setId: null, evaluation: null }, { replace: true })
  }
}

/** Runs that are being read: each is read one after another, because its next results begin where the last ended. */
const reading = new Map<string, Promise<void>>()

/** Reads a run to show it, or what has come to it since. */
export function openRun(id: string): Promise<void> {
  const reads = (reading.get(id) ?? Promise.resolve()).then(() => readRun(id))
  reading.set(id, reads)
  return reads
}

async function readRun(id: string): Promise<void> {
  const known = useEvaluation.getState().opened.get(id)
  try {
    const from = known?.results.length ?? 0
    const { header, results } = await call((client) => client.evaluation.run({ id, from }))
    keepOpened(id, { header, results: [...(known?.results ?? []), ...results] })
    useEvaluation.setState({ runError: null })
  } catch (thrown) {
    const error = toCairnError(thrown)
    if (error.code !== 'NOT_FOUND') useEvaluation.setState({ runError: error.report() })
    else leaveRun(id)
  }
}

function keepOpened(id: string, run: EvaluationRun | null): void {
  useEvaluation.setState(({ opened }) => {
    const next = new Map(opened)
    if (run) next.set(id, run)
    else next.delete(id)
    return { opened: next }
  })
}

function leaveRun(id: string): void {
  keepOpened(id, null)
  const { evaluation } = useRoute.getState()
  if (evaluation?.run === id) go({ evaluation: null }, { replace: true })
  else if (evaluation?.with === id) go({ evaluation: { ...evaluation, with: null } }, { replace: true })
}

/** What the engine tells by itself. Nothing is kept before somebody has looked at the evaluation. */
export function receiveEvaluation({ sets, runs, removed }: Extract<Change, { type: 'evaluation' }>): void {
  const { sets: known, set, opened } = useEvaluation.getState()
  for (const id of removed) leaveRun(id)
  if (!known) return
  const gone = new Set([...removed, ...runs.map(({ id }) => id)])
  useEvaluation.setState(({ runs: before }) => ({
    runs: [...runs, ...before.filter(({ id }) => !gone.has(id))].toSorted(newestFirst),
  }))
  for (const { id } of runs) if (opened.has(id)) void openRun(id)
  if (!sets) return
  void readEvaluation()
  if (set && set.kind === 'own' && useRoute.getState().setId === set.id) void openSet(set.id)
}

function newestFirst(a: EvaluationRunHeader, b: EvaluationRunHeader): number {
  return a.started_at < b.started_at ? 1 : a.started_at > b.started_at ? -1 : 0
}

/** Reads again what this window shows: changes were missed. */
export function refreshEvaluation(): void {
  const { sets, set, opened } = useEvaluation.getState()
  if (sets) void readEvaluation()
  if (set) void openSet(set.id)
  for (const [id, { header }] of opened) if (isUnderWay(header)) void openRun(id)
}
