import type { GraphPath } from '@shared/graph'
import { describe, expect, it } from 'vitest'
import { pathScene } from '@renderer/features/graph/drawing/path-scene'
import type { LitNode } from '@renderer/features/graph/drawing/spotlight'
import { aLook } from './look-fixture'

const view = { width: 800, height: 600 }
const head = (id: string) => ({ id, name: `name of ${id}`, type: null, mentions: 1, documents: 1 })
const pathOf = (...ids: string[]): GraphPath => ({
  nodes: ids.map(head),
  edges: ids.slice(1).map((_, at) => ({
    relation: at === 0 ? ('co_occurs' as const) : ('uses' as const),
    forward: at === 0,
    passages: [],
  })),
})
const drawn = (places: Record<string, readonly [number, number]>) => (id: string) => {
  const [x, y] = places[id] ?? []
  return x === undefined || y === undefined ? null : ({ name: id, x, y, radius: 9, color: '#123456' } satisfies LitNode)
}
const named = (nodes: readonly LitNode[]) => nodes.map(({ name }) => name)

describe('pathScene', () => {
  it('lights every node and edge of a path where the drawing has all of them, and none beside', () => {
    const scene = pathScene(pathOf('a', 'b', 'c'), drawn({ a: [100, 100], b: [200, 100], c: [300, 100] }), aLook, view)
    expect(named(scene.nodes)).toEqual(['a', 'b', 'c'])
    expect(named(scene.centres)).toEqual(['a', 'c'])
    expect(scene.edges.map(({ source, target, stated }) => [source.name, target.name, stated])).toEqual([
      ['a', 'b', false],
      ['c', 'b', true],
    ])
  })

  it('puts nodes that are not drawn between those that are', () => {
    const scene = pathScene(pathOf('a', 'x', 'y', 'b'), drawn({ a: [100, 300], b: [400, 300] }), aLook, view)
    const [a, x, y, b] = scene.nodes
    expect([x?.name, y?.name]).toEqual(['name of x', 'name of y'])
    expect(new Set([...scene.nodes, ...scene.edges].map(({ color }) => color))).toEqual(new Set([aLook.path]))
    expect([x?.x, y?.x]).toEqual([expect.closeTo(200), expect.closeTo(300)])
    // Beside the straight line, where something else may be drawn.
    expect(x?.y).not.toBeCloseTo(300)
    expect(scene.edges).toHaveLength(3)
    expect([a?.radius, b?.radius]).toEqual([9, 9])
  })

  it('keeps ends that are not drawn in sight', () => {
    const scene = pathScene(pathOf('x', 'a', 'y', 'z'), drawn({ a: [790, 590] }), aLook, view)
    for (const { x, y } of scene.nodes.filter(({ name }) => name !== 'a')) {
      expect(x).toBeGreaterThan(0)
      expect(x).toBeLessThan(view.width)
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(view.height)
    }
    expect(new Set(scene.nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(4)
  })

  it('shows a path of which nothing is drawn across the screen', () => {
    const places = pathScene(pathOf('x', 'y', 'z'), () => null, aLook, view).nodes.map(({ x, y }) => [x, y])
    expect(places).toEqual([
      [200, 300],
      [400, 300],
      [600, 300],
    ])
  })
})
