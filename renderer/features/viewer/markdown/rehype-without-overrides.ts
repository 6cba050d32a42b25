import type { Root, RootContent } from 'hast'
import { withoutOverrides } from '@renderer/ui/text/without-overrides'

/** A rehype plugin that keeps text from turning what is around it. Changes lengths, so it comes after all marking. */
export function rehypeWithoutOverrides(): (tree: Root) => void {
  return show
}

function show(node: Root | RootContent): void {
  if (node.type === 'text') node.value = withoutOverrides(node.value)
  else if ('children' in node) for (const child of node.children) show(child)
}
