import type { AnswerRef, EvidenceItem } from '@shared/events'
import type { Asked } from '@engine/critic/judge'
import { createTermTable } from '@engine/retrieval/terms/cross-language'

/** A question without words or figures, and no term table. */
export const nothingAsked: Asked = { question: '', keyTerms: [], terms: createTermTable([]) }

export function evidence(number: number, text: string, fields: Partial<EvidenceItem> = {}): EvidenceItem {
  return {
    number,
    evidence_id: `e${number}`,
    kind: 'kb',
    document_id: `d${number}`,
    document_name: `d${number}.md`,
    format: 'text',
    heading_path: [],
    page: null,
    start: 0,
    end: text.length,
    text,
    score: 1,
    ...fields,
  }
}

/** A reference from a sentence of the response to the same words in the evidence. */
export function quote(response: string, sentence: string, { number, evidence_id, text }: EvidenceItem): AnswerRef {
  const from = text.indexOf(sentence)
  const start = response.indexOf(sentence)
  return {
    number,
    evidence_id,
    selector: `chars:${from}-${from + sentence.length}`,
    response_start: start,
    response_end: start + sentence.length,
  }
}
