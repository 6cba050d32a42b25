import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { EvaluationRun, EvaluationRunHeader, EvaluationRunId, StartEvaluationInput } from '../evaluation/evaluation-run'
import {
  EvaluationQuestion,
  EvaluationSet,
  EvaluationSetHeader,
  EvaluationSetId,
  MAX_SET_QUESTIONS,
} from '../evaluation/evaluation-set'
import { procedure } from './graph-api'

const oneSet = z.object({ id: EvaluationSetId })
const oneRun = z.object({ id: EvaluationRunId })
const title = z.string().trim().min(1).max(200)

export const SaveSetInput = z.object({
  /** Absent for a new set. */
  id: EvaluationSetId.optional(),
  title,
  questions: z.array(EvaluationQuestion).max(MAX_SET_QUESTIONS),
})
export type SaveSetInput = z.infer<typeof SaveSetInput>

export const AddTurnInput = z.object({
  session_id: z.string().min(1).max(64),
  turn_id: z.string().min(1).max(64),
  /** Absent for the user's set that was changed last. */
  set_id: EvaluationSetId.optional(),
  /** What a set is called that has to be made for it. */
  title,
})
export type AddTurnInput = z.infer<typeof AddTurnInput>

/** By default without questions that tell of confidential documents; how many those were is told. */
export const ExportSetInput = oneSet.extend({ leave_out_sensitive: z.boolean().default(true) })
export type ExportSetInput = z.infer<typeof ExportSetInput>

export const ExportedSet = z.object({
  name: z.string(),
  text: z.string(),
  left_out: z.number().int().nonnegative(),
})
export type ExportedSet = z.infer<typeof ExportedSet>

/** The calls about evaluation: sets of questions with what is expected, runs of them, and what came of each. */
export const evaluationContract = {
  sets: procedure.output(z.array(EvaluationSetHeader)),
  set: procedure.input(oneSet).output(EvaluationSet),
  /** Makes a set or puts another in its place, whole. INVALID_INPUT for the shipped one. */
  save_set: procedure.input(SaveSetInput).output(EvaluationSetHeader),
  delete_set: procedure.input(oneSet).output(z.object({ deleted: EvaluationSetId })),
  /** Reads the text of a set's file (JSON lines). INVALID_INPUT names the line that is wrong; nothing is kept then. */
  import_set: procedure
    .input(z.object({ name: z.string().min(1).max(300), text: z.string().max(20_000_000) }))
    .output(EvaluationSetHeader),
  export_set: procedure.input(ExportSetInput).output(ExportedSet),
  /** Makes a question of an answer of a chat, with what the answer has as what is expected. */
  add_turn: procedure.input(AddTurnInput).output(z.object({ set: EvaluationSetHeader, question: EvaluationQuestion })),
  /** Runs of a set, or all, newest first. */
  runs: procedure.input(z.object({ set_id: EvaluationSetId.optional() })).output(z.array(EvaluationRunHeader)),
  /** A run with its results from the one at `from` (0-based) on. */
  run: procedure.input(oneRun.extend({ from: z.number().int().nonnegative().default(0) })).output(EvaluationRun),
  /** Begins a run that outlives its caller, behind those that are under way. */
  start: procedure.input(StartEvaluationInput).output(EvaluationRunHeader),
  /** How a run stands, at once and after each question, until it has ended. */
  follow: procedure.input(oneRun).output(eventIterator(EvaluationRunHeader)),
  /** What was asked until then is kept. */
  cancel: procedure.input(oneRun).output(z.object({ cancelled: z.boolean() })),
  delete_run: procedure.input(oneRun).output(z.object({ deleted: EvaluationRunId })),
}
