import { z } from 'zod'
import { Chunk } from '@shared/documents'
import { searchLimits } from '@shared/research/plan-spec'
import { EvidencePlace } from '@shared/session/evidence-place'
import { Sensitivity } from '@shared/session/session-context'
import type { ModelsForPassages } from '../runs/models-for-passages'
import type { RecallTerm } from '@engine/ports/storage/earlier-sessions'

/** A passage as it was found: a retrieved passage without what only ranking needs, as plain data. */
export const FoundPassage = z.object({
  chunk: Chunk,
  /** `[start, end)` of the document's extracted text; `text` is exactly that. */
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  text: z.string(),
  /** Of the search that found it first. */
  score: z.number(),
  /** Whether it reached the relevance floor of a search. */
  relevant: z.boolean(),
  /** The names that led the knowledge graph to it. */
  path: z.array(z.string()).optional(),
  places: z.array(EvidencePlace).optional(),
  restsOn: z.object({ documents: z.array(z.string()), sensitivity: Sensitivity.optional() }).optional(),
})
export type FoundPassage = z.infer<typeof FoundPassage>

/**
 * Why a search was made: the sub-question itself, a name found in a passage, a name of the question that nothing found so far has, other
 * words that nothing has, or what a model proposed.
 */
export const SearchReason = z.enum(['question', 'name', 'asked_name', 'gap', 'model', 'earlier', 'tool'])
export type SearchReason = z.infer<typeof SearchReason>

/** A search to be made. */
export const PlannedSearch = z.object({
  query: z.string().min(1),
  reason: SearchReason,
  /** Id of the sub-question it is for. */
  for: z.string(),
  /** For `name`: the name as written, and the chunk id of the passage it was found in. */
  via: z.object({ name: z.string(), from: z.string() }).optional(),
})
export type PlannedSearch = z.infer<typeof PlannedSearch>

/** A search that was made. */
export const MadeSearch = PlannedSearch.extend({
  found: z.number().int().nonnegative(),
  /** What went wrong, for people; absent where nothing did. */
  failed: z.string().optional(),
})
export type MadeSearch = z.infer<typeof MadeSearch>

/** A passage in question for the evidence. */
export const Candidate = z.object({
  passage: FoundPassage,
  /** By sub-question: how near it is to the question itself, 0 to 1, and how well it goes on from another passage, 0 to 1. */
  worth: z.record(z.string(), z.object({ direct: z.number(), linked: z.number() })),
  /** The passage and the name it was reached by, where it goes on from one. */
  via: z.object({ name: z.string(), from: z.string() }).optional(),
})
export type Candidate = z.infer<typeof Candidate>

/** One thing to be found out, and how far it was. */
export const SubQuestion = z.object({
  id: z.string(),
  /** Whole by itself, in the question's language. */
  text: z.string().min(1),
  /** Chunk ids of its evidence, best first. */
  passages: z.array(z.string()),
  covered: z.boolean(),
  /** Share of what it asks about that its evidence speaks of, 0 to 1. */
  share: z.number().min(0).max(1),
  /** What its evidence does not speak of: words of the question, or what a model says is missing. */
  missing: z.array(z.string()),
  /** What a model would search next for it. */
  proposed: z.array(z.string()).optional(),
})
export type SubQuestion = z.infer<typeof SubQuestion>

/**
 * `covered`: every sub-question; `relevant`: the first round found many relevant passages; `nothing_new`: a round changed nothing;
 * `rounds` and `budget`: a limit was reached.
 */
export const SearchEnd = z.enum(['covered', 'relevant', 'nothing_new', 'rounds', 'budget'])
export type SearchEnd = z.infer<typeof SearchEnd>

/** What is known after a round, as plain data: the search can go on from it in another process. */
export const DeepSearchState = z.object({
  question: z.string().min(1),
  sub_questions: z.array(SubQuestion).min(1),
  candidates: z.array(Candidate),
  /** Chunk ids, best first. */
  evidence: z.array(z.string()),
  ended_by: SearchEnd.nullable(),
  /** A `RoundContext`: rounds, sub-questions as subtasks, costs, and each search as a structural log. */
  context: z.record(z.string(), z.unknown()),
})
export type DeepSearchState = z.infer<typeof DeepSearchState>

/** What one round did. */
export interface SearchRound {
  /** From 1. */
  readonly round: number
  readonly searches: readonly MadeSearch[]
  /** Chunk ids that came into the evidence. */
  readonly added: readonly string[]
  readonly ms: number
  /** Of language models. */
  readonly tokens: number
  /** What went wrong with a language model, for people; rules did its work. */
  readonly problems: readonly string[]
}

/** What was found. */
export interface DeepSearchResult {
  readonly question: string
  readonly sub_questions: readonly SubQuestion[]
  /** Best first. */
  readonly evidence: readonly FoundPassage[]
  readonly rounds: readonly SearchRound[]
  /** Null while it goes on. */
  readonly ended_by: SearchEnd | null
  readonly cost: { readonly tokens: number; readonly ms: number; readonly searches: number }
  readonly state: DeepSearchState
}

export interface SearchLimits {
  readonly rounds: number
  /** Passages in the evidence. */
  readonly passages: number
  /** Over all rounds; earlier chats and tools count as well. */
  readonly searches: number
  /** Milliseconds over all rounds, model calls included; a round that has begun ends its searches. */
  readonly ms: number
}

export const defaultLimits: SearchLimits = searchLimits

/** What a text is about, each with its translations as alternatives, in analysed terms. */
export type AskedTerm = RecallTerm

export interface SearchOptions {
  readonly limit: number
  /** Whether the knowledge graph is asked beside the index. */
  readonly graph: boolean
}

/** What a language model is asked with. */
export interface SearchModelAccess extends ModelsForPassages {
  /** The model that was asked for; absent for what the settings say. */
  readonly wanted?: string | undefined
}

/** What DeepSearch asks of the rest of Cairn. Everything rejects with a CairnError where it cannot answer. */
export interface DeepSearchRooms {
  /** Passages of the documents in scope, best first, in both languages where that is set. */
  search(query: string, options: SearchOptions, signal: AbortSignal): Promise<readonly FoundPassage[]>
  /** What a text asks about, names and words alike. */
  termsOf(text: string): readonly AskedTerm[]
  /** In how many passages of the library a term stands, about. */
  frequencyOf(term: string): number
  /** Passages of the library. */
  passageCount(): number
  /** Answers of earlier chats of the user; absent where they must not be read. */
  earlier?: ((query: string, limit: number, signal: AbortSignal) => Promise<readonly FoundPassage[]>) | undefined
  /** Results of tools for a sub-question; absent where none may be used. */
  tools?: ((query: string, signal: AbortSignal) => Promise<readonly FoundPassage[]>) | undefined
  /** A language model to split, judge and propose; absent for rules alone. */
  model?: SearchModelAccess | undefined
  /** Milliseconds from any fixed point. */
  clock(): number
}
