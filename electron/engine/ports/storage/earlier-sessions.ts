import type { Sensitivity } from '@shared/session/session-context'
import type { SessionHeader } from '@shared/session/session-view'

/** Something asked about: found where all terms of any one alternative are. */
export interface RecallTerm {
  readonly surface: string
  readonly alternatives: readonly (readonly string[])[]
  readonly weight: number
}

/** A question of an earlier session with its answer. */
export interface RecalledExchange {
  readonly header: SessionHeader
  readonly turn_id: string
  readonly question: string
  readonly answer: string
  /** Share of what is asked about that it mentions, 0 to 1. */
  readonly score: number
  /** What its answer cites: documents by id, and the highest sensitivity; absent where that was not looked up. */
  readonly restsOn?: RestsOnDocuments
}

/** The documents behind something said, and how sensitive the most sensitive of them was when it was looked up. */
export interface RestsOnDocuments {
  readonly documents: readonly string[]
  readonly sensitivity?: Sensitivity
}

/** Which sessions are remembered, by id: all but the asking one, or one alone. */
export type RecallScope = { readonly except: string } | { readonly only: string }

/** The questions and answers of sessions. */
export interface EarlierSessions {
  recall(
    keyTerms: readonly RecallTerm[],
    which: RecallScope,
    limit: number,
    signal: AbortSignal,
  ): Promise<RecalledExchange[]>
}
