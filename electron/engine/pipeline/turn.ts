import type { DocumentRecord, Gap, SearchFilter } from '@shared/documents'
import type { Reading } from '@shared/events'
import type { Note } from '@shared/note'
import type { ContextBlock } from '@shared/session/session-context'
import type { ToolRun } from '@shared/tools/tool-run'
import type { ContextChoices, DroppedPassage } from '@shared/session/turn-trace'
import type { GraphMode, RetrievalSettings } from '@shared/settings'
import type { ShortAnswerer } from '@engine/answer/short-answer/short-answer'
import type { ChunkFilter } from '@engine/ports/storage/chunk-index'
import type { Embedder } from '@engine/ports/models/embedder'
import type { EarlierSessions } from '@engine/ports/storage/earlier-sessions'
import type { GraphSearch } from '@engine/ports/graph/graph-search'
import type { LanguageModels, ModelName } from '@engine/ports/models/language-model'
import type { Reader } from '@engine/ports/models/reader'
import type { SessionStore } from '@engine/ports/storage/session-store'
import type { MeasureTokens, TokenCounter } from '@engine/ports/models/token-counter'
import type { AskedQuestion } from '@engine/question/asked-question'
import type { LibraryQuestion } from '@engine/question/library/library-reading'
import type { ChainTiming } from '@engine/retrieval/chain'
import type { Passage } from '@engine/retrieval/passage'
import type { RetrievalRooms } from '@engine/retrieval/retrieve'
import type { TextRange } from '@engine/retrieval/text-range'
import type { DocumentFacts } from '@engine/session/context/evidence'
import type { WeightedQuery } from '@engine/retrieval/search'
import type { Respelling } from '@engine/retrieval/question/spelling'
import { type Language, languageOfWords } from '@engine/text/language'
import type { MessageAct } from '@engine/tools/consent/user-act'
import type { ToolChannel, ToolChoice } from '@engine/tools/tool-channel'
import type { LibraryOverview, LibrarySurvey } from './forms/form-evidence'
import type { NotFound } from './wording/refusal-words'

/** A question as it was asked, and how it is to be answered. */
export interface TurnRequest {
  readonly question: string
  readonly sessionId: string
  readonly turnId: string
  readonly traceId: string
  /** As the user set it; `resolveFilter` says what that means now. */
  readonly filter?: SearchFilter | undefined
  /** The turn of this session whose place this one takes. */
  readonly replaces?: string | undefined
  /** Evidence of this session that must, and that must not, be answered from. */
  readonly choices?: ContextChoices | undefined
  readonly searchAnyway: boolean
  /** How the knowledge graph is searched; absent for what the settings say. */
  readonly graph?: GraphMode | undefined
  /** The language model for this turn; `rules` to answer without a model; absent for what the settings say. */
  readonly model?: string | undefined
  /** What the user did to ask it; absent where a program asks, or a turn is asked again. */
  readonly act?: MessageAct | undefined
  /** The language to answer in where the question has no words of any. */
  readonly language: Language
}

export interface PastTurn {
  readonly question: string
  readonly answer: string
  /** Evidence ids of the passages that the answer cites; absent for none. */
  readonly cited?: readonly string[]
  /** Whether its answer rests on something that must not leave this machine; absent where it does not. */
  readonly isKept?: boolean | undefined
  /** Whether that answer was shortcut A's question back. */
  readonly wasClarification: boolean
  /** The last run of a tool of Cairn's that answered it; absent for none. */
  readonly tool?: Pick<ToolRun, 'tool' | 'question' | 'args' | 'server' | 'state' | 'table'> | undefined
  /** The tool that asked back for a value, and what it offered; absent where none did. */
  readonly toolAsked?: { readonly tool: string; readonly readings: readonly Reading[] } | undefined
}

/** Stage 1. Oldest turn first. */
export interface Memory {
  readonly history: readonly PastTurn[]
  readonly summary: string
  /** Every question of the session, replaced ones included. */
  readonly questions: readonly string[]
  /** Evidence of the session that must not leave this machine; absent for none. */
  readonly kept?: ReadonlySet<string> | undefined
}

/** A question and the conversation it was asked in. */
export interface ConversationQuestion {
  readonly request: TurnRequest
  readonly memory: Memory
}

/** Stage 2. `queries[0]` is always the original question. */
export interface Rewrite {
  /** The question as it was read, its references resolved: what gets answered. */
  readonly asked: AskedQuestion
  readonly queries: readonly WeightedQuery[]
  /** A reference ("it", "那个") that nothing in the history explains. */
  readonly unresolved: string | null
  /** Misspelt words of the question and the words they were read as; absent where all are spelt well. */
  readonly respelled?: readonly Respelling[] | undefined
}

/** A question and what stage 2 made of it. */
export interface RewrittenQuestion {
  readonly request: TurnRequest
  readonly rewrite: Rewrite
}

/** A question in its conversation, after stage 2. */
export interface UnderstoodQuestion extends ConversationQuestion, RewrittenQuestion {}

/** What can be answered about Cairn itself, without any document. */
export const systemTopics = ['greeting', 'thanks', 'farewell', 'identity', 'help', 'library'] as const
export type SystemTopic = (typeof systemTopics)[number]

export type IntentKind = 'KB' | 'TOOL' | 'SYSTEM'

export interface Intent {
  readonly kind: IntentKind
  /** What exactly, in the kind's own vocabulary: a system topic or a tool's name; empty for KB. */
  readonly topic: string
  readonly confidence: number
}

/** Ranks what one utterance wants: every kind, best first, with probabilities that sum to one. */
export interface IntentClassifier {
  rank(text: string, signal?: AbortSignal): Promise<Intent[]>
}

/** Stage 3. One ranking a part of the question, best first. */
export interface IntentParse {
  readonly parts: readonly {
    readonly text: string
    readonly ranked: readonly Intent[]
    /** What it asks of the catalogue of documents; absent where it asks nothing of it. */
    readonly library?: LibraryQuestion | undefined
    /** The tool it is for; absent where it is for none. */
    readonly tool?: ToolChoice | undefined
  }[]
}

/** Stage 4. */
export interface Clarification {
  readonly reason: Note
  readonly message: string
  readonly readings: readonly Reading[]
}

/** How much of a document goes along for a language model to read, in characters. */
export interface ReadDocument {
  readonly title: string
  readonly read: number
  readonly total: number
}

/** What a tool answers to a part of the question. */
export interface ToolAnswer {
  readonly run: ToolRun
  /** The chunk id of its result among the passages; null where it gave none. */
  readonly result: string | null
  /** The rows of its table that are said, each with the chunk id of the passage it stands in; null where it stands in none. */
  readonly rows: readonly { readonly cells: readonly string[]; readonly passage: string | null }[]
  /** Chunk ids of all passages it brings: its result, its rows and what it rests on. */
  readonly passages: readonly string[]
}

/** Stage 6. */
export interface Retrieved {
  /** What tools answer, in the order of the question's parts; absent where none was asked. */
  readonly tools?: readonly ToolAnswer[] | undefined
  /** Runs of tools that failed or found no row, so that documents answer; absent where none was asked in vain. */
  readonly tried?: readonly ToolRun[] | undefined
  /** Whether documents were not searched, because tools are for all of the question. */
  readonly isUnsearched?: boolean | undefined
  readonly passages: readonly Passage[]
  readonly timings: readonly ChainTiming[]
  /** The search itself could not be done: nothing is known about what the documents hold. */
  readonly failed: boolean
  /** Whether part of the search failed or took too long; absent where all of it was done. */
  readonly isCutShort?: boolean | undefined
  /** False when nothing reached the relevance floor: shortcut C. */
  readonly relevant: boolean
  /** Titles of the documents that came nearest, best first. */
  readonly nearest: readonly string[]
  /** Words of the question that no document holds. */
  readonly absent: readonly string[]
  /** Of how many documents nothing can be said: not readable, or still to be read. */
  readonly unread: Pick<NotFound, 'failed' | 'waiting'>
  /** How far a filter limited the search; absent where there was none. */
  readonly limited?: NotFound['limited']
  /** Which of the nearest documents were not read whole. */
  readonly gaps: NotFound['gaps']
  /** How many of the passages, from the first, were pinned by the user. */
  readonly pinned: number
  /** How many of the passages, from the first, may be quoted as an answer; a language model reads the others as well. */
  readonly near: number
  /** What search found and did not keep. */
  readonly dropped: readonly DroppedPassage[]
  /** Of documents that a language model is given to read as wholes: how many of their characters; absent where none is. */
  readonly read?: readonly ReadDocument[] | undefined
  /** The model that read passages for short answers; absent where none did. */
  readonly reader?: string | undefined
  /** Where the question asks about all documents, what they hold; its passages are among the others. */
  readonly survey: LibrarySurvey | null
  /** Where the question asks what the documents are about, their themes; its passages are among the others. */
  readonly overview: LibraryOverview | null
}

/** The evidence ids a turn gave to its question and passages; the passages' in ranking order. */
export interface EvidenceIds {
  readonly question: string
  readonly passages: readonly string[]
}

/** What an answer is composed from. */
export interface Basis {
  readonly retrieved: Retrieved
  readonly ids: EvidenceIds
}

/** A rewritten question and the passages it is answered from. */
export interface QuestionWithEvidence extends RewrittenQuestion {
  readonly basis: Basis
}

/** Which chunks a search may return, and which parts of documents it must not. */
export interface SearchScope {
  readonly filter: ChunkFilter | undefined
  readonly excluded: readonly TextRange[]
}

export type PromptMode = 'KB' | 'MCP' | 'HYBRID' | 'SYSTEM' | 'GRAPH'

/** Stage 7. */
export interface Assembled {
  readonly mode: PromptMode
  readonly temperature: number
  readonly blocks: readonly ContextBlock[]
  readonly promptTokens: number
  readonly tokenBudget: number
  /** Names what counted the tokens. */
  readonly tokenizer: string
  /** The language model it was made for; null where rules answer. */
  readonly writer: ModelName | null
  /** How many passages were kept from a model of another machine; absent for none. */
  readonly keptBack?: number | undefined
}

/** Facts about the library that answers and clarifications may name. None speaks of what is in the trash. */
export interface LibraryFacts {
  /** What can be searched. */
  documents(): readonly {
    readonly id: string
    readonly name: string
    readonly title: string
    readonly chunks: number
    readonly format: string | null
    readonly gaps: readonly Gap[]
  }[]
  /** Undefined for a document that is gone. */
  facts(id: string): DocumentFacts | undefined
  /** Everything the library holds, as its view lists it. */
  records(): readonly DocumentRecord[]
  /** What cannot be searched: reading it failed, or it is still to be read. */
  unread(): readonly { readonly id: string; readonly format: string | null; readonly failed: boolean }[]
}

/** Everything the pipeline needs from other rooms. */
export interface PipelineRooms extends RetrievalRooms {
  /** The built-in embedder: weights are fitted on it, so answers can be composed again on any machine. */
  readonly answerEmbedder: Embedder
  readonly sessions: SessionStore
  readonly library: LibraryFacts
  /** The estimate of sizes, where no model's own tokenizer counts. */
  readonly tokens: TokenCounter
  /** Absent where rules do all the work. */
  readonly models?: LanguageModels | undefined
  readonly measureTokens?: MeasureTokens | undefined
  /** Absent where no knowledge graph is kept. */
  readonly graph?: GraphSearch | undefined
  /** Absent where there are no tools. */
  readonly tools?: ToolChannel | undefined
  /** IANA name of the time zone that questions about times are read in; absent for UTC. */
  readonly timeZone?: string | undefined
  /** Absent where there are no other sessions to remember. */
  readonly earlier?: EarlierSessions | undefined
  /** Of Cairn, for the record. */
  readonly version?: string | undefined
  readonly intents: IntentClassifier
  readonly shortAnswers: ShortAnswerer
  /** The chosen reader, which then finds short answers; null or absent for none. */
  readonly reader?: (() => Reader | null) | undefined
  readonly caches: PipelineCaches
  /** Absent where questions load what they need by themselves. */
  readonly firstLoads?: { forQuestion(language: Language, signal: AbortSignal): Promise<void> } | undefined
  readonly settings: () => RetrievalSettings
  /** Whether a document must not leave this machine; absent where none is confidential. */
  readonly isKept?: ((documentId: string) => boolean) | undefined
  /** What the store is to be searched with: tags as documents, without what is in the trash. */
  readonly resolveFilter: (filter: SearchFilter | undefined) => ChunkFilter | undefined
  /** What happens between two tokens of a composed answer: nothing, unless a demonstration is to be read along. */
  readonly pace?: ((signal: AbortSignal) => Promise<void>) | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly newId: () => string
}

export interface PipelineCaches {
  readonly rewrites: TurnCache<Rewrite>
  readonly intents: TurnCache<IntentParse>
}

/** A bounded cache whose entries expire. */
export interface TurnCache<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
}

/** The language to answer in: the question's own where it has words, the user's otherwise. */
export function answerLanguage(request: Pick<TurnRequest, 'question' | 'language'>): Language {
  return languageOfWords(request.question) ?? request.language
}
