import type { SyntaxNode } from '@lezer/common'
import { parseFragment } from 'parse5'
import { lineParser } from './block-parser'

/** Marks, and what readers do not see of links. */
const unseen = /Mark$|^(?:HTMLTag|Comment|ProcessingInstruction|LinkTitle)$/u
/** More of a heading is shown nowhere, and much of one costs the parser the square of its length. */
const longest = 2000

/** What a heading says without its markup; links whose label is not defined are no links. */
export function plainText(source: string, isDefined: (label: string) => boolean): string {
  return new PlainLine(source.slice(0, longest), isDefined).text()
}

class PlainLine {
  constructor(
    private readonly source: string,
    private readonly isDefined: (label: string) => boolean,
  ) {}

  text(): string {
    const { topNode } = lineParser.parse(this.source)
    return this.#textBelow(topNode.firstChild ?? topNode)
  }

  #textBelow(node: SyntaxNode): string {
    let text = ''
    let at = node.from
    for (let child = node.firstChild; child; child = child.nextSibling) {
      text += this.source.slice(at, child.from) + this.#textOf(child)
      at = child.to
    }
    return text + this.source.slice(at, node.to)
  }

  #textOf(node: SyntaxNode): string {
    const { name, parent } = node
    if (name === 'LinkMark' || name === 'LinkLabel') return parent && !this.#isLink(parent) ? this.#sourceOf(node) : ''
    if (unseen.test(name) || this.#isAddress(node)) return ''
    if (name === 'Escape') return this.#sourceOf(node).slice(1)
    if (name === 'Entity') return decoded(this.#sourceOf(node))
    const text = this.#textBelow(node)
    // Between a link's address and its marks stand spaces.
    return name === 'Link' || name === 'Image' ? text.trim() : text
  }

  /** Whether the brackets lead anywhere: to an address behind them, or to one that is defined elsewhere. */
  #isLink(node: SyntaxNode): boolean {
    if (node.getChildren('URL').some((url) => this.#isAddress(url))) return true
    const label = node.getChild('LinkLabel')
    const [open, close] = node.getChildren('LinkMark')
    const named = label ? this.#sourceOf(label).slice(1, -1) : this.source.slice(open?.to ?? node.from, close?.from)
    return this.isDefined(named)
  }

  /** Not an address that stands in a link's text. */
  #isAddress({ name, prevSibling }: SyntaxNode): boolean {
    return name === 'URL' && prevSibling?.name === 'LinkMark' && this.#sourceOf(prevSibling) === '('
  }

  #sourceOf({ from, to }: SyntaxNode): string {
    return this.source.slice(from, to)
  }
}

/** A character written as `&amp;` or `&#38;`. */
function decoded(entity: string): string {
  const [node] = parseFragment(entity).childNodes
  return node && 'value' in node ? node.value : entity
}
