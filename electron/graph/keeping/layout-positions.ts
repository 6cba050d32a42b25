import { readFile } from 'node:fs/promises'
import type { GraphPicture } from '@shared/graph'
import { z } from 'zod'

const Positions = z.record(z.string(), z.tuple([z.number(), z.number()]))

export interface Layout {
  readonly ids: readonly string[]
  readonly x: readonly number[]
  readonly y: readonly number[]
}

/** Entities that are gone keep their place so long as there is room: they may come back with their document. */
const mostKept = 200_000

/** Where entities were drawn last, kept in a file of the store so that a graph looks the same on the next visit. */
export class LayoutPositions {
  #last: Promise<unknown> = Promise.resolve()

  private constructor(
    private readonly path: string,
    private readonly write: (path: string, text: string) => Promise<void>,
    private positions: Map<string, readonly [number, number]>,
  ) {}

  /** A file that cannot be read is as good as none: the layout is made anew. */
  static async open(path: string, write: (path: string, text: string) => Promise<void>): Promise<LayoutPositions> {
    const known = await readFile(path, 'utf8')
      .then((text) => Positions.safeParse(JSON.parse(text)).data)
      .catch(() => undefined)
    return new LayoutPositions(path, write, new Map(Object.entries(known ?? {})))
  }

  /** Resolves once they are on disk, with how many. */
  async save({ ids, x, y }: Layout): Promise<number> {
    for (const [at, id] of ids.entries()) {
      // Put at the end, so that what was drawn longest ago goes first.
      this.positions.delete(id)
      this.positions.set(id, [rounded(x[at]), rounded(y[at])])
    }
    if (this.positions.size > mostKept) this.positions = new Map([...this.positions].slice(-mostKept))
    const work = this.#last.then(() => this.write(this.path, JSON.stringify(Object.fromEntries(this.positions))))
    this.#last = work.catch(() => undefined)
    await work
    return ids.length
  }

  /** The picture with the places its nodes had last. */
  placed(picture: GraphPicture): GraphPicture {
    const points = picture.nodes.ids.map((id) => this.positions.get(id))
    const x = points.map((point) => point?.[0] ?? null)
    const y = points.map((point) => point?.[1] ?? null)
    return { ...picture, nodes: { ...picture.nodes, x, y } }
  }
}

function rounded(value = 0): number {
  return Math.round(value * 100) / 100
}
