import { z } from 'zod'
import { RoundContext } from '@engine/session/round-context/round-context'
import { type DeepSearchState, MadeSearch, type SearchRound, type SubQuestion } from './deep-search-types'

/** Subtask index of what belongs to a round and to no sub-question. */
const wholeRound = -1
const searchLog = MadeSearch.extend({ Round: z.int(), SubtaskIndex: z.int() })
const roundLog = z.object({ added: z.array(z.string()), problems: z.array(z.string()).default([]) })

export interface RoundFigures {
  readonly searches: readonly MadeSearch[]
  readonly added: readonly string[]
  readonly ms: number
  readonly tokens: number
  readonly problems: readonly string[]
}

/** The context of a search that has not begun; what reading the question took belongs to its first round. */
export function newContext(question: string): DeepSearchState['context'] {
  const context = new RoundContext()
  context.set('MODE', 'deep-search')
  context.set('REQUEST', question)
  return context.toDict({ ensureSerializable: true }).values
}

/** Notes a round that ended: its searches as steps, by the sub-questions they were for, and what it cost. */
export function noteRound(
  { context }: Pick<DeepSearchState, 'context'>,
  subQuestions: readonly SubQuestion[],
  { searches, added, ms, tokens, problems }: RoundFigures,
): DeepSearchState['context'] {
  const rounds = RoundContext.fromDict(context)
  const round = rounds.get('CURRENT_ROUND_ID') + 1
  rounds.set('CURRENT_ROUND_ID', round)
  rounds.currentRoundSubtaskAmount = subQuestions.length
  rounds.currentRoundStep = searches.length
  rounds.currentRoundCost = { tokens, ms: Math.round(ms) }
  for (const search of searches) {
    const subtask = subQuestions.findIndex(({ id }) => id === search.for)
    rounds.addToStructuralLogs({ Round: round, SubtaskIndex: subtask, ...search })
  }
  rounds.addToStructuralLogs({ Round: round, SubtaskIndex: wholeRound, added: [...added], problems: [...problems] })
  return rounds.toDict({ ensureSerializable: true }).values
}

/** The rounds as they were noted, and what they cost together. */
export function readRounds({ context, sub_questions: subQuestions }: DeepSearchState) {
  const noted = RoundContext.fromDict(context)
  const costs = noted.get('ROUND_COST')
  const logs = noted.get('STRUCTURAL_LOGS')
  const rounds: SearchRound[] = []
  for (let round = 1; round <= noted.get('CURRENT_ROUND_ID'); round += 1) {
    const searches = subQuestions.flatMap((_, at) => logs.get(round)?.get(at) ?? [])
    const whole = (logs.get(round)?.get(wholeRound) ?? []).map((log) => roundLog.parse(log))
    const [added, problems] = [whole.flatMap((log) => log.added), whole.flatMap((log) => log.problems)]
    const { tokens = 0, ms = 0 } = costs.get(round) ?? {}
    rounds.push({ round, searches: searches.map(madeSearch), added, ms, tokens, problems })
  }
  const { tokens, ms } = noted.get('SESSION_COST')
  return { rounds, cost: { tokens, ms, searches: noted.get('SESSION_STEP') } }
}

function madeSearch(log: unknown): MadeSearch {
  const { Round: _round, SubtaskIndex: _subtask, ...search } = searchLog.parse(log)
  return search
}
