import { createEdgeArrowProgram, EdgeLineProgram } from 'sigma/rendering'
import type { RenderParams } from 'sigma/types'
import type { DrawnEdge, DrawnNode } from './build-graph'

/** Above so many edges they are left out of frames that would keep the reader waiting. */
export const mostQuickEdges = 6000
/** A frame with edges that takes longer, in milliseconds, shows that this machine draws them slowly… */
const slowMs = 100
/** …and so does a first frame with nodes alone, in which shaders are compiled besides. */
const slowFirstMs = 300

/** Whether the last drawing was slow on this machine. */
let isSlow = false

/** Leaves out the edges of a large graph in its first frame, and on a slow machine until the nodes rest. */
export class EdgeRest {
  #large = false
  /** Nothing of this graph stands on the screen yet. */
  #first = false
  #resting = false
  #arranging = false
  /** Counts up with every frame that is waited for; what is waited for no more does nothing. */
  #frame = 0

  /** @param draw draws a frame soon. */
  constructor(private readonly draw: () => void) {}

  /** Lines and arrows that are left out while edges rest, or all is held. */
  programs(isHeld: () => boolean) {
    const isResting = () => this.#resting || isHeld()
    return {
      line: class extends EdgeLineProgram<DrawnNode, DrawnEdge> {
        override render(params: RenderParams): void {
          if (!isResting()) super.render(params)
        }
      },
      arrow: class extends createEdgeArrowProgram<DrawnNode, DrawnEdge>() {
        override render(params: RenderParams): void {
          if (!isResting()) super.render(params)
        }
      },
    }
  }

  /** To be called before a graph of so many edges is drawn for the first time. */
  begin(edges: number): void {
    this.#large = edges > mostQuickEdges
    this.#first = this.#large
    this.#resting = this.#large
    this.#arranging = false
    this.#frame += 1
    if (!this.#large) return
    this.#timed((ms) => {
      this.#first = false
      isSlow ||= ms > slowFirstMs
      this.#wake()
    })
  }

  /** To be called before nodes that were moved are drawn. */
  move(): void {
    this.#arranging = true
    this.#resting = this.#first || (this.#large && isSlow)
  }

  /** To be called once no more nodes will be moved. */
  end(): void {
    this.#arranging = false
    if (this.#resting && !this.#first) this.#wake()
  }

  /** Draws edges from now on, whatever that takes. */
  drawAll(): void {
    this.#resting = false
  }

  /** To be called when nothing can be drawn any more. */
  stop(): void {
    this.#frame += 1
  }

  #wake(): void {
    if (this.#arranging && isSlow) return
    this.#resting = false
    this.draw()
    this.#timed((ms) => (isSlow = ms > slowMs))
  }

  /** Tells how long the frame that is drawn next takes, 0 where the page was hidden meanwhile: it draws nothing then. */
  #timed(then: (ms: number) => void): void {
    this.#frame += 1
    const frame = this.#frame
    const began = performance.now()
    const wasHidden = document.hidden
    afterFrame(() => {
      if (frame === this.#frame) then(wasHidden || document.hidden ? 0 : performance.now() - began)
    })
  }
}

/** Calls back once the frame that is drawn next stands on the screen. */
export function afterFrame(then: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(then))
}
