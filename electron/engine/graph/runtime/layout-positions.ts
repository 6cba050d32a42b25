import { setImmediate as macrotask } from 'node:timers/promises'
import { CoalescedWrite, textIfPresent } from '@engine/platform/stored-text'
import { GraphLayout, type GraphPicture, mostDrawn } from '@shared/graph'

export interface Layout {
  readonly ids: readonly string[]
  readonly x: readonly number[]
  readonly y: readonly number[]
}

/** By entity; who was drawn longest ago comes first. */
type Points = Map<string, readonly [x: number, y: number]>

/** Entities dealt with in one go, which takes a few milliseconds; then other requests have their turn. */
const slice = 2048

/** Where entities were drawn last, kept in a file of the store so that a graph looks the same on the next visit. */
export class LayoutPositions {
  /** The points with every layout that was saved so far. Never rejects. */
  #known: Promise<Points> | undefined
  readonly #file: CoalescedWrite

  /** `path` may be missing and is not read before the first use; `write` replaces a file in one step. */
  constructor(
    private readonly path: string,
    write: (path: string, text: string) => Promise<void>,
    private readonly read: (path: string) => Promise<string | undefined> = textIfPresent,
  ) {
    this.#file = new CoalescedWrite(async () => write(path, await textOf(await this.#points())))
  }

  /** Resolves with the number of positions once they are on disk. Saves that come during a write share the next one. */
  async save(layout: Layout): Promise<number> {
    // One after another, so that of two places of an entity the later stays.
    const known = this.#points().then((points) => put(layout, points))
    this.#known = known
    await known
    await this.#file.save()
    return layout.ids.length
  }

  /** The picture with the places its nodes had last. */
  async placed(picture: GraphPicture): Promise<GraphPicture> {
    const known = await this.#points()
    const points = picture.nodes.ids.map((id) => known.get(id))
    const x = points.map((point) => point?.[0] ?? null)
    const y = points.map((point) => point?.[1] ?? null)
    return { ...picture, nodes: { ...picture.nodes, x, y } }
  }

  /** A file that cannot be read is as good as none: the layout is made anew. */
  #points(): Promise<Points> {
    this.#known ??= this.read(this.path)
      .then(pointsIn)
      .catch(() => new Map())
    return this.#known
  }
}

async function pointsIn(text: string | undefined): Promise<Points> {
  const read: unknown = JSON.parse(text ?? '')
  await macrotask()
  const layout = GraphLayout.parse(read)
  await macrotask()
  return put(layout, new Map())
}

/** Entities that are gone keep their place so long as there is room: they may come back with their document. */
async function put({ ids, x, y }: Layout, points: Points): Promise<Points> {
  for (let from = 0; from < ids.length; from += slice) {
    if (from > 0) await macrotask()
    for (const [at, id] of ids.slice(from, from + slice).entries()) {
      points.delete(id)
      points.set(id, [rounded(x[from + at]), rounded(y[from + at])])
    }
    for (const oldest of points.keys()) {
      if (points.size <= mostDrawn) break
      points.delete(oldest)
    }
  }
  return points
}

/** A `GraphLayout` as JSON. */
async function textOf(points: Points): Promise<string> {
  const places = [...points.values()]
  const ids = await jsonOf([...points.keys()])
  const x = await jsonOf(places.map((place) => place[0]))
  const y = await jsonOf(places.map((place) => place[1]))
  return `{"ids":${ids},"x":${x},"y":${y}}`
}

async function jsonOf(values: readonly (string | number)[]): Promise<string> {
  const pieces: string[] = []
  for (let from = 0; from < values.length; from += slice) {
    await macrotask()
    pieces.push(JSON.stringify(values.slice(from, from + slice)).slice(1, -1))
  }
  return `[${pieces.join(',')}]`
}

/** From here on numbers are too coarse for hundredths: rounding one again would give another. */
const largestRounded = 1e12

/** To hundredths; a number too large for that stays as it is. */
function rounded(value = 0): number {
  return Math.abs(value) < largestRounded ? Math.round(value * 100) / 100 : value
}
