import { toCairnError } from '@shared/errors'
import { note } from '@shared/note'
import { answerAttempts } from './answering/answer-attempts'
import { answerLanguage, type Basis, type PipelineRooms, type TurnRequest } from './turn'
import { knownChoices } from './records/chosen-evidence'
import { clarifyBudget, clarifyWithModel } from './model-calls/clarify-with-model'
import { bestIntents } from './intent/intent-ranking'
import { type ModelAccess, seedOf } from './model-calls/model-call'
import { createStageRunner, stageBudgets, type StageRunnerOptions } from './stage'
import { loadMemory, noMemory } from './stages/1-memory-load'
import { rewriteSoFar, rewriteWithModel } from './stages/2-query-rewrite'
import { parseWithModel, plainQuestion } from './stages/3-intent-parse'
import { guideAmbiguity } from './stages/4-ambiguity-guide'
import { answerDirectly } from './stages/5-system-direct'
import { searchChannels, searchFailed } from './stages/6-multi-channel'
import { assemblePrompt, noPrompt } from './stages/7-prompt-assembly'
import { plain, refusal } from './stages/8-streaming-output'
import { suggestFollowUps } from './suggest/suggest-follow-ups'
import { refusalBasis } from './replay/answer-basis'
import type { PromptReader } from './writing/prompt-size'
import { withSpellingNotice } from './answering/answer-notices'
import { createTurnRecord } from './records/turn-record'
import { createUnderstanding } from './model-calls/understand'
import { notAsked, prepareWriter, promptFor, writerOf } from './writing/writer'

/**
 * One turn: eight stages, three shortcuts, one record. Emits every event of the turn, the last being `final`,
 * `cancelled` or `error`; resolves once the turn is durable. Rejects only for bugs.
 */
export async function answerQuestion(
  asked: TurnRequest,
  shared: PipelineRooms,
  options: StageRunnerOptions,
): Promise<void> {
  // One turn, one set of settings, whatever is changed meanwhile.
  const settings = shared.settings()
  // A session that cannot be read fails again, and is reported, where the turn is recorded.
  const request = { ...asked, choices: await knownChoices(asked, shared).catch(() => undefined) }
  const { question } = request
  const models = asked.model === 'rules' ? undefined : shared.models
  const rooms = { ...shared, settings: () => settings, models }
  const stages = createStageRunner(options)
  const record = createTurnRecord(request, rooms, options, stages.finished)
  const { clock } = options
  const asking: ModelAccess | undefined = models && { models, seed: seedOf(asked.turnId), clock, onCall: record.called }
  prepareWriter(request, rooms)
  try {
    await record.open()

    const memory = await stages.run(
      1,
      () => loadMemory(request, rooms),
      () => noMemory,
    )
    const understanding = createUnderstanding(request, memory, asking, options.signal)
    // What rules make of it in their own time must not be lost with a model that is late.
    const budgetOf = (stage: 2 | 3) => (understanding.model ? understanding.waitMs(stage) : 0) + stageBudgets[stage]
    const [rewrite, intent] = await Promise.all([
      stages.run(
        2,
        (signal) => rewriteWithModel(request, memory, rooms, understanding, signal),
        () => rewriteSoFar(request, memory, rooms),
        budgetOf(2),
      ),
      stages.run(
        3,
        (signal) => parseWithModel(request, memory, rooms, understanding, signal),
        () => plainQuestion(request),
        budgetOf(3),
      ),
    ])
    record.understood(rewrite, bestIntents(intent))

    const clarification = await stages.run(
      4,
      async (signal) => {
        const asksBack = await guideAmbiguity(request, memory, rewrite, intent, rooms, signal)
        return clarifyWithModel(request, asksBack, asking, signal)
      },
      () => null,
      clarifyBudget(asking),
    )
    if (clarification) {
      record.shortcut('A', clarification.reason, [5, 6, 7], clarification.readings)
      for (const stage of [5, 6, 7] as const) stages.skip(stage, note('shortcut_a'))
      await record.stream(stages, { compose: () => plain(clarification.message) })
      return
    }

    const direct = await stages.run(
      5,
      () => answerDirectly(request, intent, rooms),
      () => null,
    )
    if (direct !== null) {
      record.shortcut('B', note('about_cairn'), [6, 7], [])
      for (const stage of [6, 7] as const) stages.skip(stage, note('shortcut_b'))
      await record.stream(stages, { compose: () => plain(direct) })
      return
    }

    const retrieved = await stages.run(
      6,
      (signal) => searchChannels(request, rewrite, rooms, signal),
      () => searchFailed,
    )
    const ids = await record.retrieved(retrieved)
    if (retrieved.failed) {
      stages.skip(7, note('search_failed'))
      await record.stream(stages, { compose: () => plain(refusal(request, retrieved, true)) })
      return
    }
    if (!retrieved.relevant) {
      record.shortcut('C', note('nothing_relevant'), [7], [])
      stages.skip(7, note('shortcut_c'))
      const hasDocuments = rooms.library.documents().length > 0
      await record.stream(stages, {
        compose: () => withSpellingNotice(plain(refusal(request, retrieved, hasDocuments)), request, rewrite),
        restsOn: () => ({ basis: refusalBasis(request, rewrite, { retrieved, ids }, rooms), prompt: null }),
      })
      return
    }

    const first = { retrieved, ids }
    const assemble = (found: Basis, reader: PromptReader | null, signal: AbortSignal) =>
      assemblePrompt(request, memory, rewrite, found.retrieved, found.ids, reader, rooms, signal)
    const writer = writerOf(request, retrieved, rooms)
    const staged = await stages.run(
      7,
      (signal) => assemble(first, writer && { model: writer }, signal),
      () => noPrompt(rooms),
    )
    const assembled = async (found: Basis, reader: PromptReader | null, signal: AbortSignal) =>
      (await assemble(found, reader, signal)).value
    const late = (reader: PromptReader, signal: AbortSignal) => assembled(first, reader, signal)
    const prompt = await promptFor(writer, staged, late, options.signal)
    const parts = { first, prompt, record: record.retrievedWider, assemble: assembled, asking }
    const attempts = answerAttempts(request, rewrite, parts, rooms)
    await record.stream(stages, { ...attempts, troubles: notAsked(writer, prompt) }, (answer, signal) =>
      suggestFollowUps(
        { question, language: answerLanguage(request), memory, ...attempts.basisOf(answer), answer },
        rooms,
        signal,
      ),
    )
  } catch (thrown) {
    await record.failed(toCairnError(thrown))
  }
}
