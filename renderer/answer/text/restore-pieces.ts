import type { Code, Html, InlineCode, Nodes, Parents, PhrasingContent, Root, Text } from 'mdast'
import { withoutOverrides } from '@renderer/ui/text/safe-name'
import { indexOf, type Piece, placeholders } from './pieces'

type SentenceOf = Pick<Extract<Piece, { kind: 'open' }>, 'numbers' | 'verdict'>
type PieceOf = (index: number) => Piece | undefined

/**
 * Puts back what placeholders stand for, after Markdown was parsed: literal sentences and marks as elements of their
 * own, and plain text where no element can be (code, addresses, alternative texts). Raw HTML becomes text.
 */
export function restorePieces({ pieceOf }: { readonly pieceOf: PieceOf }) {
  return (tree: Root): void => new Restorer(pieceOf).restore(tree)
}

class Restorer {
  /** The sentence that text belongs to here; sentences open and close in reading order, whatever the nesting. */
  #open: SentenceOf | null = null

  constructor(private readonly pieceOf: PieceOf) {}

  restore(parent: Parents): void {
    // The children of a parent are of the kind that parent holds: text becomes text and spans, the rest stays.
    const children = parent.children as Nodes[]
    parent.children = children.flatMap((node) => this.#node(node, parent)) as never
  }

  #node(node: Nodes, parent: Parents): Nodes[] {
    this.#attributes(node)
    switch (node.type) {
      case 'text':
        return this.#text(node.value)
      case 'html':
        return this.#html(node, parent)
      case 'inlineCode':
        return [this.#lit(this.#code(node))]
      case 'code':
        return [this.#code(node)]
      default:
        if ('value' in node) this.#maths(node)
        if ('children' in node) this.restore(node)
        return [node]
    }
  }

  #text(value: string): PhrasingContent[] {
    const nodes: PhrasingContent[] = []
    const add = (text: string) => {
      if (text !== '') nodes.push(this.#lit({ type: 'text', value: withoutOverrides(text) }))
    }
    let at = 0
    for (const match of value.matchAll(placeholders)) {
      add(value.slice(at, match.index))
      at = match.index + match[0].length
      const piece = this.pieceOf(indexOf(match[1], match[2]))
      if (piece?.kind === 'open') this.#open = piece
      else if (piece?.kind === 'close') this.#open = null
      // A single sign that had to be hidden from the parser belongs to whatever sentence is open.
      else if (piece?.kind === 'literal' && this.#open !== null) add(piece.source)
      else if (piece) nodes.push(piece.kind === 'wrong' ? this.#lit(elementOf(piece)) : elementOf(piece))
    }
    add(value.slice(at))
    return nodes
  }

  #lit(node: PhrasingContent): PhrasingContent {
    return this.#open === null ? node : sentence(this.#open, [node])
  }

  #html(node: Html, parent: Parents): Nodes[] {
    const children = this.#text(node.value)
    const inText = ['paragraph', 'heading', 'tableCell', 'emphasis', 'strong', 'delete', 'link', 'linkReference']
    return inText.includes(parent.type) ? children : [{ type: 'paragraph', children }]
  }

  #code<T extends Code | InlineCode>(node: T): T {
    return { ...node, value: withoutOverrides(this.#source(node.value)) }
  }

  /** Maths is made by an extension: its text stands in its value and once more in what it becomes. */
  #maths(node: Nodes & { value: string }): void {
    node.value = this.#source(node.value)
    const queue = [...(node.data?.hChildren ?? [])]
    for (const child of queue) {
      if (child.type === 'text') child.value = this.#source(child.value)
      if (child.type === 'element') queue.push(...child.children)
    }
  }

  #attributes(node: Nodes): void {
    if ('url' in node) node.url = this.#source(node.url)
    if ('title' in node && typeof node.title === 'string') node.title = this.#source(node.title)
    if ('alt' in node && typeof node.alt === 'string') node.alt = this.#source(node.alt)
  }

  #source(text: string): string {
    return text.replace(placeholders, (_, high: string, low: string) => this.pieceOf(indexOf(high, low))?.source ?? '')
  }
}

function elementOf(piece: Exclude<Piece, { kind: 'open' | 'close' }>): PhrasingContent {
  // Given as its finished children, because text of Markdown loses its spaces at line ends.
  const shown = piece.kind === 'mark' ? `\u00A0${piece.source}` : withoutOverrides(piece.source)
  const hChildren = piece.kind === 'fault' ? [] : [{ type: 'text' as const, value: shown }]
  const text: Text = { type: 'text', value: piece.source }
  return { type: 'emphasis', children: [text], data: { hName: 'span', hProperties: propertiesOf(piece), hChildren } }
}

function propertiesOf(piece: Exclude<Piece, { kind: 'open' | 'close' }>): Record<string, string> {
  if (piece.kind === 'fault') return { dataFault: String(piece.verdict) }
  if (piece.kind === 'wrong') return { dataWrong: String(piece.verdict) }
  if (piece.kind === 'literal') return { ...sentenceProperties(piece), dataLiteral: 'true' }
  return { dataMark: String(piece.number), dataCited: piece.cited ? `${piece.cited.start}-${piece.cited.end}` : '' }
}

function sentenceProperties({ numbers, verdict }: SentenceOf): Record<string, string> {
  return { dataSentence: numbers.join(','), ...(verdict === undefined ? {} : { dataVerdict: String(verdict) }) }
}

function sentence(of: SentenceOf, children: PhrasingContent[]): PhrasingContent {
  return { type: 'emphasis', children, data: { hName: 'span', hProperties: sentenceProperties(of) } }
}
