import { withoutOverrides } from '@renderer/ui/text/safe-name'

/** Text that is selected in the document. */
export interface SelectedText {
  readonly text: string
  /** The 1-based page it begins on, where there are pages. */
  readonly page: number | null
  /** About where it stands in the document's text; null where its place says nothing of that. */
  readonly near: number | null
  /** Where actions for it fit: the middle of their upper edge, in CSS pixels from the corner of the area. */
  readonly x: number
  readonly y: number
}

const shortest = 2
const barWidth = 290
const barHeight = 34
const distance = 6

/** The selection inside an element; null where it is too short to ask about. */
export function readSelection(area: HTMLElement): SelectedText | null {
  const selection = area.ownerDocument.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!area.contains(range.commonAncestorContainer)) return null
  const page = pageOf(range.startContainer)
  // The letters over a printed page are still as the file has them.
  const words = withoutOverrides(selection.toString()).trim()
  // Lines of a printed page end where the paper does.
  const text = page === null ? words : words.replace(/\s*\n\s*/gu, ' ')
  if (text.length < shortest) return null
  const boxes = range.getClientRects()
  const first = boxes[0]
  const last = boxes[boxes.length - 1]
  if (!first || !last) return null
  const view = area.getBoundingClientRect()
  if (last.bottom < view.top || first.top > view.bottom) return null
  // Below the last word, or above the first where there is no room.
  const below = last.bottom - view.top + distance
  const y = below + barHeight <= view.height ? below : first.top - view.top - distance - barHeight
  const half = barWidth / 2
  const x = Math.min(Math.max((last.left + last.right) / 2 - view.left, half), Math.max(half, view.width - half))
  return { text, page, near: offsetOf(range), x, y: Math.max(distance, y) }
}

/** The letters between the beginning of a row or page, whose offset is known, and the selection. */
function offsetOf({ startContainer, startOffset }: Range): number | null {
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement
  const row = element?.closest('[data-start]')
  if (!row) return null
  const before = row.ownerDocument.createRange()
  before.setStart(row, 0)
  before.setEnd(startContainer, startOffset)
  return Number(row.getAttribute('data-start')) + before.toString().length
}

function pageOf(node: Node): number | null {
  const element = node instanceof Element ? node : node.parentElement
  const page = Number(element?.closest('[data-page]')?.getAttribute('data-page'))
  return Number.isInteger(page) && page > 0 ? page : null
}
