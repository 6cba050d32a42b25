import { messageOf, NotedError } from '@shared/note'
import type { Asked } from '@engine/critic/judge'
import type { ModelName } from '@engine/ports/models/language-model'
import { includesPassage } from '@engine/retrieval/chain'
import { keptBackNotice, noticesBehind } from '../answering/answer-notices'
import { type Attempt, attemptForModel, measureMs, promptTooLong } from '../answering/attempt'
import type { Composing, Written } from '../answering/checked-answer'
import type { ModelAccess } from '../model-calls/model-call'
import { type AnswerPrompt, renderAnswerPrompt } from '../prompts/answer-prompt'
import { answerLanguage, type Basis, type PipelineRooms, type RewrittenQuestion, type TurnRequest } from '../turn'
import { admitsNothingFound, judgeWritten, needsMore } from './judge-written'
import { answerReserve, type PromptReader } from './prompt-size'
import { type NotWritten, writeAnswer, type Writing, type WritingSink } from './write-answer'

export interface WriterParts {
  readonly first: Attempt
  /** Undefined where rules answer. */
  readonly access: ModelAccess | undefined
  /** For the critic. */
  readonly asked: () => Asked
  readonly assemble: (found: Basis, reader: PromptReader, signal: AbortSignal) => Promise<Attempt>
  /** Null where a wider search finds no more. */
  readonly searchWider: (signal: AbortSignal) => Promise<Basis | null>
  /** Told what an answer rests on before its first token. */
  readonly onBegin: (attempt: Attempt) => void
}

/** How much of the time an answer has to its first token a second one has as a whole. */
const secondShare = 0.5
const silentSink: WritingSink = { begin: () => Promise.resolve(), token: () => Promise.resolve() }

/** One answer to be written. */
interface WriteTask {
  readonly attempt: Attempt
  /** Names one model, before those set for answers. */
  readonly model: string | undefined
  readonly sink: WritingSink
  readonly signal: AbortSignal
}

/** What a model wrote, and what it really read. */
interface WriteResult {
  readonly writing: Writing | NotWritten
  readonly attempt: Attempt
}

/** How a language model writes the answer to an assembled prompt; undefined where the prompt was made for rules. */
export function modelWriter(
  question: RewrittenQuestion,
  { access, ...parts }: WriterParts,
  rooms: Pick<PipelineRooms, 'library' | 'tokens' | 'terms'>,
): Composing['write'] {
  const { prompt } = parts.first
  if (!access || !prompt.writer || !(prompt.mode === 'KB' || prompt.mode === 'GRAPH')) return undefined
  if (!promptOf(parts.first, question.request)) return undefined
  const writer = new ModelWriter(question, { ...parts, access }, rooms)
  return (sink, signal) => writer.write(sink, signal)
}

function promptOf({ prompt, basis }: Attempt, request: TurnRequest): AnswerPrompt | null {
  return renderAnswerPrompt(prompt.blocks, basis, answerLanguage(request))
}

class ModelWriter {
  constructor(
    private readonly question: RewrittenQuestion,
    private readonly parts: WriterParts & { readonly access: ModelAccess },
    private readonly rooms: Pick<PipelineRooms, 'library' | 'tokens' | 'terms'>,
  ) {}

  async write(sink: WritingSink, signal: AbortSignal): Promise<Written | NotWritten> {
    const { first, access, asked } = this.parts
    const { model } = this.question.request
    const { writing, attempt } = await this.#generate({ attempt: first, model, sink, signal })
    if (!('answer' in writing)) return writing
    const returned = this.#finished(writing, true)
    if (!needsMore(writing.answer, returned.critique, asked)) {
      return { ...this.#finished(writing, false), again: null }
    }
    const { startedAt, endedAt } = writing.call
    const ms = access.models.deadlineOf('answer') * secondShare
    // Half an answer is no measure for another, and one that took longer would take as long again.
    const mayBeDone = writing.brokeOff === null && endedAt - startedAt <= ms
    const again = mayBeDone ? { ms, write: (inner: AbortSignal) => this.#writeAgain(attempt, writing, inner) } : null
    return { ...this.#finished(writing, false), again }
  }

  /** A prompt that is too long, in spite of all counting, is made half as long once. */
  async #generate(task: WriteTask): Promise<WriteResult> {
    const whole = await this.#generateWithin(1, task)
    if ('answer' in whole.writing || !whole.writing.isTooLong) return whole
    this.parts.access.onCall(whole.writing.call)
    return this.#generateWithin(0.5, task)
  }

  /** `share` is how much of the prompt's usual budget it has. */
  async #generateWithin(share: number, task: WriteTask): Promise<WriteResult> {
    const { access, assemble, onBegin } = this.parts
    const { models } = access
    let { attempt } = task
    const sink: WritingSink = {
      begin(model) {
        onBegin(attempt)
        return task.sink.begin(model)
      },
      token: (...token) => task.sink.token(...token),
    }
    const fit = async (model: ModelName, signal: AbortSignal) => {
      const refit = { assemble, models, estimate: this.rooms.tokens }
      attempt = await attemptForModel(task.attempt, { model, share }, refit, signal)
      const prompt = promptOf(attempt, this.question.request)
      if (!prompt) throw promptTooLong(model)
      return { prompt, maxTokens: answerReserve(models.contextOf(model.id)) }
    }
    const { temperature } = attempt.prompt
    const writing = await writeAnswer(
      { fit, model: task.model, temperature, terms: this.rooms.terms },
      access,
      sink,
      task.signal,
    )
    if (!('answer' in writing)) return { writing, attempt }
    return { writing: { ...writing, answer: { ...writing.answer, from: attempt } }, attempt }
  }

  #finished(writing: Writing, mayReturn: boolean): Omit<Written, 'again'> {
    const { answer } = writing
    const { read } = this.parts.first.found.retrieved
    const { keptBack = 0 } = answer.from?.prompt ?? {}
    const kept = keptBackNotice(keptBack, writing.call.model, this.question.request)
    const notice = noticesBehind(answer, { ...this.question, read }, this.rooms) + kept
    return { ...writing, notice, ...judgeWritten(answer, this.parts.asked, mayReturn) }
  }

  /** From a wider search; null where that holds no more, or the second answer is not whole. */
  async #writeAgain(before: Attempt, { answer, call }: Writing, signal: AbortSignal): Promise<Written | null> {
    const { access, assemble, searchWider } = this.parts
    const { onCall, clock } = access
    const { model } = call
    const found = await searchWider(signal)
    const attempt = found && (await assemble(found, { model, measureMs }, signal))
    if (!attempt?.prompt.writer || !promptOf(attempt, this.question.request)) return null
    if (attempt.basis.retrieved.passages.length <= before.basis.retrieved.passages.length) return null
    // What is below the relevance floor makes no second refusal worth waiting for.
    if (admitsNothingFound(answer) && !hasNewNear(attempt.basis, before.basis)) return null
    const begun = { ...call, usage: null, startedAt: clock(), firstTokenAt: undefined }
    const recordStopped = () => onCall({ ...begun, endedAt: clock(), error: messageOf(signal.reason) })
    signal.addEventListener('abort', recordStopped, { once: true })
    try {
      const { writing } = await this.#generate({ attempt, model: model.id, sink: silentSink, signal })
      if ('answer' in writing && writing.brokeOff === null) return { ...this.#finished(writing, false), again: null }
      onCall(writing.call)
      if ('answer' in writing) return null
      throw new NotedError(writing.problems)
    } finally {
      signal.removeEventListener('abort', recordStopped)
    }
  }
}

/** Whether what reaches the relevance floor has a passage that was not read before. */
function hasNewNear({ retrieved: { passages, near } }: Basis, { retrieved: known }: Basis): boolean {
  return passages.slice(0, near).some((one) => !known.passages.some((other) => includesPassage(other, one)))
}
