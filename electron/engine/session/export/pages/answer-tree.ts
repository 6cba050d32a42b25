import { endBareLinks } from '@shared/excerpts/bare-links'
import { isMarkdown } from '@shared/documents'
import type { Link, Nodes, Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { escapeMarkdown } from './markdown-text'
import type { ReadableTurn } from './readable-session'

const processor = unified().use(remarkParse).use(remarkGfm)
/** Longer runs of list, quote or bracket markers take the parser quadratic time, and mean nothing. */
const markerFlood = /(?:[>*+-][^\S\n]?){60,}|\[{60,}/u

/** An answer ready to be rendered: its syntax tree, and the Markdown its positions point into. */
export interface AnswerTree {
  readonly root: Root
  readonly source: string
}

/**
 * Reads an answer as Markdown. Where rules made it, sentences quoted from documents that are not
 * Markdown are shown letter for letter; an
 * answer that cannot be read in reasonable time is one paragraph of plain text.
 */
export function answerTree({
  answer,
  written,
  refs,
  sources,
}: Pick<ReadableTurn, 'answer' | 'written' | 'refs' | 'sources'>): AnswerTree {
  const markdown = new Set(sources.filter(({ format }) => isMarkdown(format)).map(({ number }) => number))
  const quoted = refs
    .filter(({ number }) => !written && !markdown.has(number))
    .map(({ response_start: start, response_end: end }) => ({ start, end: Math.min(end, answer.length) }))
    .toSorted((a, b) => a.start - b.start)
  const parts: string[] = []
  let at = 0
  for (const { start, end } of quoted) {
    if (start < at || end <= start) continue
    // No quotation brings a line break of its own; one that does, in a record from elsewhere, keeps its lines.
    parts.push(answer.slice(at, start), escapeMarkdown(answer.slice(start, end)))
    at = end
  }
  const source = parts.join('') + answer.slice(at)
  if (markerFlood.test(source)) {
    return {
      root: { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value: answer }] }] },
      source: answer,
    }
  }
  const root = processor.parse(source)
  endBareLinks()(root)
  return { root, source }
}

/** Splits text at citation marks of numbers that are sources: plain text, and numbers. */
export function splitMarks(text: string, numbers: ReadonlySet<number>): (string | number)[] {
  return text.split(/(\[\d{1,6}\])/u).flatMap((part, at) => {
    if (at % 2 === 0) return part === '' ? [] : [part]
    const number = Number(part.slice(1, -1))
    return [numbers.has(number) ? number : part]
  })
}

/** Deeper nesting is written as its plain text. */
export const deepest = 60

/** The Markdown that a node was read from. */
export function sourceOf({ source }: Pick<AnswerTree, 'source'>, { position }: Nodes): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0)
}

/** The address to show beside a link's words; empty where it could do something, or where the words say it already. */
export function shownAddress({ url, children }: Link): string {
  const [only] = children
  const isBare =
    children.length === 1 && only?.type === 'text' && [url, url.replace(/^http:\/\//u, '')].includes(only.value)
  return !isBare && /^(?:https?:\/\/|mailto:)/iu.test(url) ? url : ''
}
