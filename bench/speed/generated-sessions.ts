import type { Evidence, Message, SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import type { SessionEntry } from '@engine/ports/storage/session-store'

const passagesATurn = 5
const passageCharacters = { en: 1200, zh: 1200 }
const answerCharacters = { en: 600, zh: 200 }
const tokensAnAnswer = 60

const words = {
  en: {
    what: [
      'water level',
      'main pump',
      'sediment load',
      'north gate',
      'spillway',
      'turbidity',
      'relay cabinet',
      'sluice',
    ],
    did: ['was measured', 'was replaced', 'rose slowly', 'stayed closed', 'was inspected', 'fell below its limit'],
    when: ['in spring', 'after the storm', 'during the night shift', 'before the survey', 'twice a week', 'last year'],
  },
  zh: {
    what: ['水位', '主泵', '含沙量', '北闸门', '溢洪道', '浊度', '继电器柜', '泄水闸'],
    did: ['已经测量', '已经更换', '缓慢上升', '保持关闭', '接受检查', '低于限值'],
    when: ['在春季', '暴雨之后', '夜班期间', '调查之前', '每周两次', '去年'],
  },
}

type Language = keyof typeof words

/** Uniform in [0, 1); the same seed gives the same numbers (the constants of Numerical Recipes' generator). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

function sentence(language: Language, random: () => number): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const { what, did, when } = words[language]
  const code = `${Math.floor(random() * 10_000)}`
  return language === 'en'
    ? `The ${pick(what)} at site K${code} ${pick(did)} ${pick(when)}. `
    : `站点 K${code} 的${pick(what)}${pick(when)}${pick(did)}。`
}

function text(language: Language, length: number, random: () => number): string {
  let made = ''
  while (made.length < length) made += sentence(language, random)
  return made.trim()
}

function passage(id: string, language: Language, callId: string, random: () => number): Evidence {
  const start = Math.floor(random() * 100_000)
  const documentId = `d${Math.floor(random() * 500)}`
  return {
    evidence_id: id,
    type: 'rag_doc',
    source: {
      kind: 'rag',
      name: `report ${documentId}.md`,
      uri: `cairn://document/${documentId}#chars=${start}-${start + 1200}`,
    },
    content: text(language, passageCharacters[language], random),
    confidence: 0.7,
    metadata: {
      document_id: documentId,
      revision: 1,
      chunk_id: `${documentId}-${start}`,
      start,
      end: start + 1200,
      heading_path: ['Report', 'Readings'],
      features: { dense: random(), sparse: random(), title: random(), coverage: random() },
      found_by: [{ list: 'dense', rank: 1, score: random() }],
    },
    links: { tool_call_id: callId },
  }
}

/** What one whole turn leaves in the record, in the order and the portions in which the pipeline writes it. */
export interface GeneratedTurn {
  readonly id: string
  readonly asked: readonly SessionEntry[]
  readonly found: readonly SessionEntry[]
  readonly assembled: readonly SessionEntry[]
  readonly tokens: readonly SessionEntry[]
  readonly ended: SessionEntry
}

/** A turn with five passages of 1,200 characters and eight blocks; `at` is an ISO time. */
export function generateTurn(id: string, at: string, random: () => number): GeneratedTurn {
  const language: Language = random() < 0.5 ? 'en' : 'zh'
  const question = sentence(language, random).trim()
  const answer = text(language, answerCharacters[language], random)
  const passages = Array.from({ length: passagesATurn }, (_, n) =>
    passage(`${id}-e${n + 1}`, language, `${id}-kb`, random),
  )
  const ids = passages.map(({ evidence_id }) => evidence_id)
  const asked: Message = { role: 'user', content: question, at, turn_id: id, refs: [{ evidence_id: `${id}-q` }] }
  const blocks = [
    { block_type: 'instruction' as const, content: text(language, 400, random) },
    { block_type: 'conversation' as const, content: question, refs: [{ evidence_id: `${id}-q` }] },
    ...ids.map((evidence_id) => ({ block_type: 'evidence' as const, refs: [{ evidence_id }] })),
    { block_type: 'memory' as const, content: text(language, 500, random) },
  ]
  const size = Math.ceil(answer.length / tokensAnAnswer)
  return {
    id,
    asked: [
      {
        op: 'evidence',
        evidence: {
          evidence_id: `${id}-q`,
          type: 'user_input',
          source: { kind: 'user' },
          content: question,
          confidence: 1,
        },
      },
      { op: 'message', message: asked },
    ],
    found: [
      ...passages.map((evidence): SessionEntry => ({ op: 'evidence', evidence })),
      {
        op: 'tool_call',
        call: {
          tool_call_id: `${id}-kb`,
          tool: 'rag_search',
          provider: { kind: 'builtin', name: 'knowledge-base' },
          type: 'tool',
          called_at: at,
          args_digest: { queries: [question], filter: null },
          status: 'success',
          duration_ms: 20,
          result_evidence_ids: ids,
        },
      },
    ],
    assembled: blocks.map((block, n) => ({
      op: 'block',
      block: { block_id: `${id}-${n}`, priority: 'high', token_estimate: 100, turn_id: id, ...block },
    })),
    tokens: Array.from({ length: tokensAnAnswer }, (_, n) => ({
      op: 'token',
      turn_id: id,
      content: answer.slice(n * size, (n + 1) * size),
    })),
    ended: {
      op: 'turn',
      trace: traceOf(id, at, question, passages),
      message: {
        role: 'assistant',
        content: answer,
        at,
        turn_id: id,
        status: 'complete',
        refs: [{ evidence_id: ids[0] ?? '' }],
      },
    },
  }
}

function traceOf(id: string, at: string, question: string, passages: readonly Evidence[]): TurnTrace {
  return {
    turn_id: id,
    trace_id: `t-${id}`,
    question,
    started_at: at,
    status: 'complete',
    total_ms: 120,
    stages: [1, 2, 3, 4, 5, 6, 7, 8].map((stage) => ({ stage, ms: 10, status: 'done' })),
    shortcut: null,
    queries: [question],
    intents: [{ intent: 'search', confidence: 0.9 }],
    evidence: passages.map(({ evidence_id, source }, n) => ({
      number: n + 1,
      evidence_id,
      kind: 'kb',
      document_id: 'd1',
      document_name: source.name ?? '',
      format: 'markdown',
      heading_path: ['Report', 'Readings'],
      page: null,
      start: 0,
      end: 1200,
      score: 0.7,
    })),
    refs: [{ number: 1, evidence_id: `${id}-e1`, selector: 'chars:0-40', response_start: 0, response_end: 40 }],
    suggestions: [],
  }
}

/** A whole session of `turns` turns, one a minute from `startMs` (milliseconds since the epoch) on. */
export function generateSession(id: string, turns: number, startMs: number, random: () => number): SessionContext {
  const messages: Message[] = []
  const traces: TurnTrace[] = []
  const context: SessionContext = {
    schema_version: '1.0',
    meta: {},
    session: {
      session_id: id,
      messages,
      task_state: { todo_list: { tasks: [] } },
      tool_state: { tool_calls: [] },
      turns: traces,
    },
    evidences: {},
    context_blocks: [],
  }
  let at = ''
  for (let turn = 0; turn < turns; turn += 1) {
    at = new Date(startMs + turn * 60_000).toISOString()
    const made = generateTurn(`${id}-t${turn}`, at, random)
    for (const entry of [...made.asked, ...made.found, ...made.assembled, made.ended]) addTo(context, entry)
  }
  // As a conversation of this length has one: all but its last few turns are covered.
  const covered = Math.max(0, messages.length - 16)
  if (covered > 0) {
    const range = { from: 1, to: covered }
    context.session.summary = { content: text('en', 2000, random), updated_at: at, message_index_range: range }
  }
  const title = messages[0]?.content ?? id
  context.meta = { locale: 'en', created_at: new Date(startMs).toISOString(), updated_at: at, title }
  return context
}

/** In place, which the store's own reducer never does: thousands of turns would take minutes with it. */
function addTo(context: SessionContext, entry: SessionEntry): void {
  if (entry.op === 'evidence') context.evidences[entry.evidence.evidence_id] = entry.evidence
  else if (entry.op === 'message') context.session.messages.push(entry.message)
  else if (entry.op === 'block') context.context_blocks.push(entry.block)
  else if (entry.op === 'tool_call') context.session.tool_state?.tool_calls.push(entry.call)
  else if (entry.op === 'turn') {
    context.session.messages.push(entry.message)
    context.session.turns?.push(entry.trace)
  }
}
