import { type ErrorReport, toCairnError } from '@shared/errors'
import type { GraphPicture, GraphState } from '@shared/graph'
import { create } from 'zustand'
import { call } from '../connection'
import { attempt } from '../window/notices'
import type { GraphFocus } from '../window/route'
import { useRoute } from '../window/address'

/** The most nodes of an entity's surroundings. */
const mostAround = 600

interface GraphStore {
  /** Null until the engine has told it, and where it keeps no graph. */
  readonly state: GraphState | null
  /** The picture that is drawn; null until it was read. */
  readonly picture: GraphPicture | null
  /** Whose surroundings the picture is; null for the whole graph. */
  readonly focus: GraphFocus | null
  /** A newer picture is on its way. */
  readonly reading: boolean
  readonly error: ErrorReport | null
  /** How many of the most important entities are asked for, and were when the picture was read. */
  readonly limit: number
  readonly readLimit: number
}

export const useGraph = create<GraphStore>(() => ({
  state: null,
  picture: null,
  focus: null,
  reading: false,
  error: null,
  limit: 2000,
  readLimit: 2000,
}))

/** Where entities were put since the picture was read, which does not know it: `[x, y]` by their ids. */
const newestPlaces = new Map<string, readonly [x: number, y: number]>()

export function receiveGraph(state: GraphState | null): void {
  useGraph.setState({ state })
}

/** Reads what the address asks for: the whole graph, or an entity's surroundings. An answer that came too late is dropped. */
export async function readPicture(): Promise<void> {
  const { focus } = useRoute.getState()
  const { limit } = useGraph.getState()
  const stillWanted = () => useRoute.getState().focus === focus && useGraph.getState().limit === limit
  useGraph.setState({ reading: true })
  try {
    const picture = await call((client) =>
      focus
        ? client.graph.neighbourhood({ id: focus.id, depth: focus.depth, limit: mostAround })
        : client.graph.picture({ limit }),
    )
    if (!stillWanted()) return
    if (!focus) newestPlaces.clear()
    useGraph.setState({ picture, focus, readLimit: limit, reading: false, error: null })
  } catch (thrown) {
    if (stillWanted()) useGraph.setState({ reading: false, error: toCairnError(thrown).report() })
  }
}

/**
 * Whether a picture is to be read: there is none, it is of something else, or the graph has changed. While documents are
 * read, they change the graph all the time, so that change waits.
 */
export function isStale(
  { state, picture, focus, limit, readLimit }: Omit<GraphStore, 'reading' | 'error'>,
  wanted: GraphFocus | null,
): boolean {
  if (!state || state.entities === 0) return false
  const isOther = focus?.id !== wanted?.id || focus?.depth !== wanted?.depth
  if (!picture || isOther || (!wanted && limit !== readLimit)) return true
  return hasChanged(state, picture) && (!state.building || picture.nodes.ids.length === 0)
}

/** Whether the graph is another than the one a picture is of. Versions are only compared for being the same. */
export function hasChanged(state: GraphState | null, picture: GraphPicture | null): boolean {
  return state !== null && state.entities > 0 && state.version !== picture?.version
}

/** Has the chosen language model go on reading the documents, or stop; the facts it has found stay. */
export async function changeReading(act: 'resume' | 'pause'): Promise<void> {
  await attempt(async () => {
    const extraction = await call((client) => client.graph.extraction[act]())
    useGraph.setState(({ state }) => ({ state: state && { ...state, extraction } }))
  })
}

/** Where an entity of the picture was drawn last, `[x, y]`; undefined where it never was. */
export function lastPlace({ nodes }: GraphPicture, at: number): readonly [x: number, y: number] | undefined {
  const [x, y] = [nodes.x[at] ?? null, nodes.y[at] ?? null]
  return newestPlaces.get(nodes.ids[at] ?? '') ?? (x === null || y === null ? undefined : [x, y])
}

/** Keeps where entities are drawn. */
export async function saveLayout(ids: string[], x: number[], y: number[]): Promise<void> {
  for (const [at, id] of ids.entries()) newestPlaces.set(id, [x[at] ?? 0, y[at] ?? 0])
  try {
    await call((client) => client.graph.save_layout({ ids, x, y }))
  } catch {
    // It costs only that the next visit arranges them anew.
  }
}
