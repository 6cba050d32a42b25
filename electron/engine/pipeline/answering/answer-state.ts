import type { CairnError } from '@shared/errors'
import type { AnswerOutcome, Critique, EvidenceItem, Usage } from '@shared/events'
import type { Note } from '@shared/note'
import type { ModelUsage } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import type { CitedAnswer } from '@engine/answer/citations/cite'
import type { ModelName } from '@engine/ports/models/language-model'
import type { SessionEntry } from '@engine/ports/storage/session-store'
import { outputEvidence } from '@engine/session/context/evidence'
import type { RestsOn } from './checked-answer'
import { type ModelCall, modelUsage, seedOf } from '../model-calls/model-call'
import type { Assembled, PipelineRooms } from '../turn'

/** What answers where no language model does. It chooses nothing at random. */
export const answerer = { provider: 'builtin', model: 'extractive@1', seed: 0 } as const

/** A turn's answer as far as it has come, and what the record says of how it came about. */
export class AnswerState {
  evidence: readonly EvidenceItem[] = []
  refs: CitedAnswer['refs'] = []
  critique: Critique | null = null
  outcome: AnswerOutcome = 'nothing'
  likely: number | undefined
  judged: CitedAnswer['judged']
  listed: CitedAnswer['listed']
  unanswered: CitedAnswer['unanswered']
  /** What has been shown, or is to be shown in its place. */
  streamed = ''
  restsOn: RestsOn | undefined
  /** Milliseconds from any fixed point, both; 0 for not yet. */
  composingFrom = 0
  firstTokenAt = 0
  /** The language model whose words are shown. */
  writer: ModelName | null = null
  /** The call that wrote it, once it has ended. */
  written: ModelCall | null = null
  brokeOff: Note | null = null
  /** Every other call of a model in this turn. */
  readonly #calls: ModelCall[] = []

  constructor(
    private readonly turnId: string,
    private readonly rooms: Pick<PipelineRooms, 'tokens' | 'now'>,
    private readonly clock: () => number,
  ) {}

  readonly addCall = (call: ModelCall): void => void this.#calls.push(call)

  /** What an answer gives a person. */
  give({ outcome, likely, judged, listed, unanswered, evidence }: CitedAnswer): void {
    this.outcome = outcome ?? (evidence.length > 0 ? 'answer' : 'nothing')
    this.likely = likely
    this.judged = judged
    this.listed = listed
    this.unanswered = unanswered
  }

  /** What `final` says was used: the model's own counts, or those of what was said without one. */
  usage(response: string): Usage {
    const known = this.written?.usage
    // No language model read the prompt; what it would have read is in the trace.
    const prompt_tokens = known?.prompt_tokens ?? (this.writer ? (this.restsOn?.prompt?.promptTokens ?? 0) : 0)
    const completion_tokens = known?.completion_tokens ?? this.rooms.tokens.count(response)
    return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
  }

  /** The part of the turn's trace that tells how the answer came about, without its evidence. */
  trace(models: TurnTrace['models']): Partial<TurnTrace> {
    const { restsOn, writer, brokeOff } = this
    const understood = this.#calls.find(({ task, error }) => task === 'understand' && error === '')
    return {
      models: {
        ...models,
        ...(restsOn?.prompt ? { tokenizer: restsOn.prompt.tokenizer } : {}),
        ...(understood ? { understanding: understood.model.id } : {}),
        ...(writer ? { answerer: writer.id } : {}),
      },
      ...(writer ? { model: writer.name } : {}),
      ...(brokeOff ? { broke_off: brokeOff } : {}),
      outcome: this.outcome,
      ...(this.likely === undefined ? {} : { likely: this.likely }),
      ...(this.judged ? { judged: { ...this.judged } } : {}),
      ...(this.listed ? { listed: this.listed } : {}),
      ...(this.unanswered ? { unanswered: [...this.unanswered] } : {}),
      ...(restsOn ? { basis: restsOn.basis, seed: writer ? seedOf(this.turnId) : answerer.seed } : {}),
      ...(restsOn?.prompt ? promptFigures(restsOn.prompt) : {}),
    }
  }

  /** Every call of a model, and the answer as a model's output; nothing where nothing was composed. */
  entries(response: string, error: CairnError | undefined): SessionEntry[] {
    const { turnId, rooms } = this
    const calls = this.#calls.map((call, at) =>
      modelUsage(call, `${turnId}-call${at}`, turnId, this.#at(call.startedAt)),
    )
    const usages = calls.map((usage): SessionEntry => ({ op: 'model_usage', usage }))
    if (this.composingFrom === 0 && response === '') return usages
    const usage = this.#answerUsage(response, error)
    const at = new Date(rooms.now()).toISOString()
    const model = this.writer?.id ?? answerer.model
    const output = response === '' ? [] : [outputEvidence(model, response, at, usage.model_usage_id)]
    return [
      ...usages,
      { op: 'model_usage', usage },
      ...output.map((evidence): SessionEntry => ({ op: 'evidence', evidence })),
    ]
  }

  #answerUsage(response: string, error: CairnError | undefined): ModelUsage {
    const { turnId, composingFrom, firstTokenAt, restsOn, writer, written } = this
    const id = `${turnId}-answer`
    const failed = error && error.code !== 'CANCELLED' ? error.message : ''
    const latency = Math.max(0, this.clock() - composingFrom)
    if (writer) {
      const temperature = restsOn?.prompt?.temperature ?? 0
      const counted = this.usage(response)
      const call = written ?? {
        task: 'answer',
        model: writer,
        temperature,
        seed: seedOf(turnId),
        usage: null,
        startedAt: composingFrom,
        firstTokenAt,
        endedAt: composingFrom + latency,
        error: failed,
      }
      return { ...modelUsage(call, id, turnId, this.#at(composingFrom)), ...counted }
    }
    const completion = this.rooms.tokens.count(response)
    return {
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
      latency_ms: latency,
      status: failed === '' ? 'success' : 'error',
      error: failed,
      called_at: this.#at(composingFrom),
    }
  }

  /** The ISO time of a moment of the turn's clock. */
  #at(moment: number): string {
    return new Date(this.rooms.now() - Math.max(0, this.clock() - moment)).toISOString()
  }
}

function promptFigures({ mode, temperature, promptTokens, tokenBudget }: Assembled) {
  return { mode, temperature, prompt_tokens: promptTokens, token_budget: tokenBudget }
}
