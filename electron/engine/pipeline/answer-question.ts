import type { StageRunnerOptions } from './stage'
import type { PipelineRooms, TurnRequest } from './turn'
import { TurnStages } from './turn-stages'

/** Answers one question. Its last event is `final`, `cancelled` or `error`; resolves when the record is on disk. */
export async function answerQuestion(
  request: TurnRequest,
  rooms: PipelineRooms,
  options: StageRunnerOptions,
): Promise<void> {
  const turn = await TurnStages.begin(request, rooms, options)
  try {
    await turn.openRecord()

    const memory = await turn.loadMemory()
    const understanding = turn.understandingFor(memory)
    const [rewrite, intent] = await Promise.all([
      turn.rewriteQuery(memory, understanding),
      turn.parseIntent(memory, understanding),
    ])
    turn.recordUnderstanding(rewrite, intent)

    const clarification = await turn.guideAmbiguity({ memory, rewrite, intent })
    if (clarification) {
      await turn.askBack(clarification)
      return
    }

    const direct = await turn.answerDirectly(memory, intent)
    if (direct !== null) {
      await turn.sayDirectly(direct)
      return
    }

    const found = await turn.searchChannels(memory, rewrite, intent)
    if (!found.retrieved.relevant) {
      await turn.refuse(rewrite, found)
      return
    }

    const prompt = await turn.assemblePrompt({ memory, rewrite, found })
    await turn.streamAnswer({ memory, rewrite, found }, prompt)
  } catch (thrown) {
    await turn.fail(thrown)
  }
}
