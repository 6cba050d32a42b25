import type { AnswerRef, EvidenceItem } from '@shared/events'
import type { Passage } from '../retrieval/passage'
import type { AnswerSentence } from './extract'

/** An answer ready to be streamed: its text with citation marks, and what each mark stands for. */
export interface CitedAnswer {
  readonly response: string
  readonly refs: readonly AnswerRef[]
  /** The cited passages only, numbered from 1 in order of first use. */
  readonly evidence: readonly EvidenceItem[]
}

/**
 * Joins chosen sentences into a response, each followed by its `[N]`. Line breaks inside a sentence become spaces (or
 * nothing between CJK characters) and brackets around its own footnote numbers full-width; apart from that the words are
 * the document's own.
 */
export function cite(
  sentences: readonly AnswerSentence[],
  passages: readonly Passage[],
  evidenceIds: readonly string[],
): CitedAnswer {
  const numbers = new Map<number, number>()
  const refs: AnswerRef[] = []
  let response = ''
  let previous: AnswerSentence | undefined
  for (const sentence of sentences) {
    const number = numbers.get(sentence.passage) ?? numbers.size + 1
    numbers.set(sentence.passage, number)
    response += separator(previous, sentence)
    const start = response.length
    response += withoutMarks(unwrapped(sentence.text))
    refs.push({
      number,
      evidence_id: evidenceIds[sentence.passage] ?? '',
      selector: `chars:${sentence.start}-${sentence.end}`,
      response_start: start,
      response_end: response.length,
    })
    response += ` [${number}]`
    previous = sentence
  }
  const evidence = [...numbers].flatMap(([at, number]) => {
    const passage = passages[at]
    return passage ? [evidenceItem(passage, number, evidenceIds[at] ?? '')] : []
  })
  return { response, refs, evidence }
}

function separator(previous: AnswerSentence | undefined, next: AnswerSentence): string {
  if (next.listItem) return previous ? `\n- ` : '- '
  if (!previous) return ''
  return previous.listItem ? '\n\n' : ' '
}

/** A `[3]` that a document itself holds must not look like one of our citations. */
function withoutMarks(text: string): string {
  return text.replace(/\[(\d+)\]/gu, '［$1］')
}

function unwrapped(text: string): string {
  return text.replace(/(?<=[\p{Script=Han}，。、；：])\s*\n\s*(?=\p{Script=Han})/gu, '').replace(/\s+/gu, ' ')
}

function evidenceItem(passage: Passage, number: number, evidenceId: string): EvidenceItem {
  const { chunk, start, end, text, score } = passage
  return {
    number,
    evidence_id: evidenceId,
    kind: 'kb',
    document_id: chunk.doc_id,
    document_name: chunk.doc_name,
    format: chunk.format,
    heading_path: chunk.heading_path,
    page: chunk.page,
    start,
    end,
    text,
    score,
  }
}
