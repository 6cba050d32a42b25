import { translucent } from './look'
import type { Layer, ScreenNode } from './name-layer'

export interface LitNode extends ScreenNode {
  readonly color: string
}

export interface LitEdge {
  readonly source: LitNode
  readonly target: LitNode
  readonly stated: boolean
  /** `#rrggbb`; that of lines where it is absent. */
  readonly color?: string
}

/** The lit part of the screen; everything else lies under a veil. */
export interface LitScene {
  readonly nodes: readonly LitNode[]
  readonly edges: readonly LitEdge[]
  /** Ringed: what it is all about. */
  readonly centres: readonly LitNode[]
}

/** Draws a veil over the whole drawing and the lit parts on it. `veil` is 0 to 1. */
export function drawSpotlight({ context, look, view }: Layer, { nodes, edges, centres }: LitScene, veil: number): void {
  context.fillStyle = translucent(look.paper, veil)
  context.fillRect(0, 0, view.width, view.height)
  const crowd = Math.min(1, 60 / Math.max(1, edges.length))
  for (const { source, target, stated, color } of edges) {
    const line = stated ? translucent(look.ink, 0.45 + 0.35 * crowd) : translucent(look.inkSoft, 0.25 + 0.25 * crowd)
    context.strokeStyle = color ?? line
    context.lineWidth = (stated ? 1.6 : 0.9) + (color === undefined ? 0 : 0.8)
    context.beginPath()
    context.moveTo(source.x, source.y)
    context.lineTo(target.x, target.y)
    context.stroke()
    if (stated) drawHead(context, source, target)
  }
  for (const node of nodes) {
    circle(context, node, 1)
    context.fillStyle = look.paper
    context.fill()
    circle(context, node, 0)
    context.fillStyle = node.color
    context.fill()
  }
  context.strokeStyle = look.ink
  context.lineWidth = 2
  for (const node of centres) {
    circle(context, node, 2.5)
    context.stroke()
  }
}

function circle(context: CanvasRenderingContext2D, { x, y, radius }: ScreenNode, more: number): void {
  context.beginPath()
  context.arc(x, y, Math.max(0, radius + more), 0, 2 * Math.PI)
}

/** The head of an arrow at the rim of its target. */
function drawHead(context: CanvasRenderingContext2D, source: ScreenNode, target: ScreenNode): void {
  const angle = Math.atan2(target.y - source.y, target.x - source.x)
  const length = 7
  const [x, y] = [target.x - (target.radius + 1) * Math.cos(angle), target.y - (target.radius + 1) * Math.sin(angle)]
  context.fillStyle = context.strokeStyle
  context.beginPath()
  context.moveTo(x, y)
  for (const side of [-0.42, 0.42]) {
    context.lineTo(x - length * Math.cos(angle + side), y - length * Math.sin(angle + side))
  }
  context.fill()
}
