import type { BlockContent, DefinitionContent, ListItem, PhrasingContent, RootContent } from 'mdast'
import { isMarkdown } from '@shared/documents'
import { fillIn } from '@shared/note'
import type { EvidenceItem } from '@shared/events'
import type { Notebook, NoteItem } from '@shared/research/notebook-shapes'
import type { ResearchLanguage } from '@shared/research/plan-spec'
import {
  type AnswerTree,
  answerTree,
  deepest,
  shownAddress,
  sourceOf,
  splitMarks,
} from '@engine/session/export/pages/answer-tree'
import { exportWords, readableTime } from '@engine/session/export/pages/readable-session'
import { detectLanguage } from '@engine/text/language'
import { pageSource } from '../export/page-sources'
import type { Inline, PageBlock, ReportPage } from '../export/report-page'

/** Arranges a notebook as a page that any export format can be written from. */
export function notebookPage(notebook: Notebook): ReportPage {
  const language = detectLanguage(`${notebook.title}\n${notebook.items.map(({ text }) => text).join('\n')}`)
  const numbered = new NumberedSources()
  const blocks = notebook.items.flatMap((item) => noteBlocks(item, numbered.numbersFor(item), language))
  return {
    title: notebook.title,
    language,
    about: [fillIn(exportWords[language].notes.changed, { date: readableTime(notebook.updated_at) })],
    blocks,
    sources: numbered.list(language),
  }
}

/** One list of sources for all notes of a notebook: what two notes cite has one number. */
class NumberedSources {
  readonly #sources = new Map<string, { number: number; item: EvidenceItem; selectors: Set<string> }>()

  /** By the numbers a note's own marks use, those of the page. */
  numbersFor({ sources, refs }: NoteItem): Map<number, number> {
    for (const item of sources) {
      const known = this.#sources.get(item.evidence_id)
      const selectors = known?.selectors ?? new Set<string>()
      for (const ref of refs) if (ref.evidence_id === item.evidence_id) selectors.add(ref.selector)
      if (!known) this.#sources.set(item.evidence_id, { number: this.#sources.size + 1, item, selectors })
    }
    return new Map(sources.map((item) => [item.number, this.#sources.get(item.evidence_id)?.number ?? 0]))
  }

  list(language: ResearchLanguage): ReportPage['sources'] {
    return [...this.#sources.values()].map((source) => pageSource(source, language))
  }
}

/** A note's text as blocks of a page. A passage of a file that is not Markdown stands letter for letter. */
function noteBlocks(item: NoteItem, numbers: ReadonlyMap<number, number>, language: ResearchLanguage): PageBlock[] {
  const { kind, text, edited, sources } = item
  const isPlain = kind === 'passage' && !edited && sources.some(({ format }) => !isMarkdown(format))
  const writer = new NoteBlocks(answerTreeOf(isPlain ? '' : text), numbers)
  const blocks = isPlain ? plainBlocks(text) : writer.blocks()
  const unmarked = [...new Set(numbers.values())].filter((number) => !writer.marked.has(number))
  const changed = edited && kind !== 'text'
  const after: Inline[] = [
    ...unmarked.map((mark) => ({ mark })),
    ...(changed ? [{ text: exportWords[language].notes.edited, style: 'quiet' } as const] : []),
  ]
  const comment: PageBlock[] = item.comment === undefined ? [] : commentBlocks(item.comment, language)
  return [...blocks, ...(after.length === 0 ? [] : [{ type: 'paragraph', inlines: after } as const]), ...comment]
}

/** What the user says of a passage, told from its words. */
function commentBlocks(comment: string, language: ResearchLanguage): PageBlock[] {
  const [first, ...rest] = plainBlocks(comment)
  if (first?.type !== 'paragraph') return []
  const label: Inline = { text: exportWords[language].notes.comment, style: 'quiet' }
  return [{ type: 'paragraph', inlines: [label, { text: language === 'zh' ? '' : ' ' }, ...first.inlines] }, ...rest]
}

const answerTreeOf = (text: string) => answerTree({ answer: text, written: true, refs: [], sources: [] })

function plainBlocks(text: string): PageBlock[] {
  const paragraphs = text.split(/\n{2,}/u).filter((part) => part.trim() !== '')
  return paragraphs.map((part) => ({ type: 'paragraph', inlines: [{ text: part.trim() }] }))
}

/** Markdown as the few kinds of blocks that a page has; lists and quotations lose their nesting. */
export class NoteBlocks {
  /** Numbers of the page that the text has marks of. */
  readonly marked = new Set<number>()
  readonly #own: ReadonlySet<number>

  constructor(
    private readonly tree: AnswerTree,
    private readonly numbers: ReadonlyMap<number, number>,
  ) {
    this.#own = new Set(numbers.keys())
  }

  blocks(): PageBlock[] {
    return this.tree.root.children.flatMap((node) => this.#block(node, 0))
  }

  #block(node: RootContent, depth: number): PageBlock[] {
    if (depth > deepest) return [this.#verbatim(node)]
    switch (node.type) {
      case 'heading':
        return [{ type: 'heading', text: plainOf(this.#inlines(node.children, undefined, depth)) }]
      case 'paragraph':
        return [{ type: 'paragraph', inlines: this.#inlines(node.children, undefined, depth) }]
      case 'list': {
        const items = node.children.flatMap((item) => this.#items(item, depth))
        return [{ type: 'list', ordered: node.ordered === true, items }]
      }
      case 'blockquote':
        return node.children.flatMap((child) => this.#block(child, depth + 1))
      case 'code':
        return [{ type: 'paragraph', inlines: [{ text: node.value }] }]
      case 'table': {
        const cells = node.children.map((row) =>
          row.children.map((cell) => this.#inlines(cell.children, undefined, depth)),
        )
        const [head = [], ...rows] = cells
        return [{ type: 'table', caption: '', columns: head.map(plainOf), rows }]
      }
      case 'thematicBreak':
      case 'definition':
        return []
      default:
        return [this.#verbatim(node)]
    }
  }

  #verbatim(node: RootContent): PageBlock {
    return { type: 'paragraph', inlines: [{ text: sourceOf(this.tree, node) }] }
  }

  /** A list item, and below it as items of their own those of lists inside. */
  #items(item: ListItem, depth: number): Inline[][] {
    const box = item.checked == null ? [] : [{ text: item.checked ? '☑ ' : '☐ ' }]
    const own: Inline[] = [...box]
    const inner: Inline[][] = []
    for (const child of item.children) {
      if (child.type === 'list' && depth < deepest)
        inner.push(...child.children.flatMap((one) => this.#items(one, depth + 1)))
      else own.push(...(own.length > box.length ? [{ text: ' ' }] : []), ...this.#lineOf(child, depth))
    }
    return own.length > 0 ? [own, ...inner] : inner
  }

  #lineOf(node: BlockContent | DefinitionContent, depth: number): Inline[] {
    return node.type === 'paragraph'
      ? this.#inlines(node.children, undefined, depth)
      : [{ text: sourceOf(this.tree, node) }]
  }

  #mark(own: number): Inline {
    const mark = this.numbers.get(own) ?? own
    this.marked.add(mark)
    return { mark }
  }

  #inlines(nodes: readonly PhrasingContent[], style: 'strong' | undefined, depth: number): Inline[] {
    return nodes.flatMap((node): Inline[] => {
      switch (node.type) {
        case 'text':
          return splitMarks(node.value, this.#own).map((part) =>
            typeof part === 'number' ? this.#mark(part) : { text: part, style },
          )
        case 'inlineCode':
          return [{ text: node.value, style }]
        case 'break':
          return [{ text: '\n', style }]
        case 'strong':
        case 'emphasis':
        case 'delete':
        case 'link':
          if (depth > deepest) return [{ text: sourceOf(this.tree, node), style }]
          return [
            ...this.#inlines(node.children, node.type === 'strong' ? 'strong' : style, depth + 1),
            ...(node.type === 'link' && shownAddress(node) !== '' ? [{ text: ` (${shownAddress(node)})`, style }] : []),
          ]
        default:
          return [{ text: sourceOf(this.tree, node), style }]
      }
    })
  }
}

function plainOf(inlines: readonly Inline[]): string {
  return inlines.map((part) => ('text' in part ? part.text : `[${part.mark}]`)).join('')
}
