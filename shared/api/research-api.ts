import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { Trashed } from '../changes'
import { SearchFilter } from '../documents'
import { CairnEvent } from '../events'
import { MAX_GOAL_LENGTH, PlanSpec, QuestionType, ResearchLanguage, TaskId } from '../research/plan-spec'
import { ResearchRun, RunDifference, RunHeader, RunId } from '../research/research-run'
import { ExportChunk } from '../session/turn-context'
import { procedure } from './graph-api'

const inBoth = z.object({ en: z.string(), zh: z.string() })

/** A ready-made job: a plan with blanks. */
export const ResearchJob = z.object({
  id: z.string().min(1).max(60),
  title: inBoth,
  /** One sentence on what comes out. */
  description: inBoth,
  question_type: QuestionType,
  /** What the user must say: documents, a subject, or nothing. */
  needs: z.object({
    documents: z.object({ min: z.number().int().min(0), max: z.number().int().min(1).nullable() }),
    subject: z.enum(['required', 'optional', 'none']),
  }),
})
export type ResearchJob = z.infer<typeof ResearchJob>

export const StartResearchInput = z.object({
  /** Empty only with a job that needs no subject. */
  goal: z.string().trim().max(MAX_GOAL_LENGTH).default(''),
  job: z.string().max(60).optional(),
  filter: SearchFilter.optional(),
  locale: ResearchLanguage.optional(),
  model: z.string().optional(),
  /** A plan to start from instead of making one. */
  plan: PlanSpec.optional(),
  /** Begin at once where the plan is ready, instead of waiting for the user to look at it. */
  at_once: z.boolean().default(false),
  from_turn: ResearchRun.shape.from_turn.default(null),
})
export type StartResearchInput = z.input<typeof StartResearchInput>

export const ReportFormat = z.enum(['markdown', 'html', 'docx', 'pdf', 'json'])
export type ReportFormat = z.infer<typeof ReportFormat>

/** How a report or a notebook is to be exported. */
export const ReportExport = z.object({
  format: ReportFormat,
  /** Leave out passages of documents that are confidential or secret, and what rests on them. */
  leave_out_sensitive: z.boolean().default(true),
  /** Put `[path]` in place of file paths. */
  replace_paths: z.boolean().default(false),
})
export type ReportExport = z.input<typeof ReportExport>

const oneRun = z.object({ id: RunId })

/** The calls about research: a job that takes more than one search, planned, run, watched and reported. */
export const researchContract = {
  jobs: procedure.output(z.array(ResearchJob)),
  list: procedure.output(z.array(RunHeader)),
  get: procedure.input(oneRun).output(ResearchRun),
  /** Begins a run: its plan is made, and waits to be looked at unless `at_once`. NOT_FOUND for an unknown job, INVALID_INPUT without a goal. */
  start: procedure.input(StartResearchInput).output(RunHeader),
  /** Puts another plan in the place of a run's, checked anew; what is done already stays. INVALID_INPUT while it runs, or for a plan with a cycle. */
  set_plan: procedure.input(oneRun.extend({ plan: PlanSpec })).output(PlanSpec),
  /** Answers questions back by their id; the plan is made anew with them. An empty answer passes one over. */
  clarify: procedure.input(oneRun.extend({ answers: z.record(z.string(), z.string().max(1000)) })).output(PlanSpec),
  /** Runs what is not done yet; with a task, of what failed only that one and what was skipped for it. INVALID_INPUT for a plan that cannot run. */
  run: procedure.input(oneRun.extend({ task: TaskId.optional() })).output(RunHeader),
  /** Halts after the searches under way; `run` goes on. */
  pause: procedure.input(oneRun).output(RunHeader),
  /** Ends a run. A report is made of what was found. */
  stop: procedure.input(oneRun).output(RunHeader),
  /** Steps of a run after `after_seq`, first those that already happened, as events of type `research`; ends when it rests. */
  follow: procedure
    .input(oneRun.extend({ after_seq: z.number().int().min(-1).default(-1) }))
    .output(eventIterator(z.array(CairnEvent))),
  /** The same plan on the library as it is now, as a run of its own. */
  again: procedure.input(oneRun).output(RunHeader),
  /** What a run that was done again found otherwise than the one before. INVALID_INPUT where it is no such run. */
  differences: procedure.input(oneRun).output(z.array(RunDifference)),
  rename: procedure.input(oneRun.extend({ title: z.string().trim().min(1).max(200) })).output(RunHeader),
  trash: procedure.input(oneRun).output(Trashed),
  restore: procedure.input(oneRun).output(RunHeader),
  /** The report as one file. NOT_FOUND where there is none yet. */
  export: procedure.input(oneRun.extend(ReportExport.shape)).output(eventIterator(ExportChunk)),
}
