import { note } from '@shared/note'
import type { DroppedPassage } from '@shared/session/turn-trace'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { wordsFoundNowhere } from '@engine/retrieval/question/nowhere'
import { includesPassage } from '@engine/retrieval/chain'
import type { Passage } from '@engine/retrieval/passage'
import { askedFor, relevantOf } from '@engine/retrieval/relevance'
import { retrieve, type Retrieval } from '@engine/retrieval/retrieve'
import { findExtremeRow } from '../forms/find-extreme-row'
import { chosenEvidence, isSamePlace, withPinned } from '../records/chosen-evidence'
import { readGapsOf } from '../answering/answer-notices'
import { recallChats } from '../forms/recall-chats'
import type { StageOutcome } from '../stage'
import { overviewLibrary, passagesOfOverview } from '../forms/overview-library'
import { scopeOf, surveyLibrary } from '../forms/survey-library'
import type { LibraryOverview, PipelineRooms, Retrieved, Rewrite, TurnRequest } from '../turn'

const tokensPerPassage = 480
/** One long passage may take what five usually do. */
const minBudgeted = 5
const nearestNamed = 3
/** Enough to say why something was left out; the rest was far from the question. */
const maxDropped = 24

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
  const tokenBudget = tokensPerPassage * Math.max(most, minBudgeted * widen)
  const filter = rooms.resolveFilter(request.filter)
  const mode = request.graph ?? rooms.settings().graph
  const graph = mode === 'off' ? 'off' : mode === 'local' ? 'first' : 'beside'
  const { pinned, excluded } = await chosenEvidence(request, rooms)
  const [found, surveyed, { overview, problems }, recalled] = await Promise.all([
    retrieve({ question, queries, filter, most, tokenBudget, excluded, graph, signal }, rooms),
    surveyLibrary(rewrite, filter, rooms, signal),
    overviewLibrary(request, rewrite, { filter, excluded }, rooms, signal),
    recallChats(request, rooms, signal),
  ])
  const { statistics } = rooms.index
  const asked = askedFor(question, keyTermsOf(question, rooms.terms, statistics), statistics)
  const nearest = relevantOf(found.passages, asked)
  const isNear = (passage: Passage) => nearest.has(passage)
  // What only names lead to shares few words with the question; it answers nothing where nothing else does.
  const isLinked = found.passages.some(isNear) ? ({ path }: Passage) => path !== undefined : () => false
  const isKept = (passage: Passage) => isNear(passage) || isLinked(passage)
  const relevant = withPinned(pinned, found.passages.filter(isKept))
  // What the documents are about is said of all of them; what comes nearest to the question's words says nothing of it.
  const survey = overview ? null : surveyed
  const inTable =
    overview || survey ? null : await findExtremeRow(rewrite, found.passages, { filter, excluded }, rooms, signal)
  const ofLibrary = survey?.documents.flatMap((document) => document.passages) ?? []
  const known = new Set(relevant.map(({ chunk }) => chunk.id))
  const first = relevant.slice(0, pinned.length)
  const chats = recalled.filter((passage) => !first.some((other) => isSamePlace(passage, other)))
  const chosen = [...first, ...chats]
  const rows = (inTable?.passages ?? []).filter((one) => !chosen.some((other) => isSamePlace(one, other)))
  const passages = overview
    ? withOverview(overview, chosen, relevant.slice(pinned.length))
    : [
        ...chosen,
        ...rows,
        ...relevant.slice(pinned.length).filter((one) => !rows.includes(one)),
        ...ofLibrary.filter(({ chunk }) => !known.has(chunk.id)),
      ]
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
    dropped: droppedFrom(found, isKept, passages),
    absent: absentWords(survey?.topic ?? question, rooms),
    unread: scopeOf(filter, rooms),
    survey,
    overview,
    ...(inTable ? { extreme: inTable.extreme } : {}),
  }
  const reranker = found.passages.some(({ features }) => features?.reranked !== undefined) ? rooms.reranker?.() : null
  const themed = overview ? passagesOfOverview(overview) : []
  const linked = relevant.filter((one) => one.path !== undefined && passages.includes(one)).length
  const summary = [
    note('passages', { kept: passages.length, count: found.found + themed.length }),
    ...(linked > 0 ? [note('graph_linked', { count: linked })] : []),
    ...(overview ? [note('themes_found', { kept: overview.themes.length, count: overview.total })] : []),
    ...(reranker ? [note('reranked_by', { model: reranker.id })] : []),
  ]
  const reason = [...found.failures, ...problems]
  return reason.length > 0 ? { value, summary, status: 'degraded', reason } : { value, summary }
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
  overview: null,
}

/** What was chosen, an overview's passages theme by theme, and behind them what was found for its topic, where it has one. */
function withOverview(overview: LibraryOverview, chosen: readonly Passage[], relevant: readonly Passage[]): Passage[] {
  const own = passagesOfOverview(overview).filter((one) => !chosen.some((other) => isSamePlace(one, other)))
  const known = new Set(own.map(({ chunk }) => chunk.id))
  const beside = overview.topic === null ? [] : relevant.filter(({ chunk }) => !known.has(chunk.id))
  return [...chosen, ...own, ...beside]
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
    .slice(0, maxDropped)
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
