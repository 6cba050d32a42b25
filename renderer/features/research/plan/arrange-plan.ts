import { layersOf } from '@shared/research/plan-order'
import type { PlanSpec } from '@shared/research/plan-spec'

/** A task in the picture of a plan; lengths in CSS pixels. */
export interface PlacedTask {
  readonly id: string
  /** As in the list, from 1. */
  readonly number: number
  readonly x: number
  readonly y: number
}

export interface PlanPicture {
  readonly width: number
  readonly height: number
  readonly tasks: readonly PlacedTask[]
  /** The upper left corner of the report, which all tasks lead to. */
  readonly report: { readonly x: number; readonly y: number }
  /** Paths of SVG, each from a task to one that needs it, or to the report where none does. */
  readonly edges: readonly { readonly from: string; readonly path: string }[]
}

export const boxWidth = 172
export const boxHeight = 36
const columnGap = 40
const rowGap = 10
/** Room for the outline of what is lit. */
const margin = 4

/**
 * Places the tasks of a plan in layers from left to right, each layer in the middle of the height; null where tasks wait for each other,
 * or for one that is not there.
 */
export function arrangePlan({ tasks }: Pick<PlanSpec, 'tasks'>): PlanPicture | null {
  const layers = inLayers(tasks)
  if (!layers) return null
  const rows = Math.max(0, ...layers.map((layer) => layer.length))
  const heightOf = (count: number) => count * boxHeight + Math.max(0, count - 1) * rowGap
  const height = heightOf(rows)
  const placed = layers.flatMap((layer, column) =>
    layer.map(({ id }, row): PlacedTask => {
      const top = (height - heightOf(layer.length)) / 2
      const number = tasks.findIndex((task) => task.id === id) + 1
      return {
        id,
        number,
        x: margin + column * (boxWidth + columnGap),
        y: margin + top + row * (boxHeight + rowGap),
      }
    }),
  )
  const places = new Map(placed.map((task) => [task.id, task]))
  const edges = tasks.flatMap(({ id, depends_on: needs }) =>
    needs.flatMap((needed) => {
      const [from, to] = [places.get(needed), places.get(id)]
      return from && to ? [{ from: needed, path: pathBetween(from, to) }] : []
    }),
  )
  const width = layers.length * (boxWidth + columnGap) + boxWidth
  const report = { x: margin + width - boxWidth, y: margin + (height - boxHeight) / 2 }
  const needed = new Set(tasks.flatMap(({ depends_on: needs }) => needs))
  const last = placed
    .filter(({ id }) => !needed.has(id))
    .map((from) => ({ from: from.id, path: pathBetween(from, report) }))
  return { width: width + 2 * margin, height: height + 2 * margin, tasks: placed, report, edges: [...edges, ...last] }
}

function inLayers(tasks: PlanSpec['tasks']) {
  try {
    return layersOf(tasks)
  } catch {
    // A plan that waits for itself has no order; its issues say so.
    return null
  }
}

type Place = Pick<PlacedTask, 'x' | 'y'>

function pathBetween(from: Place, to: Place): string {
  const [x1, y1] = [from.x + boxWidth, from.y + boxHeight / 2]
  const [x2, y2] = [to.x - 5, to.y + boxHeight / 2]
  const bend = Math.max(columnGap / 2, (x2 - x1) / 2)
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
}
