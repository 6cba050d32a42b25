import type { StartEvaluationInput } from '@shared/evaluation/evaluation-run'
import type { EvaluationQuestion, EvaluationSet } from '@shared/evaluation/evaluation-set'
import type { SessionHeader } from '@shared/session/session-view'
import { download } from '@renderer/bridge/saved-file'
import type { Turn } from '../chat/turns/turn-reducer'
import { call } from '../connection'
import { go, useRoute } from '../window/address'
import { attempt, notify } from '../window/notices'
import { openSet, readEvaluation, receiveEvaluation } from './sets-and-runs'

const undoMs = 12_000

/** Begins a run and shows it. */
export async function startRun(input: StartEvaluationInput): Promise<void> {
  await attempt(async () => {
    const header = await call((client) => client.evaluation.start(input))
    receiveEvaluation({ type: 'evaluation', sets: false, runs: [header], removed: [] })
    go({ evaluation: { run: header.id, with: null } })
  }, 'evaluation:startFailed')
}

export async function cancelRun(id: string): Promise<void> {
  await attempt(() => call((client) => client.evaluation.cancel({ id })))
}

export async function deleteRun(id: string): Promise<void> {
  await attempt(() => call((client) => client.evaluation.delete_run({ id })))
}

/** Makes a set and shows it. */
export async function createSet(title: string): Promise<void> {
  await attempt(async () => {
    const { id } = await call((client) => client.evaluation.save_set({ title, questions: [] }))
    await readEvaluation()
    go({ setId: id, evaluation: null })
  })
}

export function saveSet({ id, title, questions }: Pick<EvaluationSet, 'id' | 'title' | 'questions'>): Promise<boolean> {
  return attempt(async () => {
    await call((client) => client.evaluation.save_set({ id, title, questions }))
    await openSet(id)
  }, 'evaluation:saveFailed')
}

/** A copy of a set that can be changed. */
export async function copySet({ questions }: EvaluationSet, title: string): Promise<void> {
  await attempt(async () => {
    const { id } = await call((client) => client.evaluation.save_set({ title, questions }))
    await readEvaluation()
    go({ setId: id, evaluation: null })
  })
}

/** Takes a set away; a notice offers to undo it. Its runs stay. */
export async function deleteSet(set: EvaluationSet): Promise<void> {
  await attempt(async () => {
    await call((client) => client.evaluation.delete_set({ id: set.id }))
    go({ setId: null, evaluation: null })
    await readEvaluation()
    const run = () => void bringBack(set)
    notify({
      key: 'evaluation:deleted',
      values: { title: set.title },
      lifeMs: undoMs,
      action: { key: 'app:undo', run },
    })
  })
}

/** Saves a set that was taken away. It is shown where sets are looked at; who writes elsewhere meanwhile stays there. */
async function bringBack(set: EvaluationSet): Promise<void> {
  const saved = await saveSet(set)
  if (saved && useRoute.getState().view === 'evaluation') go({ setId: set.id, evaluation: null })
}

/** Puts one question in the place of that with its id, at the end where there is none; null takes it away. */
export function saveQuestion(set: EvaluationSet, id: string, question: EvaluationQuestion | null): Promise<boolean> {
  const at = set.questions.findIndex((one) => one.id === id)
  const changed = question ? [question] : []
  return saveSet({
    ...set,
    questions: set.questions.toSpliced(at < 0 ? set.questions.length : at, at < 0 ? 0 : 1, ...changed),
  })
}

/** Reads the file of a set; where a line is wrong, a notice says which. */
export async function importSet(file: File): Promise<void> {
  await attempt(async () => {
    const text = await file.text()
    const { id } = await call((client) => client.evaluation.import_set({ name: file.name, text }))
    await readEvaluation()
    go({ setId: id, evaluation: null })
  }, 'evaluation:importFailed')
}

export async function exportSet(id: string, save = download): Promise<void> {
  await attempt(async () => {
    const { name, text, left_out: count } = await call((client) => client.evaluation.export_set({ id }))
    save(new Blob([text], { type: 'application/jsonl' }), name)
    if (count === 0) notify({ key: 'notes:exported', values: { name } })
    else notify({ key: 'evaluation:exported', values: { name, count } })
  })
}

/** Makes a question of each answer of a chat, with what it has as what is expected; what was never answered is left out. */
export async function addChat(
  set: EvaluationSet,
  { id: session_id, title }: Pick<SessionHeader, 'id' | 'title'>,
): Promise<void> {
  await attempt(async () => {
    const { turns } = await call((client) => client.sessions.view({ id: session_id }))
    const answered = turns.filter(({ status, response }) => status === 'complete' && response !== '')
    for (const { turn_id } of answered) {
      await call((client) => client.evaluation.add_turn({ session_id, turn_id, set_id: set.id, title: set.title }))
    }
    await openSet(set.id)
    notify({ key: 'evaluation:chatTaken', values: { count: answered.length, title } })
  }, 'evaluation:saveFailed')
}

/** Makes a question of an answer, in the user's set that was changed last; a notice leads there. */
export async function addToSet(
  { session_id, turn_id }: Pick<Turn, 'session_id' | 'turn_id'>,
  title: string,
): Promise<void> {
  await attempt(async () => {
    const { set } = await call((client) => client.evaluation.add_turn({ session_id, turn_id, title }))
    const run = () => go({ view: 'evaluation', setId: set.id, evaluation: null })
    notify({
      key: 'evaluation:added',
      values: { title: set.title },
      lifeMs: undoMs,
      action: { key: 'evaluation:look', run },
    })
  })
}
