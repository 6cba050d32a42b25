/** 1 is the usual size: the width of the panel for pages, the reading size for text. */
export type Zoom = number

const steps: readonly Zoom[] = [0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]

/** The next size up or down; the same at either end. */
export function zoomBy(zoom: Zoom, by: 1 | -1): Zoom {
  const at = steps.indexOf(zoom)
  return steps[at === -1 ? steps.indexOf(1) : at + by] ?? zoom
}
