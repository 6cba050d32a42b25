import type { CairnError } from '@shared/errors'
import { type Critique, EvidenceItem, type Reading, type Shortcut } from '@shared/events'
import { type Note, note, noteText } from '@shared/note'
import type { Message, ModelUsage } from '@shared/session-context'
import type { FoundPassage, TurnTrace } from '@shared/turn-trace'
import type { CitedAnswer } from '../answer/cite'
import type { SessionEntry } from '../ports/session-store'
import { exchangesOf } from '../session/conversation'
import { outputEvidence, questionEvidence } from '../session/evidence'
import { type Composing, composeChecked, type RestsOn } from './checked-answer'
import { recordSearch } from './record-search'
import { firstTokenBudget, type StageRunner, type StageRunnerOptions } from './stage'
import { streamResponse } from './stream-response'
import { noSuggestions, type Suggest, suggestInTime } from './suggest/suggest-in-time'
import { unknownTurn } from './unknown-turn'
import type { Assembled, EvidenceIds, Intent, PipelineRooms, Retrieved, Rewrite, TurnRequest } from './turn'

const agent = { kind: 'agent', id: 'cairn' } as const
/** What answers where no language model does. It chooses nothing at random. */
const answerer = { provider: 'builtin', model: 'extractive@1', seed: 0 } as const

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
  let evidence: readonly EvidenceItem[] = []
  let refs: CitedAnswer['refs'] = []
  let critique: Critique | null = null
  let streamed = ''
  let restsOn: RestsOn | undefined
  let timings: Retrieved['timings'] = []
  let dropped: Retrieved['dropped'] = []
  let firstTokenAt = 0
  let composingFrom = 0
  let opened = false

  const at = () => new Date(rooms.now()).toISOString()
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

  /** Stage 8: composes and checks, within its time or more simply, then streams; ends the turn with `final`. */
  async function stream(runner: StageRunner, composing: Composing, suggest?: Suggest): Promise<void> {
    const response = await runner.run(8, async (stageSignal) => {
      composingFrom = clock()
      const checked = await composeChecked(composing, firstTokenMs ?? firstTokenBudget, clock, stageSignal)
      const { answer } = checked
      evidence = answer.evidence
      refs = answer.refs
      restsOn = composing.restsOn?.(answer, checked.quoted)
      await append((restsOn?.prompt?.blocks ?? []).map((block) => ({ op: 'block', block })))
      if (evidence.length > 0) emit({ type: 'evidence', items: [...evidence] })
      const suggested = suggest && evidence.length > 0 ? suggestInTime(suggest, answer, stageSignal) : noSuggestions
      await streamResponse(answer.response, sink(stageSignal), stageSignal, rooms.pace)
      const { suggestions, problems } = await suggested
      trace.suggestions = suggestions
      critique = checked.critique
      const summary = [note('sources', { count: answer.evidence.length }), ...checked.summary]
      const outcome = { value: answer.response, summary }
      const reason = [...checked.problems, ...problems]
      return reason.length > 0 ? { ...outcome, status: 'degraded' as const, reason } : outcome
    })
    await close('complete', response)
    // Of the whole answer: what was cancelled half way is shown without a verdict.
    if (critique) emit({ type: 'critic', ...critique })
    const completion = rooms.tokens.count(response)
    emit({
      type: 'final',
      trace_id: traceId,
      total_ms: clock() - start,
      response,
      refs: [...refs],
      // No language model read the prompt; what it would have read is in the trace.
      usage: { prompt_tokens: 0, completion_tokens: completion, total_tokens: completion },
      suggestions: trace.suggestions ?? [],
    })
  }

  function sink(stageSignal: AbortSignal) {
    return {
      first: () => {
        firstTokenAt = clock()
        emit({ type: 'first_token', ms: firstTokenAt - start })
      },
      token: async (content: string) => {
        await append([{ op: 'token', turn_id: turnId, content }])
        // A token that was cancelled meanwhile is in the journal but was never shown: the record may hold more.
        stageSignal.throwIfAborted()
        streamed += content
        emit({ type: 'token', content })
      },
    }
  }

  async function failed(error: CairnError): Promise<void> {
    const status = error.code === 'CANCELLED' ? 'cancelled' : 'error'
    if (opened) {
      try {
        await close(status, streamed, error)
      } catch (writing) {
        // The turn already failed; that it could not be recorded either must not hide why.
        error.cause = new AggregateError([error.cause, writing], 'The turn failed, and so did recording it.')
      }
    }
    if (status === 'cancelled') {
      emit({ type: 'cancelled', trace_id: traceId, total_ms: clock() - start, response: streamed })
    } else emit({ type: 'error', trace_id: traceId, error: error.report() })
  }

  async function close(status: TurnTrace['status'], response: string, error?: CairnError): Promise<void> {
    const shown = refs.filter((ref) => ref.response_end <= response.length)
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
      turn_id: turnId,
      trace_id: traceId,
      question,
      started_at: startedAt,
      status,
      total_ms: clock() - start,
      stages: [...stages],
      evidence: evidence.map(withoutText),
      refs: [...shown],
      ...(found.size > 0 ? { found: [...found.values()] } : {}),
      ...(dropped.length > 0 ? { dropped: [...dropped] } : {}),
      post_processing: timings.map((timing) => ({ ...timing })),
      ...(critique && status === 'complete' ? { critique } : {}),
      ...(restsOn ? { basis: restsOn.basis, seed: answerer.seed } : {}),
      ...(restsOn?.prompt ? promptFigures(restsOn.prompt) : {}),
      ...(error ? { error: error.report() } : {}),
    }
    await append([...answered(response, error), { op: 'turn', trace: turn, message }], true)
  }

  /** The answer as a model's output, and the call it came from; nothing where nothing was composed. */
  function answered(response: string, error: CairnError | undefined): SessionEntry[] {
    if (composingFrom === 0 && response === '') return []
    const id = `${turnId}-answer`
    const completion = rooms.tokens.count(response)
    const usage: ModelUsage = {
      model_usage_id: id,
      turn_id: turnId,
      stage: 'answer',
      provider: answerer.provider,
      model: answerer.model,
      params: { temperature: restsOn?.prompt?.temperature ?? 0, seed: answerer.seed },
      // It reads the passages themselves; what a language model would have read is the prompt's size in the trace.
      prompt_tokens: 0,
      completion_tokens: completion,
      total_tokens: completion,
      ...(firstTokenAt > 0 ? { first_token_latency_ms: Math.max(0, firstTokenAt - composingFrom) } : {}),
      latency_ms: Math.max(0, clock() - composingFrom),
      status: error && error.code !== 'CANCELLED' ? 'error' : 'success',
      error: error && error.code !== 'CANCELLED' ? error.message : '',
      called_at: new Date(rooms.now() - Math.max(0, clock() - composingFrom)).toISOString(),
    }
    const output = response === '' ? [] : [outputEvidence(answerer.model, response, at(), id)]
    return [{ op: 'model_usage', usage }, ...output.map((evidence): SessionEntry => ({ op: 'evidence', evidence }))]
  }

  return {
    open,
    retrieved,
    /** What the second search of a turn found; it is no stage, so its time is part of stage 8's. */
    retrievedWider: (result: Retrieved) => searched(result, `${turnId}-kb2`, 0),
    stream,
    failed,
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

function promptFigures({ mode, temperature, promptTokens, tokenBudget }: Assembled) {
  return { mode, temperature, prompt_tokens: promptTokens, token_budget: tokenBudget }
}

/** The text is in the evidence already. */
function withoutText(item: EvidenceItem): TurnTrace['evidence'][number] {
  return EvidenceItem.omit({ text: true }).parse(item)
}

const longestTitle = 60

function titleOf(question: string): string {
  const line = question.trim().split('\n')[0] ?? ''
  const characters = Array.from(line)
  if (characters.length <= longestTitle) return line
  const cut = characters.slice(0, longestTitle - 1).join('')
  // At the end of a word, where one is near.
  const space = cut.lastIndexOf(' ')
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`
}
