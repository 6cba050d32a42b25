import type { SyntaxNode } from '@lezer/common'
import type { Block } from '@shared/documents'
import { type HeadingPath, headingTitle } from '../structure/heading-path'
import { trimSpan } from '../structure/source-text'
import { parseBlocks } from './block-parser'
import { plainText } from './plain-line'

/** Lists and quotes nested deeper are taken as one block. */
const deepest = 100

const definition = /^[ >]*\[([^\]\n]+)\]:/gmu

type Extra = Pick<Block, 'level' | 'context'>

/** The blocks of a Markdown text, from the positions in its syntax tree. */
export class MarkdownBlocks {
  readonly #blocks: Block[] = []
  #labels: Set<string> | undefined

  /** @param from where the Markdown begins; what stands before is front matter. */
  constructor(
    readonly text: string,
    readonly from: number,
    readonly headings: HeadingPath,
  ) {}

  read(): Block[] {
    const { topNode } = parseBlocks(this.from === 0 ? this.text : this.text.slice(this.from))
    for (const node of childrenOf(topNode)) this.#readNode(node, 0)
    return this.#blocks
  }

  #readNode(node: SyntaxNode, depth: number): void {
    const level = headingLevel(node)
    if (level !== undefined) {
      this.headings.enter(level, headingTitle(plainText(this.#sourceOf(node), this.#isDefined)))
      this.#add('heading', node, { level })
    } else if (node.name === 'FencedCode' || node.name === 'CodeBlock') this.#add('code', node)
    else if (node.name === 'Table') this.#addTable(node)
    else if (depth > deepest) this.#add('paragraph', node)
    else if (node.name === 'BulletList' || node.name === 'OrderedList') {
      for (const item of childrenOf(node)) this.#readItem(item, depth + 1)
    } else if (node.name === 'Blockquote') this.#readQuote(node, depth + 1)
    else if (node.name === 'FootnoteDefinition') this.#readFootnote(node, depth + 1)
    else if (!node.name.endsWith('Mark') && node.name !== 'HorizontalRule') this.#add('paragraph', node)
  }

  /** An item's own text is one block from its marker on; what is nested in it follows as blocks of its own. */
  #readItem(item: SyntaxNode, depth: number): void {
    let start = item.from
    let end = start
    for (const child of childrenOf(item)) {
      if (child.name.endsWith('Mark')) continue
      if (isText(child)) {
        end = child.to
        continue
      }
      if (end > start) this.#addSpan('list_item', start, end)
      this.#readNode(child, depth)
      start = child.to
      end = start
    }
    if (end > start) this.#addSpan('list_item', start, end)
  }

  #readQuote(quote: SyntaxNode, depth: number): void {
    for (const child of childrenOf(quote)) {
      if (isText(child)) this.#add('quote', child)
      else this.#readNode(child, depth)
    }
  }

  #readFootnote(note: SyntaxNode, depth: number): void {
    const parts = [...childrenOf(note)].filter(({ name }) => !name.endsWith('Mark'))
    if (parts.every(isText)) this.#add('paragraph', note)
    else for (const part of parts) this.#readNode(part, depth)
  }

  #addTable(table: SyntaxNode): void {
    let context = ''
    for (const row of childrenOf(table)) {
      if (row.name === 'TableHeader') {
        context = this.#sourceOf(row).trim()
        this.#add('table_row', row)
      } else if (row.name === 'TableRow') this.#add('table_row', row, { context })
    }
  }

  /** Whether a label has its address somewhere in the text, as `[label]: address`. */
  readonly #isDefined = (label: string): boolean => {
    this.#labels ??= new Set(Array.from(this.text.matchAll(definition), ([, name = '']) => name.toLowerCase()))
    return this.#labels.has(label.toLowerCase())
  }

  #sourceOf({ from, to }: SyntaxNode): string {
    return this.text.slice(this.from + from, this.from + to)
  }

  #add(kind: Block['kind'], node: SyntaxNode, more: Extra = {}): void {
    this.#addSpan(kind, node.from, node.to, more)
  }

  #addSpan(kind: Block['kind'], start: number, end: number, more: Extra = {}): void {
    const from = Math.max(this.from + start, this.#blocks.at(-1)?.end ?? 0)
    const span = trimSpan(this.text, from, this.from + end)
    if (span) this.#blocks.push({ kind, ...span, heading_path: this.headings.current(), ...more })
  }
}

function* childrenOf(node: SyntaxNode): Generator<SyntaxNode> {
  for (let child = node.firstChild; child; child = child.nextSibling) yield child
}

function isText({ name }: SyntaxNode): boolean {
  return name === 'Paragraph' || name === 'Task'
}

function headingLevel({ name }: SyntaxNode): number | undefined {
  const level = /^(?:ATX|Setext)Heading([1-6])$/u.exec(name)?.[1]
  return level === undefined ? undefined : Number(level)
}
