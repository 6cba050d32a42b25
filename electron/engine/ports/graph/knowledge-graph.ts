import type {
  CommunityCard,
  CommunityHead,
  DecisionRecord,
  EntityCard,
  EntityHit,
  ExtractionState,
  GraphDecision,
  GraphExport,
  GraphPath,
  GraphPicture,
  GraphState,
} from '@shared/graph'

export interface PictureRequest {
  /** Nodes at most. */
  readonly limit: number
  readonly types?: readonly string[] | undefined
  readonly documents?: readonly string[] | undefined
  /** Id of a community of any level. */
  readonly community?: string | undefined
}

/** A language model's reading of the library, beside what rules find. */
export interface GraphExtraction {
  state(): ExtractionState
  /** Begins a run with a whole budget, where none is under way. Throws NOT_FOUND where no language model is chosen. */
  resume(): Promise<ExtractionState>
  /** Resolves when nothing is under way. */
  pause(): Promise<ExtractionState>
}

/** The knowledge graph as people see and correct it. Every call waits until what is known by then has been read in. */
export interface KnowledgeGraph {
  state(): GraphState
  picture(request: PictureRequest): Promise<GraphPicture>
  /** Throws NOT_FOUND, as all that take an entity's id do. */
  neighbourhood(id: string, depth: number, limit: number): Promise<GraphPicture>
  search(text: string, limit: number): Promise<EntityHit[]>
  entity(id: string): Promise<EntityCard>
  path(from: string, to: string): Promise<GraphPath>
  communities(): Promise<CommunityHead[]>
  /** With what the chosen language model has written about it before, where it has. */
  community(id: string): Promise<CommunityCard>
  /**
   * As `community`, once the chosen language model has written about it, if it has not before. Without a model, or where nothing
   * of what it writes can be shown, what the documents themselves say stays. Throws CANCELLED.
   */
  describeCommunity(id: string, signal?: AbortSignal): Promise<CommunityCard>
  /** Resolves once the graph shows it. Throws INVALID_INPUT for a decision that cannot be followed. */
  decide(decision: GraphDecision): Promise<GraphState>
  decisions(): Promise<DecisionRecord[]>
  saveLayout(layout: {
    readonly ids: readonly string[]
    readonly x: readonly number[]
    readonly y: readonly number[]
  }): Promise<number>
  export(wanted: GraphExport, signal?: AbortSignal): AsyncGenerator<string>
  readonly extraction: GraphExtraction
}
