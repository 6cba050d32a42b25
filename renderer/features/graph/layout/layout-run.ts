import type { LayoutReport, LayoutRequest } from './layout-worker'

const budgetMs = 25_000

/** Until then every graph has settled, whatever its size: nodes begin near to where they belong. */
const steps = 240

/**
 * Arranges a graph in a worker until the returned function is called or it has settled. The arrays of the request go to
 * the worker for good.
 * @param onFailure the worker could not be started.
 */
export function startLayout(
  request: Omit<LayoutRequest, 'steps' | 'budgetMs'>,
  onReport: (report: LayoutReport) => void,
  onFailure: () => void,
): () => void {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module', name: 'graph-layout' })
  worker.addEventListener('message', ({ data }: MessageEvent<LayoutReport>) => {
    if (data.done) worker.terminate()
    onReport(data)
  })
  worker.addEventListener('error', () => {
    worker.terminate()
    onFailure()
  })
  const { x, y, sizes, fixed, sources, targets, pulls } = request
  const whole: LayoutRequest = { ...request, steps, budgetMs }
  worker.postMessage(whole, {
    transfer: [x, y, sizes, fixed, sources, targets, pulls].map(({ buffer }) => buffer),
  })
  return () => worker.terminate()
}
