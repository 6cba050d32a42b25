import type { AnswerRef, EvidenceItem } from '@shared/events'
import { placeAt } from '@shared/session/evidence-place'
import { type PageUnit, placeToSay } from '@shared/session/page-unit'

/** A numbered source with the first stretch of it that the answer quotes, as offsets into the document's text. */
export interface Source {
  readonly item: EvidenceItem
  readonly start: number
  readonly end: number
}

/** The evidence an answer cites; all of it, whole, where it cites none. */
export function citedSources(items: readonly EvidenceItem[], refs: readonly AnswerRef[]): Source[] {
  const sources = items.flatMap((item) => {
    const ref = refs.find(({ number }) => number === item.number)
    return (ref && rangeOf(item, ref)) ?? []
  })
  return sources.length > 0 ? sources : items.map((item) => ({ item, start: item.start, end: item.end }))
}

function rangeOf(item: EvidenceItem, { selector }: AnswerRef): Source | undefined {
  const range = /^chars:(\d+)-(\d+)$/u.exec(selector)
  return range ? { item, start: item.start + Number(range[1]), end: item.start + Number(range[2]) } : undefined
}

/** What a sentence of an answer rests on, as other programs are told of it. Ranges are 0-based half-open UTF-16 offsets. */
export interface Citation {
  readonly number: number
  readonly document: { readonly id: string; readonly name: string; readonly title: string }
  /** `cairn://document/<id>?chars=<start>-<end>`; null for what stands in no document. */
  readonly uri: string | null
  readonly page: number | null
  readonly page_unit: PageUnit
  readonly heading_path: readonly string[]
  /** Of the quotation in the document's extracted text; null for what stands in no document. */
  readonly range: { readonly start: number; readonly end: number } | null
  readonly quote: string
  /** Of the sentence in the answer. */
  readonly answer_range: { readonly start: number; readonly end: number }
}

/** Every citation of an answer, in the order of the answer. */
export function citationsOf(items: readonly EvidenceItem[], refs: readonly AnswerRef[]): Citation[] {
  return refs.flatMap((ref) => {
    const item = items.find(({ number }) => number === ref.number)
    const source = item && rangeOf(item, ref)
    return source ? [{ ...citationOf(source), answer_range: { start: ref.response_start, end: ref.response_end } }] : []
  })
}

function citationOf({ item, start, end }: Source): Omit<Citation, 'answer_range'> {
  const { number, document_id: id, document_name: name, document_title: title = name, kind, format } = item
  const { heading_path, page, unit } = placeToSay(placeAt(item, start), format)
  const isInDocument = kind === 'kb' || kind === 'graph'
  return {
    number,
    document: { id, name, title },
    uri: isInDocument ? documentUri(id, { start, end }) : null,
    page,
    page_unit: unit,
    heading_path,
    range: isInDocument ? { start, end } : null,
    quote: item.text.slice(start - item.start, end - item.start),
  }
}

/** The address of a document, or of a stretch of its text. */
export function documentUri(id: string, range?: { readonly start: number; readonly end: number }): string {
  const chars = range ? `?chars=${range.start}-${range.end}` : ''
  return `cairn://document/${encodeURIComponent(id)}${chars}`
}
