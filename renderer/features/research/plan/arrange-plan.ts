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

export const boxWidth = 190
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
  const links = linksOf(tasks)
  const columnOf = new Map(layers.flatMap((layer, column) => layer.map(({ id }) => [id, column] as const)))
  const endOf = (to: string | null) => (to === null ? layers.length : (columnOf.get(to) ?? 0))
  /** Each column's tasks, then the tasks whose arrows pass through it. */
  const columns = layers.map((layer, column) => [
    ...layer.map(({ id }) => id),
    ...[...columnOf].flatMap(([id, own]) =>
      own < column && links.some(({ from, to }) => from === id && endOf(to) > column) ? [id] : [],
    ),
  ])
  const rows = Math.max(0, ...columns.map((ids) => ids.length))
  const height = heightOf(rows)
  const slots = columns.map((ids, column) => {
    const top = (height - heightOf(ids.length)) / 2
    return new Map(ids.map((id, row) => [id, placeAt(column, top + row * (boxHeight + rowGap))]))
  })
  const report = placeAt(layers.length, (height - boxHeight) / 2)
  const slotOf = (id: string, column: number) => slots[column]?.get(id) ?? report
  const edges = links.map(({ from, to }) => {
    const start = columnOf.get(from) ?? 0
    const through = Array.from({ length: endOf(to) - start }, (_, at) => slotOf(from, start + at))
    return { from, path: pathThrough(through, to === null ? report : slotOf(to, endOf(to))) }
  })
  const placed = tasks.map(({ id }, at) => ({ id, number: at + 1, ...slotOf(id, columnOf.get(id) ?? 0) }))
  const width = layers.length * (boxWidth + columnGap) + boxWidth
  return { width: width + 2 * margin, height: height + 2 * margin, tasks: placed, report, edges }
}

type Place = Pick<PlacedTask, 'x' | 'y'>

/** Which task leads to which; those that no other needs lead to the report, which is null. */
function linksOf(tasks: PlanSpec['tasks']): { from: string; to: string | null }[] {
  const needed = new Set(tasks.flatMap(({ depends_on: needs }) => needs))
  return [
    ...tasks.flatMap(({ id, depends_on: needs }) => needs.map((from) => ({ from, to: id }))),
    ...tasks.filter(({ id }) => !needed.has(id)).map(({ id }) => ({ from: id, to: null })),
  ]
}

function heightOf(count: number): number {
  return count * boxHeight + Math.max(0, count - 1) * rowGap
}

function placeAt(column: number, y: number): Place {
  return { x: margin + column * (boxWidth + columnGap), y: margin + y }
}

function inLayers(tasks: PlanSpec['tasks']) {
  try {
    return layersOf(tasks)
  } catch {
    // A plan that waits for itself has no order; its issues say so.
    return null
  }
}

/** An arrow from the first place through the others, each along its middle, to the left edge of `to`. */
function pathThrough(places: readonly Place[], to: Place): string {
  const [first] = places
  if (!first) return ''
  const middle = ({ y }: Place) => y + boxHeight / 2
  const parts = [`M${first.x + boxWidth} ${middle(first)}`]
  let before = first
  for (const next of [...places.slice(1), to]) {
    const [x1, x2] = [before.x + boxWidth, next === to ? next.x - 5 : next.x]
    const bend = columnGap / 2
    parts.push(`C${x1 + bend} ${middle(before)} ${x2 - bend} ${middle(next)} ${x2} ${middle(next)}`)
    if (next !== to) parts.push(`H${next.x + boxWidth}`)
    before = next
  }
  return parts.join('')
}
