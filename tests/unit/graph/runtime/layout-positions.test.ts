import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GraphLayout, GraphPicture, mostDrawn } from '@shared/graph'
import { type Layout, LayoutPositions } from '@engine/graph/runtime/layout-positions'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-layout-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const path = () => join(folder, 'graph-layout.json')
const open = () => new LayoutPositions(path(), (to, text) => writeFile(to, text))
const idAt = (at: number) => `n_${at.toString(16).padStart(16, '0')}`

function pictureOf(ids: string[]): GraphPicture {
  const column = ids.map(() => 0)
  const nowhere = ids.map(() => null)
  return {
    version: 1,
    nodes: {
      ids,
      names: ids,
      types: column,
      ranks: column,
      mentions: column,
      communities: column,
      x: nowhere,
      y: nowhere,
    },
    edges: { sources: [], targets: [], kinds: [], weights: [] },
    communities: [],
    total: { nodes: ids.length, edges: 0 },
  }
}

async function placesOf(positions: LayoutPositions, ids: string[]): Promise<(number | null)[][]> {
  const { x, y } = (await positions.placed(pictureOf(ids))).nodes
  return x.map((value, at) => [value, y[at] ?? null])
}

/** Writes that end when they are told to, and the layouts they were given. */
function heldWrites() {
  const written: Layout[] = []
  const held: { end: () => void; fail: (error: Error) => void }[] = []
  const write = (_: string, text: string) =>
    new Promise<void>((end, fail) => {
      written.push(GraphLayout.parse(JSON.parse(text)))
      held.push({ end, fail })
    })
  /** Resolves when so many writes have begun. */
  const begun = (count: number) => vi.waitFor(() => expect(held).toHaveLength(count))
  return { written, held, write, begun }
}

describe('where entities were drawn', () => {
  test('is there again after a restart, to hundredths, the later of two places of an entity', async () => {
    const point = fc.record({
      id: fc.nat(9).map(idAt),
      x: fc.double({ noNaN: true, noDefaultInfinity: true }),
      y: fc.double({ noNaN: true, noDefaultInfinity: true }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(point)), async (layouts) => {
        await rm(path(), { force: true })
        const positions = open()
        const expected = new Map<string, number[]>()
        const saves = layouts.map((points) => {
          for (const { id, x, y } of points) expected.set(id, [x, y])
          return positions.save({
            ids: points.map(({ id }) => id),
            x: points.map(({ x }) => x),
            y: points.map(({ y }) => y),
          })
        })
        expect(await Promise.all(saves)).toEqual(layouts.map(({ length }) => length))
        const ids = [...expected.keys(), idAt(99)]
        const places = await placesOf(open(), ids)
        // As JSON, which knows no -0.
        expect(JSON.stringify(places)).toBe(JSON.stringify(await placesOf(positions, ids)))
        expect(places.at(-1)).toEqual([null, null])
        for (const [at, value] of [...expected.values()].flat().entries()) {
          const kept = places.flat()[at] ?? Number.NaN
          expect(Math.abs(kept - value)).toBeLessThanOrEqual(0.005 + Math.abs(value) * Number.EPSILON)
        }
      }),
      // Hundredths of it, rounded once more, were others.
      { examples: [[[[{ id: idAt(0), x: 0, y: 43_841_197_471_435.836 }]]]] },
    )
  })

  test('is not read before anybody asks, so that a start does not wait for it', async () => {
    const positions = open()
    await writeFile(path(), '{"ids":["n_0000000000000001"],"x":[3],"y":[-4]}')
    expect(await placesOf(positions, [idAt(1)])).toEqual([[3, -4]])
  })

  test.each(['', '{', '[]', '{"ids":["n_0000000000000001"],"x":[1],"y":[]}', '{"ids":["a"],"x":[1],"y":[1]}'])(
    'is forgotten where the file is damaged, which then stops neither pictures nor saving: %s',
    async (text) => {
      await writeFile(path(), text)
      const positions = open()
      expect(await placesOf(positions, [idAt(1)])).toEqual([[null, null]])
      await positions.save({ ids: [idAt(1)], x: [5], y: [6] })
      expect(await placesOf(open(), [idAt(1)])).toEqual([[5, 6]])
    },
  )

  test('is kept for as many as one picture shows; what was drawn longest ago goes first', async () => {
    const layout = (from: number, count: number): Layout => {
      const places = Array.from({ length: count }, (_, at) => from + at)
      return { ids: places.map(idAt), x: places, y: places }
    }
    const positions = open()
    await positions.save(layout(0, mostDrawn))
    await positions.save(layout(0, 1))
    await positions.save(layout(mostDrawn, 2))
    for (const one of [positions, open()]) {
      const [first, second, third, fourth] = await placesOf(one, [0, 1, 2, 3].map(idAt))
      expect([first, second, third, fourth]).toEqual([
        [0, 0],
        [null, null],
        [null, null],
        [3, 3],
      ])
    }
    expect(GraphLayout.parse(JSON.parse(await readFile(path(), 'utf8'))).ids).toHaveLength(mostDrawn)
  })

  test('takes the place of an older layout that is still being taken in', async () => {
    // A node that is moved right after all were saved would jump back.
    const positions = open()
    const many = Array.from({ length: 30_000 }, (_, at) => at)
    const all = positions.save({ ids: many.map(idAt), x: many, y: many })
    const one = positions.save({ ids: [idAt(29_999)], x: [-1], y: [-2] })
    expect(await placesOf(positions, [idAt(29_999)])).toEqual([[-1, -2]])
    await Promise.all([all, one])
    expect(await placesOf(open(), [idAt(29_999)])).toEqual([[-1, -2]])
  })

  test('is written once for all that is saved during a write, and no save ends before its own is on disk', async () => {
    const disk = heldWrites()
    const positions = new LayoutPositions(path(), disk.write)
    const ended: number[] = []
    const save = async (at: number) => {
      await positions.save({ ids: [idAt(at)], x: [at], y: [at] })
      ended.push(at)
    }
    const first = save(0)
    await disk.begun(1)
    const others = [1, 2, 3].map(save)
    await positions.placed(pictureOf([]))
    expect(ended).toEqual([])
    disk.held[0]?.end()
    await Promise.all([first, disk.begun(2)])
    expect(ended).toEqual([0])
    disk.held[1]?.end()
    await Promise.all(others)
    expect(disk.written.map(({ x }) => x)).toEqual([[0], [0, 1, 2, 3]])
  })

  test('is written with the next save where a write failed, which its own caller is told', async () => {
    const disk = heldWrites()
    const positions = new LayoutPositions(path(), disk.write)
    const first = positions.save({ ids: [idAt(1)], x: [1], y: [1] })
    await disk.begun(1)
    disk.held[0]?.fail(new Error('disk full'))
    await expect(first).rejects.toThrow('disk full')
    const second = positions.save({ ids: [idAt(2)], x: [2], y: [2] })
    await disk.begun(2)
    disk.held[1]?.end()
    expect(await second).toBe(1)
    expect(disk.written[1]?.ids).toEqual([idAt(1), idAt(2)])
  })
})

describe('a layout that comes from outside', () => {
  const good = { ids: [idAt(1), idAt(2)], x: [0, -1.5], y: [1e9, 2] }

  test('passes as it is', () => {
    expect(GraphLayout.parse(good)).toEqual(good)
    expect(GraphLayout.parse({ ids: [], x: [], y: [] })).toEqual({ ids: [], x: [], y: [] })
  })

  test.each([
    ['an id of another shape', { ...good, ids: [idAt(1), 'n_1'] }],
    ['an id that is no text', { ...good, ids: [idAt(1), 2] }],
    ['what is not a number', { ...good, x: [0, Number.NaN] }],
    ['what is not finite', { ...good, y: [0, Number.POSITIVE_INFINITY] }],
    ['null', { ...good, x: [0, null] }],
    ['columns of different lengths', { ...good, y: [1] }],
    ['no column', { ids: good.ids, x: good.x }],
    ['something else than a column', { ...good, ids: 'n_0000000000000001' }],
  ])('is refused with %s', (_, layout) => {
    expect(GraphLayout.safeParse(layout).success).toBe(false)
  })

  test('is refused with more entities than are ever drawn', () => {
    const all = Array.from({ length: mostDrawn + 1 }, (_, at) => at)
    expect(GraphLayout.safeParse({ ids: all.map(idAt), x: all, y: all }).success).toBe(false)
  })
})

describe('a picture', () => {
  test.each([
    ['a column too short', { names: [] }],
    ['a value of the wrong kind', { types: ['tool'] }],
    ['a place that is none', { communities: [-2] }],
  ])('is refused with %s, which would stop the drawing', (_, column) => {
    const picture = pictureOf([idAt(1)])
    expect(GraphPicture.parse(picture)).toEqual(picture)
    expect(GraphPicture.safeParse({ ...picture, nodes: { ...picture.nodes, ...column } }).success).toBe(false)
  })
})
