import type Sigma from 'sigma'
import type { CameraState } from 'sigma/types'
import type { DrawnEdge, DrawnNode } from './build-graph'

const flightMs = 360

/** Where the reader looks from. */
export class GraphCamera {
  #free = 0
  #elsewhere = false

  /** @param calm reduced motion: the camera jumps instead of flying. */
  constructor(
    private readonly sigma: Sigma<DrawnNode, DrawnEdge>,
    private readonly calm: boolean,
  ) {}

  /** The reader has moved the view since all was shown: it is theirs. */
  lookElsewhere(): void {
    this.#elsewhere = true
  }

  /** Keeps the left side free for what floats there when all is shown; in pixels. */
  keepFree(left: number): void {
    if (left === this.#free) return
    this.#free = left
    this.fitUnlessElsewhere()
  }

  /** Shows all of it. */
  fit(): void {
    this.#elsewhere = false
    this.#fly(this.#whole())
  }

  /** Shows all of it without a flight: something else is on show now. */
  fitAtOnce(): void {
    this.#elsewhere = false
    this.sigma.getCamera().setState(this.#whole())
  }

  fitUnlessElsewhere(): void {
    if (!this.#elsewhere) this.fitAtOnce()
  }

  zoom(factor: number): void {
    this.#elsewhere = true
    const camera = this.sigma.getCamera()
    this.#fly({ ratio: camera.getBoundedRatio(camera.ratio * factor) })
  }

  /** Moves the view by shares of its width and height. */
  pan(right: number, down: number): void {
    this.#elsewhere = true
    const { x, y, ratio } = this.sigma.getCamera()
    this.#fly({ x: x + right * ratio, y: y - down * ratio })
  }

  /** Brings some nodes into the middle, near enough to read. False where none of them is drawn. */
  flyTo(ids: Iterable<string>): boolean {
    const places = [...ids].flatMap((id) => this.sigma.getNodeDisplayData(id) ?? [])
    if (places.length === 0) return false
    this.#elsewhere = true
    const [left, right] = [Math.min(...places.map(({ x }) => x)), Math.max(...places.map(({ x }) => x))]
    const [low, high] = [Math.min(...places.map(({ y }) => y)), Math.max(...places.map(({ y }) => y))]
    const extent = Math.max(right - left, high - low)
    const ratio =
      places.length === 1 ? Math.min(this.sigma.getCamera().ratio, this.#nearRatio()) : Math.min(1, extent * 1.4 + 0.02)
    this.#fly(this.#on((left + right) / 2, (low + high) / 2, ratio))
    return true
  }

  isInView(id: string): boolean {
    const data = this.sigma.getNodeDisplayData(id)
    if (!data) return false
    const { x, y } = this.sigma.framedGraphToViewport(data)
    const { width, height } = this.sigma.getDimensions()
    return x > this.#free + 24 && y > 24 && x < width - 24 && y < height - 24
  }

  /** Large graphs are looked at from nearer. */
  #nearRatio(): number {
    return Math.max(0.04, Math.min(0.5, 9 / Math.sqrt(1 + this.sigma.getGraph().order)))
  }

  /** The camera that shows everything in the middle of what is free. */
  #whole(): CameraState {
    const { sigma } = this
    const cameraState = { x: 0.5, y: 0.5, ratio: 1, angle: 0 }
    const { x } = sigma.getBBox()
    const [left, right] = x.map((one) => sigma.graphToViewport({ x: one, y: 0 }, { cameraState }).x)
    const room = Math.max(100, sigma.getDimensions().width - this.#free - 2 * sigma.getStagePadding())
    return this.#on(0.5, 0.5, Math.max(1, ((right ?? 0) - (left ?? 0)) / room))
  }

  /** The camera that shows a point, in Sigma's framed coordinates, in the middle of what is free. */
  #on(x: number, y: number, ratio: number): CameraState {
    const cameraState = { x, y, ratio, angle: 0 }
    const { width, height } = this.sigma.getDimensions()
    const there = this.sigma.viewportToFramedGraph({ x: (width + this.#free) / 2, y: height / 2 }, { cameraState })
    return { ...cameraState, x: 2 * x - there.x }
  }

  #fly(state: Partial<CameraState>): void {
    const camera = this.sigma.getCamera()
    if (this.calm) camera.setState(state)
    else void camera.animate(state, { duration: flightMs, easing: 'quadraticInOut' })
  }
}
