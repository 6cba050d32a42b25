import fc from 'fast-check'
import { QualityLabel } from '@shared/events'
import type { SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import type { ModelContextRecord } from '@engine/session/model-context/schema'

/** What JSON keeps: plain objects, no -0, `__proto__` as a key like any other. */
export function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

// Long, so that references are made; few, so that the same text stands in several places.
const passages = [
  '内核在每次系统调用返回之前检查挂起的信号，并在用户态栈上构造一个信号帧，然后才返回；这一段足够长，可以被引用，而且出现在好几个地方。'.repeat(
    2,
  ),
  'A passage that is long enough to be referred to rather than repeated, wherever it is found once more in the record.',
  '👩‍👩‍👧‍👦 e\u0301 \u202eabc\u202c \u0000\u001b[31m 𠮷野家 \r\n\t'.repeat(4),
]
export const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 2, arbitrary: fc.constantFrom(...passages) },
)
const key = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', '$text', '$plain', 'turn_id', 'content', '0', 'a/b~c', 'note'),
  fc.string({ unit: 'binary', maxLength: 5 }),
)
const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null))
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('tree'), { maxLength: 2 }),
    fc.array(fc.tuple(key, tie('tree')), { maxLength: 2 }).map((entries) => Object.fromEntries(entries)),
  ),
}))

/** Unknown fields, under names the schema does not know. */
const extras = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom('__proto__', 'x-more', '$text'), tree), { maxLength: 2 })
      .map((entries) => Object.fromEntries(entries)),
  },
)
function loose<T extends object>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.tuple(arbitrary, extras).map(([value, more]) => ({ ...value, ...more }))
}

const evaluation = loose(
  fc.record({
    label: fc.constantFrom(...QualityLabel.options),
    confidence: fc.constantFrom(0, 0.25, 1),
    reasoning: text,
    specific_issues: fc.array(text, { maxLength: 2 }),
    suggestions: fc.array(text, { maxLength: 2 }),
    should_return_to_chief: fc.constant(false),
    ready_for_output: fc.boolean(),
  }),
)
const time = fc.constantFrom('2026-01-20T10:00:00.000Z', '2026-02-10T10:06:00Z', 'not a time', '')
const turnIds = ['t1', 't2', '0b8f-77', 'm2', '__proto__', 't1-e1']
const turnId = fc.constantFrom(...turnIds)
// No reference can lead to evidence named `__proto__`: the validator's own copy leaves it out.
const evidenceIds = ['t1-e1', 't1-e2', 't2-e1', 'loose', 'constructor', '17', 'm2-e1', 'a/b~c']
const evidenceId = fc.constantFrom(...evidenceIds)
const refs = fc.array(
  loose(
    fc.record(
      { evidence_id: evidenceId, selector: fc.constantFrom('chars:0-3', 'lines:1', 'nonsense') },
      { requiredKeys: ['evidence_id'] },
    ),
  ),
  { maxLength: 2 },
)
const status = fc.constantFrom('complete' as const, 'cancelled' as const, 'interrupted' as const, 'error' as const)

const message = (role: fc.Arbitrary<'user' | 'assistant' | 'system' | 'tool'>) =>
  loose(
    fc.record(
      {
        role,
        content: text,
        at: time,
        refs,
        turn_id: turnId,
        status,
        replaces: turnId,
        author: fc.record({ kind: fc.constantFrom('user' as const, 'agent' as const) }),
      },
      { requiredKeys: ['role', 'content'] },
    ),
  )
const messages = fc
  .tuple(
    fc.array(message(fc.constantFrom('system', 'assistant', 'tool', 'user')), { maxLength: 5 }),
    message(fc.constant('user')),
    fc.array(message(fc.constantFrom('assistant', 'user')), { maxLength: 4 }),
  )
  .map(([before, user, after]) => [...before, user, ...after])

const toolCall = loose(
  fc.record(
    {
      tool_call_id: fc.constantFrom('t1-kb', 't1-kb2', 't2-kb', 'call', '-'),
      tool: fc.constantFrom('rag_search', 'calculator'),
      provider: loose(fc.record({ kind: fc.constant('builtin' as const), name: text })),
      type: fc.constant('tool' as const),
      called_at: time,
      args_digest: fc.oneof(
        fc.record({ queries: fc.array(text, { maxLength: 3 }) }),
        fc.record({ query: text }),
        fc.record({ queries: tree }),
      ),
      status: fc.constantFrom('success' as const, 'not_found' as const),
      duration_ms: fc.constantFrom(0, 1.5, 1e300),
      result_evidence_ids: fc.array(evidenceId, { maxLength: 4 }),
    },
    {
      requiredKeys: [
        'tool_call_id',
        'tool',
        'type',
        'called_at',
        'args_digest',
        'status',
        'duration_ms',
        'result_evidence_ids',
      ],
    },
  ),
)
const task = loose(
  fc.record({
    task_id: fc.constantFrom('t1-task', 'task'),
    name: text,
    depends_on: fc.array(text, { maxLength: 1 }),
    status: fc.constantFrom('pending' as const, 'done' as const),
    result_evidence_ids: fc.array(evidenceId, { maxLength: 1 }),
    error: text,
  }),
)
const usage = loose(
  fc.record({
    model_usage_id: fc.constantFrom('t2-u', 'u'),
    stage: fc.constant('answer' as const),
    provider: text,
    model: text,
    params: extras,
    prompt_tokens: fc.nat(),
    completion_tokens: fc.nat(),
    total_tokens: fc.nat(),
    latency_ms: fc.constantFrom(0, 0.5),
    status: fc.constant('success' as const),
    error: text,
  }),
)
const trace = loose(
  fc.record(
    {
      turn_id: turnId,
      trace_id: text,
      question: text,
      started_at: time,
      status,
      total_ms: fc.constantFrom(0, 3.25),
      stages: fc.constant<TurnTrace['stages']>([{ stage: 1, ms: 1, status: 'done' }]),
      shortcut: fc.constant(null),
      critique: evaluation.map((one) => ({ evaluation: plain(one), sentences: [], issues: [] })),
      replaces: turnId,
      queries: fc.array(text, { maxLength: 2 }),
      intents: fc.constant<TurnTrace['intents']>([]),
      evidence: fc.array(
        evidenceId.map((evidence_id) => ({
          number: 1,
          evidence_id,
          kind: 'kb' as const,
          document_id: 'd',
          document_name: 'd.md',
          format: 'text',
          heading_path: [],
          page: null,
          start: 0,
          end: 1,
          score: 0.5,
        })),
        { maxLength: 2 },
      ),
      refs: fc.constant<TurnTrace['refs']>([]),
      found: fc.array(
        fc.record({
          evidence_id: evidenceId,
          score: fc.constantFrom(-1, 0.5),
          features: fc.constant(null),
          found_by: fc.array(
            fc.record({ channel: text, query: text, weight: fc.constant(1), rank: fc.nat(), score: fc.constant(0.25) }),
            { maxLength: 2 },
          ),
        }),
        { maxLength: 2 },
      ),
    },
    {
      requiredKeys: [
        'turn_id',
        'trace_id',
        'question',
        'started_at',
        'status',
        'total_ms',
        'stages',
        'shortcut',
        'queries',
        'intents',
        'evidence',
        'refs',
      ],
    },
  ),
)
const block = loose(
  fc.record(
    {
      block_type: fc.constantFrom('instruction' as const, 'evidence' as const),
      priority: fc.constantFrom('must' as const, 'low' as const),
      content: text,
      refs,
      turn_id: turnId,
      cut_reason: text,
    },
    { requiredKeys: ['block_type', 'priority'] },
  ),
)
const evidence = loose(
  fc.record(
    {
      type: fc.constantFrom('rag_doc' as const, 'user_input' as const, 'tool_result' as const),
      source: loose(
        fc.record({ kind: fc.constant('rag' as const), name: text, uri: text }, { requiredKeys: ['kind'] }),
      ),
      content: text,
      confidence: fc.constantFrom(0, 0.5, 1),
      metadata: fc.oneof(
        extras,
        fc.record({ score: leaf, document_title: leaf, found_by: fc.array(tree, { maxLength: 2 }) }),
      ),
    },
    { requiredKeys: ['type', 'source'] },
  ),
)

const meta = loose(fc.record({ title: text, locale: text }, { requiredKeys: [] }))
const summary = loose(
  fc.record({ content: text, updated_at: time, message_index_range: fc.record({ from: fc.nat(), to: fc.nat() }) }),
)

/** Valid sessions of every origin: with and without turns, traces, tools; extras at every level. */
export const sessions: fc.Arbitrary<SessionContext> = fc
  .record(
    {
      meta,
      summary,
      messages,
      tasks: fc.array(task, { maxLength: 2 }),
      calls: fc.array(toolCall, { maxLength: 3 }),
      usage: fc.array(usage, { maxLength: 2 }),
      turns: fc.array(trace, { maxLength: 4 }),
      bodies: fc.array(evidence, { minLength: evidenceIds.length, maxLength: evidenceIds.length }),
      blocks: fc.array(block, { maxLength: 4 }),
      more: fc.tuple(extras, extras, extras),
    },
    { requiredKeys: ['messages', 'tasks', 'bodies', 'blocks', 'more'] },
  )
  .map((parts): SessionContext =>
    plain({
      schema_version: '1.0' as const,
      ...(parts.meta ? { meta: parts.meta } : {}),
      session: {
        session_id: 's',
        messages: parts.messages,
        ...(parts.summary ? { summary: parts.summary } : {}),
        task_state: { ...parts.more[0], todo_list: { ...parts.more[1], tasks: parts.tasks } },
        ...(parts.calls ? { tool_state: { ...parts.more[1], tool_calls: parts.calls } } : {}),
        ...(parts.usage ? { model_usage: parts.usage } : {}),
        ...(parts.turns ? { turns: parts.turns } : {}),
      },
      evidences: Object.fromEntries(
        parts.bodies.map((body, at) => {
          const id = evidenceIds[at] ?? `e${at}`
          return [id, { ...body, evidence_id: id }]
        }),
      ),
      context_blocks: parts.blocks.map((one, at) => ({ ...one, block_id: at === 0 ? 't1-b' : `b${at}` })),
      ...parts.more[2],
    }),
  )

const whole = fc.oneof(fc.integer(), fc.constantFrom(0, 1_768_903_200_000, Number.MAX_SAFE_INTEGER))
const searchResult = loose(
  fc.record({
    title: text,
    content: text,
    source: text,
    rank: fc.integer(),
    relevance_score: fc.constantFrom(-2, 0, 0.5, 1e300),
    timestamp: whole,
  }),
)
const queryResults = loose(
  fc.record({
    query: text,
    results: fc.array(searchResult, { maxLength: 3 }),
    search_timestamp: whole,
    total_results_count: fc.nat(),
    execution_time_ms: fc.nat(),
    search_engine: text,
    metadata: extras,
  }),
)
const searchSession = loose(
  fc.record({
    session_id: text,
    query_results: fc.array(queryResults, { maxLength: 3 }),
    session_timestamp: whole,
    original_question: text,
    session_metadata: extras,
  }),
)
const carriedGarbage = fc.oneof(
  tree,
  fc.record({ version: fc.constant(1), frame: tree, messages: fc.constant({ '0': { $text: '/raw_question' } }) }),
)

/** Contexts of any origin, among them ones that only look as if they carried a session. */
export const contextRecords: fc.Arbitrary<ModelContextRecord> = loose(
  fc.record({
    sequence: fc.integer(),
    timestamp: whole,
    raw_question: text,
    retriver_chunks: fc.array(text, { maxLength: 3 }),
    search_session: fc.option(searchSession),
    prompts: fc.array(
      fc
        .array(fc.tuple(fc.constantFrom('role', 'content', 'name', '$text', '__proto__'), text), { maxLength: 3 })
        .map((entries) => Object.fromEntries(entries)),
      { maxLength: 3 },
    ),
    response: text,
    uuid: fc.constantFrom('', 'u1', 'u2', 's-1', '__proto__', 'u1-e1', '控'),
    tool_name: text,
    evaluation: fc.option(evaluation),
    tool_config: fc.oneof(
      extras,
      carriedGarbage.map((cairn_session) => ({ cairn_session })),
    ),
  }),
).map(plain)
