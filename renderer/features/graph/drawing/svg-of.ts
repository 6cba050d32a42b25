import type { DrawnEdge, DrawnGraph, DrawnNode } from './build-graph'
import type { Look } from './look'
import { fontSize, labelText } from './name-layer'
import { labelStart, placeLabels } from './place-labels'

const width = 1600
const margin = 60
const labelsAtMost = 400
/** Width of an average letter, as a share of the font's size; there is no canvas to measure with. */
const letterShare = 0.56

interface Place {
  readonly node: DrawnNode
  readonly x: number
  readonly y: number
}

/** The whole drawing as an SVG document: circles, lines with arrow heads, and names as text. */
export function svgOf(graph: DrawnGraph, look: Look): string {
  const places = placesOf(graph)
  const height = Math.ceil(Math.max(0, ...[...places.values()].map(({ y }) => y)) + margin)
  const lines = graph.mapEdges((_, edge, source, target) => lineOf(edge, places.get(source), places.get(target)))
  const circles = [...places.values()].map(
    ({ node, x, y }) =>
      `<circle cx="${round(x)}" cy="${round(y)}" r="${round(node.size)}" fill="${safe(node.color)}"/>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="100%" height="100%" fill="${safe(look.paper)}"/>`,
    `<g fill="none">${lines.join('')}</g>`,
    `<g>${circles.join('')}</g>`,
    `<g font-family="${safe(look.font)}" fill="${safe(look.ink)}" stroke="${safe(look.paper)}" stroke-width="3" `,
    `stroke-linejoin="round" paint-order="stroke" dominant-baseline="central">${labelsOf(places).join('')}</g>`,
    '</svg>',
  ].join('')
}

function placesOf(graph: DrawnGraph): Map<string, Place> {
  const shown = graph.filterNodes((_, { hidden }) => !hidden)
  const nodes = shown.map((id) => [id, graph.getNodeAttributes(id)] as const)
  const extent = (values: readonly number[]) =>
    values.reduce<readonly [number, number]>(
      ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
      [Infinity, -Infinity],
    )
  const [left, right] = extent(nodes.map(([, { x }]) => x))
  const [, high] = extent(nodes.map(([, { y }]) => y))
  const scale = (width - 2 * margin) / Math.max(1, right - left)
  // Up is up in the drawing, and down in SVG.
  return new Map(
    nodes.map(([id, node]) => [id, { node, x: margin + (node.x - left) * scale, y: margin + (high - node.y) * scale }]),
  )
}

function lineOf(
  { hidden, type, color, size }: DrawnEdge,
  source: Place | undefined,
  target: Place | undefined,
): string {
  if (hidden || !source || !target) return ''
  const angle = Math.atan2(target.y - source.y, target.x - source.x)
  const rim = target.node.size + 1
  const [x, y] =
    type === 'arrow' ? [target.x - rim * Math.cos(angle), target.y - rim * Math.sin(angle)] : [target.x, target.y]
  const look = `stroke="${safe(color)}" stroke-width="${round(size)}"`
  const line = `<path d="M${round(source.x)} ${round(source.y)}L${round(x)} ${round(y)}" ${look}/>`
  if (type !== 'arrow') return line
  const side = (turn: number) => `${round(x - 6 * Math.cos(angle + turn))} ${round(y - 6 * Math.sin(angle + turn))}`
  return `${line}<path d="M${side(-0.4)}L${round(x)} ${round(y)}L${side(0.4)}" ${look}/>`
}

function labelsOf(places: ReadonlyMap<string, Place>): string[] {
  const byRank = [...places.values()]
    .toSorted((a, b) => a.node.at - b.node.at)
    .map((place) => ({ ...place, radius: place.node.size }))
  const measure = ({ node, x, y, radius }: (typeof byRank)[number]) => {
    const text = labelText(node.name)
    const size = fontSize(node.size)
    const letters = Array.from(text, (letter) => (letter > '\u2E7F' ? 1 : letterShare)).reduce(
      (sum, one) => sum + one,
      0,
    )
    const long = letters * size
    return { text, size, x, y, radius, width: long, height: size * 1.25, onLeft: x + long + 20 > width }
  }
  return placeLabels(byRank, measure, labelsAtMost).map((wish) => {
    const { x, y } = labelStart(wish)
    return `<text x="${round(x)}" y="${round(y)}" font-size="${wish.size}">${safe(wish.text)}</text>`
  })
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

// What XML forbids even when escaped is left out.
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function safe(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>"']/gu, (sign) => escapes[sign] ?? '')
}
