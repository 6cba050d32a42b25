import { note } from '@shared/note'
import type { Passage } from '../../retrieval/passage'
import { isRelevant } from '../../retrieval/relevance'
import { retrieve } from '../../retrieval/retrieve'
import type { StageOutcome } from '../stage'
import type { PipelineRooms, Retrieved, Rewrite, TurnRequest } from '../turn'

const tokensPerPassage = 480
/** One long passage may take what five usually do. */
const leastBudgeted = 5
const nearestNamed = 3

/** Searches the knowledge base and keeps what reaches the relevance floor; `widen` times as much as usual. */
export async function searchChannels(
  request: TurnRequest,
  rewrite: Rewrite,
  rooms: PipelineRooms,
  signal: AbortSignal,
  widen = 1,
): Promise<StageOutcome<Retrieved>> {
  const { standalone: question, queries } = rewrite
  const most = rooms.settings().passages * widen
  const tokenBudget = tokensPerPassage * Math.max(most, leastBudgeted * widen)
  const filter = rooms.resolveFilter(request.filter)
  const found = await retrieve({ question, queries, filter, most, tokenBudget, signal }, rooms)
  const passages = found.passages.filter(isRelevant)
  const value: Retrieved = {
    passages,
    timings: found.timings,
    failed: false,
    relevant: passages.length > 0,
    nearest: nearestTitles(found.passages),
  }
  const summary = [note('passages', { kept: passages.length, count: found.found })]
  if (found.failures.length === 0) return { value, summary }
  return { value, summary, status: 'degraded', reason: found.failures }
}

/** What is known when the stage fails or is too slow: nothing, honestly. */
export const searchFailed: Retrieved = { failed: true, passages: [], timings: [], relevant: false, nearest: [] }

function nearestTitles(passages: readonly Passage[]): string[] {
  // What shares nothing with the question is not near it, only least far.
  const near = passages.filter(({ features }) => (features?.coverage ?? 0) > 0)
  const titles = near.map(({ chunk }) => chunk.title || chunk.doc_name)
  return [...new Set(titles)].slice(0, nearestNamed)
}
