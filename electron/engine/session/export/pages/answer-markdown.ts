import type { ListItem, Parents, PhrasingContent, RootContent, Table } from 'mdast'
import { type AnswerTree, deepest, shownAddress, sourceOf, splitMarks } from './answer-tree'
import { escapeMarkdown, fenced, inlineCode } from './markdown-text'

/**
 * An answer as Markdown that stays in its place: its headings are bold lines, its links text and address, raw HTML is
 * text, and it defines nothing for the rest of the document. Citation marks of `numbers` stay as they are.
 */
export function answerMarkdown(tree: AnswerTree, numbers: ReadonlySet<number>): string {
  return new MarkdownWriter(tree, numbers).blocks(tree.root.children, 0)
}

class MarkdownWriter {
  constructor(
    private readonly tree: AnswerTree,
    private readonly numbers: ReadonlySet<number>,
  ) {}

  blocks(nodes: readonly RootContent[], depth: number): string {
    return nodes
      .map((node) => this.#block(node, depth))
      .filter((text) => text !== '')
      .join('\n\n')
  }

  #block(node: RootContent, depth: number): string {
    if (depth > deepest) return escapeMarkdown(sourceOf(this.tree, node))
    switch (node.type) {
      case 'paragraph':
        return this.#inline(node.children, depth)
      case 'heading':
        return `**${this.#inline(node.children, depth).replace(/\s+/gu, ' ').replaceAll('**', '')}**`
      case 'list':
        return node.children
          .map((item, at) => this.#item(item, node.ordered === true ? `${(node.start ?? 1) + at}. ` : '- ', depth))
          .join('\n')
      case 'blockquote':
        return prefixed(this.blocks(node.children, depth + 1), '> ', '> ')
      case 'code':
        return fenced(node.value, node.lang ?? '')
      case 'table':
        return this.#table(node, depth)
      case 'thematicBreak':
        return '\\* \\* \\*'
      default:
        return escapeMarkdown(sourceOf(this.tree, node))
    }
  }

  #item(item: ListItem, marker: string, depth: number): string {
    const box = item.checked == null ? '' : item.checked ? '[x] ' : '[ ] '
    return prefixed(box + this.blocks(item.children, depth + 1), marker, ' '.repeat(marker.length))
  }

  #table(table: Table, depth: number): string {
    const rows = table.children.map(
      (row) => `| ${row.children.map((cell) => this.#cell(this.#inline(cell.children, depth))).join(' | ')} |`,
    )
    const columns = table.children[0]?.children.length ?? 0
    return [rows[0], `|${'---|'.repeat(columns)}`, ...rows.slice(1)].join('\n')
  }

  #cell(text: string): string {
    return text.replace(/\s+/gu, ' ').replace(/(?<!\\)\|/gu, '\\|')
  }

  #inline(nodes: readonly PhrasingContent[], depth: number): string {
    return nodes.map((node) => this.#phrase(node, depth + 1)).join('')
  }

  #phrase(node: PhrasingContent, depth: number): string {
    if (depth > deepest) return this.#text(sourceOf(this.tree, node))
    switch (node.type) {
      case 'text':
        return this.#text(node.value)
      case 'emphasis':
        return `${this.#markOf(node)}${this.#inline(node.children, depth)}${this.#markOf(node)}`
      case 'strong':
        return `${this.#markOf(node).repeat(2)}${this.#inline(node.children, depth)}${this.#markOf(node).repeat(2)}`
      case 'delete':
        return `~~${this.#inline(node.children, depth)}~~`
      case 'inlineCode':
        return inlineCode(node.value)
      case 'break':
        return '\\\n'
      case 'link': {
        const words = this.#inline(node.children, depth)
        const address = shownAddress(node)
        return address === '' ? words : `${words} (${escapeMarkdown(address)})`
      }
      case 'image':
        return this.#text(node.alt ?? '')
      default:
        return this.#text(sourceOf(this.tree, node))
    }
  }

  #text(text: string): string {
    return splitMarks(text.replace(/\r\n?/gu, '\n').replace(/^[^\S\n]+/gmu, ' '), this.numbers)
      .map((part) => (typeof part === 'number' ? `[${part}]` : escapeMarkdown(part).replace(/^:/u, '\\:')))
      .join('')
  }

  /** The letter emphasis was written with: with it, it was read as emphasis here. */
  #markOf(node: Parents): string {
    return this.tree.source.charAt(node.position?.start.offset ?? 0) === '_' ? '_' : '*'
  }
}

function prefixed(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, at) => (at === 0 ? first : line === '' ? rest.trimEnd() : rest) + line)
    .join('\n')
}
