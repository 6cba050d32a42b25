import { type Note, note } from '@shared/note'
import { withDeadline } from '@engine/platform/deadline'
import { readQuestion } from '@engine/question/asked-question'
import { expandAcrossLanguages } from '@engine/retrieval/terms/cross-language'
import { isAbsent } from '@engine/retrieval/question/absent-words'
import { type KeyTerm, keyTermsOf } from '@engine/retrieval/question/key-terms'
import type { WeightedQuery } from '@engine/retrieval/search'
import { detectLanguage } from '@engine/text/language'
import { wholeIntent } from '../intent/rules'
import { modelProblem } from '../model-calls/model-call'
import {
  asWritten,
  type CorrectedQuestion,
  correctSpelling,
  respell,
  type SpellingRooms,
} from '../rewrite/correct-spelling'
import { behind, standaloneOf, withTopic } from '@engine/question/follow-up/standalone'
import { comparedSides, splitCompound } from '@engine/question/parts/split'
import type { StageOutcome } from '../stage'
import type { ConversationQuestion, Memory, PipelineRooms, Rewrite, TurnRequest } from '../turn'
import { turnKey } from '../turn-cache'
import type { Understanding, Understood } from '../model-calls/understand'

type RewriteRooms = Pick<PipelineRooms, 'terms' | 'caches' | 'settings'>

const maxRewrites = 3
/** Questions are shorter than this, in UTF-16 units. */
const maxQuestionLength = 1000
const weights = { original: 1, standalone: 1, part: 0.8, wording: 0.6, expansion: 0.7 }

/** Resolves references, splits compound questions and adds the other language. The original is the first query. */
export function rewriteQuery(request: TurnRequest, memory: Memory, rooms: RewriteRooms): StageOutcome<Rewrite> {
  return rewriteRead(asWritten(request, memory), rooms)
}

function rewriteRead(read: CorrectedQuestion, rooms: RewriteRooms): StageOutcome<Rewrite> {
  const key = keyOf(read, rooms)
  const cached = rooms.caches.rewrites.get(key)
  if (cached) return { value: cached, status: 'cache_hit', summary: describe(cached) }
  const value = rewrite(read, rooms)
  rooms.caches.rewrites.set(key, value)
  return { value, summary: describe(value) }
}

function keyOf({ request, memory, original }: CorrectedQuestion, rooms: RewriteRooms, model?: string): string {
  const { question } = request
  const settings = [rooms.settings().cross_language, rooms.terms.version]
  return turnKey(question, memory, [...settings, model ?? null, question === original ? null : original])
}

/** As `rewriteQuery`, of the question as it is meant where words of it are misspelt. */
export async function rewriteCorrected(
  request: TurnRequest,
  memory: Memory,
  rooms: RewriteRooms & SpellingRooms,
  signal: AbortSignal,
): Promise<StageOutcome<Rewrite>> {
  const { read, byRules } = await rulesOf(request, memory, rooms, signal)
  return withRespellings(read, byRules)
}

/** As `rewriteCorrected`; what is compound or depends on the conversation a model rewrites. Rules stand where it fails. */
export async function rewriteWithModel(
  { request, memory }: ConversationQuestion,
  understanding: Understanding,
  rooms: RewriteRooms & SpellingRooms & Pick<PipelineRooms, 'library'>,
  signal: AbortSignal,
): Promise<StageOutcome<Rewrite>> {
  const { read, byRules } = await rulesOf(request, memory, rooms, signal)
  const { model } = understanding
  if (!model || !needsModel(read, byRules.value, rooms)) return withRespellings(read, byRules)
  const key = keyOf(read, rooms, model.id)
  const cached = rooms.caches.rewrites.get(key)
  if (cached) return withRespellings(read, { value: cached, status: 'cache_hit', summary: describe(cached) })
  const ms = understanding.waitMs(2)
  try {
    const understood = await withDeadline(() => understanding.ask(2), ms, signal)
    const value = rewriteAsUnderstood(read, understood, byRules.value, rooms)
    rooms.caches.rewrites.set(key, value)
    const summary = [...describe(value), note('understood_by', { model: understood.model.name })]
    return withRespellings(read, { value, summary })
  } catch (thrown) {
    signal.throwIfAborted()
    const reason = [modelProblem(model.name, thrown, ms), note('rules_instead')]
    return withRespellings(read, { ...byRules, status: 'degraded', reason })
  }
}

/** What rules make of a question as it is meant. Pasted text is taken as it is. */
async function rulesOf(
  request: TurnRequest,
  memory: Memory,
  rooms: RewriteRooms & SpellingRooms,
  signal: AbortSignal,
): Promise<{ readonly read: CorrectedQuestion; readonly byRules: StageOutcome<Rewrite> }> {
  const byRules = rewriteQuery(request, memory, rooms)
  const standalone = byRules.value.asked.text
  const read =
    request.question.length > maxQuestionLength
      ? asWritten(request, memory)
      : await correctSpelling({ request, memory }, standalone, rooms, signal)
  return { read, byRules: read.respelled.length > 0 ? rewriteRead(read, rooms) : byRules }
}

/** What was respelled depends on the library, so it is never kept with the rewrite; it is told with each. */
function withRespellings({ respelled }: CorrectedQuestion, outcome: StageOutcome<Rewrite>): StageOutcome<Rewrite> {
  if (respelled.length === 0) return outcome
  const notes = respelled.map(({ from, to }) => note('respelled', { from, to }))
  return { ...outcome, value: { ...outcome.value, respelled }, summary: [...notes, ...(outcome.summary ?? [])] }
}

/** Whether a model should read a question: not pasted text, nor one that stands alone in words that the documents use. */
function needsModel(
  { request: { question }, memory: { history } }: CorrectedQuestion,
  { asked }: Rewrite,
  rooms: SpellingRooms & Pick<PipelineRooms, 'library' | 'settings'>,
): boolean {
  if (question.length > maxQuestionLength || wholeIntent(question)) return false
  if (history.length > 0 || usesOtherWords(asked.text, rooms)) return true
  return asked.parts.length > 1 || comparedSides(asked.text) !== null
}

/** No document has one of its words; or there are documents in the other language, and its word for one is not known. */
function usesOtherWords(
  question: string,
  { terms, index: { statistics }, ...rooms }: SpellingRooms & Pick<PipelineRooms, 'library' | 'settings'>,
): boolean {
  const keyTerms = keyTermsOf(question, terms, statistics)
  if (keyTerms.some((term) => isAbsent(term, statistics))) return true
  const language = detectLanguage(question)
  const isKnownInOther = ({ alternatives }: KeyTerm) =>
    alternatives.some((one) => detectLanguage(one.join(' ')) !== language)
  return holdsOtherLanguage(question, rooms) && !keyTerms.every(isKnownInOther)
}

/** Whether documents in another language than the question's are to be searched. */
function holdsOtherLanguage(
  question: string,
  { library, settings }: Pick<PipelineRooms, 'library' | 'settings'>,
): boolean {
  const language = detectLanguage(question)
  return settings().cross_language && library.documents().some(({ title }) => detectLanguage(title) !== language)
}

function rewriteAsUnderstood(
  read: CorrectedQuestion,
  understood: Understood,
  byRules: Rewrite,
  rooms: RewriteRooms & Pick<PipelineRooms, 'library'>,
): Rewrite {
  const asMeant = (text: string) => respell(text, read.respelled)
  const standalone = asMeant(understood.standalone)
  const parts = understood.parts?.map(asMeant) ?? withTopic(splitCompound(standalone))
  const wordings = understood.queries.map((text) => ({ text: asMeant(text), weight: weights.wording }))
  const isOther = ({ text }: WeightedQuery) => detectLanguage(text) !== detectLanguage(standalone)
  const inOther = holdsOtherLanguage(standalone, rooms) ? wordings.filter(isOther).slice(0, 1) : []
  const isResolved = standalone !== read.request.question.trim()
  const unresolved = isResolved ? null : byRules.unresolved
  const asked = readQuestion({ written: read.original, meant: read.request.question, standalone, parts })
  return { asked, queries: allQueries(read, { asked, wordings, inOther }, rooms), unresolved }
}

/** What is used when the stage fails or is late: what rules had made of the question by then, else the question itself. */
export function rewriteSoFar(request: TurnRequest, memory: Memory, rooms: RewriteRooms): Rewrite {
  return rooms.caches.rewrites.get(keyOf(asWritten(request, memory), rooms)) ?? unchanged(request)
}

/** The rewrite that changes nothing. */
function unchanged(request: TurnRequest): Rewrite {
  const { question } = request
  return {
    asked: readQuestion({ written: question, standalone: question, parts: [question] }),
    queries: [{ text: question, weight: weights.original }],
    unresolved: null,
  }
}

function rewrite(read: CorrectedQuestion, rooms: RewriteRooms): Rewrite {
  const { request, memory } = read
  // Pasted text: it depends on nothing said before, and reading all of it would outlast the stage.
  if (request.question.length > maxQuestionLength) return unchanged(request)
  const { question } = request
  const { context, text: standalone, unresolved } = standaloneOf(question, memory.history)
  const parts = withTopic(splitCompound(question)).map((part) => behind(context, part))
  const asked = readQuestion({ written: read.original, meant: question, standalone, parts })
  return { asked, queries: allQueries(read, { asked }, rooms), unresolved }
}

interface Wordings extends Pick<Rewrite, 'asked'> {
  readonly wordings?: readonly WeightedQuery[]
  /** A wording that has a place of its own: no table knows the words of documents in the other language as well. */
  readonly inOther?: readonly WeightedQuery[]
}

/** The original, up to three rewrites of it, and each in the other language, but not what is known to be misspelt. */
function allQueries(
  { original, request: { question } }: CorrectedQuestion,
  { asked: read, wordings = [], inOther = [] }: Wordings,
  rooms: RewriteRooms,
): WeightedQuery[] {
  const rewrites: WeightedQuery[] = [
    { text: read.text, weight: weights.standalone },
    ...searchable(read.parts.map(({ text }) => text)).map((text) => ({ text, weight: weights.part })),
    ...(comparedSides(read.text) ?? []).map((text) => ({ text, weight: weights.part })),
    ...wordings,
  ]
  const asked = distinct([{ text: original, weight: weights.original }, ...rewrites]).slice(0, 1 + maxRewrites)
  const expandable = rooms.settings().cross_language ? asked.slice(question === original ? 0 : 1) : []
  const expansions = expandable.flatMap(({ text, weight }) => {
    const expansion = expandAcrossLanguages(text, detectLanguage(text), rooms.terms)
    return expansion ? [{ text: expansion, weight: weight * weights.expansion, translated: true }] : []
  })
  return distinct([...asked, ...inOther, ...expansions])
}

/** The parts of a compound question as queries, empty for a whole question; of four parts the last two share a query. */
function searchable(parts: readonly string[]): string[] {
  if (parts.length <= 1) return []
  return parts.length <= maxRewrites
    ? [...parts]
    : [...parts.slice(0, maxRewrites - 1), parts.slice(maxRewrites - 1).join(' ')]
}

function distinct(queries: readonly WeightedQuery[]): WeightedQuery[] {
  const seen = new Map<string, WeightedQuery>()
  for (const query of queries) if (!seen.has(query.text)) seen.set(query.text, query)
  return [...seen.values()]
}

function describe({ queries }: Rewrite): Note[] {
  return [queries.length === 1 ? note('as_asked') : note('queries', { count: queries.length })]
}
