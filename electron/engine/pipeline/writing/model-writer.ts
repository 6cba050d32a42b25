import { messageOf, NotedError } from '@shared/note'
import type { CitedAnswer } from '@engine/answer/citations/cite'
import type { ModelName } from '@engine/ports/models/language-model'
import type { KeyTerm } from '@engine/retrieval/question/key-terms'
import { answerLanguage, type Basis, type PipelineRooms, type Rewrite, type TurnRequest } from '../turn'
import { type Attempt, fitAttempt, measureMs, tooLong } from '../answering/attempt'
import type { Composing, Written } from '../answering/checked-answer'
import { withGapNotice, withSpellingNotice } from '../answering/answer-notices'
import { judgeWritten, needsMore } from './judge-written'
import type { ModelAccess } from '../model-calls/model-call'
import { answerReserve, type PromptReader } from './prompt-size'
import { renderAnswerPrompt } from '../prompts/answer-prompt'
import { type NotWritten, writeAnswer, type Writing, type WritingSink } from './write-answer'

export interface WritingParts {
  readonly rewrite: Rewrite
  readonly first: Attempt
  readonly asking: ModelAccess | undefined
  /** Of the question, for the critic. */
  readonly keyTerms: () => readonly KeyTerm[]
  readonly assembled: (found: Basis, reader: PromptReader, signal: AbortSignal) => Promise<Attempt>
  /** Searches more widely; null where that finds no more. */
  readonly widen: (signal: AbortSignal) => Promise<Basis | null>
  /** Told what an answer rests on before its first token, and again of the whole one. */
  readonly begins: (attempt: Attempt) => void
  readonly made: (answer: CitedAnswer, attempt: Attempt) => void
}

/** How much of the time an answer has to its first token a second one has as a whole. */
const secondShare = 0.5
const unheard: WritingSink = { begin: () => Promise.resolve(), token: () => Promise.resolve() }

/** One attempt, as it is to be written. */
interface Try {
  readonly attempt: Attempt
  /** Names one model, before those set for answers. */
  readonly model: string | undefined
  readonly sink: WritingSink
  readonly signal: AbortSignal
}

/** What came of it, and what the model really read. */
interface Tried {
  readonly writing: Writing | NotWritten
  readonly attempt: Attempt
}

/** How a language model writes the answer to an assembled prompt; undefined where that was made for none. */
export function writtenAnswer(
  request: TurnRequest,
  { rewrite, first, asking, keyTerms, assembled, widen, begins, made }: WritingParts,
  rooms: Pick<PipelineRooms, 'library' | 'tokens'>,
): Composing['write'] {
  const promptOf = ({ prompt: { blocks }, basis }: Attempt) =>
    renderAnswerPrompt(blocks, basis, answerLanguage(request))
  if (
    !asking ||
    !first.prompt.writer ||
    !(first.prompt.mode === 'KB' || first.prompt.mode === 'GRAPH') ||
    !promptOf(first)
  )
    return undefined
  const { models, onCall: told, clock } = asking

  const writeWithin = async (share: number, tried: Try): Promise<Tried> => {
    let { attempt } = tried
    const heard: WritingSink = {
      begin(model) {
        begins(attempt)
        return tried.sink.begin(model)
      },
      token: (...said) => tried.sink.token(...said),
    }
    const fit = async (model: ModelName, signal: AbortSignal) => {
      const parts = { assembled, models, estimate: rooms.tokens }
      attempt = await fitAttempt(tried.attempt, model, share, parts, signal)
      const prompt = promptOf(attempt)
      if (!prompt) throw tooLong(model)
      return { prompt, maxTokens: answerReserve(models.contextOf(model.id)) }
    }
    const { temperature } = attempt.prompt
    const writing = await writeAnswer({ fit, model: tried.model, temperature }, asking, heard, tried.signal)
    if ('answer' in writing) made(writing.answer, attempt)
    return { writing, attempt }
  }

  /** A prompt that is too long, in spite of all counting, is made half as long once. */
  const write = async (tried: Try): Promise<Tried> => {
    const whole = await writeWithin(1, tried)
    if ('answer' in whole.writing || !whole.writing.isTooLong) return whole
    told(whole.writing.call)
    return writeWithin(0.5, tried)
  }

  const finished = (writing: Writing, mayReturn: boolean) => {
    const { answer } = writing
    const told = withSpellingNotice(withGapNotice(answer, request, rooms), request, rewrite)
    const notice = told.response.slice(answer.response.length)
    return { ...writing, notice, ...judgeWritten(answer, keyTerms, mayReturn) }
  }

  /** From a wider search; null where that holds no more, or the second one is not whole. */
  const writeAgain = async (before: Attempt, { call }: Writing, signal: AbortSignal): Promise<Written | null> => {
    const { model } = call
    const found = await widen(signal)
    const attempt = found && (await assembled(found, { model, measureMs }, signal))
    if (!attempt?.prompt.writer || !promptOf(attempt)) return null
    if (attempt.basis.retrieved.passages.length <= before.basis.retrieved.passages.length) return null
    const begun = { ...call, usage: null, startedAt: clock(), firstTokenAt: undefined }
    const stopped = () => told({ ...begun, endedAt: clock(), error: messageOf(signal.reason) })
    signal.addEventListener('abort', stopped, { once: true })
    try {
      const { writing } = await write({ attempt, model: model.id, sink: unheard, signal })
      if ('answer' in writing && writing.brokeOff === null) return { ...finished(writing, false), again: null }
      told(writing.call)
      if ('answer' in writing) return null
      throw new NotedError(writing.problems)
    } finally {
      signal.removeEventListener('abort', stopped)
    }
  }

  return async (sink, signal) => {
    const { writing, attempt } = await write({ attempt: first, model: request.model, sink, signal })
    if (!('answer' in writing)) return writing
    const returned = finished(writing, true)
    if (!needsMore(writing.answer, returned.critique, keyTerms)) return { ...finished(writing, false), again: null }
    const { startedAt, endedAt } = writing.call
    const ms = models.deadlineOf('answer') * secondShare
    // Half an answer is no measure for another, and one that took longer would take as long again.
    const mayBeDone = writing.brokeOff === null && endedAt - startedAt <= ms
    const again = mayBeDone ? { ms, write: (inner: AbortSignal) => writeAgain(attempt, writing, inner) } : null
    return { ...finished(writing, false), again }
  }
}
