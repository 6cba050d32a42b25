import type { EvidenceItem, SentenceVerdict } from '@shared/events'
import { createContext } from 'react'

/** What the parts of an answer need to know of their turn. Stays the same object while its tokens come. */
export interface AnswerContextValue {
  readonly turnId: string
  readonly evidence: ReadonlyMap<number, EvidenceItem>
  /** The critic's, as its pieces name them; empty until the answer is whole. */
  readonly verdicts: readonly SentenceVerdict[]
}

export const AnswerContext = createContext<AnswerContextValue>({ turnId: '', evidence: new Map(), verdicts: [] })
