import { note } from '@shared/note'
import type { DroppedPassage } from '@shared/turn-trace'
import { keyTermsOf } from '../../retrieval/key-terms'
import { wordsFoundNowhere } from '../../retrieval/nowhere'
import { includesPassage } from '../../retrieval/chain'
import type { Passage } from '../../retrieval/passage'
import { isRelevant } from '../../retrieval/relevance'
import { retrieve, type Retrieval } from '../../retrieval/retrieve'
import { detectLanguage } from '../../text/language'
import { chosenEvidence, isSamePlace, withPinned } from '../chosen-evidence'
import { readGapsOf } from '../gap-notice'
import { recallChats } from '../recall-chats'
import type { StageOutcome } from '../stage'
import { scopeOf, surveyLibrary } from '../survey-library'
import type { PipelineRooms, Retrieved, Rewrite, TurnRequest } from '../turn'

const tokensPerPassage = 480
/** One long passage may take what five usually do. */
const leastBudgeted = 5
const nearestNamed = 3
/** Enough to say why something was left out; the rest was far from the question. */
const mostDropped = 24

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
  const { pinned, excluded } = await chosenEvidence(request, rooms)
  const [found, survey, recalled] = await Promise.all([
    retrieve({ question, queries, filter, most, tokenBudget, excluded, signal }, rooms),
    surveyLibrary(rewrite, filter, rooms, signal),
    recallChats(request, rooms, signal),
  ])
  const isNear = (passage: Passage) => isRelevant(passage, detectLanguage(question))
  const relevant = withPinned(pinned, found.passages.filter(isNear))
  const surveyed = survey?.documents.flatMap((document) => document.passages) ?? []
  const known = new Set(relevant.map(({ chunk }) => chunk.id))
  const first = relevant.slice(0, pinned.length)
  const chats = recalled.filter((passage) => !first.some((other) => isSamePlace(passage, other)))
  const ranked = [...first, ...chats, ...relevant.slice(pinned.length)]
  const passages = [...ranked, ...surveyed.filter(({ chunk }) => !known.has(chunk.id))]
  // What shares nothing with the question is not near it, only least far.
  const near = found.passages.filter(({ features }) => (features?.coverage ?? 0) > 0)
  const value: Retrieved = {
    passages,
    timings: found.timings,
    failed: false,
    relevant: passages.length > 0,
    nearest: titlesOf(near),
    gaps: readGapsOf(
      near.map(({ chunk }) => chunk.doc_id),
      rooms.library,
    ),
    pinned: pinned.length,
    dropped: droppedFrom(found, isNear, passages),
    absent: absentWords(survey?.topic ?? question, rooms),
    unread: scopeOf(filter, rooms),
    survey,
  }
  const reranker = found.passages.some(({ features }) => features?.reranked !== undefined) ? rooms.reranker?.() : null
  const summary = [
    note('passages', { kept: passages.length, count: found.found }),
    ...(reranker ? [note('reranked_by', { model: reranker.id })] : []),
  ]
  if (found.failures.length === 0) return { value, summary }
  return { value, summary, status: 'degraded', reason: found.failures }
}

/** What is known when the stage fails or is too slow: nothing, honestly. */
export const searchFailed: Retrieved = {
  failed: true,
  passages: [],
  timings: [],
  relevant: false,
  nearest: [],
  pinned: 0,
  dropped: [],
  absent: [],
  gaps: [],
  unread: { failed: 0, waiting: 0 },
  survey: null,
}

/**
 * What the relevance floor and the chain left out, the floor's first, then from the chain's last step back; but nothing
 * that is in a passage kept for another reason, because it was pinned or answers for its document.
 */
function droppedFrom(
  { passages, leftOut }: Retrieval,
  isNear: (passage: Passage) => boolean,
  kept: readonly Passage[],
): DroppedPassage[] {
  const below = passages.flatMap((passage, at) =>
    isNear(passage) ? [] : [{ passage, rank: at + 1, by: 'relevance_floor' }],
  )
  return [...below, ...leftOut.toReversed().toSorted((a, b) => b.passage.score - a.passage.score)]
    .filter(({ passage }) => !kept.some((other) => includesPassage(other, passage)))
    .slice(0, mostDropped)
    .map(({ passage: { chunk, start, end, score }, rank, by }) => ({
      chunk_id: chunk.id,
      document_id: chunk.doc_id,
      document_title: chunk.title || chunk.doc_name,
      revision: chunk.revision,
      start,
      end,
      rank,
      score,
      by,
    }))
}

function absentWords(question: string, { index, terms }: PipelineRooms): string[] {
  return wordsFoundNowhere(question, keyTermsOf(question, terms, index.statistics), index.statistics)
}

function titlesOf(passages: readonly Passage[]): string[] {
  const titles = passages.map(({ chunk }) => chunk.title || chunk.doc_name)
  return [...new Set(titles)].slice(0, nearestNamed)
}
