import { CairnError } from '@shared/errors'
import { messageOf, type Note, note } from '@shared/note'
import { type CitedAnswer, evidenceItem } from '../answer/cite'
import { CitedStream, type Said } from '../answer/cited-stream'
import { createMender } from '../answer/mend-citations'
import type { GenerationEvent, ModelName } from '../ports/language-model'
import { EventsInTime } from './events-in-time'
import type { ModelAsking, ModelCall } from './model-call'
import type { AnswerPrompt } from './prompts/answer-prompt'
import { WordCount } from './word-count'

export interface WriteRequest {
  readonly prompt: AnswerPrompt
  /** Names one model, before those set for answers. */
  readonly model: string | undefined
  readonly temperature: number
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
  readonly answer: CitedAnswer
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
}

/** Beside the router's own deadlines, for a source of tokens that keeps to none. */
const graceMs = 1000

/**
 * Has a language model write an answer and says it token by token, with its citations numbered and mended. Failing or
 * being late before the first token is no failure of this: then nothing was said, and `NotWritten` tells why. After it,
 * what was said stays, and ends where it broke. Throws what the sink throws, and CANCELLED.
 */
export async function writeAnswer(
  { prompt, model: wanted, temperature, maxTokens }: WriteRequest,
  { models, seed, clock }: ModelAsking,
  sink: WritingSink,
  signal: AbortSignal,
): Promise<Writing | NotWritten> {
  const startedAt = clock()
  const { passages, ids, system, messages } = prompt
  const items = passages.map((passage, at) => evidenceItem(passage, at + 1, ids[at] ?? ''))
  const stream = new CitedStream(passages, ids, createMender(items))
  const asked = models.candidates('answer', wanted)
  const heard: Heard = {
    model: asked[0] ?? { id: '', name: '' },
    thoughts: new WordCount(),
    end: null,
    firstTokenAt: undefined,
  }
  const say = async (said: readonly Said[]) => {
    const { answer } = stream
    for (const { content, citesNew, used } of said) {
      if (heard.firstTokenAt === undefined) {
        heard.firstTokenAt = clock()
        await sink.begin(heard.model)
      }
      await sink.token(content, { ...answer, evidence: answer.evidence.slice(0, used) }, citesNew)
    }
  }

  const firstTokenMs = models.deadlineOf('answer')
  const stopping = new AbortController()
  const request = { task: 'answer', model: wanted, system, messages, temperature, seed, maxTokens } as const
  const options = { firstTokenMs, signal: AbortSignal.any([signal, stopping.signal]) }
  // Each candidate has the time to its first token.
  const silentMs = firstTokenMs * Math.max(1, asked.length) + graceMs
  const events = new EventsInTime(models.generate(request, options), silentMs, signal)
  let failure: unknown
  try {
    failure = await listen(events, heard, (text) => say(stream.push(text)))
  } finally {
    stopping.abort()
    events.leave()
  }
  signal.throwIfAborted()
  const isWhole = failure === null && heard.end?.reason === 'stop'
  // What was held back is no answer by itself.
  if (isWhole || heard.firstTokenAt !== undefined) await say(stream.end(isWhole))

  const { model, end, firstTokenAt, thoughts } = heard
  const error = failure === null ? '' : messageOf(failure)
  const usage = end?.usage ?? null
  const call = {
    task: 'answer',
    ...{ model, temperature, seed, usage, startedAt, firstTokenAt, endedAt: clock(), error },
  } as const
  const said = { model: model.name, message: error }
  if (firstTokenAt === undefined) {
    return { call, problems: [failure === null ? note('model_nothing', said) : note('model_failed', said)] }
  }
  const cutOff = end?.reason === 'length' ? note('model_cut_off') : null
  const brokeOff = failure === null ? cutOff : note('model_broke_off', said)
  return { answer: stream.answer, call, thoughtWords: thoughts.count, mended: stream.mended, brokeOff }
}

/** What a generation has told so far. */
interface Heard {
  model: ModelName
  readonly thoughts: WordCount
  end: Extract<GenerationEvent, { type: 'end' }> | null
  /** Milliseconds from any fixed point. */
  firstTokenAt: number | undefined
}

/** Reads to the end; resolves to what the generation failed with, null for nothing. Throws what `say` throws. */
async function listen(events: EventsInTime, heard: Heard, say: (text: string) => Promise<void>): Promise<unknown> {
  for (;;) {
    const next = await events.next()
    if ('failure' in next) return next.failure
    const { event } = next
    if (event === null) return new CairnError('MODEL_FAILED', 'It stopped without saying why.', 'Ask again.')
    switch (event.type) {
      case 'loading':
      case 'model':
        heard.model = event.model
        break
      case 'thought':
        heard.thoughts.add(event.text)
        break
      case 'token':
        await say(event.text)
        break
      case 'end':
        heard.end = event
        return null
    }
  }
}
