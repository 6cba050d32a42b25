import { z } from 'zod'
import { SearchFilter } from '../documents'
import { ErrorReport } from '../errors'
import { AnswerOutcome, AnswerRef, EvidenceItem, Shortcut, StageStatus } from '../events'
import { NoteValues } from '../note'
import { RetrievalSettings, SettingsVariant } from '../settings'
import { EvaluationQuestion, EvaluationSetId, ExpectedOutcome } from './evaluation-set'

export const EvaluationRunId = z
  .string()
  .regex(/^v_[A-Za-z0-9-]{1,60}$/u, 'The id of a run of an evaluation begins with v_.')

/** `cut_off`: Cairn ended before the run did; what was asked until then is kept. */
export const EvaluationState = z.enum(['waiting', 'running', 'done', 'cancelled', 'failed', 'cut_off'])
export type EvaluationState = z.infer<typeof EvaluationState>

/** Whether a run is still to change. */
export function isUnderWay({ state }: { readonly state: EvaluationState }): boolean {
  return state === 'waiting' || state === 'running'
}

/** What a question's answer is held against. */
export const CheckName = z.enum(['outcome', 'keywords', 'sources', 'citations', 'tools'])
export type CheckName = z.infer<typeof CheckName>
export const checkNames = CheckName.options

/** How a check can fail; shells have a sentence for each, with the values open. */
export const CheckFault = z.enum([
  /** `expected`, `got`: outcomes. */
  'other_outcome',
  /** `words`: of these none is said. */
  'lacks',
  /** `expected`, `cited`: names of documents. */
  'other_sources',
  /** `document`: it is cited, but no passage of it that holds the words. */
  'other_passage',
  /** `expected`, `got`: numbers. */
  'few_citations',
  /** `count`: sentences that cite nothing. */
  'uncited',
  /** `tool` did not answer. */
  'no_tool',
  'failed',
])
export type CheckFault = z.infer<typeof CheckFault>

/** What became of one check of a question; `faults` is empty where it passed. */
export const CheckResult = z.object({
  check: CheckName,
  faults: z.array(z.object({ fault: CheckFault, values: NoteValues })),
})
export type CheckResult = z.infer<typeof CheckResult>

/** What a person was given, as a set expects it; `closest`: passages that come near, and no answer. */
export const GivenOutcome = z.enum([...ExpectedOutcome.options, 'closest', 'nothing'])
export type GivenOutcome = z.infer<typeof GivenOutcome>

/** An answer as a run keeps it. */
export const EvaluationAnswer = z.object({
  response: z.string(),
  refs: z.array(AnswerRef),
  evidence: z.array(EvidenceItem),
  /** Null where the turn ended without an answer of any kind. */
  outcome: AnswerOutcome.nullable(),
  shortcut: Shortcut.nullable(),
  /** Sentences that claim something and cite nothing. */
  uncited: z.number().int().nonnegative(),
  tools: z.array(
    z.object({
      tool: z.string(),
      server: z.string().nullable(),
      title: z.string(),
      state: z.string(),
      text: z.string(),
    }),
  ),
  stages: z.array(z.object({ stage: z.number().int(), ms: z.number(), status: StageStatus })),
  /** The language model that wrote it, for people; null where it is quoted. */
  model: z.string().nullable(),
  /** Milliseconds, of the question itself, without those before it. */
  ms: z.number().nonnegative(),
})
export type EvaluationAnswer = z.infer<typeof EvaluationAnswer>

/** A question as it was asked, its answer, and what the checks said. */
export const QuestionResult = z.object({
  question: EvaluationQuestion,
  /** Null where asking failed. */
  answer: EvaluationAnswer.nullable(),
  checks: z.array(CheckResult),
  passed: z.boolean(),
  /** Whether the answer's first statement holds a word of the first group already. */
  led: z.boolean(),
  error: ErrorReport.nullable(),
})
export type QuestionResult = z.infer<typeof QuestionResult>

/** What a run was asked with and of. */
export const RunConditions = z.object({
  /** Version of Cairn. */
  cairn: z.string(),
  retrieval: RetrievalSettings,
  /** Names for people; null where none is there. */
  models: z.object({
    language: z.string().nullable(),
    embedder: z.string(),
    reranker: z.string().nullable(),
    reader: z.string().nullable(),
  }),
  /** `version`: the same for two libraries only if the same texts are in both. */
  library: z.object({
    documents: z.number().int().nonnegative(),
    chunks: z.number().int().nonnegative(),
    version: z.string(),
  }),
  filter: SearchFilter.nullable(),
})
export type RunConditions = z.infer<typeof RunConditions>

const count = z.number().int().nonnegative()

/** How many questions had a check, and passed it. */
export const CheckCount = z.object({ asked: count, passed: count })
export type CheckCount = z.infer<typeof CheckCount>

export const RunCounts = z.object({
  /** Questions asked by now. */
  asked: count,
  passed: count,
  led: count,
  checks: z.record(CheckName, CheckCount),
  /** Median of the answers' milliseconds; null for none. */
  ms: z.number().nonnegative().nullable(),
})
export type RunCounts = z.infer<typeof RunCounts>

/** A run as lists show it. */
export const EvaluationRunHeader = z.object({
  id: EvaluationRunId,
  set_id: EvaluationSetId,
  set_title: z.string(),
  /** Of the questions and what is expected of them: runs of other versions are compared with care. */
  set_version: z.string(),
  /** The user's name for it; null for none. */
  label: z.string().nullable(),
  state: EvaluationState,
  /** ISO times. */
  started_at: z.string(),
  ended_at: z.string().nullable(),
  /** Questions to be asked. */
  total: count,
  /** Names of documents that the set expects and the library lacks. */
  missing: z.array(z.string()),
  conditions: RunConditions,
  counts: RunCounts,
  error: ErrorReport.nullable(),
})
export type EvaluationRunHeader = z.infer<typeof EvaluationRunHeader>

/** A run with its results, or those from a place on. */
export const EvaluationRun = z.object({ header: EvaluationRunHeader, results: z.array(QuestionResult) })
export type EvaluationRun = z.infer<typeof EvaluationRun>

/** How a set is asked: settings that replace those in force, another model, a part of the library. */
export const StartEvaluationInput = z.object({
  set_id: EvaluationSetId,
  label: z.string().trim().min(1).max(100).optional(),
  settings: SettingsVariant.optional(),
  /** A language model's id, or `rules` for none; absent for what the settings say. */
  model: z.string().min(1).max(300).optional(),
  filter: SearchFilter.optional(),
})
export type StartEvaluationInput = z.input<typeof StartEvaluationInput>
