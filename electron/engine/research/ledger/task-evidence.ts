import type { EvidenceItem } from '@shared/events'
import type { Claim, ClaimSource, Gap } from '@shared/research/claim-ledger'
import type { PlanTask, ResearchLanguage } from '@shared/research/plan-spec'
import type { SearchRooms } from '@engine/pipeline/answering/answer-part'
import { type Passage, toPassage } from '@engine/retrieval/passage'

/** A task that was done, and what was found for it, best first. */
export interface TaskEvidence {
  readonly task: PlanTask
  /** What it asks, with the names that tasks before it found. */
  readonly question: string
  /** What the whole run asks; absent where the task is all of it. */
  readonly goal?: string | undefined
  readonly evidence: readonly EvidenceItem[]
  readonly language: ResearchLanguage
}

/** What claims are chosen with. */
export type LedgerRooms = SearchRooms

export interface TaskClaims {
  readonly claims: readonly Claim[]
  readonly gaps: readonly Gap[]
}

/** A sentence of the evidence that is to be a claim; offsets are within the text of `evidence[passage]`. */
export interface ChosenSentence {
  readonly passage: number
  readonly start: number
  readonly end: number
  readonly text: string
  /** How surely it answers, 0 to 1. */
  readonly confidence: number
  /** How likely it states what the report should hold, 0 to 1; absent for what was not chosen from a text. */
  readonly relevance?: number | undefined
}

/** Evidence as passages, which is what sentences are chosen from. */
export function passagesOf(evidence: readonly EvidenceItem[]): Passage[] {
  return evidence.map((item) => {
    const { document_id: id, document_name: name, document_title: title = '', evidence_id, text, start, end } = item
    const chunk = {
      id: evidence_id,
      doc_id: id,
      doc_name: name,
      title,
      revision: '',
      collection: '',
      format: item.format,
      index: 0,
      text,
      start,
      end,
      page: item.page,
      heading_path: [...item.heading_path],
      context: '',
      token_count: 0,
      window_start: start,
      window_end: end,
    }
    const passage = toPassage({ chunk, vector: new Float32Array(), search: '' }, [])
    return { ...passage, score: item.score, ...(item.places && { places: item.places }) }
  })
}

/** Where a part of a piece of evidence stands, as claims say it. */
export function sourceAt({ evidence_id, document_id }: EvidenceItem, start: number, end: number): ClaimSource {
  return { evidence_id, document_id, selector: `chars:${start}-${end}` }
}

/** Groups by key, in the order in which their first members come. */
export function groupsBy<T>(items: Iterable<T>, keyOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(item)
  }
  return [...groups]
}
