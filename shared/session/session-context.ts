import { z } from 'zod'
import { TurnTrace } from './turn-trace'

/** The session context, schema version 1.0. Field names are the source document's; unknown fields are kept. */
export const SESSION_SCHEMA_VERSION = '1.0'

const nonEmpty = z.string().min(1)

export const ContextRef = z.looseObject({
  evidence_id: nonEmpty,
  /** `lines:12-18,chars:120-260`: 1-based inclusive lines, 0-based half-open characters of the evidence's content. */
  selector: z.string().optional(),
})
export type ContextRef = z.infer<typeof ContextRef>

export const Message = z.looseObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  author: z.looseObject({ kind: z.enum(['user', 'agent', 'tool', 'system']), id: z.string().optional() }).optional(),
  at: z.string().optional(),
  refs: z.array(ContextRef).optional(),
  /** Which turn it belongs to, and how that turn's answer ended. */
  turn_id: z.string().optional(),
  status: z.enum(['complete', 'cancelled', 'interrupted', 'error']).optional(),
})
export type Message = z.infer<typeof Message>

export const Task = z.looseObject({
  task_id: nonEmpty,
  name: z.string(),
  depends_on: z.array(z.string()).default([]),
  status: z.enum(['pending', 'running', 'done', 'failed', 'skipped']),
  result_evidence_ids: z.array(z.string()).default([]),
  error: z.string().default(''),
})

export const ToolCall = z.looseObject({
  task_id: z.string().optional(),
  tool_call_id: nonEmpty,
  tool: nonEmpty,
  provider: z
    .looseObject({ kind: z.enum(['builtin', 'mcp', 'other']), name: z.string().optional(), uri: z.string().optional() })
    .optional(),
  type: z.enum(['tool', 'skill', 'function_call']).default('tool'),
  called_at: z.string().default(''),
  args_digest: z.record(z.string(), z.unknown()).default({}),
  status: z.enum(['success', 'timeout', 'forbidden', 'not_found', 'error']),
  duration_ms: z.number().nonnegative().default(0),
  result_evidence_ids: z.array(z.string()).default([]),
  turn_id: z.string().optional(),
})
export type ToolCall = z.infer<typeof ToolCall>

export const ModelUsage = z.looseObject({
  model_usage_id: nonEmpty,
  task_id: z.string().optional(),
  stage: z.enum(['route', 'plan', 'tool_call', 'answer', 'other']),
  provider: z.string(),
  model: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
  prompt_tokens: z.number().int().nonnegative(),
  completion_tokens: z.number().int().nonnegative(),
  total_tokens: z.number().int().nonnegative(),
  first_token_latency_ms: z.number().nonnegative().optional(),
  latency_ms: z.number().nonnegative(),
  status: z.enum(['success', 'error']),
  error: z.string().default(''),
  turn_id: z.string().optional(),
  called_at: z.string().optional(),
})
export type ModelUsage = z.infer<typeof ModelUsage>

/** Named in the source's goals, missing in its table: who may read something. */
export const Sensitivity = z.enum(['public', 'internal', 'confidential', 'secret'])
export type Sensitivity = z.infer<typeof Sensitivity>

/** The more sensitive of the two; what is not marked is less sensitive than anything marked. */
export function higherSensitivity(
  one: Sensitivity | undefined,
  other: Sensitivity | undefined,
): Sensitivity | undefined {
  const rank = (sensitivity: Sensitivity | undefined) =>
    sensitivity === undefined ? -1 : Sensitivity.options.indexOf(sensitivity)
  return rank(other) > rank(one) ? other : one
}

/** Seconds after which something is no longer worth a place in a prompt, counted from its `at`. */
const Ttl = z.number().nonnegative()

export const Evidence = z.looseObject({
  evidence_id: nonEmpty,
  type: z.enum(['rag_doc', 'tool_result', 'skill_output', 'llm_output', 'user_input', 'other']),
  source: z.looseObject({
    kind: z.enum(['rag', 'tool', 'skill', 'llm', 'user', 'system']),
    name: z.string().optional(),
    uri: z.string().optional(),
  }),
  content: z.string().optional(),
  confidence: z.number().min(0).max(1).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  links: z.looseObject({ model_usage_id: z.string().optional(), tool_call_id: z.string().optional() }).optional(),
  ttl: Ttl.optional(),
  sensitivity: Sensitivity.optional(),
  /** ISO time it was recorded; what `ttl` counts from. */
  at: z.string().optional(),
  /** Its content was taken out of this copy of the record. */
  redacted: z.boolean().optional(),
})
export type Evidence = z.infer<typeof Evidence>

export const BlockPriority = z.enum(['must', 'high', 'medium', 'low'])
export type BlockPriority = z.infer<typeof BlockPriority>

/** Why a block is in the prompt, or not, or only in part. */
export const BlockReason = z.enum([
  'over_budget',
  'must_too_large',
  'duplicate',
  'expired',
  'excluded',
  'pinned',
  'evidence_gone',
  'kept_back',
])
export type BlockReason = z.infer<typeof BlockReason>

/** What assembly decided about a block. Every block has one, so "why isn't this in the prompt?" has an answer. */
export const BlockDecision = z.looseObject({
  action: z.enum(['kept', 'cut', 'shortened']),
  reason: BlockReason.optional(),
  /** Tokens already used when its turn came, and the budget. */
  used: z.number().int().nonnegative().optional(),
  budget: z.number().int().nonnegative().optional(),
  /** Tokens of the whole block, where it was shortened. */
  full_tokens: z.number().int().nonnegative().optional(),
  /** The block that holds the same content. */
  same_as: z.string().optional(),
})
export type BlockDecision = z.infer<typeof BlockDecision>

export const ContextBlock = z.looseObject({
  block_id: nonEmpty,
  block_type: z.enum(['instruction', 'conversation', 'state', 'plan', 'evidence', 'memory']),
  priority: BlockPriority,
  token_estimate: z.number().int().nonnegative().optional(),
  content: z.string().optional(),
  refs: z.array(ContextRef).optional(),
  ttl: Ttl.optional(),
  sensitivity: Sensitivity.optional(),
  turn_id: z.string().optional(),
  /** ISO time of what it says; what `ttl` counts from. */
  at: z.string().optional(),
  /** How near it is to the question, 0 to 1; orders blocks of one priority. */
  relevance: z.number().optional(),
  decision: BlockDecision.optional(),
  /** Absent when the block went into the prompt; otherwise why it did not, in English. */
  cut_reason: z.string().optional(),
})
export type ContextBlock = z.infer<typeof ContextBlock>

export const SessionContext = z.looseObject({
  schema_version: z.literal(SESSION_SCHEMA_VERSION),
  meta: z
    .looseObject({
      locale: z.string().optional(),
      created_at: z.string().optional(),
      updated_at: z.string().optional(),
      title: z.string().optional(),
      /** Where it was a model that gave the title, so that it follows an edit of the first question. */
      titled_by: z.string().optional(),
      actor: z
        .looseObject({
          user_id: z.string().optional(),
          user_role: z.string().optional(),
          agent: z
            .looseObject({ agent_id: nonEmpty, name: z.string().optional(), version: z.string().optional() })
            .optional(),
        })
        .optional(),
    })
    .optional(),
  session: z.looseObject({
    session_id: nonEmpty,
    messages: z.array(Message).min(1),
    summary: z
      .looseObject({
        content: z.string(),
        updated_at: z.string(),
        message_index_range: z.looseObject({
          from: z.number().int().nonnegative(),
          to: z.number().int().nonnegative(),
        }),
      })
      .optional(),
    task_state: z.looseObject({ todo_list: z.looseObject({ tasks: z.array(Task) }) }),
    tool_state: z.looseObject({ tool_calls: z.array(ToolCall) }).optional(),
    model_usage: z.array(ModelUsage).optional(),
    /** An extension of ours, optional as all extensions are. */
    turns: z.array(TurnTrace).optional(),
  }),
  evidences: z.record(z.string(), Evidence),
  context_blocks: z.array(ContextBlock),
})
export type SessionContext = z.infer<typeof SessionContext>
