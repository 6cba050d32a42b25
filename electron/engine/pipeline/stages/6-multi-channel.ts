import { type Note, note } from '@shared/note'
import type { GraphMode } from '@shared/settings'
import type { DroppedPassage } from '@shared/session/turn-trace'
import type { AskedQuestion } from '@engine/question/asked-question'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { absentWordsOf } from '@engine/retrieval/question/absent-words'
import { includesPassage } from '@engine/retrieval/chain'
import type { Passage } from '@engine/retrieval/passage'
import { standsIn } from '@engine/retrieval/find-document'
import { askedFor, nearnessOf, relevantOf } from '@engine/retrieval/relevance'
import { retrieve, type Retrieval, type RetrieveRequest } from '@engine/retrieval/retrieve'
import { chosenEvidence, isSamePlace, withoutDocuments, withPinned } from '../records/chosen-evidence'
import { readGapsOf } from '../answering/answer-notices'
import { searchCompared } from '../forms/comparison/search-compared'
import { recallChats } from '../forms/recall/recall-chats'
import { forReading, readBeside } from '../forms/reading/passages-to-read'
import { noReading, readForWriter } from '../forms/reading/read-for-writer'
import type { StageOutcome } from '../stage'
import { overviewLibrary, passagesOfOverview } from '../forms/overview/overview-library'
import { limitedBy, scopeOf } from '../forms/library-scope'
import { surveyLibrary } from '../forms/survey/survey-library'
import type { PipelineRooms, Retrieved, RewrittenQuestion } from '../turn'
import type { LibraryOverview } from '../forms/form-evidence'
import { mayBeWritten } from '../writing/writer'

const tokensPerPassage = 480
/** A language model reads more and shorter passages than an answer is quoted from: with the usual five, eight and more. */
const forWriter = { share: 1.6, tokens: 1800, spareTokens: 500, longestWindow: 1500 }
/** One long passage may take what five usually do. */
const minBudgeted = 5
/** Of a hundred passages that led a right answer two were further below the relevance floor (logits; docs/quality.md). */
const leastNear = -1.5
const nearestNamed = 3
/** Enough to say why something was left out; the rest was far from the question. */
const maxDropped = 24

export interface ChannelSearch extends RewrittenQuestion {
  /** Evidence ids that the answer before cites, for a language model that may be asked about that answer. */
  readonly citedBefore?: readonly string[] | undefined
  /** How many times as much as usual is searched for. */
  readonly widening?: number
}

/** Searches the knowledge base and keeps what reaches the relevance floor. */
export async function searchChannels(
  { request, rewrite, citedBefore = [], widening = 1 }: ChannelSearch,
  rooms: PipelineRooms,
  signal: AbortSignal,
): Promise<StageOutcome<Retrieved>> {
  const { asked, queries } = rewrite
  const isWritten = mayBeWritten(request, rooms)
  const size = sizeOf(rooms.settings().passages, widening, isWritten)
  const filter = withoutDocuments(rooms.resolveFilter(request.filter), request.choices)
  const graph = graphChannel(request.graph ?? rooms.settings().graph)
  const { pinned, excluded } = await chosenEvidence(request, rooms)
  const scope = { filter, excluded }
  const [retrieved, surveyed, { overview: overviewed, problems }, recalled, named, compared] = await Promise.all([
    retrieve({ question: asked.text, queries, ...size, ...scope, graph, signal }, rooms),
    surveyLibrary({ request, rewrite }, filter, rooms, signal),
    overviewLibrary({ request, rewrite }, scope, rooms, signal),
    recallChats({ asked, sessionId: request.sessionId }, rooms, signal),
    isWritten ? readForWriter({ request, rewrite, citedBefore }, scope, rooms, signal) : noReading,
    searchCompared({ request, rewrite }, { ...scope, size, isWritten }, rooms, signal),
  ])
  const { found, isKept } = heldAgainstFloor(retrieved, asked, rooms)
  // What two documents say is quoted from these two alone, and written from them.
  const relevant = withPinned(pinned, compared?.passages ?? found.passages.filter(isKept))
  const overview = compared ? null : overviewed
  // An overview speaks of all documents; the passages nearest to the question's words say nothing about the whole.
  const survey = overview || compared ? null : surveyed
  const quotable = inReadingOrder({ relevant, pinned: pinned.length, recalled, survey, overview })
  const reading = isWritten && !compared ? await readBeside({ named, found, rewrite, scope }, rooms, signal) : null
  const { passages, near: mayBeQuoted } = reading
    ? forReading(quotable, found, { ...reading, pinned: pinned.length })
    : {
        passages: survey || overview || compared ? quotable : [...quotable, ...nearBelow(quotable, found)],
        near: quotable.length,
      }
  // What shares nothing with the question is not near it, only least far.
  const near = found.passages.filter(({ features }) => (features?.coverage ?? 0) > 0)
  const value: Retrieved = {
    passages,
    timings: found.timings,
    ...wasSearched(found.failures, rooms),
    relevant: passages.length > 0,
    nearest: titlesOf(near),
    gaps: readGapsOf(
      near.map(({ chunk }) => chunk.doc_id),
      rooms.library,
    ),
    pinned: pinned.length,
    near: mayBeQuoted,
    read: compared?.read ?? (reading?.document ? [reading.document] : []),
    dropped: droppedFrom(found, isKept, passages),
    absent: absentWords(asked, survey?.topic ?? asked.text, rooms),
    unread: scopeOf(filter, rooms),
    limited: request.filter || request.choices?.excluded_documents ? limitedBy(filter, rooms) : undefined,
    survey,
    overview,
  }
  const summary = summaryOf(value, found, relevant, rooms)
  const reason = [...found.failures, ...problems]
  return reason.length > 0 ? { value, summary, status: 'degraded', reason } : { value, summary }
}

/** Whether something may have been missed for want of a list: an embedder without meaning finds nothing that words do not. */
function wasSearched(failures: readonly Note[], { embedder }: PipelineRooms): Pick<Retrieved, 'failed' | 'isCutShort'> {
  const lists = embedder.unrelated === undefined ? /^text_search_/u : /^(?:text|vector)_search_/u
  return { failed: false, ...(failures.some(({ key }) => lists.test(key)) ? { isCutShort: true } : {}) }
}

function sizeOf(passages: number, widening: number, isWritten: boolean) {
  const most = passages * widening
  if (isWritten) {
    const { share, tokens, spareTokens, longestWindow } = forWriter
    const read = { tokenBudget: tokens * widening, spareTokens: spareTokens * widening, longestWindow }
    return { most: Math.floor(most * share), ...read }
  }
  return { most, tokenBudget: tokensPerPassage * Math.max(most, minBudgeted * widening) }
}

function graphChannel(mode: GraphMode): RetrieveRequest['graph'] {
  if (mode === 'off') return 'off'
  return mode === 'local' ? 'first' : 'beside'
}

/** The passages with how near each is to the relevance floor, and which reach it. */
function heldAgainstFloor(
  retrieval: Retrieval,
  { text }: AskedQuestion,
  { terms, index: { statistics } }: PipelineRooms,
): { readonly found: Retrieval; readonly isKept: (passage: Passage) => boolean } {
  const asked = askedFor(text, keyTermsOf(text, terms, statistics), statistics)
  const withNearness = (passage: Passage) => {
    const nearness = nearnessOf(passage, asked)
    return nearness === undefined ? passage : { ...passage, nearness }
  }
  const passages = retrieval.passages.map(withNearness)
  const near = relevantOf(passages, asked)
  // What only names lead to shares few words with the question; it answers nothing where nothing else does.
  const isLinked = passages.some((passage) => near.has(passage))
  const isKept = (passage: Passage) => near.has(passage) || (isLinked && passage.path !== undefined)
  return { found: { ...retrieval, passages, next: retrieval.next.map(withNearness) }, isKept }
}

/** Passages not far below the relevance floor, and those there was no room for: where nothing answers, they may come closest. */
function nearBelow(quotable: readonly Passage[], { passages, next }: Retrieval): Passage[] {
  const isNear = ({ nearness = -Infinity }: Passage) => nearness >= leastNear
  return [...passages, ...next].filter(
    (passage) => isNear(passage) && !quotable.some((other) => isSamePlace(passage, other)),
  )
}

interface FoundParts extends Pick<Retrieved, 'survey' | 'overview'> {
  /** Pinned passages first, `pinned` of them. */
  readonly relevant: readonly Passage[]
  readonly pinned: number
  /** Answers of earlier chats. */
  readonly recalled: readonly Passage[]
}

/** What the user pinned, what was said in chats, what the question's form asks for, and then what search found. */
function inReadingOrder({ relevant, pinned, recalled, survey, overview }: FoundParts): Passage[] {
  const first = relevant.slice(0, pinned)
  const others = relevant.slice(pinned)
  const chosen = [...first, ...recalled.filter((passage) => !first.some((other) => isSamePlace(passage, other)))]
  if (overview) return withOverview(overview, chosen, others)
  const known = new Set(relevant.map(({ chunk }) => chunk.id))
  const ofLibrary = survey?.documents.flatMap(({ passages }) => passages) ?? []
  return [...chosen, ...others, ...ofLibrary.filter(({ chunk }) => !known.has(chunk.id))]
}

function summaryOf(
  { passages, overview }: Retrieved,
  found: Retrieval,
  relevant: readonly Passage[],
  rooms: PipelineRooms,
): Note[] {
  const reranker = found.passages.some(({ features }) => features?.reranked !== undefined) ? rooms.reranker?.() : null
  const themed = overview ? passagesOfOverview(overview) : []
  const linked = relevant.filter((one) => one.path !== undefined && passages.includes(one)).length
  return [
    note('passages', { kept: passages.length, count: found.found + themed.length }),
    ...(linked > 0 ? [note('graph_linked', { count: linked })] : []),
    ...(overview ? [note('themes_found', { kept: overview.themes.length, count: overview.total })] : []),
    ...(reranker ? [note('reranked_by', { model: reranker.id })] : []),
  ]
}

/** What is known when the stage fails or is too slow: nothing, honestly. */
export const searchFailed: Retrieved = {
  failed: true,
  passages: [],
  timings: [],
  relevant: false,
  nearest: [],
  pinned: 0,
  near: 0,
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

/** What the relevance floor and then the chain, from its last step back, left out, and no passage kept includes. */
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

/** Of those words of a question that stand in what is looked for. */
function absentWords({ names }: AskedQuestion, soughtFor: string, { index, terms, library }: PipelineRooms): string[] {
  const { statistics } = index
  const absent = absentWordsOf(names, keyTermsOf(soughtFor, terms, statistics), statistics)
  // A file is there by its name, which its text seldom says.
  const isFile = (word: string) =>
    library.documents().some(({ name }) => standsIn(name.toLowerCase(), word.toLowerCase()) >= 0)
  return absent.filter((word) => soughtFor.includes(word) && !isFile(word))
}

function titlesOf(passages: readonly Passage[]): string[] {
  const titles = passages.map(({ chunk }) => chunk.title || chunk.doc_name)
  return [...new Set(titles)].slice(0, nearestNamed)
}
