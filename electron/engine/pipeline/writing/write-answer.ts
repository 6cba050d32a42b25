import { CairnError } from '@shared/errors'
import { messageOf, type Note, note, whyOf } from '@shared/note'
import { anySignal } from '@engine/platform/tracing/span-of-signal'
import { type CitedAnswer, evidenceItem } from '@engine/answer/citations/cite'
import { CitedStream, type Said } from '@engine/answer/citations/cited-stream'
import { createMender } from '@engine/answer/citations/mend-citations'
import type { Dictionary } from '@engine/critic/binding/across-languages'
import type { GenerationEvent, ModelName } from '@engine/ports/models/language-model'
import { EventsInTime } from '../events-in-time'
import type { Composed } from '../answering/attempt'
import type { ModelAccess, ModelCall } from '../model-calls/model-call'
import type { AnswerPrompt } from '../prompts/answer-prompt'

export interface WriteRequest {
  /** The prompt for the model that will read it, and the most tokens of its answer; asked once that is loaded. */
  readonly fit: (model: ModelName, signal: AbortSignal) => Promise<FittedPrompt> | FittedPrompt
  /** Names one model, before those set for answers. */
  readonly model: string | undefined
  readonly temperature: number
  /** For marks put in where a passage is in the other language. */
  readonly terms: Dictionary
}

export interface FittedPrompt {
  readonly prompt: AnswerPrompt
  readonly maxTokens: number
}

/** Where a written answer goes as it comes. Whatever this throws ends the turn. */
export interface WritingSink {
  /** Once, before the first token. */
  begin(model: ModelName): Promise<void>
  token(content: string, answer: CitedAnswer, citesNew: boolean): Promise<void>
}

/** What a model wrote. */
export interface Writing {
  readonly answer: Composed
  readonly call: ModelCall
  /** Of its thinking, which is kept nowhere. */
  readonly thoughtWords: number
  /** Marks put in where it had left them out. */
  readonly mended: number
  /** Why it ends before its end. */
  readonly brokeOff: Note | null
}

/** Nothing came: why, and the call where one was made. */
export interface NotWritten {
  readonly call: ModelCall
  readonly problems: readonly Note[]
  /** A shorter prompt may do. */
  readonly isTooLong: boolean
}

/** Added to the router's deadlines, for a source of tokens that ignores them. */
const graceMs = 1000

/**
 * Has a model write an answer token by token, its citations numbered and mended. Failing before the first token is
 * `NotWritten`; after it, what was said stays. Throws what the sink throws, and CANCELLED.
 */
export async function writeAnswer(
  { fit, model: wanted, temperature, terms }: WriteRequest,
  { models, seed, clock }: ModelAccess,
  sink: WritingSink,
  signal: AbortSignal,
): Promise<Writing | NotWritten> {
  const startedAt = clock()
  let stream = streamFor({ passages: [], ids: [] }, terms)
  const candidates = models.candidates('answer', wanted)
  const state: GenerationState = {
    model: candidates[0] ?? { id: '', name: '' },
    thoughts: new WordCount(),
    end: null,
    firstTokenAt: undefined,
  }
  const emit = async (said: readonly Said[]) => {
    const { answer } = stream
    for (const { content, citesNew, used } of said) {
      if (state.firstTokenAt === undefined) {
        state.firstTokenAt = clock()
        await sink.begin(state.model)
      }
      await sink.token(content, { ...answer, evidence: answer.evidence.slice(0, used) }, citesNew)
    }
  }

  const firstTokenMs = models.deadlineOf('answer')
  const stopping = new AbortController()
  const unfitted = { system: '', messages: [], maxTokens: 0 }
  const request = { task: 'answer', model: wanted, ...unfitted, temperature, seed } as const
  const fitted = async (model: ModelName, inner: AbortSignal) => {
    const { prompt, maxTokens } = await fit(model, inner)
    stream = streamFor(prompt, terms)
    return { system: prompt.system, messages: prompt.messages, maxTokens }
  }
  const options = { firstTokenMs, signal: anySignal([signal, stopping.signal]), fit: fitted }
  // Each candidate has the time to its first token.
  const silentMs = firstTokenMs * Math.max(1, candidates.length) + graceMs
  const events = new EventsInTime(models.generate(request, options), silentMs, signal)
  let failure: unknown
  try {
    failure = await readEvents(events, state, (text) => emit(stream.push(text)))
  } finally {
    stopping.abort()
    events.leave()
  }
  signal.throwIfAborted()
  const isWhole = failure === null && state.end?.reason === 'stop'
  // What was held back is no answer by itself.
  if (isWhole || state.firstTokenAt !== undefined) await emit(stream.end(isWhole))

  const call = callOf(state, failure, { temperature, seed, startedAt, endedAt: clock() })
  return resultOf(state, failure, call, stream)
}

function callOf(
  { model, end, firstTokenAt }: GenerationState,
  failure: unknown,
  facts: Pick<ModelCall, 'temperature' | 'seed' | 'startedAt' | 'endedAt'>,
): ModelCall {
  const error = failure === null ? '' : messageOf(failure)
  return { task: 'answer', model, ...facts, usage: end?.usage ?? null, firstTokenAt, error }
}

function resultOf(
  { model, end, firstTokenAt, thoughts }: GenerationState,
  failure: unknown,
  call: ModelCall,
  { answer, mended }: CitedStream,
): Writing | NotWritten {
  const why = { model: model.name, ...(failure === null ? {} : whyOf(failure)) }
  if (firstTokenAt === undefined) {
    const isTooLong = failure instanceof CairnError && failure.code === 'INVALID_INPUT'
    return { call, problems: [failure === null ? note('model_nothing', why) : note('model_failed', why)], isTooLong }
  }
  const cutOff = end?.reason === 'length' ? note('model_cut_off') : null
  const brokeOff = failure === null ? cutOff : note('model_broke_off', why)
  return { answer, call, thoughtWords: thoughts.count, mended, brokeOff }
}

/** Numbers and mends the citations of one answer. */
function streamFor({ passages, ids }: Pick<AnswerPrompt, 'passages' | 'ids'>, terms: Dictionary): CitedStream {
  const items = passages.map((passage, at) => evidenceItem(passage, at + 1, ids[at] ?? ''))
  return new CitedStream(passages, ids, createMender(items, terms))
}

/** How far a generation has come. */
interface GenerationState {
  model: ModelName
  readonly thoughts: WordCount
  end: Extract<GenerationEvent, { type: 'end' }> | null
  /** Milliseconds from any fixed point. */
  firstTokenAt: number | undefined
}

/** Reads to the end; resolves to what the generation failed with, null for nothing. Throws what `onToken` throws. */
async function readEvents(
  events: EventsInTime,
  state: GenerationState,
  onToken: (text: string) => Promise<void>,
): Promise<unknown> {
  for (;;) {
    const next = await events.next()
    if ('failure' in next) return next.failure
    const { event } = next
    if (event === null) return new CairnError('MODEL_FAILED', 'It stopped without saying why.', 'Ask again.')
    switch (event.type) {
      case 'loading':
      case 'model':
        state.model = event.model
        break
      case 'thought':
        state.thoughts.add(event.text)
        break
      case 'token':
        await onToken(event.text)
        break
      case 'end':
        state.end = event
        return null
    }
  }
}

/** Counts words of a text that comes in pieces: a run of letters and digits, or one Chinese character. */
export class WordCount {
  #count = 0
  #isInside = false

  get count(): number {
    return this.#count
  }

  add(text: string): void {
    for (const character of text) {
      const isHan = /\p{Script=Han}/u.test(character)
      const isWord = !isHan && /[\p{L}\p{N}\p{M}'’]/u.test(character)
      if (isHan || (isWord && !this.#isInside)) this.#count += 1
      this.#isInside = isWord
    }
  }
}
