import { z } from 'zod'
import { DocumentRecord, SearchFilter } from './documents'
import { ErrorReport } from './errors'
import { ToolRun } from './tools/tool-run'
import { RunStep } from './research/research-run'
import { EvidenceItem, Verdict } from './session/evidence-item'
import { Note } from './note'

export { EvidenceItem, Verdict }

/** The eight stages, in order; names are shown to the user as they stand here. */
export const stageNames = [
  'Memory Load',
  'Query Rewrite',
  'Intent Parse',
  'Ambiguity Guide',
  'System Direct',
  'Multi-Channel',
  'Prompt Assembly',
  'Streaming Output',
] as const

/** A stage's place among the eight. */
export type StageNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export function isStageNumber(value: number): value is StageNumber {
  return stageNames[value - 1] !== undefined
}

export const StageStatus = z.enum(['done', 'cache_hit', 'skipped', 'degraded', 'error'])
export type StageStatus = z.infer<typeof StageStatus>

export const Shortcut = z.enum(['A', 'B', 'C'])
export type Shortcut = z.infer<typeof Shortcut>

const stageNumber = z.number().int().min(1).max(8)
const milliseconds = z.number().nonnegative()

const stageOutcome = {
  ms: milliseconds,
  status: StageStatus,
  /** Reason and summary are English. Shells in other languages use the notes, which records of earlier versions lack. */
  reason: z.string().optional(),
  reason_notes: z.array(Note).optional(),
  summary: z.string().optional(),
  summary_notes: z.array(Note).optional(),
}

/** A finished stage as the pipeline strip shows it. */
export const StageRecord = z.object({ stage: stageNumber, ...stageOutcome })
export type StageRecord = z.infer<typeof StageRecord>

/** A clickable reading offered by shortcut A. */
export const Reading = z.object({ label: z.string(), question: z.string() })
export type Reading = z.infer<typeof Reading>

/** A citation in the answer: which evidence, which part of it, and which part of the response it carries. */
export const AnswerRef = z.object({
  number: z.number().int().positive(),
  evidence_id: z.string(),
  /** `chars:a-b` within the evidence's text, 0-based half-open. */
  selector: z.string(),
  /** The sentence in the response, 0-based half-open. */
  response_start: z.number().int().nonnegative(),
  response_end: z.number().int().nonnegative(),
})
export type AnswerRef = z.infer<typeof AnswerRef>

export const Usage = z.object({
  prompt_tokens: z.number().int().nonnegative(),
  completion_tokens: z.number().int().nonnegative(),
  total_tokens: z.number().int().nonnegative(),
})
export type Usage = z.infer<typeof Usage>

/** The six quality labels of the model context. */
export const QualityLabel = z.enum([
  'complete_excellent',
  'complete_good',
  'partial_needs_improvement',
  'incomplete_missing_info',
  'failed_poor_quality',
  'error_invalid',
])
export type QualityLabel = z.infer<typeof QualityLabel>

export const CriticEvaluation = z
  .object({
    label: QualityLabel,
    confidence: z.number().min(0).max(1),
    reasoning: z.string(),
    specific_issues: z.array(z.string()),
    suggestions: z.array(z.string()),
    should_return_to_chief: z.boolean(),
    ready_for_output: z.boolean(),
  })
  .refine((evaluation) => !(evaluation.should_return_to_chief && evaluation.ready_for_output), {
    message: 'An evaluation cannot both return to the chief and be ready for output.',
  })
export type CriticEvaluation = z.infer<typeof CriticEvaluation>

/** A wrong figure of a sentence, and the one value that a passage has for the same thing. */
export const Correction = z.object({
  /** The figure in the response, 0-based half-open; the response itself stays as it was written. */
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  stated: z.string(),
  /** As the passage writes it. */
  found: z.string(),
  number: z.number().int().positive(),
  evidence_id: z.string(),
})
export type Correction = z.infer<typeof Correction>

/** One checked sentence of a response, 0-based half-open, and the numbers of the evidence it cites. */
export const SentenceVerdict = z.object({
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  verdict: Verdict,
  refs: z.array(z.number().int().positive()),
  issues: z.array(Note).default([]),
  /** Absent where its figures are right, or more than one value could be meant. */
  correction: Correction.optional(),
})
export type SentenceVerdict = z.infer<typeof SentenceVerdict>

/** The critic's verdict on an answer. */
export const Critique = z.object({
  evaluation: CriticEvaluation,
  sentences: z.array(SentenceVerdict).default([]),
  /** Notes on the answer as a whole. */
  issues: z.array(Note).default([]),
})
export type Critique = z.infer<typeof Critique>

/**
 * What a person is given: an answer, the passages that come closest to one, nothing, a question back, or what Cairn says
 * of itself.
 */
export const AnswerOutcome = z.enum(['answer', 'closest', 'nothing', 'asked_back', 'direct'])
export type AnswerOutcome = z.infer<typeof AnswerOutcome>

/**
 * The documents that an answer about the library lists, by id, so that a window can show all of them as they are now.
 * What the answer says of them, and how many there are, stands in its text.
 */
export const ListedDocuments = z.object({
  /** Documents with the same text together, in the order of the answer. */
  groups: z.array(z.array(z.string().min(1)).min(1)),
  /** How many of the groups, from the first, the text itself names or quotes. */
  named: z.number().int().nonnegative(),
  /** What the question asks to know of each; absent for nothing but the documents themselves. */
  fact: z.enum(['size', 'added', 'source']).optional(),
  /** How many further groups there are whose ids are not kept; absent for none. */
  left: z.number().int().positive().optional(),
})
export type ListedDocuments = z.infer<typeof ListedDocuments>

/**
 * What a question waits for before its first stage: the search index to be put right, what questions need to be loaded, the whole graph, or
 * tables that were just added.
 */
export const Preparation = z.enum(['index', 'loading', 'graph', 'tables'])
export type Preparation = z.infer<typeof Preparation>

/** The content of an event. The envelope around it names its turn and its time. */
export const EventBody = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('session'),
    question: z.string(),
    is_new: z.boolean(),
    filter: SearchFilter.nullable().default(null),
    replaces: z.string().nullable().default(null),
  }),
  /** Said to windows, before anything else, and only where the wait can be noticed; the question's record and its times know nothing of it. */
  z.object({ type: z.literal('preparing'), what: Preparation }),
  z.object({ type: z.literal('stage_start'), stage: stageNumber, name: z.enum(stageNames) }),
  /** A running stage waits for a language model, named for people. `go_on`: the turn can go on without it. */
  z.object({ type: z.literal('stage_wait'), stage: stageNumber, model: z.string(), go_on: z.boolean() }),
  z.object({
    type: z.literal('stage_end'),
    stage: stageNumber,
    name: z.enum(stageNames),
    ...stageOutcome,
  }),
  z.object({
    type: z.literal('shortcut'),
    shortcut: Shortcut,
    reason: z.string(),
    reason_note: Note.optional(),
    skips: z.array(stageNumber),
    readings: z.array(Reading),
  }),
  /** A tool begins, and later what became of it; both have its `call_id`. */
  z.object({ type: z.literal('tool'), run: ToolRun }),
  z.object({ type: z.literal('evidence'), items: z.array(EvidenceItem) }),
  /** `ms`: as `TurnTrace.first_token_ms`. `model`: the name of the language model that writes; absent where rules compose. */
  z.object({ type: z.literal('first_token'), ms: milliseconds, model: z.string().optional() }),
  z.object({ type: z.literal('token'), content: z.string() }),
  Critique.extend({ type: z.literal('critic') }),
  z.object({
    type: z.literal('final'),
    trace_id: z.string(),
    total_ms: milliseconds,
    response: z.string(),
    refs: z.array(AnswerRef),
    usage: Usage,
    /** Questions the evidence could answer next, in the question's language. */
    suggestions: z.array(z.string()).default([]),
    /** The language model that wrote it, for people; absent where it is quoted from the evidence. */
    model: z.string().optional(),
    /** Absent in what earlier versions said. */
    outcome: AnswerOutcome.optional(),
    /** How likely what was found without a language model answers the question, 0 to 1; absent where nothing was judged. */
    likely: z.number().min(0).max(1).optional(),
    /** The documents it lists, where it is about the library. */
    listed: ListedDocuments.optional(),
    /** Parts of a question of several that nothing was found for, in its own words; absent for none. */
    unanswered: z.array(z.string().min(1)).min(1).optional(),
    /** Why the answer ends before its end: what was written until then is kept. */
    broke_off: Note.optional(),
  }),
  z.object({ type: z.literal('cancelled'), trace_id: z.string(), total_ms: milliseconds, response: z.string() }),
  z.object({ type: z.literal('error'), trace_id: z.string(), error: ErrorReport }),
  z.object({
    type: z.literal('progress'),
    /** Of documents that words find already, `vectors` are made by a model; then they are read for the graph: `mapping`. */
    job: z.enum(['ingest', 'vectors', 'mapping', 'ocr', 'download', 'research']),
    /** Units finished and known so far; `total` may grow while a folder is still being walked. */
    done: z.number().nonnegative(),
    total: z.number().nonnegative(),
    unit: z.enum(['files', 'pages', 'bytes', 'steps']),
    message: z.string(),
    document: DocumentRecord.optional(),
  }),
  /** A step of a run of research, already in its journal. Its envelope names the run for session and turn alike. */
  z.object({ type: z.literal('research'), step: RunStep }),
])
export type EventBody = z.infer<typeof EventBody>
export type EventType = EventBody['type']

/** The envelope, version 1: `seq` counts from 0 without a gap within a turn; `ts` is milliseconds since the epoch. */
export const Envelope = z.object({
  v: z.literal(1),
  session_id: z.string(),
  turn_id: z.string(),
  seq: z.number().int().nonnegative(),
  ts: z.number().int(),
})

export const CairnEvent = z.intersection(Envelope, EventBody)
export type CairnEvent = z.infer<typeof CairnEvent>

/** Puts bodies into envelopes: one stamper a turn, so that `seq` is gapless and increasing. */
export function createStamper(sessionId: string, turnId: string, now: () => number): (body: EventBody) => CairnEvent {
  let seq = 0
  return (body) => ({ v: 1, session_id: sessionId, turn_id: turnId, seq: seq++, ts: Math.trunc(now()), ...body })
}
