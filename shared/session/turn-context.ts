import { z } from 'zod'
import { StageRecord } from '../events'
import { RetrievalSettings } from '../settings'
import { ContextBlock, Evidence, ModelUsage, Sensitivity, ToolCall } from './session-context'
import { SecondOpinion } from './second-opinion'
import { ContextChoices, DroppedPassage } from './turn-trace'

/**
 * Where a recorded passage stands in its document as it is now. `exact`: in the same place; `moved`: the same words
 * elsewhere; `changed`: nearly the same words; `stale`: gone from the document; `deleted`: the document is gone;
 * `none`: it is not from a document.
 */
export const AnchorState = z.enum(['exact', 'moved', 'changed', 'stale', 'deleted', 'none'])
export type AnchorState = z.infer<typeof AnchorState>

/** Evidence as the context view shows it. */
export const ContextEvidence = z.object({
  evidence: Evidence,
  anchor: z.object({ state: AnchorState, start: z.number().int(), end: z.number().int() }),
  /** Numbers of the answer's citations that lead to it. */
  cited_as: z.array(z.number().int().positive()),
})
export type ContextEvidence = z.infer<typeof ContextEvidence>

/** The context of an answer: its blocks, the material left out, and the reasons. */
export const TurnContext = z.object({
  turn_id: z.string(),
  /** ISO time. */
  started_at: z.string(),
  total_ms: z.number().nonnegative(),
  stages: z.array(StageRecord),
  /** By block id. */
  blocks: z.array(ContextBlock),
  prompt_tokens: z.number().int().nonnegative().nullable(),
  token_budget: z.number().int().nonnegative().nullable(),
  /** The evidence of the blocks and of the tool calls, by id. */
  evidences: z.record(z.string(), ContextEvidence),
  /** The passages that the search found and dropped. */
  dropped: z.array(DroppedPassage),
  tool_calls: z.array(ToolCall),
  model_usage: z.array(ModelUsage),
  choices: ContextChoices,
  /** What the question was asked with. `retrieval`, with the graph's mode in force, is null where an older record does not say. */
  asked_with: z.object({
    retrieval: RetrievalSettings.nullable(),
    search_anyway: z.boolean(),
    embedder: z.string().nullable(),
  }),
  /** Absent where no model gave one. */
  second_opinion: SecondOpinion.optional(),
})
export type TurnContext = z.infer<typeof TurnContext>

export const MarkInput = z.object({ evidence_id: z.string().min(1), sensitivity: Sensitivity.nullable() })

/** `text` is the view of model contexts for a terminal. */
export const ExportFormat = z.enum(['bundle', 'json', 'model-context', 'markdown', 'html', 'docx', 'pdf', 'text'])
export type ExportFormat = z.infer<typeof ExportFormat>

const SessionIds = z.array(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)).max(100_000)

export const ExportInput = z.object({
  /** Empty for all sessions. More than one can only be a bundle. */
  ids: SessionIds,
  format: ExportFormat,
  /** Leave out passages marked confidential or secret, and whatever quotes them. */
  leave_out_sensitive: z.boolean().default(true),
  /** Put `[path]` in place of file paths. */
  replace_paths: z.boolean().default(false),
  /** One question of one session with its answer, as pages to read; absent for all of it. */
  turn_id: z.string().min(1).optional(),
})
export type ExportInput = z.input<typeof ExportInput>

/** How much was left out of an export. */
export const RedactionReport = z.object({ passages: z.number(), sentences: z.number(), paths: z.number() })
export type RedactionReport = z.infer<typeof RedactionReport>

/** An exported file as it is streamed: `start`, any number of `data`, `end`. */
export const ExportChunk = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), name: z.string(), media_type: z.string(), sessions: z.number().int() }),
  z.object({ type: z.literal('data'), base64: z.string(), done: z.number().int(), total: z.number().int() }),
  z.object({ type: z.literal('end'), bytes: z.number().int(), redaction: RedactionReport }),
])
export type ExportChunk = z.infer<typeof ExportChunk>

/** The beginning of what would be exported. */
export const ExportPreview = z.object({
  name: z.string(),
  sessions: z.number().int(),
  /** The text of the first session; for a bundle, the names of its files. */
  text: z.string(),
  truncated: z.boolean(),
  redaction: RedactionReport,
})
export type ExportPreview = z.infer<typeof ExportPreview>

/** The outcome of importing a session. */
export const ImportedSession = z.object({
  id: z.string(),
  title: z.string(),
  outcome: z.enum(['added', 'merged', 'unchanged']),
  turns: z.number().int(),
  messages: z.number().int(),
  evidences: z.number().int(),
  /** Turns that differ here: ours were kept. */
  conflicts: z.array(z.string()),
})
export type ImportedSession = z.infer<typeof ImportedSession>
/** Research or a notebook of an imported bundle. */
export const ImportedPart = z.object({
  kind: z.enum(['research', 'notebook']),
  id: z.string(),
  title: z.string(),
  outcome: z.enum(['added', 'unchanged']),
})
export type ImportedPart = z.infer<typeof ImportedPart>
export const ImportReport = z.object({ sessions: z.array(ImportedSession), parts: z.array(ImportedPart) })
export type ImportReport = z.infer<typeof ImportReport>
