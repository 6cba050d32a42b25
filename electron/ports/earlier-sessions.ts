import type { SessionHeader } from '@shared/session-view'
import type { KeyTerm } from '../retrieval/key-terms'

/** A question of an earlier session with its answer. */
export interface RecalledExchange {
  readonly header: SessionHeader
  readonly turn_id: string
  readonly question: string
  readonly answer: string
  /** Share of what is asked about that it mentions, 0 to 1. */
  readonly score: number
}

/** What was said in other sessions than the one that asks. */
export interface EarlierSessions {
  recall(keyTerms: readonly KeyTerm[], except: string, limit: number, signal: AbortSignal): Promise<RecalledExchange[]>
}
