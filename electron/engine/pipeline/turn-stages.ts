import { toCairnError } from '@shared/errors'
import { tracedOn } from '@engine/platform/tracing/traced'
import { note } from '@shared/note'
import { AnswerAttempts } from './answering/answer-attempts'
import type { Composing } from './answering/checked-answer'
import { streamAnswer } from './answering/stream-answer'
import { withSpellingNotice } from './answering/answer-notices'
import { readingMs, withReading } from './answering/read-passages'
import { bestIntents } from './intent/intent-ranking'
import { clarifyBudget, clarifyWithModel } from './model-calls/clarify-with-model'
import { greetBudget, greetWithModel } from './model-calls/greet-with-model'
import { type ModelAccess, seedOf } from './model-calls/model-call'
import { createUnderstanding, type Understanding } from './model-calls/understand'
import type { ModelName } from '@engine/ports/models/language-model'
import { knownChoices } from './records/chosen-evidence'
import { TurnRecord } from './records/turn-record'
import { noLookups, toRecord } from './replay/answer-basis'
import { createStageRunner, searchBudget, stageBudgets, type StageRunner, type StageRunnerOptions } from './stage'
import { loadMemory, noMemory } from './stages/1-memory-load'
import { rewriteSoFar, rewriteWithModel } from './stages/2-query-rewrite'
import { parseWithModel, plainQuestion } from './stages/3-intent-parse'
import { guideAmbiguity } from './stages/4-ambiguity-guide'
import { answerDirectly, type DirectAnswer } from './stages/5-system-direct'
import { searchChannels, searchFailed } from './stages/6-multi-channel'
import { assemblePrompt, noPrompt } from './stages/7-prompt-assembly'
import { plain, refusal } from './stages/8-streaming-output'
import { stageSizes } from './stage-sizes'
import { callsOf, toolsBudget } from './tool-calls/run-tools'
import { searchAndRunTools } from './tool-calls/search-and-tools'
import { suggestFollowUps } from './suggest/suggest-follow-ups'
import {
  answerLanguage,
  type Assembled,
  type Basis,
  type Clarification,
  type IntentParse,
  type Memory,
  type PipelineRooms,
  type Rewrite,
  type TurnRequest,
} from './turn'
import type { PromptReader } from './writing/prompt-size'
import { openModels } from './writing/kept-back'
import { notAsked, prepareWriter, promptFor, unknownModel, writerOf } from './writing/writer'

/** A question in its conversation and what was found for it. */
interface FoundForQuestion {
  readonly memory: Memory
  readonly rewrite: Rewrite
  readonly found: Basis
}

interface PreparedPrompt {
  readonly prompt: Assembled
  /** The model that was to read it; null where rules answer. */
  readonly writer: ModelName | null
}

/** The stages of one turn: each runs within its deadline, has a fallback, and is recorded. */
export class TurnStages {
  readonly #runner: StageRunner
  readonly #record: TurnRecord
  readonly #models: ModelAccess | undefined
  /** For requests that may hold what is confidential: models of other machines are asked none while there is anything. */
  readonly #closed: ModelAccess | undefined

  private constructor(
    private readonly request: TurnRequest,
    private readonly rooms: PipelineRooms,
    private readonly options: StageRunnerOptions,
    closed: PipelineRooms['models'],
  ) {
    this.#runner = createStageRunner(options)
    this.#record = new TurnRecord(request, rooms, options, this.#runner.finished)
    const { models } = rooms
    const { addCall: onCall } = this.#record
    const access = { seed: seedOf(request.turnId), clock: options.clock, onCall }
    this.#models = models && { models, ...access }
    this.#closed = closed && { models: closed, ...access }
  }

  static async begin(asked: TurnRequest, shared: PipelineRooms, options: StageRunnerOptions): Promise<TurnStages> {
    // The settings a turn begins with hold until it ends.
    const settings = shared.settings()
    // A session that cannot be read fails again, and is reported, where the turn is recorded.
    const request = { ...asked, choices: await knownChoices(asked, shared).catch(() => undefined) }
    const closed = asked.model === 'rules' ? undefined : shared.models
    const rooms = { ...shared, settings: () => settings, models: closed && openModels(closed) }
    const turn = new TurnStages(request, rooms, options, closed)
    prepareWriter(request, rooms)
    return turn
  }

  openRecord(): Promise<void> {
    return this.#recording(() => this.#record.open())
  }

  loadMemory(): Promise<Memory> {
    return this.#runner.run(
      1,
      () => loadMemory(this.request, this.rooms),
      () => noMemory,
      { sizes: stageSizes.memory(this.request) },
    )
  }

  /** The one call of a model that stages 2 and 3 share. */
  understandingFor(memory: Memory): Understanding {
    return createUnderstanding({ request: this.request, memory }, this.#models, this.options)
  }

  rewriteQuery(memory: Memory, understanding: Understanding): Promise<Rewrite> {
    const { request, rooms } = this
    return this.#runner.run(
      2,
      (signal) => rewriteWithModel({ request, memory }, understanding, rooms, signal),
      () => rewriteSoFar(request, memory, rooms),
      { budget: budgetWith(understanding, 2), sizes: stageSizes.rewrite(request, memory) },
    )
  }

  parseIntent(memory: Memory, understanding: Understanding): Promise<IntentParse> {
    const { request, rooms } = this
    return this.#runner.run(
      3,
      (signal) => parseWithModel({ request, memory }, understanding, { ...rooms, access: this.#closed }, signal),
      () => plainQuestion(request),
      { budget: budgetWith(understanding, 3), sizes: stageSizes.intent(request, memory) },
    )
  }

  recordUnderstanding(rewrite: Rewrite, intent: IntentParse): void {
    this.#record.understood(rewrite, bestIntents(intent))
  }

  guideAmbiguity(question: {
    readonly memory: Memory
    readonly rewrite: Rewrite
    readonly intent: IntentParse
  }): Promise<Clarification | null> {
    const { request, rooms } = this
    return this.#runner.run(
      4,
      async (signal) => {
        const byRules = await guideAmbiguity({ request, ...question }, rooms, signal)
        return clarifyWithModel(request, byRules, this.#closed, signal)
      },
      () => null,
      { budget: clarifyBudget(this.#closed), sizes: stageSizes.clarification(question.rewrite) },
    )
  }

  /** Shortcut A: the question is unclear. */
  async askBack({ reason, message, readings }: Clarification): Promise<void> {
    this.#record.shortcut('A', reason, [5, 6, 7], readings)
    for (const stage of [5, 6, 7] as const) this.#runner.skip(stage, note('shortcut_a'))
    await this.#say({ compose: () => plain(message) })
  }

  answerDirectly(memory: Memory, intent: IntentParse): Promise<DirectAnswer | null> {
    const { request, rooms, options } = this
    return this.#runner.run(
      5,
      (signal) => {
        const byRules = answerDirectly({ request, memory }, intent, rooms)
        return greetWithModel(request, byRules, this.#models, { ...options, signal })
      },
      () => null,
      { budget: greetBudget(this.#models), sizes: stageSizes.direct(request) },
    )
  }

  /** Shortcut B: the question is about Cairn itself or its list of documents. */
  async sayDirectly({ text, about, said, listed }: DirectAnswer): Promise<void> {
    this.#record.shortcut('B', about, [6, 7], [])
    for (const stage of [6, 7] as const) this.#runner.skip(stage, note('shortcut_b'))
    await this.#say({ compose: () => ({ ...plain(text), listed }), said })
  }

  async searchChannels({ history }: Memory, rewrite: Rewrite, intent: IntentParse): Promise<Basis> {
    const { request, rooms, options } = this
    const citedBefore = history.at(-1)?.cited
    const search = async (signal: AbortSignal) => {
      const searched = await searchChannels({ request, rewrite, citedBefore }, rooms, signal)
      return withReading({ request, rewrite }, searched, rooms, signal)
    }
    const retrieved = await this.#runner.run(
      6,
      (signal) => searchAndRunTools({ request, intent, search }, { ...options, ...rooms }, signal),
      () => searchFailed,
      {
        budget: searchBudget(rooms) + (rooms.reader?.() ? readingMs : 0) + toolsBudget(callsOf(intent, request.turnId)),
        sizes: stageSizes.search(rewrite),
      },
    )
    return { retrieved, ids: await this.#recording(() => this.#record.retrieved(retrieved)) }
  }

  /** Shortcut C: nothing relevant was found. A search that failed is said too, but is no shortcut. */
  async refuse(rewrite: Rewrite, found: Basis): Promise<void> {
    const { request, rooms } = this
    const { retrieved } = found
    if (retrieved.failed) {
      this.#runner.skip(7, note('search_failed'))
      await this.#say({ compose: () => plain(refusal(request, retrieved, true)) })
      return
    }
    this.#record.shortcut('C', note('nothing_relevant'), [7], [])
    this.#runner.skip(7, note('shortcut_c'))
    const hasDocuments = rooms.library.documents().length > 0
    const composed = { request, rewrite, basis: found, lookups: noLookups, quoted: false }
    await this.#say({
      compose: () => withSpellingNotice(plain(refusal(request, retrieved, hasDocuments)), request, rewrite),
      restsOn: () => ({ basis: toRecord(composed, rooms), prompt: null }),
    })
  }

  async assemblePrompt({ memory, rewrite, found }: FoundForQuestion): Promise<PreparedPrompt> {
    const { request, rooms } = this
    const writer = writerOf(request, found.retrieved, rooms)
    const assemble = (reader: PromptReader | null, signal: AbortSignal) =>
      assemblePrompt({ request, memory, rewrite, basis: found, reader }, rooms, signal)
    const staged = await this.#runner.run(
      7,
      (signal) => assemble(writer && { model: writer }, signal),
      () => noPrompt(rooms),
      { sizes: stageSizes.prompt(found) },
    )
    const again = async (reader: PromptReader, signal: AbortSignal) => (await assemble(reader, signal)).value
    return { writer, prompt: await promptFor(writer, staged, again, this.options.signal) }
  }

  async streamAnswer({ memory, rewrite, found }: FoundForQuestion, { prompt, writer }: PreparedPrompt): Promise<void> {
    const { request, rooms } = this
    const parts = {
      first: found,
      prompt,
      recordSearch: (wider: Basis['retrieved']) => this.#record.retrievedWider(wider),
      assemble: async (basis: Basis, reader: PromptReader | null, signal: AbortSignal) =>
        (await assemblePrompt({ request, memory, rewrite, basis, reader }, rooms, signal)).value,
      models: this.#models,
    }
    const attempts = new AnswerAttempts({ request, rewrite }, parts, rooms)
    const asked = { question: request.question, language: answerLanguage(request), memory }
    await this.#say({
      ...attempts.composing(),
      troubles: notAsked(writer, prompt),
      suggest: (answer, signal) => suggestFollowUps({ ...asked, ...attempts.basisOf(answer), answer }, rooms, signal),
    })
  }

  /** Stage 8. */
  async #say(composing: Composing): Promise<void> {
    const { request, rooms } = this
    const troubles = [...unknownModel(request, rooms), ...(composing.troubles ?? [])]
    const work = (signal: AbortSignal) => streamAnswer({ ...composing, troubles }, this.#record.stream, signal)
    const said = await this.#runner.run(8, work, undefined, { sizes: stageSizes.answer(request) })
    await this.#recording(() => this.#record.finish(said))
  }

  async fail(thrown: unknown): Promise<void> {
    await this.#recording(() => this.#record.failed(toCairnError(thrown)))
  }

  /** Writing the record is no stage; a span of its own says how long it took. */
  #recording<T>(write: () => Promise<T>): Promise<T> {
    return tracedOn(this.options.signal, { kind: 'wait', name: 'record' }, write)
  }
}

/** A stage's own time and the model's together, so that a late model does not take the rules' result with it. */
function budgetWith(understanding: Understanding, stage: 2 | 3): number {
  return (understanding.model ? understanding.waitMs(stage) : 0) + stageBudgets[stage]
}
