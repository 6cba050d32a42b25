import type { StageSizes } from '../stage'
import type { Streamed } from '../answering/stream-answer'
import type { DirectAnswer } from './5-system-direct'
import type { Assembled, Basis, Clarification, IntentParse, Memory, Retrieved, Rewrite, TurnRequest } from '../turn'

/** How much each stage of a turn is given and makes, as its span says it; never what. */
export const stageSizes = {
  memory: ({ question }: TurnRequest): StageSizes<Memory> => ({
    read: { characters: question.length },
    made: ({ history, summary, questions }) => ({
      texts: history.length + questions.length,
      characters: summary.length,
    }),
  }),
  rewrite: ({ question }: TurnRequest, { history }: Memory): StageSizes<Rewrite> => ({
    read: { characters: question.length, texts: history.length },
    made: ({ queries }) => ({ texts: queries.length }),
  }),
  intent: ({ question }: TurnRequest, { history }: Memory): StageSizes<IntentParse> => ({
    read: { characters: question.length, texts: history.length },
    made: ({ parts }) => ({ texts: parts.length }),
  }),
  clarification: ({ queries }: Rewrite): StageSizes<Clarification | null> => ({
    read: { texts: queries.length },
    made: (asked) => ({ characters: asked?.message.length ?? 0 }),
  }),
  direct: ({ question }: TurnRequest): StageSizes<DirectAnswer | null> => ({
    read: { characters: question.length },
    made: (answer) => ({ characters: answer?.text.length ?? 0 }),
  }),
  search: ({ queries }: Rewrite): StageSizes<Retrieved> => ({
    read: { texts: queries.length },
    made: ({ passages }) => ({ passages: passages.length }),
  }),
  prompt: ({ retrieved }: Basis): StageSizes<Assembled> => ({
    read: { passages: retrieved.passages.length },
    made: ({ promptTokens }) => ({ tokens: promptTokens }),
  }),
  answer: ({ question }: TurnRequest): StageSizes<Streamed> => ({
    read: { characters: question.length },
    made: ({ response }) => ({ characters: response.length }),
  }),
}
