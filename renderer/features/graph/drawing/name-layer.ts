import { safeName } from '@renderer/ui/text/safe-name'
import type { Look } from './look'
import { labelStart, placeLabels } from './place-labels'

/** A node on the screen; lengths are pixels. */
export interface ScreenNode {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** A canvas above the graph; its size in pixels. */
export interface Layer {
  readonly context: CanvasRenderingContext2D
  readonly look: Look
  readonly view: { readonly width: number; readonly height: number }
}

/** A screen this large has one label on average. */
const pixelsPerLabel = 8500
/** Beyond these nobody would see a label that the more important ones leave room for. */
const mostWishes = 1500
const halo = 3.5
/** Names do not come nearer to the right edge. */
const edge = 8

/** Writes names beside nodes; the font's measures are kept, because measuring is what takes long. */
export class NameWriter {
  readonly #widths = new Map<string, number>()
  readonly #texts = new Map<string, string>()

  /**
   * Writes as many names as fit without lying on each other.
   * @param nodes the most important first.
   * @param all every name is wanted, though they still may not overlap.
   */
  write({ context, look, view }: Layer, nodes: readonly ScreenNode[], all = false): void {
    const most = all ? mostWishes : Math.ceil((view.width * view.height) / pixelsPerLabel)
    context.textBaseline = 'middle'
    context.lineJoin = 'round'
    context.lineWidth = halo
    context.strokeStyle = look.paper
    context.fillStyle = look.ink
    const measure = ({ name, x, y, radius }: ScreenNode) => {
      const size = fontSize(radius)
      const text = this.#textOf(name)
      const width = this.#widthOf(context, text, size, look.font)
      const onLeft = x < view.width && x + radius + width + edge > view.width
      return { x, y, radius, text, size, width, height: size * 1.25, onLeft }
    }
    for (const wish of placeLabels(nodes.slice(0, mostWishes), measure, most)) {
      const { x, y } = labelStart(wish)
      context.font = fontOf(wish.size, look.font)
      context.strokeText(wish.text, x, y)
      context.fillText(wish.text, x, y)
    }
  }

  #textOf(name: string): string {
    const known = this.#texts.get(name)
    if (known !== undefined) return known
    const text = labelText(name)
    this.#texts.set(name, text)
    return text
  }

  #widthOf(context: CanvasRenderingContext2D, text: string, size: number, font: string): number {
    const key = `${size} ${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    context.font = fontOf(size, font)
    const { width } = context.measureText(text)
    this.#widths.set(key, width)
    return width
  }
}

/** Larger nodes have larger names. */
export function fontSize(radius: number): number {
  return Math.round(Math.min(15, 11 + Math.max(0, radius - 4) * 0.35))
}

function fontOf(size: number, family: string): string {
  return `${size >= 13 ? 600 : 500} ${size}px ${family}`
}

const longest = 30
/** So many UTF-16 units hold that width, also of letters that are made of several. */
const mostUnits = 8 * longest
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6]/u

/** A name as it stands in the drawing: nothing in it hidden, cut where it is long. A Chinese character counts as two. */
export function labelText(name: string): string {
  // Cut first: names of thousands of characters are not looked at whole.
  const segments = Array.from(graphemes.segment(name.slice(0, mostUnits)), ({ segment }) => segment)
  if (name.length > mostUnits) segments.splice(-1, 1, '…')
  let width = 0
  let text = ''
  for (const segment of segments) {
    const shown = safeName(segment)
    width += wide.test(shown) ? 2 : 1
    if (width > longest && segment !== '…') return `${text.trimEnd()}…`
    text += shown
  }
  return text
}
