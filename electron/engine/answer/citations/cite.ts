import { citationMark } from '@engine/text/letters'
import type { AnswerOutcome, AnswerRef, EvidenceItem, ListedDocuments } from '@shared/events'
import type { Passage } from '@engine/retrieval/passage'
import { withoutLinkMarks } from '@engine/text/note-links'

/** A range of a passage's text; offsets are 0-based half-open. */
export interface Place {
  /** Index into the passages given. */
  readonly passage: number
  readonly start: number
  readonly end: number
}

/** Words of a passage, to be said in an answer. */
export interface Quote extends Place {
  readonly text: string
  /** Other places that say the same: cited beside the first. */
  readonly also?: readonly Place[] | undefined
}

/** An answer ready to be streamed: its text with citation marks, and what each mark stands for. */
export interface CitedAnswer {
  readonly response: string
  readonly refs: readonly AnswerRef[]
  /** The cited passages only, numbered from 1 in order of first use. */
  readonly evidence: readonly EvidenceItem[]
  /** What it gives a person; `answer` where it cites something unless said otherwise, else `nothing`. */
  readonly outcome?: Extract<AnswerOutcome, 'answer' | 'closest' | 'nothing'> | undefined
  /** The documents it lists, where it is about the library. */
  readonly listed?: ListedDocuments | undefined
  /** Parts of a question of several that nothing was found for, in its own words; absent for none. */
  readonly unanswered?: readonly string[] | undefined
  /** How likely it answers, 0 to 1; absent where nothing judged it. */
  readonly likely?: number | undefined
  /** What it was judged by, by name; absent where nothing judged it. */
  readonly judged?: Readonly<Record<string, number>> | undefined
}

/** Numbers the passages that an answer cites in order of first use, from 1. */
export class CitationNumbers {
  readonly #numbers = new Map<number, number>()

  constructor(
    private readonly passages: readonly Passage[],
    private readonly evidenceIds: readonly string[],
  ) {}

  /** The number of a passage, and whether it is used for the first time. */
  take(passage: number): { readonly number: number; readonly isNew: boolean } {
    const known = this.#numbers.get(passage)
    if (known !== undefined) return { number: known, isNew: false }
    this.#numbers.set(passage, this.size + 1)
    return { number: this.size, isNew: true }
  }

  get size(): number {
    return this.#numbers.size
  }

  /** The passages that have a number, in its order. */
  evidence(): EvidenceItem[] {
    return [...this.#numbers].flatMap(([at, number]) => {
      const passage = this.passages[at]
      return passage ? [evidenceItem(passage, number, this.evidenceIds[at] ?? '')] : []
    })
  }
}

/** Builds an answer out of quotations and the engine's own words, so that every reference is exact. */
export class AnswerWriter {
  readonly #numbers: CitationNumbers
  readonly #refs: AnswerRef[] = []
  #response = ''

  constructor(
    passages: readonly Passage[],
    private readonly evidenceIds: readonly string[],
  ) {
    this.#numbers = new CitationNumbers(passages, evidenceIds)
  }

  /** The engine's own words: no reference stands for them. */
  say(text: string): void {
    this.#response += text
  }

  /**
   * The words of a passage in one line, and their marks. A `[3]` in them and, in a table's cell, `|` become full-width. A cell
   * is `unmarked` where another cell of its row bears the mark.
   */
  quote(quote: Quote, form: 'sentence' | 'cell' | 'unmarked' = 'sentence'): void {
    const start = this.#response.length
    const words = withoutMarks(unwrapped(withoutLinkMarks(quote.text)))
    this.#response += form === 'sentence' ? words : withoutPipes(words)
    const end = this.#response.length
    const marks = [quote, ...(quote.also ?? [])].map((place) => `[${this.#cite(place, start, end)}]`)
    if (form !== 'unmarked') this.#response += ` ${marks.join('')}`
  }

  done(): CitedAnswer {
    return { response: this.#response, refs: this.#refs, evidence: this.#numbers.evidence() }
  }

  /** Refers a range of the response to a place; its number. */
  #cite({ passage, start, end }: Place, from: number, to: number): number {
    const { number } = this.#numbers.take(passage)
    this.#refs.push({
      number,
      evidence_id: this.evidenceIds[passage] ?? '',
      selector: `chars:${start}-${end}`,
      response_start: from,
      response_end: to,
    })
    return number
  }
}

/** The engine's own words in a table cell: one line, without what ends a cell. */
export function cellWords(text: string): string {
  return withoutPipes(withoutMarks(unwrapped(text)))
}

function withoutPipes(text: string): string {
  return text.replaceAll('|', '｜')
}

/** A `[3]` that a document itself holds must not look like one of our citations. */
function withoutMarks(text: string): string {
  return text.replace(citationMark, '［$1］')
}

function unwrapped(text: string): string {
  return text.replace(/(?<=[\p{Script=Han}，。、；：])\s*\n\s*(?=\p{Script=Han})/gu, '').replace(/\s+/gu, ' ')
}

/** A passage as a numbered source of an answer. */
export function evidenceItem(passage: Passage, number: number, evidenceId: string): EvidenceItem {
  const { chunk, start, end, text, score } = passage
  return {
    number,
    evidence_id: evidenceId,
    kind: kindOf(passage),
    document_id: chunk.doc_id,
    document_name: chunk.doc_name,
    ...(chunk.title === '' ? {} : { document_title: chunk.title }),
    format: chunk.format,
    heading_path: chunk.heading_path,
    page: chunk.page,
    ...(passage.places ? { places: [...passage.places] } : {}),
    start,
    end,
    text,
    score,
    ...(chunk.format === 'tool' ? { call_id: chunk.id } : {}),
    ...(passage.path ? { graph_path: [...passage.path] } : {}),
  }
}

function kindOf(passage: Passage): EvidenceItem['kind'] {
  const { format } = passage.chunk
  if (format === 'chat' || format === 'tool') return format
  return foundByGraph(passage) ? 'graph' : 'kb'
}

/** Whether no search of words or vectors has found it. */
function foundByGraph({ placements }: Passage): boolean {
  return placements.length > 0 && placements.every(({ list }) => list.channel === 'graph')
}
