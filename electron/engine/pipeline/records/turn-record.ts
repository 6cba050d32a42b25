import { CairnError } from '@shared/errors'
import { tellUnexpected } from '@engine/ports/unexpected'
import { EvidenceItem, type Reading, type Shortcut } from '@shared/events'
import { type Note, noteText } from '@shared/note'
import type { Message } from '@shared/session/session-context'
import type { FoundPassage, TurnTrace } from '@shared/session/turn-trace'
import type { SessionEntry } from '@engine/ports/storage/session-store'
import { exchangesOf } from '@engine/session/history/conversation'
import { questionEvidence } from '@engine/session/context/evidence'
import { recordSearch } from './record-search'
import { titleAfterEdit, titleOf } from '../upkeep/session-title'
import { firstTokenBudget, type StageRunnerOptions } from '../stage'
import type { Streamed, StreamParts } from '../answering/stream-answer'
import type { ModelCall } from '../model-calls/model-call'
import type { EvidenceIds, Intent, PipelineRooms, Retrieved, Rewrite, TurnRequest } from '../turn'
import { answerer, AnswerState } from '../answering/answer-state'

const agent = { kind: 'agent', id: 'cairn' } as const

/** The durable record of one turn. The question, each token and the finished turn are written before they are told. */
export class TurnRecord {
  readonly #startedAt: string
  /** When the turn began and ended, in milliseconds by the turn's clock. */
  readonly #start: number
  #ended: number | undefined
  readonly #question: ReturnType<typeof questionEvidence>
  readonly #asked: ReturnType<typeof askedWith>
  readonly #trace: Partial<TurnTrace> & Pick<TurnTrace, 'shortcut' | 'queries' | 'intents'>
  readonly #found = new Map<string, FoundPassage>()
  readonly #answer: AnswerState
  #timings: Retrieved['timings'] = []
  #dropped: Retrieved['dropped'] = []
  #isOpen = false

  constructor(
    private readonly request: TurnRequest,
    private readonly rooms: PipelineRooms,
    private readonly options: Pick<StageRunnerOptions, 'emit' | 'clock' | 'firstTokenBudget'>,
    private readonly stages: TurnTrace['stages'],
  ) {
    this.#startedAt = this.#now()
    this.#start = options.clock()
    this.#question = questionEvidence(request.question, this.#startedAt)
    this.#asked = askedWith(request)
    this.#trace = {
      ...this.#asked,
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
    this.#answer = new AnswerState(request.turnId, rooms, options.clock)
  }

  /** Records a call of a language model. */
  readonly addCall = (call: ModelCall): void => this.#answer.addCall(call)

  /** Writes the question, in a new session where there is none, and announces the turn. */
  async open(): Promise<void> {
    const { sessionId, turnId, question, filter, replaces, language } = this.request
    const isNew = !(await this.rooms.sessions.has(sessionId))
    const title = replaces === undefined ? null : await this.#titleAfter(replaces, isNew)
    const meta = {
      locale: language === 'zh' ? 'zh-CN' : 'en',
      created_at: this.#startedAt,
      title: titleOf(question),
      actor: { agent: { agent_id: agent.id } },
    }
    const message: Message = {
      role: 'user',
      author: { kind: 'user' },
      content: question,
      at: this.#startedAt,
      turn_id: turnId,
      refs: [{ evidence_id: this.#question.evidence_id }],
      ...this.#asked,
    }
    const created: SessionEntry[] = isNew ? [{ op: 'created', session_id: sessionId, meta }] : []
    const titled: SessionEntry[] = title === null ? [] : [{ op: 'title', title }]
    const entries = [
      ...created,
      ...titled,
      { op: 'evidence', evidence: this.#question },
      { op: 'message', message },
    ] as const
    await this.#append(entries, true)
    this.#isOpen = true
    this.options.emit({
      type: 'session',
      question,
      is_new: isNew,
      filter: filter ?? null,
      replaces: replaces ?? null,
    })
  }

  understood(rewrite: Rewrite, intents: readonly Intent[]): void {
    this.#trace.queries = rewrite.queries.map(({ text }) => text)
    this.#trace.intents = intents.map(({ kind, topic, confidence }) => ({
      intent: topic ? `${kind}:${topic}` : kind,
      confidence,
    }))
  }

  shortcut(shortcut: Shortcut, why: Note, skips: number[], readings: readonly Reading[]): void {
    const reason = noteText(why)
    this.#trace.shortcut = shortcut
    this.#trace.shortcut_reason = reason
    this.#trace.shortcut_reason_note = why
    this.#trace.readings = [...readings]
    this.options.emit({ type: 'shortcut', shortcut, reason, reason_note: why, skips, readings: [...readings] })
  }

  /** Makes evidence of what stage 6 found. */
  async retrieved(result: Retrieved): Promise<EvidenceIds> {
    this.#timings = result.timings
    this.#dropped = result.dropped
    const runs = result.tried ?? result.tools?.map(({ run }) => run)
    if (runs) this.#trace.tools = [...runs]
    if (result.reader !== undefined) this.#trace.models = { ...this.#trace.models, reader: result.reader }
    const ms = this.stages.find(({ stage }) => stage === 6)?.ms ?? 0
    return this.#searched(result, `${this.request.turnId}-kb`, ms)
  }

  /** Makes evidence of what a second, wider search found. It is no stage, so its time is part of stage 8's. */
  retrievedWider(result: Retrieved): Promise<EvidenceIds> {
    return this.#searched(result, `${this.request.turnId}-kb2`, 0)
  }

  /** Where an answer is written while it is shown. */
  get stream(): StreamParts {
    const { emit, clock, firstTokenBudget: firstTokenMs = firstTokenBudget } = this.options
    const append = (entries: readonly SessionEntry[]) => this.#append(entries)
    const { turnId } = this.request
    return { turnId, answer: this.#answer, rooms: this.rooms, emit, append, clock, start: this.#start, firstTokenMs }
  }

  /** Writes the finished turn, and emits `final`. */
  async finish({ response, suggestions }: Streamed): Promise<void> {
    const { emit } = this.options
    this.#trace.suggestions = suggestions
    if (this.#trace.shortcut === 'A') this.#answer.outcome = 'asked_back'
    if (this.#trace.shortcut === 'B') this.#answer.outcome = 'direct'
    await this.#close('complete', response)
    const { critique, writer, brokeOff, refs, likely, listed, unanswered } = this.#answer
    // Of the whole answer: what was cancelled half way is shown without a verdict.
    if (critique) emit({ type: 'critic', ...critique })
    emit({
      type: 'final',
      trace_id: this.request.traceId,
      total_ms: this.#totalMs(),
      response,
      refs: [...refs],
      usage: this.#answer.usage(response),
      suggestions,
      ...(writer ? { model: writer.name } : {}),
      outcome: this.#answer.outcome,
      ...(likely === undefined ? {} : { likely }),
      ...(listed ? { listed } : {}),
      ...(unanswered ? { unanswered: [...unanswered] } : {}),
      ...(brokeOff ? { broke_off: brokeOff } : {}),
    })
  }

  /** Writes what there is of a turn that failed or was cancelled, and says so. */
  async failed(error: CairnError): Promise<void> {
    const { emit } = this.options
    const { traceId: trace_id } = this.request
    const { streamed } = this.#answer
    const status = error.code === 'CANCELLED' ? 'cancelled' : 'error'
    if (this.#isOpen) {
      try {
        await this.#close(status, streamed, error)
      } catch (writing) {
        // The turn already failed; that it could not be recorded either must not hide why.
        error.cause = new AggregateError([error.cause, writing], 'The turn failed, and so did recording it.')
      }
    }
    tellUnexpected(error)
    if (status === 'cancelled') emit({ type: 'cancelled', trace_id, total_ms: this.#totalMs(), response: streamed })
    else emit({ type: 'error', trace_id, error: error.report() })
  }

  /** What the session is called once this question takes the place of a turn; null where it keeps its title. Throws where it has no such turn. */
  async #titleAfter(replaced: string, isNew: boolean): Promise<string | null> {
    const context = isNew ? null : await this.rooms.sessions.load(this.request.sessionId)
    if (!context || !exchangesOf(context).some(({ id }) => id === replaced)) throw unknownTurn(replaced)
    return titleAfterEdit(context, replaced, this.request.question)
  }

  async #searched(result: Retrieved, id: string, ms: number): Promise<EvidenceIds> {
    const { turnId, filter, choices } = this.request
    const call = { id, turnId, ms, queries: this.#trace.queries, filter, choices }
    const recorded = recordSearch(result, call, this.rooms)
    for (const passage of recorded.found) this.#found.set(passage.evidence_id, passage)
    await this.#append(recorded.entries)
    return { question: this.#question.evidence_id, passages: recorded.ids }
  }

  async #close(status: TurnTrace['status'], response: string, error?: CairnError): Promise<void> {
    const answer = this.#answer
    const { turnId: turn_id } = this.request
    const shown = answer.refs.filter((ref) => ref.response_end <= response.length)
    const message: Message = {
      role: 'assistant',
      author: agent,
      content: response,
      at: this.#now(),
      turn_id,
      status,
      refs: shown.map(({ evidence_id, selector }) => ({ evidence_id, selector })),
    }
    const trace: TurnTrace = {
      ...this.#trace,
      ...answer.trace(this.#trace.models),
      turn_id,
      trace_id: this.request.traceId,
      question: this.request.question,
      started_at: this.#startedAt,
      status,
      total_ms: this.#totalMs(),
      ...(answer.firstTokenAt > 0 ? { first_token_ms: answer.firstTokenAt - this.#start } : {}),
      stages: [...this.stages],
      // The text is in the evidence already.
      evidence: answer.evidence.map((item) => EvidenceItem.omit({ text: true }).parse(item)),
      refs: [...shown],
      ...(this.#found.size > 0 ? { found: [...this.#found.values()] } : {}),
      ...(this.#dropped.length > 0 ? { dropped: [...this.#dropped] } : {}),
      post_processing: this.#timings.map((timing) => ({ ...timing })),
      ...(answer.critique && status === 'complete' ? { critique: answer.critique } : {}),
      ...(error ? { error: error.report() } : {}),
    }
    await this.#append([...answer.entries(response, error), { op: 'turn', trace, message }], true)
  }

  #append(entries: readonly SessionEntry[], durable = false): Promise<void> {
    return this.rooms.sessions.append(this.request.sessionId, entries, { durable })
  }

  /** Up to the end, which is when it is first asked for: writing the record takes a while, too. */
  #totalMs(): number {
    return (this.#ended ??= this.options.clock()) - this.#start
  }

  #now(): string {
    return new Date(this.rooms.now()).toISOString()
  }
}

/** How the question was asked, as its message and its trace both keep it. */
function askedWith({ filter, replaces, choices, searchAnyway, graph }: TurnRequest) {
  return {
    ...(filter ? { filter } : {}),
    ...(replaces ? { replaces } : {}),
    ...(choices ? { choices } : {}),
    ...(searchAnyway ? { search_anyway: true } : {}),
    ...(graph ? { graph } : {}),
  }
}

/** The error of a turn that should replace a turn which its session does not hold. */
export function unknownTurn(id: string): CairnError {
  return new CairnError('INVALID_INPUT', `This session has no turn ${id}.`, 'Ask the question as a new one.')
}
