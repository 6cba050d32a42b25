import { z } from 'zod'
import { SearchFilter } from './documents'
import { AnswerRef, Critique, EvidenceItem, Reading, Shortcut } from './events'
import { ErrorReport } from './errors'
import { Note } from './note'
import { StageRecord } from './session-view'

/** The session context of [1], schema version 1.0. Field names are the source's; unknown fields are kept. */
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
  type: z.enum(['tool', 'skill', 'function_call']),
  called_at: z.string(),
  args_digest: z.record(z.string(), z.unknown()),
  status: z.enum(['success', 'timeout', 'forbidden', 'not_found', 'error']),
  duration_ms: z.number().nonnegative(),
  result_evidence_ids: z.array(z.string()),
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
})
export type ModelUsage = z.infer<typeof ModelUsage>

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
  ttl: z.number().nonnegative().optional(),
  sensitivity: z.enum(['public', 'internal', 'confidential', 'secret']).optional(),
})
export type Evidence = z.infer<typeof Evidence>

export const BlockPriority = z.enum(['must', 'high', 'medium', 'low'])
export type BlockPriority = z.infer<typeof BlockPriority>

export const ContextBlock = z.looseObject({
  block_id: nonEmpty,
  block_type: z.enum(['instruction', 'conversation', 'state', 'plan', 'evidence', 'memory']),
  priority: BlockPriority,
  token_estimate: z.number().int().nonnegative().optional(),
  content: z.string().optional(),
  refs: z.array(ContextRef).optional(),
  ttl: z.number().nonnegative().optional(),
  sensitivity: z.enum(['public', 'internal', 'confidential', 'secret']).optional(),
  turn_id: z.string().optional(),
  /** Absent when the block went into the prompt; otherwise why it did not. */
  cut_reason: z.string().optional(),
})
export type ContextBlock = z.infer<typeof ContextBlock>

/** How one turn ran: what the pipeline strip and the evidence panel show again when it is selected. */
export const TurnTrace = z.looseObject({
  turn_id: nonEmpty,
  trace_id: z.string(),
  question: z.string(),
  started_at: z.string(),
  status: z.enum(['complete', 'cancelled', 'interrupted', 'error']),
  total_ms: z.number().nonnegative(),
  stages: z.array(StageRecord),
  shortcut: Shortcut.nullable(),
  shortcut_reason: z.string().optional(),
  shortcut_reason_note: Note.optional(),
  readings: z.array(Reading).optional(),
  suggestions: z.array(z.string()).optional(),
  /** What the critic made of the answer; absent where it was not checked. */
  critique: Critique.optional(),
  filter: SearchFilter.optional(),
  /** The turn whose place this one took. */
  replaces: z.string().optional(),
  queries: z.array(z.string()),
  intents: z.array(z.object({ intent: z.string(), confidence: z.number() })),
  evidence: z.array(EvidenceItem.omit({ text: true })),
  refs: z.array(AnswerRef),
  /** The chain behind retrieval: each processor with its milliseconds and how many passages it left. */
  post_processing: z
    .array(z.object({ name: z.string(), ms: z.number().nonnegative(), kept: z.number().int() }))
    .optional(),
  mode: z.string().optional(),
  temperature: z.number().optional(),
  /** Size of the assembled prompt, whether or not a language model read it. */
  prompt_tokens: z.number().int().nonnegative().optional(),
  error: ErrorReport.optional(),
})
export type TurnTrace = z.infer<typeof TurnTrace>

export const SessionContext = z.looseObject({
  schema_version: z.literal(SESSION_SCHEMA_VERSION),
  meta: z
    .looseObject({
      locale: z.string().optional(),
      created_at: z.string().optional(),
      updated_at: z.string().optional(),
      title: z.string().optional(),
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
        message_index_range: z.object({ from: z.number().int().nonnegative(), to: z.number().int().nonnegative() }),
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

/** Checks a whole context, including what a field-by-field schema cannot: keys that agree, references that resolve. */
export function validateSessionContext(value: unknown): { context: SessionContext } | { problems: string[] } {
  const parsed = SessionContext.safeParse(value)
  if (!parsed.success) {
    return { problems: parsed.error.issues.map((issue) => `${pathOf(issue.path)}: ${issue.message}`) }
  }
  const problems = [...danglingReferences(parsed.data)]
  return problems.length > 0 ? { problems } : { context: parsed.data }
}

function* repeatedBlocks(context: SessionContext): Generator<string> {
  const seen = new Set<string>()
  for (const [at, { block_id: id }] of context.context_blocks.entries()) {
    if (seen.has(id)) yield `context_blocks[${at}].block_id: "${id}" is used twice`
    seen.add(id)
  }
}

function* lostResults({ session, evidences }: SessionContext): Generator<string> {
  const lists = [
    ...(session.tool_state?.tool_calls ?? []).map((call, at) => ({ path: `tool_state.tool_calls[${at}]`, ...call })),
    ...session.task_state.todo_list.tasks.map((task, at) => ({ path: `task_state.todo_list.tasks[${at}]`, ...task })),
  ]
  for (const { path, result_evidence_ids: ids } of lists) {
    for (const [n, id] of ids.entries()) {
      if (!Object.hasOwn(evidences, id)) yield `session.${path}.result_evidence_ids[${n}]: no evidence "${id}"`
    }
  }
}

function pathOf(path: PropertyKey[]): string {
  return path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at ? '.' : ''}${String(part)}`)).join('')
}

function* danglingReferences(context: SessionContext): Generator<string> {
  yield* repeatedBlocks(context)
  yield* lostResults(context)
  for (const [key, evidence] of Object.entries(context.evidences)) {
    if (evidence.evidence_id !== key) yield `evidences.${key}.evidence_id: is "${evidence.evidence_id}", not its key`
  }
  const known = (id: string) => Object.hasOwn(context.evidences, id)
  for (const [at, message] of context.session.messages.entries()) {
    for (const [n, ref] of (message.refs ?? []).entries()) {
      if (!known(ref.evidence_id)) yield `session.messages[${at}].refs[${n}]: no evidence "${ref.evidence_id}"`
    }
  }
  for (const [at, block] of context.context_blocks.entries()) {
    for (const [n, ref] of (block.refs ?? []).entries()) {
      if (!known(ref.evidence_id)) yield `context_blocks[${at}].refs[${n}]: no evidence "${ref.evidence_id}"`
    }
  }
}
