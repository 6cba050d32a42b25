import { diffArrays } from 'diff'
import type { Critique, EventBody } from '@shared/events'
import type { Outcome, ReplayCaveat, ReplayMode, TurnReplay } from '@shared/session/replay'
import type { SessionContext } from '@shared/session/session-context'
import type { RetrievalSettings } from '@shared/settings'
import type { AnswerBasis } from '@shared/session/turn-trace'
import type { CitedAnswer } from '@engine/answer/citations/cite'
import { judge } from '@engine/critic/judge'
import type { SessionStore } from '@engine/ports/storage/session-store'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { type RecordedTurn, recordedTurn, sessionBefore } from '@engine/session/history/recorded-turn'
import { splitSentences } from '@engine/text/sentences/sentences'
import { answerQuestion } from '../answer-question'
import { askedOf } from '../forms/overview/overview-library'
import { composeAnswer, plain, quoteBest, refusal } from '../stages/8-streaming-output'
import { withSpellingNotice } from '../answering/answer-notices'
import type { PipelineRooms, TurnRequest } from '../turn'
import { createTurnCache } from '../turn-cache'
import { judgeWritten } from '../writing/judge-written'
import { recordedTools } from '../tool-calls/recorded-tools'
import { fromRecord } from './answer-basis'
import { replayLookups } from './lookups'
import { writeAgain, writerOfRecord } from './write-again'

export interface ReplayRooms extends PipelineRooms {
  /** Sessions that exist only for the replay. */
  readonly scratch: (contexts: readonly SessionContext[]) => SessionStore
  /** Milliseconds from any fixed point; for durations. */
  readonly clock: () => number
}

/** A turn in the session it was recorded in. */
interface TurnInSession {
  readonly context: SessionContext
  readonly turn: RecordedTurn
}

/**
 * Answers a recorded question again and compares; records nothing. `record` composes from the recorded blocks and
 * lookups: the same answer, unless the answerer changed or a language model wrote it. `search`, and any turn that
 * composed nothing, asks the whole pipeline in the conversation as it was. Throws NOT_FOUND.
 */
export async function replayTurn(
  { context, turnId, mode }: { readonly context: SessionContext; readonly turnId: string; readonly mode: ReplayMode },
  rooms: ReplayRooms,
  signal: AbortSignal,
): Promise<TurnReplay> {
  const turn = recordedTurn(context, turnId)
  const { trace, question } = turn
  const recorded = recordedOutcome(turn, context)
  const caveats: ReplayCaveat[] = []
  if (trace.status !== 'complete') caveats.push('was_interrupted')
  const { models } = trace
  if (models?.['cairn'] !== undefined && rooms.version !== undefined && models['cairn'] !== rooms.version) {
    caveats.push('version_differs')
  }
  if (models?.['embedder'] !== undefined && models['embedder'] !== rooms.embedder.id) caveats.push('embedder_differs')
  const { basis } = trace
  if (!basis && (trace.shortcut === null || trace.shortcut === 'C')) caveats.push('no_basis')
  const fromBlocks = mode === 'record' && basis !== undefined
  const replayed = fromBlocks
    ? await composeAgain({ context, turn, basis, caveats }, rooms, signal)
    : await askAgain({ context, turn }, rooms, signal)
  const isSame = recorded.response === replayed.response
  if (!isSame && writerOfRecord(trace) !== undefined) caveats.push('written_by_model')
  // What was made of the question is in the record; only asking again makes it anew.
  if (!isSame && !fromBlocks && models?.['understanding'] !== undefined) caveats.push('understood_by_model')
  return {
    turn_id: turnId,
    question: question.content,
    mode: fromBlocks ? 'record' : 'search',
    recorded,
    replayed,
    same_answer: isSame,
    same_evidence: sameEvidence(recorded, replayed),
    diff: differences(recorded.response, replayed.response),
    caveats,
  }
}

/** The question asked again in the conversation as it was, with other settings where given. */
export async function askAgain(
  { context, turn, settings }: TurnInSession & { readonly settings?: RetrievalSettings },
  rooms: ReplayRooms,
  signal: AbortSignal,
): Promise<Outcome> {
  const { trace, question } = turn
  const { session_id: sessionId } = context.session
  const inForce = settings ?? trace.retrieval ?? rooms.settings()
  const request: TurnRequest = {
    question: question.content,
    sessionId,
    turnId: trace.turn_id,
    traceId: 'replay',
    filter: trace.filter,
    choices: trace.choices,
    replaces: trace.replaces,
    searchAnyway: trace.search_anyway === true,
    graph: trace.graph,
    // Whoever answered then.
    model: writerOfRecord(trace) ?? 'rules',
    language: trace.basis?.language ?? (context.meta?.locale?.startsWith('zh') ? 'zh' : 'en'),
  }
  const alone: PipelineRooms = {
    ...rooms,
    sessions: rooms.scratch([sessionBefore(context, turn)]),
    caches: { rewrites: createTurnCache(), intents: createTurnCache() },
    settings: () => inForce,
    tools: recordedTools(trace.tools ?? []),
    pace: undefined,
    // A prompt says which day it is.
    now: () => (question.at === undefined ? rooms.now() : Date.parse(question.at)),
  }
  const said = { response: '', items: [] as EvidenceItems, shortcut: null as string | null, ms: 0 }
  let critique: Critique | null = null
  const emit = (body: EventBody) => {
    if (body.type === 'evidence') said.items = body.items
    else if (body.type === 'shortcut') said.shortcut = body.shortcut
    else if (body.type === 'critic') critique = body
    else if (body.type === 'final') Object.assign(said, { response: body.response, ms: body.total_ms })
    else if (body.type === 'error') Object.assign(said, { response: body.error.message, ms: 0 })
  }
  await answerQuestion(request, alone, { emit, signal, clock: rooms.clock, ...unhurried })
  signal.throwIfAborted()
  return {
    ...verdictOf(critique),
    response: said.response,
    evidence: said.items.map(asSource),
    shortcut: said.shortcut,
    ms: said.ms,
  }
}

/** Milliseconds for each stage: a machine that is busy during the replay must not change the answer. */
const unhurried = {
  budgets: { 1: 30_000, 2: 30_000, 3: 30_000, 4: 30_000, 5: 30_000, 6: 30_000, 7: 30_000 },
} as const

type EvidenceItems = CitedAnswer['evidence'][number][]

interface RecordedComposition extends TurnInSession {
  readonly basis: AnswerBasis
  /** Added to. */
  readonly caveats: ReplayCaveat[]
}

async function composeAgain(
  { context, turn: { trace, question }, basis, caveats }: RecordedComposition,
  rooms: ReplayRooms,
  signal: AbortSignal,
): Promise<Outcome> {
  const start = rooms.clock()
  const { rewrite, retrieved, ids, library, gone } = fromRecord(basis, context, '', trace.tools)
  const found = { retrieved, ids }
  if (gone.length > 0) caveats.push('passages_gone')
  const lookups = replayLookups(basis.lookups, rooms)
  const request: TurnRequest = {
    question: question.content,
    sessionId: context.session.session_id,
    turnId: trace.turn_id,
    traceId: 'replay',
    searchAnyway: false,
    language: basis.language,
  }
  const asked = () => ({
    question: question.content,
    keyTerms: retrieved.isUnsearched
      ? []
      : keyTermsOf(askedOf(rewrite, retrieved), lookups.terms, lookups.index.statistics),
    terms: rooms.terms,
  })
  const parts = { request, trace, rewrite, basis: found, library }
  const written = await writeAgain(parts, context, rooms, signal)
  if (written) {
    const { answer, notice } = written
    const evidence = answer.evidence.map(asSource)
    const { critique } = judgeWritten(answer, asked)
    const response = answer.response + notice
    return { ...verdictOf(critique), response, evidence, shortcut: trace.shortcut, ms: rooms.clock() - start }
  }
  let answer: CitedAnswer
  const asRead = (composed: CitedAnswer) => withSpellingNotice(composed, request, rewrite)
  if (trace.shortcut === 'C') answer = asRead(plain(refusal(request, retrieved, basis.has_documents)))
  else if (basis.quoted) answer = asRead(quoteBest(request, found))
  else answer = await composeAnswer({ request, rewrite, basis: found }, { ...rooms, ...lookups, library }, signal)
  const brief = { ...asked(), text: 'quotes', mayReturn: false } as const
  const critique = answer.evidence.length > 0 ? judge(answer, brief) : null
  if (trace.shortcut !== 'C' && lookups.missed().length > 0) caveats.push('lookups_missed')
  const ms = rooms.clock() - start
  const { response, evidence } = answer
  return { ...verdictOf(critique), response, evidence: evidence.map(asSource), shortcut: trace.shortcut, ms }
}

function recordedOutcome({ trace, answer }: RecordedTurn, { evidences }: SessionContext): Outcome {
  const items = trace.evidence.map((item) => ({ ...item, text: textOf(evidences, item.evidence_id) }))
  return {
    ...verdictOf(trace.critique ?? null),
    response: answer.content,
    evidence: items.map(asSource),
    shortcut: trace.shortcut,
    ms: trace.total_ms,
  }
}

function textOf(evidences: SessionContext['evidences'], id: string): string {
  return (Object.hasOwn(evidences, id) && evidences[id]?.content) || ''
}

function verdictOf(critique: Critique | null): Pick<Outcome, 'label' | 'confidence'> {
  return { label: critique?.evaluation.label ?? null, confidence: critique?.evaluation.confidence ?? null }
}

function asSource(item: EvidenceItems[number]): Outcome['evidence'][number] {
  const { evidence_id, document_name, document_id, start, end, text } = item
  return { evidence_id, document_title: document_name, place: `${document_id}:${start}-${end}`, text }
}

/** The same passages, whatever ids an earlier version gave them, in the same order. */
function sameEvidence(a: Outcome, b: Outcome): boolean {
  const [one, other] = [a, b].map(({ evidence }) => evidence.map(({ place, text }) => `${place} ${text}`))
  return JSON.stringify(one) === JSON.stringify(other)
}

function differences(before: string, after: string): TurnReplay['diff'] {
  return diffArrays(pieces(before), pieces(after)).flatMap(({ value, added, removed }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same'
    return value.length > 0 ? [{ kind, text: value.join('') } as const] : []
  })
}

/** A text cut after each sentence; joined again it is the text. */
function pieces(text: string): string[] {
  const ends = splitSentences(text).map(({ end }) => end)
  const cuts = [0, ...ends.slice(0, -1), text.length]
  return cuts.slice(1).map((end, at) => text.slice(cuts[at], end))
}
