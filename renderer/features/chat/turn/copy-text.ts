import { isMarkdown } from '@shared/documents'
import type { AnswerRef, EvidenceItem } from '@shared/events'
import { placeAt } from '@shared/session/evidence-place'
import { type PageUnit, placeToSay } from '@shared/session/page-unit'
import { citedSpans } from '@renderer/state/chat/turns/turn-passages'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { plainLines, plainMarkdown } from '@renderer/ui/text/markdown/plain-markdown'
import { answerParts } from '@renderer/answer/text/answer-sentences'

type Copied = Pick<Turn, 'response' | 'refs' | 'evidence' | 'model'>

/** The answer without its citation marks. */
export function answerText({ response, refs, evidence, model }: Copied): string {
  let text = ''
  let at = 0
  for (const { start, end } of answerParts({ response, refs, evidence, written: model !== undefined }).marks) {
    text += response.slice(at, start).replace(/[^\S\n]+$/u, '')
    at = end
  }
  return text + response.slice(at)
}

export interface SourceWords {
  /** The heading above the sources. */
  readonly sources: string
  readonly place: (unit: PageUnit, page: number) => string
  /** Said of a document that has left the library. */
  readonly gone: string
}

/** What an answer rests on, to be named at its end. */
export interface NamedSource {
  readonly number: number
  readonly name: string
  /** The document it is from; null for what is none of the library, as the result of a tool. */
  readonly documentId: string | null
  /** Headings and page of what is cited first; empty where it has neither. */
  readonly place: readonly string[]
  /** The cited parts in the source's own words, in their order, each once. */
  readonly quotes: readonly string[]
}

/** In UTF-16 units: a longer quotation is broken off. */
const longestQuote = 400

/** The sources of an answer by their numbers. */
export function sourcesOf({ refs, evidence }: Copied, { place }: SourceWords): NamedSource[] {
  return evidence
    .toSorted((a, b) => a.number - b.number)
    .map((item) => {
      const spans = citedSpans(item, refs)
      const {
        heading_path: path,
        page,
        unit,
      } = placeToSay(placeAt(item, item.start + (spans[0]?.start ?? 0)), item.format)
      const quotes = spans.map(({ start, end }) => quotation(item.text.slice(start, end), item.format))
      return {
        ...{ number: item.number, name: item.document_name, quotes: withoutParts(quotes) },
        documentId: item.kind === 'chat' || item.kind === 'tool' ? null : item.document_id,
        place: [path.join(' › '), page === null ? '' : place(unit, page)].filter(Boolean),
      }
    })
}

/** What an answer cites of a passage, or how that begins where it cites all of it or nothing: without the marks of its format. */
export function citedWords(item: EvidenceItem, refs: readonly AnswerRef[]): string {
  const spans = citedSpans(item, refs)
  const texts = spans.length === 0 ? [item.text] : spans.map(({ start, end }) => item.text.slice(start, end))
  return withoutParts(texts.map((text) => quotation(text, item.format))).join(' … ')
}

/** Each quotation once, and none that another holds. */
function withoutParts(quotes: readonly string[]): string[] {
  const unique = [...new Set(quotes)]
  return unique.filter((quote) => !unique.some((other) => other !== quote && other.includes(quote)))
}

/** A cited part on one line, without the marks of its format. */
function quotation(text: string, format: string): string {
  const quote = (isMarkdown(format) ? plainMarkdown(text).text : text).replace(/\s+/gu, ' ').trim()
  if (quote.length <= longestQuote) return quote
  // No half of a character outside the first plane is left at the end.
  const cut = quote.slice(0, longestQuote).replace(/[\uD800-\uDBFF]$/u, '')
  return `${cut.trimEnd()}…`
}

/** The answer as Markdown, with its marks and a numbered list of what they stand for: document, place, quotation. */
export function answerWithSources(copied: Copied, words: SourceWords): string {
  const lines = sourcesOf(copied, words).map(
    (source) =>
      `- \\[${source.number}\\] ${sourceLine(source, escaped)}${source.quotes.map((quote) => `\n  > ${escaped(quote)}\n`).join('')}`,
  )
  const { response } = copied
  return lines.length === 0 ? response : `${response}\n\n**${words.sources}**\n\n${lines.join('\n')}\n`
}

/** The same without any marks of Markdown, for where those would be seen. */
export function plainWithSources(copied: Copied, words: SourceWords): string {
  const lines = sourcesOf(copied, words).map(
    (source) =>
      `[${source.number}] ${sourceLine(source, onOneLine)}${source.quotes.map((quote) => `\n    “${quote}”`).join('')}`,
  )
  const text = plainLines(copied.response)
  return lines.length === 0 ? text : `${text}\n\n${words.sources}\n${lines.join('\n')}\n`
}

function sourceLine({ name, place }: NamedSource, write: (text: string) => string): string {
  return [name, place.join(', ')].filter(Boolean).map(write).join(' — ')
}

function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ')
}

/** Names may hold what Markdown would read as its own. */
function escaped(name: string): string {
  return onOneLine(name).replace(/[\\`*_[\]<>#|~]/gu, '\\$&')
}
