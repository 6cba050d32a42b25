import type { Block } from '@shared/documents'
import type { BlockContent, DefinitionContent, ListItem, Node, RootContent, Table } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { type HeadingPath, headingTitle } from '../structure/heading-path'
import { trimSpan } from '../structure/source-text'
import { isMarkFlood } from './mark-flood'

const processor = unified().use(remarkParse).use(remarkGfm)
/** Lists and quotes nested deeper are taken as one block. */
const deepest = 100

/** The blocks of one stretch of Markdown, from the positions in its syntax tree. */
export class MarkdownBlocks {
  readonly #blocks: Block[] = []

  constructor(
    readonly text: string,
    readonly from: number,
    readonly to: number,
    readonly headings: HeadingPath,
  ) {}

  read(): Block[] {
    const source = this.text.slice(this.from, this.to)
    // Left to coverRest as one paragraph.
    if (isMarkFlood(source)) return []
    for (const node of processor.parse(source).children) this.#readNode(node, 0)
    return this.#blocks
  }

  #readNode(node: RootContent, depth: number): void {
    if (depth > deepest) {
      this.#add('paragraph', node)
      return
    }
    switch (node.type) {
      case 'heading':
        this.headings.enter(node.depth, headingTitle(plainText(node)))
        this.#add('heading', node, { level: node.depth })
        return
      case 'code':
        this.#add('code', node)
        return
      case 'table':
        this.#addTable(node)
        return
      case 'list':
        for (const item of node.children) this.#readItem(item, depth + 1)
        return
      case 'blockquote':
        this.#readQuote(node.children, depth + 1)
        return
      case 'footnoteDefinition':
        if (node.children.every((child) => child.type === 'paragraph')) this.#add('paragraph', node)
        else for (const child of node.children) this.#readNode(child, depth + 1)
        return
      case 'thematicBreak':
        return
      default:
        this.#add('paragraph', node)
    }
  }

  /** An item's own text is one block from its marker on; what is nested in it follows as blocks of its own. */
  #readItem(item: ListItem, depth: number): void {
    let start = startOf(item)
    let end = start
    for (const child of item.children) {
      if (child.type === 'paragraph') {
        end = endOf(child)
        continue
      }
      if (end > start) this.#addSpan('list_item', start, end)
      this.#readNode(child, depth)
      start = endOf(child)
      end = start
    }
    if (end > start) this.#addSpan('list_item', start, end)
  }

  #readQuote(children: readonly (BlockContent | DefinitionContent)[], depth: number): void {
    for (const child of children) {
      if (child.type === 'paragraph') this.#add('quote', child)
      else this.#readNode(child, depth)
    }
  }

  #addTable(table: Table): void {
    const [header, ...rows] = table.children
    if (!header) return
    this.#add('table_row', header)
    const context = this.text.slice(this.from + startOf(header), this.from + endOf(header)).trim()
    for (const row of rows) this.#add('table_row', row, { context })
  }

  #add(kind: Block['kind'], node: Node, more: { level?: 1 | 2 | 3 | 4 | 5 | 6; context?: string } = {}): void {
    this.#addSpan(kind, startOf(node), endOf(node), more)
  }

  #addSpan(kind: Block['kind'], start: number, end: number, more: { level?: number; context?: string } = {}): void {
    const from = Math.max(this.from + start, this.#blocks.at(-1)?.end ?? 0)
    const span = trimSpan(this.text, from, this.from + end)
    if (span) this.#blocks.push({ kind, ...span, heading_path: this.headings.current(), ...more })
  }
}

function startOf(node: Node): number {
  return node.position?.start.offset ?? 0
}

function endOf(node: Node): number {
  return node.position?.end.offset ?? 0
}

/** What a heading says without its markup. */
function plainText(node: Node): string {
  if ('value' in node && typeof node.value === 'string') return node.type === 'html' ? '' : node.value
  if ('alt' in node && typeof node.alt === 'string') return node.alt
  return 'children' in node ? (node.children as Node[]).map(plainText).join('') : ''
}
