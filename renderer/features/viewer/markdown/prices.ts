import type { Nodes, Root } from 'mdast'
import { hidePrices } from '@renderer/ui/text/markdown/dollars'

/** Stands for a `$` that is no maths: one unit as that is, so every offset stays, and a symbol to Markdown, too. */
const hiddenDollar = '\uFFFC'

/** Markdown in which only maths has `$`, for the parser of maths; as long as the source, and unchanged without maths. */
export function withoutPrices(source: string): { readonly text: string; readonly hasMaths: boolean } {
  if (source.includes(hiddenDollar)) return { text: source, hasMaths: false }
  return hidePrices(source, hiddenDollar)
}

/** A remark plugin that shows again what `withoutPrices` has hidden. */
export function remarkPrices(): (tree: Root) => void {
  return show
}

function show(node: Nodes): void {
  if ('value' in node) node.value = shown(node.value)
  if ('url' in node) node.url = shown(node.url)
  if ('title' in node && typeof node.title === 'string') node.title = shown(node.title)
  if ('alt' in node && typeof node.alt === 'string') node.alt = shown(node.alt)
  if ('children' in node) for (const child of node.children) show(child)
}

function shown(text: string): string {
  return text.replaceAll(hiddenDollar, '$')
}
