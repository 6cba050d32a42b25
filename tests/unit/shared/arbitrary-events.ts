import fc from 'fast-check'
import { DocumentStatus, type DocumentRecord } from '@shared/documents'
import { errorCodes } from '@shared/errors'
import {
  Preparation,
  QualityLabel,
  StageStatus,
  Verdict,
  stageNames,
  type CairnEvent,
  type EventBody,
  type EventType,
} from '@shared/events'
import { Note } from '@shared/note'
import { RunState, type RunStep, TaskState } from '@shared/research/research-run'

const text = fc.string({ unit: 'binary' })
const count = fc.nat()
const positive = fc.integer({ min: 1, max: 2 ** 31 })
const milliseconds = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const stage = fc.integer({ min: 1, max: 8 })
const name = fc.constantFrom(...stageNames)
const error = fc.record({ code: fc.constantFrom(...errorCodes), message: text, action: text })

const some = fc.string({ unit: 'binary', minLength: 1 })
/** Names of values; zod leaves out `__proto__`, which could change what an object is. */
const valueName = some.filter((name) => name !== '__proto__')
const toolPlace = fc.record(
  { document_id: some, start: count, end: count, place: text },
  { requiredKeys: ['document_id', 'start', 'end'] },
)

const gap = fc.record(
  {
    kind: fc.constantFrom('pages_without_text', 'truncated', 'skipped_part', 'unreadable_characters'),
    detail: text,
    pages: fc.array(positive),
  },
  { requiredKeys: ['kind', 'detail'] },
)
const revision = fc.record({ revision: text, content_hash: text, text_object: text, structure_object: text })

export const documentRecord: fc.Arbitrary<DocumentRecord> = fc.record({
  id: text,
  name: text,
  source: text,
  format: fc.option(fc.constantFrom('markdown', 'text', 'code', 'html', 'pdf', 'docx', 'csv')),
  title: text,
  status: fc.constantFrom(...DocumentStatus.options),
  content_hash: text,
  byte_size: count,
  char_count: count,
  chunk_count: count,
  collection: text,
  tags: fc.array(text),
  gaps: fc.array(gap, { maxLength: 2 }),
  error: fc.option(error),
  duplicate_of: fc.option(text),
  created_at: finite,
  updated_at: finite,
  pending: fc.option(revision),
  live: fc.option(revision),
  trashed_at: fc.option(finite),
  part_of: fc.option(fc.record({ document: text, path: text, content_hash: text })),
  member_count: fc.option(count),
  modified_at: fc.option(finite),
  authors: fc.array(text, { maxLength: 2 }),
  written_at: fc.option(text),
})

const note = fc.record({
  key: fc.constantFrom(...Note.shape.key.options),
  // zod leaves a field of this name out, and no sentence has one.
  values: fc.dictionary(
    fc.string().filter((one) => one !== '__proto__'),
    fc.oneof(text, finite),
    { maxKeys: 3, noNullPrototype: true },
  ),
})
const notes = fc.array(note, { maxLength: 2 })

const names = fc.array(text, { maxLength: 3 })
const filter = fc.record({ collections: names, documents: names, formats: names, tags: names }, { requiredKeys: [] })

const evaluation = fc
  .record({
    label: fc.constantFrom(...QualityLabel.options),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    reasoning: text,
    specific_issues: fc.array(text),
    suggestions: fc.array(text),
    should_return_to_chief: fc.boolean(),
    ready_for_output: fc.boolean(),
  })
  .filter((one) => !(one.should_return_to_chief && one.ready_for_output))

type BodyOf<T extends EventType> = Extract<EventBody, { type: T }>
const is = <T extends EventType>(type: T) => fc.constant<T>(type)

const evidenceItem = fc.record({
  number: positive,
  evidence_id: text,
  kind: fc.constantFrom('kb', 'tool', 'graph'),
  document_id: text,
  document_name: text,
  format: text,
  heading_path: fc.array(text),
  page: fc.option(positive),
  start: count,
  end: count,
  text,
  score: finite,
})

const taskId = fc.integer({ min: 0, max: 999 }).map((number) => `task_${String(number).padStart(3, '0')}`)
const runId = fc.integer({ min: 0 }).map((number) => `r_${number}`)
const claim = fc.record({
  id: some,
  task_id: taskId,
  text: some,
  wording: fc.constantFrom('quoted', 'written'),
  for: fc.array(fc.record({ evidence_id: some, selector: some, document_id: text }), { minLength: 1, maxLength: 2 }),
  against: fc.constant<[]>([]).map((none) => [...none]),
  date: fc.option(fc.constantFrom('2024', '2024-03', '2024-03-15')),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
})

/** Steps of a run, of every kind that says more than another shape does. */
const runStep: fc.Arbitrary<RunStep> = fc.oneof(
  fc.record({
    op: fc.constant('created' as const),
    id: runId,
    goal: text,
    from_turn: fc.option(fc.record({ session_id: text, turn_id: text })),
    again_of: fc.option(runId),
  }),
  fc.record({ op: fc.constant('titled' as const), title: text }),
  fc.record({
    op: fc.constant('state' as const),
    state: fc.constantFrom(...RunState.options),
    error: fc.option(error),
  }),
  fc.record({
    op: fc.constant('task' as const),
    progress: fc.record({
      task_id: taskId,
      state: fc.constantFrom(...TaskState.options),
      attempt: count,
      rounds: count,
      searches: count,
      reading: fc.array(text),
      found: count,
      ms: milliseconds,
    }),
  }),
  fc.record({
    op: fc.constant('evidence' as const),
    task_id: taskId,
    evidence: fc.array(evidenceItem, { maxLength: 3 }),
  }),
  fc.record({
    op: fc.constant('round' as const),
    task_id: taskId,
    round: positive,
    state: fc.dictionary(valueName, text).map((state) => ({ ...state })),
  }),
  fc.record({
    op: fc.constant('claims' as const),
    task_id: taskId,
    claims: fc.array(claim, { maxLength: 2 }),
    gaps: fc.array(fc.record({ task_id: taskId, missing: some }), { maxLength: 2 }),
  }),
  fc.record({
    op: fc.constant('spent' as const),
    cost: fc.record({ tokens: count, ms: milliseconds, searches: count }),
  }),
  fc.record({ op: fc.constant('noticed' as const), notes }),
)

/** A body for every type of event; adding a type without an arbitrary does not compile. */
const bodies: { [T in EventType]: fc.Arbitrary<BodyOf<T>> } = {
  session: fc.record({
    type: is('session'),
    question: text,
    is_new: fc.boolean(),
    filter: fc.option(filter),
    replaces: fc.option(text),
  }),
  preparing: fc.record({ type: is('preparing'), what: fc.constantFrom(...Preparation.options) }),
  stage_start: fc.record({ type: is('stage_start'), stage, name }),
  stage_wait: fc.record({ type: is('stage_wait'), stage, model: text, go_on: fc.boolean() }),
  stage_end: fc.record(
    {
      type: is('stage_end'),
      stage,
      name,
      ms: milliseconds,
      status: fc.constantFrom(...StageStatus.options),
      reason: text,
      reason_notes: notes,
      summary: text,
      summary_notes: notes,
    },
    { requiredKeys: ['type', 'stage', 'name', 'ms', 'status'] },
  ),
  shortcut: fc.record(
    {
      type: is('shortcut'),
      shortcut: fc.constantFrom('A', 'B', 'C'),
      reason: text,
      reason_note: note,
      skips: fc.array(stage),
      readings: fc.array(fc.record({ label: text, question: text })),
    },
    { requiredKeys: ['type', 'shortcut', 'reason', 'skips', 'readings'] },
  ),
  tool: fc.record({
    type: is('tool'),
    run: fc.record(
      {
        call_id: some,
        tool: some,
        server: text,
        title: text,
        version: text,
        question: text,
        args: fc.dictionary(valueName, text),
        state: fc.constantFrom('running', 'done', 'failed', 'needs_consent'),
        called_at: text,
        ms: milliseconds,
        text,
        table: fc.record({
          columns: fc.array(text),
          rows: fc.array(fc.record({ cells: fc.array(text), source: toolPlace }, { requiredKeys: ['cells'] })),
          total: count,
        }),
        sources: fc.array(toolPlace),
        notes: fc.array(text),
        workings: text,
        error,
      },
      { requiredKeys: ['call_id', 'tool', 'title', 'question', 'args', 'state', 'called_at'] },
    ),
  }),
  evidence: fc.record({
    type: is('evidence'),
    items: fc.array(evidenceItem, { maxLength: 3 }),
  }),
  first_token: fc.record({ type: is('first_token'), ms: milliseconds }),
  token: fc.record({ type: is('token'), content: text }),
  critic: fc.record({
    type: is('critic'),
    evaluation,
    sentences: fc.array(
      fc.record({
        start: count,
        end: count,
        verdict: fc.constantFrom(...Verdict.options),
        refs: fc.array(positive, { maxLength: 2 }),
        issues: notes,
      }),
      { maxLength: 3 },
    ),
    issues: notes,
  }),
  final: fc.record({
    type: is('final'),
    trace_id: text,
    total_ms: milliseconds,
    response: text,
    refs: fc.array(
      fc.record({ number: positive, evidence_id: text, selector: text, response_start: count, response_end: count }),
      { maxLength: 3 },
    ),
    usage: fc.record({ prompt_tokens: count, completion_tokens: count, total_tokens: count }),
    suggestions: fc.array(text),
  }),
  cancelled: fc.record({ type: is('cancelled'), trace_id: text, total_ms: milliseconds, response: text }),
  error: fc.record({ type: is('error'), trace_id: text, error }),
  progress: fc.record(
    {
      type: is('progress'),
      job: fc.constantFrom('ingest', 'vectors', 'mapping', 'ocr', 'download', 'research'),
      done: milliseconds,
      total: milliseconds,
      unit: fc.constantFrom('files', 'bytes', 'steps'),
      message: text,
      document: documentRecord,
    },
    { requiredKeys: ['type', 'job', 'done', 'total', 'unit', 'message'] },
  ),
  research: fc.record({ type: is('research'), step: runStep }),
}

/** Every event type by its name. */
export const eventTypes = Object.keys(bodies) as EventType[]

const envelope = fc.record({
  v: fc.constant(1 as const),
  session_id: text,
  turn_id: text,
  seq: count,
  ts: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
})

/** Events of one type with arbitrary payloads. fast-check makes null-prototype objects; these are plain ones. */
export function eventsOf(type: EventType): fc.Arbitrary<CairnEvent> {
  return fc
    .tuple(envelope, bodies[type] as fc.Arbitrary<EventBody>)
    .map(([around, body]) => structuredClone({ ...around, ...body }))
}
