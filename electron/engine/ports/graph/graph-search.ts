/** One step to a passage: over a name, from another passage, or from the question itself (null). */
export interface PathStep {
  /** Normalised. */
  readonly name: string
  /** Chunk id. */
  readonly from: string | null
}

export interface GraphHit {
  /** Chunk id. */
  readonly id: string
  /** Above 0; comparable within one search only. */
  readonly score: number
  /** The names that led here from the question, in order; empty where the hybrid search alone did. */
  readonly path: readonly PathStep[]
}

export interface GraphRanking {
  /** Best first. */
  readonly hits: readonly GraphHit[]
}

export interface OverviewOptions {
  /** Themes at most. */
  readonly most: number
  /** Ids of the documents that may be spoken of; all of them where absent. */
  readonly documents?: readonly string[] | undefined
  /** The hits of a search for the question's words: chunk id → score above 0. */
  readonly hits?: ReadonlyMap<string, number> | undefined
}

/** A community of the graph as far as the documents spoken of name it. */
export interface GraphTheme {
  /** The community's. */
  readonly id: string
  readonly title: string
  /** Names in it. */
  readonly size: number
  /** Documents that speak of it: those that have two of its names. */
  readonly documents: number
  /** How much of what was asked about it is, 0 to 1, the first theme's being 1. */
  readonly weight: number
  /** The most important of its names. */
  readonly names: readonly string[]
  /** Places `[start, end)` in chunks' texts that say most of it; whoever shows them widens them to sentences. */
  readonly passages: readonly { readonly id: string; readonly start: number; readonly end: number }[]
}

export interface GraphOverview {
  /** The weightiest first; none where the graph has nothing of what was asked about. */
  readonly themes: readonly GraphTheme[]
  /** How many themes there are. */
  readonly total: number
  /** How many of the documents that may be spoken of are in the graph. */
  readonly documents: number
}

/** A question to the graph. */
export interface GraphQuestion {
  readonly text: string
  /** Its content terms (`contentTermsOf`), and in how many chunks of the library each stands. */
  readonly terms: ReadonlyMap<string, number>
}

/** The knowledge graph as a channel of retrieval. */
export interface GraphSearch {
  /**
   * Passages that names link to a question, `hits` being what the hybrid search found: chunk id → score above 0, best first.
   * Chunks that are gone meanwhile may be among them. Rejects when the graph cannot be asked.
   */
  search(question: GraphQuestion, hits: ReadonlyMap<string, number>, signal?: AbortSignal): Promise<GraphRanking>
  /**
   * What the documents are about, of all there is or of what the question's words name. Chunks that are gone meanwhile may be
   * among the places. Rejects when the graph cannot be asked.
   */
  overview(question: string, options: OverviewOptions, signal?: AbortSignal): Promise<GraphOverview>
  /** Resolves when a search need not wait for what was in the graph when the engine started. */
  loaded(): Promise<void>
  /** Resolves when an overview need not wait for the graph to be put together. Rejects when it cannot be. */
  ready(): Promise<void>
}
