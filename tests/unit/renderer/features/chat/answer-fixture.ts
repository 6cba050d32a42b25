import type { AnswerRef, EvidenceItem } from '@shared/events'

export function evidenceItem(number: number, format: string, text = 'A passage.'): EvidenceItem {
  return {
    number,
    evidence_id: `e${number}`,
    kind: 'kb',
    document_id: `d${number}`,
    document_name: `file-${number}`,
    format,
    heading_path: [],
    page: null,
    start: 100,
    end: 100 + text.length,
    text,
    score: 0.5,
  }
}

export interface Cited {
  readonly text: string
  readonly number: number
  readonly item: boolean
}

/** A response as the engine composes it: sentences with their marks, list items on lines of their own. */
export function compose(sentences: readonly Cited[]): { response: string; refs: AnswerRef[] } {
  let response = ''
  let before: Cited | undefined
  const refs = sentences.map((sentence): AnswerRef => {
    if (sentence.item) response += before ? '\n- ' : '- '
    else if (before) response += before.item ? '\n\n' : ' '
    const start = response.length
    response += sentence.text
    const { number } = sentence
    const ref = {
      number,
      evidence_id: `e${number}`,
      selector: 'chars:0-3',
      response_start: start,
      response_end: response.length,
    }
    response += ` [${number}]`
    before = sentence
    return ref
  })
  return { response, refs }
}
