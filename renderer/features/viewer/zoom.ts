import { useState } from 'react'

/** 1 is the usual size: the width of the panel for pages, the reading size for text. */
export type Zoom = number

const steps: readonly Zoom[] = [0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]

/**
 * The next step up or down, also from between two steps; the same at either end.
 * @param by 1 for larger.
 */
export function zoomBy(zoom: Zoom, by: 1 | -1): Zoom {
  const next = by > 0 ? steps.find((step) => step > zoom) : steps.findLast((step) => step < zoom)
  return next ?? zoom
}

/** The zoom that the reader chose or, until they do, the one at which the passage they were led to can be read. */
export function useZoom() {
  const [chosen, setChosen] = useState<Zoom | null>(null)
  const [fit, setFit] = useState<Zoom>(1)
  return { value: chosen ?? fit, change: setChosen, setFit }
}
