import { type ArrangeInput, createArrangement } from './arrange'

/** A message to the worker: the graph, and limits of steps and time. A second message replaces the first. */
export interface LayoutRequest extends ArrangeInput {
  readonly steps: number
  readonly budgetMs: number
}

/** How far it is. `positions` has x and y of each node in turn. */
export interface LayoutReport {
  readonly positions: Float32Array<ArrayBuffer>
  /** 0 to 1. */
  readonly progress: number
  readonly done: boolean
}

/** Between two reports; a slice of work is a part of it, so that a stop is heard soon. */
const reportMs = 100
/** Mean way a step, as a share of the drawing, below which nobody sees it move; so many times in turn. */
const still = 0.0009
const stillSteps = 8

self.addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => arrange(data))

function arrange(request: LayoutRequest): void {
  const arrangement = createArrangement(request)
  const started = performance.now()
  let steps = 0
  let quiet = 0
  const report = (progress: number, done: boolean) => {
    const positions = arrangement.positions()
    self.postMessage({ positions, progress, done } satisfies LayoutReport, { transfer: [positions.buffer] })
  }
  const slice = () => {
    const begun = performance.now()
    while (performance.now() - begun < reportMs && steps < request.steps && quiet < stillSteps) {
      quiet = arrangement.step() < still ? quiet + 1 : 0
      steps += 1
    }
    const spent = performance.now() - started
    if (steps >= request.steps || quiet >= stillSteps || spent >= request.budgetMs) {
      arrangement.spread()
      report(1, true)
      return
    }
    report(Math.max(steps / request.steps, spent / request.budgetMs), false)
    setTimeout(slice)
  }
  slice()
}
