import { toCairnError } from '@shared/errors'
import { note } from '@shared/note'
import { answerAttempts } from './answer-attempts'
import { answerLanguage } from './answer-language'
import { knownChoices } from './chosen-evidence'
import { bestIntents } from './intent/best-intents'
import { createStageRunner, type StageRunnerOptions } from './stage'
import { loadMemory, noMemory } from './stages/1-memory-load'
import { rewriteQuery, unchanged } from './stages/2-query-rewrite'
import { parseIntent, plainQuestion } from './stages/3-intent-parse'
import { guideAmbiguity } from './stages/4-ambiguity-guide'
import { answerDirectly } from './stages/5-system-direct'
import { searchChannels, searchFailed } from './stages/6-multi-channel'
import { assemblePrompt, noPrompt } from './stages/7-prompt-assembly'
import { plain, refusal } from './stages/8-streaming-output'
import { suggestFollowUps } from './suggest/suggest-follow-ups'
import { refusalBasis } from './replay/answer-basis'
import type { EvidenceIds, PipelineRooms, Retrieved, TurnRequest } from './turn'
import { createTurnRecord } from './turn-record'

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
  const rooms = { ...shared, settings: () => settings }
  const stages = createStageRunner(options)
  const record = createTurnRecord(request, rooms, options, stages.finished)
  try {
    await record.open()

    const memory = await stages.run(
      1,
      () => loadMemory(request, rooms),
      () => noMemory,
    )
    const [rewrite, intent] = await Promise.all([
      stages.run(
        2,
        () => rewriteQuery(request, memory, rooms),
        () => unchanged(request),
      ),
      stages.run(
        3,
        (signal) => parseIntent(request, memory, rooms, signal),
        () => plainQuestion(request),
      ),
    ])
    record.understood(rewrite, bestIntents(intent))

    const clarification = await stages.run(
      4,
      (signal) => guideAmbiguity(request, memory, rewrite, intent, rooms, signal),
      () => null,
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
        compose: () => plain(refusal(request, retrieved, hasDocuments)),
        restsOn: () => ({ basis: refusalBasis(request, rewrite, { retrieved, ids }, rooms), prompt: null }),
      })
      return
    }

    const assemble = (found: Retrieved, of: EvidenceIds) => assemblePrompt(request, memory, rewrite, found, of, rooms)
    const prompt = await stages.run(
      7,
      () => assemble(retrieved, ids),
      () => noPrompt,
    )
    const attempts = answerAttempts(
      request,
      rewrite,
      {
        first: { retrieved, ids },
        prompt,
        record: record.retrievedWider,
        assemble: (found, of) => assemble(found, of).value,
      },
      rooms,
    )
    await record.stream(stages, attempts, (answer, signal) =>
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
