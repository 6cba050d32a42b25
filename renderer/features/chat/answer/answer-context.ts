import type { EvidenceItem } from '@shared/events'
import { createContext } from 'react'

/** What the parts of an answer need to know of their turn. Stays the same object while its tokens come. */
export interface AnswerContextValue {
  readonly turnId: string
  readonly evidence: ReadonlyMap<number, EvidenceItem>
}

export const AnswerContext = createContext<AnswerContextValue>({ turnId: '', evidence: new Map() })
