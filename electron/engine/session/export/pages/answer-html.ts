import type { AlignType, ListItem, Nodes, PhrasingContent, RootContent, Table } from 'mdast'
import { type AnswerTree, deepest, shownAddress, sourceOf, splitMarks } from './answer-tree'
import { escapeHtml, isolated } from './html-text'

/**
 * An answer as HTML of which every letter from outside is escaped: raw HTML is shown as text, images as their
 * description, links as their words and address. `cite` writes a citation mark.
 */
export function answerHtml(tree: AnswerTree, numbers: ReadonlySet<number>, cite: (number: number) => string): string {
  return new HtmlWriter(tree, numbers, cite).blocks(tree.root.children, 0)
}

class HtmlWriter {
  constructor(
    private readonly tree: AnswerTree,
    private readonly numbers: ReadonlySet<number>,
    private readonly cite: (number: number) => string,
  ) {}

  blocks(nodes: readonly RootContent[], depth: number): string {
    return nodes.map((node) => this.#block(node, depth)).join('\n')
  }

  #block(node: RootContent, depth: number): string {
    if (depth > deepest) return this.#verbatim(node)
    switch (node.type) {
      case 'paragraph':
        return `<p dir="auto">${this.#inline(node.children, depth)}</p>`
      case 'heading': {
        // The question is h2, the list of sources h3.
        const level = Math.min(6, node.depth + 3)
        return `<h${level} dir="auto">${this.#inline(node.children, depth)}</h${level}>`
      }
      case 'list': {
        const items = node.children.map((item) => this.#item(item, node.spread === true, depth)).join('\n')
        if (node.ordered !== true) return `<ul>\n${items}\n</ul>`
        return `<ol${(node.start ?? 1) === 1 ? '' : ` start="${node.start ?? 1}"`}>\n${items}\n</ol>`
      }
      case 'blockquote':
        return `<blockquote>\n${this.blocks(node.children, depth + 1)}\n</blockquote>`
      case 'code':
        return `<pre><code>${escapeHtml(node.value)}</code></pre>`
      case 'table':
        return this.#table(node, depth)
      case 'thematicBreak':
        return '<hr>'
      default:
        return this.#verbatim(node)
    }
  }

  #item(item: ListItem, isSpread: boolean, depth: number): string {
    const box = item.checked == null ? '' : item.checked ? '☑ ' : '☐ '
    const [first, ...rest] = item.children
    const isTight = !isSpread && item.spread !== true && first?.type === 'paragraph'
    const body = isTight
      ? [this.#inline(first.children, depth), rest.length > 0 ? this.blocks(rest, depth + 1) : ''].join('')
      : this.blocks(item.children, depth + 1)
    return `<li dir="auto">${box}${body}</li>`
  }

  #table(table: Table, depth: number): string {
    const rows = table.children.map((row, at) => {
      const tag = at === 0 ? 'th' : 'td'
      const cells = row.children.map((cell, column) => {
        const align = alignment(table.align?.[column])
        return `<${tag} dir="auto"${align}>${this.#inline(cell.children, depth)}</${tag}>`
      })
      return `<tr>${cells.join('')}</tr>`
    })
    return `<table>\n<thead>${rows[0] ?? ''}</thead>\n<tbody>${rows.slice(1).join('\n')}</tbody>\n</table>`
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
        return `<em>${this.#inline(node.children, depth)}</em>`
      case 'strong':
        return `<strong>${this.#inline(node.children, depth)}</strong>`
      case 'delete':
        return `<del>${this.#inline(node.children, depth)}</del>`
      case 'inlineCode':
        return `<code>${isolated(node.value)}</code>`
      case 'break':
        return '<br>\n'
      case 'link': {
        const words = this.#inline(node.children, depth)
        const address = shownAddress(node)
        return address === '' ? words : `${words} (<bdi>${escapeHtml(address)}</bdi>)`
      }
      case 'image':
        return this.#text(node.alt ?? '')
      default:
        return this.#text(sourceOf(this.tree, node))
    }
  }

  #text(text: string): string {
    return splitMarks(text, this.numbers)
      .map((part) => (typeof part === 'number' ? this.cite(part) : isolated(part)))
      .join('')
  }

  #verbatim(node: Nodes): string {
    return `<p dir="auto">${this.#text(sourceOf(this.tree, node))}</p>`
  }
}

function alignment(align: AlignType | undefined): string {
  return align == null ? '' : ` style="text-align: ${align}"`
}
