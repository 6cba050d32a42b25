import { CairnError } from '@shared/errors'
import { EvidenceItem, type Reading, type Shortcut } from '@shared/events'
import { type Note, noteText } from '@shared/note'
import type { Message } from '@shared/session/session-context'
import type { FoundPassage, TurnTrace } from '@shared/session/turn-trace'
import type { SessionEntry } from '@engine/ports/storage/session-store'
import { exchangesOf } from '@engine/session/history/conversation'
import { questionEvidence } from '@engine/session/context/evidence'
import type { Composing } from '../answering/checked-answer'
import { recordSearch } from './record-search'
import { titleOf } from '../upkeep/session-upkeep'
import { firstTokenBudget, type StageRunner, type StageRunnerOptions } from '../stage'
import { streamAnswer } from '../answering/stream-answer'
import type { Suggest } from '../suggest/suggest-in-time'
import type { EvidenceIds, Intent, PipelineRooms, Retrieved, Rewrite, TurnRequest } from '../turn'
import { answerer, AnswerState } from '../answering/answer-state'
import { unknownModel } from '../writing/writer'

const agent = { kind: 'agent', id: 'cairn' } as const

/**
 * Keeps a turn's durable record beside its events: what is announced was written first. The question is fsynced before
 * `session`, each token is in the journal before it is shown, and the finished turn is fsynced before `final`.
 */
export function createTurnRecord(
  request: TurnRequest,
  rooms: PipelineRooms,
  { emit, clock, firstTokenBudget: firstTokenMs }: Pick<StageRunnerOptions, 'emit' | 'clock' | 'firstTokenBudget'>,
  stages: TurnTrace['stages'],
) {
  const { sessionId, turnId, traceId, question } = request
  const startedAt = new Date(rooms.now()).toISOString()
  const start = clock()
  const asksFor = questionEvidence(question, startedAt)
  const questionId = asksFor.evidence_id
  const { filter, replaces, choices } = request
  const asked = {
    ...(filter ? { filter } : {}),
    ...(replaces ? { replaces } : {}),
    ...(choices ? { choices } : {}),
    ...(request.searchAnyway ? { search_anyway: true } : {}),
    ...(request.graph ? { graph: request.graph } : {}),
  }
  const trace: Partial<TurnTrace> & Pick<TurnTrace, 'shortcut' | 'queries' | 'intents'> = {
    ...asked,
    retrieval: rooms.settings(),
    models: {
      answerer: answerer.model,
      embedder: rooms.embedder.id,
      tokenizer: rooms.tokens.id,
      ...(rooms.version ? { cairn: rooms.version } : {}),
    },
    shortcut: null,
    queries: [],
    intents: [],
  }
  const found = new Map<string, FoundPassage>()
  const answer = new AnswerState(turnId, rooms, clock)
  let timings: Retrieved['timings'] = []
  let dropped: Retrieved['dropped'] = []
  let opened = false

  const at = () => new Date(rooms.now()).toISOString()
  let ended: number | undefined
  /** What the record says is what is told: writing it takes a while, too. */
  const totalMs = () => (ended ??= clock()) - start
  const append = (entries: readonly SessionEntry[], durable = false) =>
    rooms.sessions.append(sessionId, entries, { durable })

  async function open(): Promise<void> {
    const isNew = !(await rooms.sessions.has(sessionId))
    if (replaces !== undefined) await requireTurn(replaces, isNew)
    const meta = { locale: request.language === 'zh' ? 'zh-CN' : 'en', created_at: startedAt, title: titleOf(question) }
    const message: Message = {
      role: 'user',
      author: { kind: 'user' },
      content: question,
      at: startedAt,
      turn_id: turnId,
      refs: [{ evidence_id: questionId }],
      ...asked,
    }
    await append(
      [
        ...(isNew
          ? [
              {
                op: 'created',
                session_id: sessionId,
                meta: { ...meta, actor: { agent: { agent_id: agent.id } } },
              } as const,
            ]
          : []),
        { op: 'evidence', evidence: asksFor },
        { op: 'message', message },
      ],
      true,
    )
    opened = true
    emit({ type: 'session', question, is_new: isNew, filter: filter ?? null, replaces: replaces ?? null })
  }

  async function requireTurn(id: string, isNew: boolean): Promise<void> {
    const exchanges = isNew ? [] : exchangesOf(await rooms.sessions.load(sessionId))
    if (!exchanges.some((exchange) => exchange.id === id)) throw unknownTurn(id)
  }

  async function retrieved(result: Retrieved): Promise<EvidenceIds> {
    timings = result.timings
    dropped = result.dropped
    return searched(result, `${turnId}-kb`, stages.find(({ stage }) => stage === 6)?.ms ?? 0)
  }

  async function searched(result: Retrieved, id: string, ms: number): Promise<EvidenceIds> {
    const call = { id, turnId, ms, queries: trace.queries, filter, choices }
    const recorded = recordSearch(result, call, rooms)
    for (const passage of recorded.found) found.set(passage.evidence_id, passage)
    await append(recorded.entries)
    return { question: questionId, passages: recorded.ids }
  }

  /** Stage 8, and then `final`. */
  async function stream(runner: StageRunner, composing: Composing, suggest?: Suggest): Promise<void> {
    const { response, suggestions } = await runner.run(8, (signal) => {
      const parts = {
        turnId,
        answer,
        rooms,
        troubles: [...unknownModel(request, rooms), ...(composing.troubles ?? [])],
        emit,
        append,
        clock,
        start,
        firstTokenMs: firstTokenMs ?? firstTokenBudget,
      }
      return streamAnswer(composing, suggest, parts, signal)
    })
    trace.suggestions = suggestions
    await close('complete', response)
    const { critique, writer, brokeOff } = answer
    // Of the whole answer: what was cancelled half way is shown without a verdict.
    if (critique) emit({ type: 'critic', ...critique })
    emit({
      type: 'final',
      trace_id: traceId,
      total_ms: totalMs(),
      response,
      refs: [...answer.refs],
      usage: answer.usage(response),
      suggestions,
      ...(writer ? { model: writer.name } : {}),
      ...(brokeOff ? { broke_off: brokeOff } : {}),
    })
  }

  async function failed(error: CairnError): Promise<void> {
    const status = error.code === 'CANCELLED' ? 'cancelled' : 'error'
    if (opened) {
      try {
        await close(status, answer.streamed, error)
      } catch (writing) {
        // The turn already failed; that it could not be recorded either must not hide why.
        error.cause = new AggregateError([error.cause, writing], 'The turn failed, and so did recording it.')
      }
    }
    if (status === 'cancelled') {
      emit({ type: 'cancelled', trace_id: traceId, total_ms: totalMs(), response: answer.streamed })
    } else emit({ type: 'error', trace_id: traceId, error: error.report() })
  }

  async function close(status: TurnTrace['status'], response: string, error?: CairnError): Promise<void> {
    const { evidence, critique } = answer
    const shown = answer.refs.filter((ref) => ref.response_end <= response.length)
    const message: Message = {
      role: 'assistant',
      author: agent,
      content: response,
      at: at(),
      turn_id: turnId,
      status,
      refs: shown.map(({ evidence_id, selector }) => ({ evidence_id, selector })),
    }
    const turn: TurnTrace = {
      ...trace,
      ...answer.trace(trace.models),
      turn_id: turnId,
      trace_id: traceId,
      question,
      started_at: startedAt,
      status,
      total_ms: totalMs(),
      ...(answer.firstTokenAt > 0 ? { first_token_ms: answer.firstTokenAt - start } : {}),
      stages: [...stages],
      evidence: evidence.map(withoutText),
      refs: [...shown],
      ...(found.size > 0 ? { found: [...found.values()] } : {}),
      ...(dropped.length > 0 ? { dropped: [...dropped] } : {}),
      post_processing: timings.map((timing) => ({ ...timing })),
      ...(critique && status === 'complete' ? { critique } : {}),
      ...(error ? { error: error.report() } : {}),
    }
    await append([...answer.entries(response, error), { op: 'turn', trace: turn, message }], true)
  }

  return {
    open,
    retrieved,
    /** What the second search of a turn found; it is no stage, so its time is part of stage 8's. */
    retrievedWider: (result: Retrieved) => searched(result, `${turnId}-kb2`, 0),
    stream,
    failed,
    /** Takes down a call of a language model. */
    called: answer.addCall,
    understood(rewrite: Rewrite, intents: readonly Intent[]): void {
      trace.queries = rewrite.queries.map(({ text }) => text)
      trace.intents = intents.map(({ kind, topic, confidence }) => ({
        intent: topic ? `${kind}:${topic}` : kind,
        confidence,
      }))
    },
    shortcut(shortcut: Shortcut, why: Note, skips: number[], readings: readonly Reading[]): void {
      const reason = noteText(why)
      trace.shortcut = shortcut
      trace.shortcut_reason = reason
      trace.shortcut_reason_note = why
      trace.readings = [...readings]
      emit({ type: 'shortcut', shortcut, reason, reason_note: why, skips, readings: [...readings] })
    },
  }
}

/** The text is in the evidence already. */
function withoutText(item: EvidenceItem): TurnTrace['evidence'][number] {
  return EvidenceItem.omit({ text: true }).parse(item)
}

/** For a turn that should take the place of one its session does not hold. */
export function unknownTurn(id: string): CairnError {
  return new CairnError('INVALID_INPUT', `This session has no turn ${id}.`, 'Ask the question as a new one.')
}
