import { CairnError } from '@shared/errors'
import { subQuestionsOf } from '@engine/question/goal/sub-questions'
import { defaultLimits, type DeepSearchResult, type DeepSearchRooms, DeepSearchState } from './deep-search-types'
import type { FoundPassage, PlannedSearch, SearchEnd, SearchLimits, SubQuestion } from './deep-search-types'
import { firstSearches, followUps } from './plan-searches'
import { judgeByWords } from './judge-coverage'
import { makeSearches } from './make-searches'
import { SearchModel } from './model/ask-search-model'
import { createReading } from './reading'
import { newContext, noteRound, readRounds } from './round-record'
import { selectEvidence } from './select-evidence'
import { weighCandidates } from './weigh-candidates'

/** So many relevant passages after one round are enough where rules judge, if each sub-question has this share of what it asks about. */
const manyRelevant = 4
const nearlyWhole = 0.8

export interface DeepSearchOptions {
  readonly limits?: Partial<SearchLimits> | undefined
  /** To go on from: what an earlier `onRound` was told. */
  readonly state?: unknown
  readonly signal: AbortSignal
  /** Told before each round what it will search. */
  readonly onSearches?: ((round: number, searches: readonly PlannedSearch[]) => void) | undefined
  /** Told after each round; the round is done once it resolves. */
  readonly onRound?: ((result: DeepSearchResult) => void | Promise<void>) | undefined
}

/**
 * Searches in rounds for what one search does not find: the first asks the question, each further one what the passages found so far
 * lead to and leave open. Ends when every sub-question is covered, when the first round found much that is relevant and no model
 * judges, when a round changes nothing, or at a limit.
 * Throws CairnError: INVALID_INPUT for an empty question or a state that is none, CANCELLED, and what the search failed with where every
 * search of the first round failed. Source: the loop of DeepSearcher (Zilliz, 2025), with rules in place of a model where there is none.
 */
export async function deepSearch(
  question: string,
  rooms: DeepSearchRooms,
  { limits: given, state: before, signal, onSearches, onRound }: DeepSearchOptions,
): Promise<DeepSearchResult> {
  const limits = { ...defaultLimits, ...given }
  if (before === undefined && question.trim() === '')
    throw new CairnError('INVALID_INPUT', 'There is no question.', 'Ask one.')
  signal.throwIfAborted()
  let startedAt = rooms.clock()
  const reading = createReading(rooms)
  const known = before === undefined ? null : readState(before)
  const model = new SearchModel(known?.question ?? question, rooms.model, signal)
  let state = known ?? begin(question, subQuestionsOf(question))
  while (state.ended_by === null) {
    signal.throwIfAborted()
    const { rounds, cost } = readRounds(state)
    const wanted = rounds.length === 0 ? firstSearches(state, rooms) : followUps(state, reading)
    const searches = wanted.slice(0, Math.max(0, limits.searches - cost.searches))
    onSearches?.(rounds.length + 1, searches)
    const hits = await makeSearches(searches, rooms, { mustFind: rounds.length === 0, signal })
    const candidates = weighCandidates(state.candidates, hits, state.sub_questions, reading)
    const evidence = selectEvidence(candidates, state.sub_questions, limits.passages, reading)
    const byWords = state.sub_questions.map((one) => judgeByWords(one, evidence, reading))
    const passages = evidence.map(({ passage }) => passage)
    const byModel = await model.steer(byWords, passages)
    const subQuestions = byModel ?? byWords
    const ids = passages.map(({ chunk }) => chunk.id)
    const added = ids.filter((id) => !state.evidence.includes(id))
    const made = hits.map(({ search }) => search)
    const figures = { searches: made, added, ms: rooms.clock() - startedAt, ...model.takeFigures() }
    const context = noteRound(state, state.sub_questions, figures)
    const next = { ...state, candidates, evidence: ids, sub_questions: subQuestions, context }
    const isEnough = !byModel && rounds.length === 0 && areEnough(passages, subQuestions)
    state = { ...next, ended_by: endOf(next, limits, { added, isEnough, isCut: searches.length < wanted.length }) }
    await onRound?.(resultOf(state))
    startedAt = rooms.clock()
  }
  return resultOf(state)
}

function begin(question: string, parts: readonly string[]): DeepSearchState {
  const nothing = { passages: [], covered: false, share: 0, missing: [] }
  return {
    question,
    sub_questions: parts.map((text, at) => ({ id: `q${at + 1}`, text, ...nothing })),
    candidates: [],
    evidence: [],
    ended_by: null,
    context: newContext(question),
  }
}

function readState(state: unknown): DeepSearchState {
  const parsed = DeepSearchState.safeParse(state)
  if (parsed.success) return parsed.data
  throw new CairnError('INVALID_INPUT', 'This is no state of a search in rounds.', 'Search anew.', {
    cause: parsed.error,
  })
}

/**
 * Whether the first round found so much to the point that a second would add nothing: many relevant passages, and little that none of
 * them speaks of. Both bounds were fitted on half of MuSiQue-100, HotpotQA-100 and the research tasks: docs/quality.md.
 */
function areEnough(passages: readonly FoundPassage[], subQuestions: readonly SubQuestion[]): boolean {
  const relevant = passages.filter((passage) => passage.relevant)
  return relevant.length >= manyRelevant && subQuestions.every(({ share }) => share >= nearlyWhole)
}

function endOf(
  state: DeepSearchState,
  limits: SearchLimits,
  {
    added,
    isEnough,
    isCut,
  }: { readonly added: readonly string[]; readonly isEnough: boolean; readonly isCut: boolean },
): SearchEnd | null {
  const { rounds, cost } = readRounds(state)
  if (state.sub_questions.every(({ covered }) => covered)) return 'covered'
  if (isEnough) return 'relevant'
  if (added.length === 0 && !isCut) return 'nothing_new'
  if (rounds.length >= limits.rounds) return 'rounds'
  return isCut || cost.searches >= limits.searches || cost.ms >= limits.ms ? 'budget' : null
}

function resultOf(state: DeepSearchState): DeepSearchResult {
  const { question, sub_questions, ended_by } = state
  return { question, sub_questions, evidence: evidenceOf(state), ended_by, ...readRounds(state), state }
}

function evidenceOf({ candidates, evidence }: DeepSearchState): FoundPassage[] {
  const found = new Map(candidates.map(({ passage }) => [passage.chunk.id, passage]))
  return evidence.flatMap((id) => found.get(id) ?? [])
}
