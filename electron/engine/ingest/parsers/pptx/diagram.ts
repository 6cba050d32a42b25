import { xmlAt, xmlAttribute, xmlChildren, type XmlElement } from '../structure/xml-tree'
import { drawingText } from './shapes'

/** The texts of a SmartArt diagram: each before those that hang below it, in the order of the author. */
export function diagramTexts(root: XmlElement): string[] {
  const points = new Map(
    xmlChildren(xmlAt(root, 'ptLst'), 'pt')
      // Others only carry how the diagram is drawn.
      .filter((point) => /^(?:node|asst|doc)$/u.test(xmlAttribute(point, 'type') ?? 'node'))
      .map((point) => [xmlAttribute(point, 'modelId') ?? '', point]),
  )
  const below = childrenByParent(root)
  const texts: string[] = []
  const reached = new Set<string>()
  // What is connected to nothing is read at the end.
  const waiting = [...points.keys()].toReversed().sort((one, other) => rank(points.get(one)) - rank(points.get(other)))
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const point = points.get(id)
    if (!point || reached.has(id)) continue
    reached.add(id)
    const text = drawingText(xmlAt(point, 't')).replace(/\s+/gu, ' ').trim()
    if (text !== '') texts.push(text)
    for (const child of (below.get(id) ?? []).toReversed()) waiting.push(child)
  }
  return texts
}

/** Higher comes first. */
function rank(point: XmlElement | undefined): number {
  return point !== undefined && xmlAttribute(point, 'type') === 'doc' ? 1 : 0
}

function childrenByParent(root: XmlElement): Map<string, string[]> {
  const below = new Map<string, { id: string; order: number }[]>()
  for (const connection of xmlChildren(xmlAt(root, 'cxnLst'), 'cxn')) {
    if ((xmlAttribute(connection, 'type') ?? 'parOf') !== 'parOf') continue
    const parent = xmlAttribute(connection, 'srcId') ?? ''
    const children = below.get(parent) ?? []
    below.set(parent, children)
    const order = Number(xmlAttribute(connection, 'srcOrd') ?? 0)
    children.push({ id: xmlAttribute(connection, 'destId') ?? '', order })
  }
  const inOrder = ([parent, children]: [string, { id: string; order: number }[]]): [string, string[]] => [
    parent,
    children.sort((one, other) => one.order - other.order).map(({ id }) => id),
  ]
  return new Map([...below].map(inOrder))
}
