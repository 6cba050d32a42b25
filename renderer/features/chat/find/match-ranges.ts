import { findAll, foldText } from '@renderer/ui/find/find-text'

/** What of a turn is searched: its question and its answer, without the marks between the words. */
const searched = 'h2, .answer'

/** Where a query stands in the drawn text of a turn, in reading order. Words may run across emphasis and links. */
export function matchRanges(row: Element, query: string): Range[] {
  return [...row.querySelectorAll(searched)].flatMap((part) => rangesIn(part, foldText(query)))
}

function rangesIn(part: Element, query: string): Range[] {
  const nodes = textNodes(part)
  const starts: number[] = []
  let text = ''
  for (const node of nodes) {
    starts.push(text.length)
    text += node.data
  }
  const point = (offset: number) => {
    const at = starts.findLastIndex((start) => start <= offset)
    return { node: nodes[at], offset: offset - (starts[at] ?? 0) }
  }
  return findAll(foldText(text), query).flatMap((start) => {
    const from = point(start)
    // The last character's place, and one more: the end of a node would be the beginning of the next.
    const to = point(start + query.length - 1)
    if (!from.node || !to.node) return []
    const range = document.createRange()
    range.setStart(from.node, from.offset)
    range.setEnd(to.node, to.offset + 1)
    return range
  })
}

/** The texts of an element but for those of its buttons, which are marks of citations. */
function textNodes(part: Element): Text[] {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('button') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  const nodes: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) nodes.push(walker.currentNode)
  return nodes
}
