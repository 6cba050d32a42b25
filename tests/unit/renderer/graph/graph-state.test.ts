import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CairnError } from '@shared/errors'
import type { GraphDecision, GraphState } from '@shared/graph'
import { defaultSettings } from '@shared/settings'
import { FakeGraph } from '../../../fakes/fake-graph'
import { FakeBrowser } from '../state/browser'

/** Answers as the contract does, from a fake graph; what is held back comes when it is let go. */
const engine = vi.hoisted(() => ({
  graph: undefined as FakeGraph | undefined,
  saved: vi.fn<(blob: Blob, name: string) => void>(),
  held: [] as (() => void)[],
  hold: false,
  fails: undefined as Error | undefined,
}))
vi.mock('@renderer/state/connection', () => ({
  useConnection: { getState: () => ({ status: 'open' }), subscribe: () => () => undefined },
  reachable: () => Promise.resolve(),
  call: async (run: (client: unknown) => Promise<unknown>) => {
    const { graph } = engine
    if (!graph) throw new Error('no graph')
    const answer = await run({
      graph: {
        picture: (input: { limit: number }) => graph.picture(input),
        neighbourhood: (input: { id: string; depth: number; limit: number }) =>
          graph.neighbourhood(input.id, input.depth, input.limit),
        search: ({ text, limit }: { text: string; limit: number }) => graph.search(text, limit),
        decide: (decision: GraphDecision) => graph.decide(decision),
        save_layout: (layout: { ids: string[]; x: number[]; y: number[] }) => graph.saveLayout(layout),
        decisions: () => graph.decisions(),
        export: () => Promise.resolve(graph.export({ format: 'json', leave_out_sensitive: true })),
      },
    })
    if (engine.hold) await new Promise<void>((resolve) => engine.held.push(resolve))
    if (engine.fails) throw engine.fails
    return answer
  },
}))
// The stores read the page when they are loaded.
new FakeBrowser()
vi.stubGlobal('requestAnimationFrame', () => 0)
const { isStale, lastPlace, readPicture, receiveGraph, saveLayout, useGraph } =
  await import('@renderer/state/graph/graph-store')
const { decide } = await import('@renderer/state/graph/decide-names')
const { exportGraph } = await import('@renderer/state/graph/save-graph')
const { chooseGraph, clearGraphFilter, toggleType, useGraphChoices } =
  await import('@renderer/state/graph/graph-choices')
const { endPathAt, focusOn, openEntityNamed, selectEntity, startPath } =
  await import('@renderer/state/graph/graph-places')
const { useNotices } = await import('@renderer/state/window/notices')
const { applyChange } = await import('@renderer/state/apply-change')
const { go, useRoute } = await import('@renderer/state/window/address')

const refused = new CairnError('INVALID_INPUT', 'Not so.', 'Choose others.')
let graph = new FakeGraph()
beforeEach(() => {
  graph = new FakeGraph(60)
  Object.assign(engine, { graph, held: [], hold: false, fails: undefined })
  useNotices.setState({ notices: [] })
  useGraph.setState({ state: null, picture: null, focus: null, reading: false, error: null, limit: 20, readLimit: 20 })
  clearGraphFilter()
  chooseGraph({ path: null, community: null, searchText: '' })
  go({ view: 'graph', entity: null, focus: null })
})

async function firstEntities() {
  const { nodes } = await graph.picture({ limit: 5 })
  return nodes.ids.map((id, at) => ({ id, name: nodes.names[at] ?? '', type: null, mentions: 1, documents: 1 }))
}

describe('the picture', () => {
  it('is the most important part of the whole, or an entity’s surroundings', async () => {
    await readPicture()
    expect(useGraph.getState().picture?.nodes.ids).toHaveLength(20)
    const [first] = await firstEntities()
    focusOn(first?.id ?? '', 1)
    await readPicture()
    expect(useGraph.getState().focus).toEqual({ id: first?.id, depth: 1 })
    expect(useGraph.getState().picture?.nodes.ids).toContain(first?.id)
  })

  // Would catch the whole graph appearing under the breadcrumb of an entity, because its answer came last.
  it('drops an answer to a question that is no longer asked', async () => {
    engine.hold = true
    const whole = readPicture()
    const [first] = await firstEntities()
    focusOn(first?.id ?? '', 1)
    const around = readPicture()
    await vi.waitFor(() => expect(engine.held).toHaveLength(2))
    engine.held[1]?.()
    await around
    engine.held[0]?.()
    await whole
    expect(useGraph.getState().focus?.id).toBe(first?.id)
  })

  // Would catch a graph that is arranged all anew whenever its view is left and opened again.
  it('knows where entities were put after it was read, and what the engine says once it is read again', async () => {
    await readPicture()
    const first = useGraph.getState().picture
    const [one = '', other = ''] = first?.nodes.ids ?? []
    expect(first && lastPlace(first, 0)).toBeUndefined()
    await saveLayout([one, other], [1, 0], [2, -3])
    expect(first && lastPlace(first, 0)).toEqual([1, 2])
    expect(first && lastPlace(first, 1)).toEqual([0, -3])
    // Another window has put it elsewhere since.
    await graph.saveLayout({ ids: [one], x: [7], y: [8] })
    await readPicture()
    const second = useGraph.getState().picture
    expect(second && lastPlace(second, 0)).toEqual([7, 8])
    expect(second && lastPlace(second, 1)).toEqual([0, -3])
  })

  it('keeps the places of this window where the engine cannot', async () => {
    await readPicture()
    engine.fails = new CairnError('INTERNAL', 'Broke.', 'Again.')
    const { picture } = useGraph.getState()
    await saveLayout([picture?.nodes.ids[0] ?? ''], [4], [5])
    expect(picture && lastPlace(picture, 0)).toEqual([4, 5])
  })

  it('stays on the screen when a newer one cannot be read', async () => {
    await readPicture()
    engine.fails = new CairnError('INTERNAL', 'Broke.', 'Again.')
    await readPicture()
    expect(useGraph.getState().error?.code).toBe('INTERNAL')
    expect(useGraph.getState().picture?.nodes.ids).toHaveLength(20)
  })
})

describe('isStale', () => {
  const stateOf = (change: Partial<GraphState> = {}): GraphState => ({ ...graph.state(), ...change })
  const stale = (state: GraphState | null) => isStale({ ...useGraph.getState(), state }, useRoute.getState().focus)

  // Would catch a drawing that jumps with every document of a long import, and one that is never brought up to date.
  it('waits with changes until all documents are read, but not with the first picture', async () => {
    expect(stale(stateOf({ building: true }))).toBe(true)
    await readPicture()
    expect(stale(stateOf())).toBe(false)
    expect(stale(stateOf({ version: 9, building: true }))).toBe(false)
    expect(stale(stateOf({ version: 9 }))).toBe(true)
  })

  // Would catch a window that keeps its picture after the engine or its graph began anew with a lower version.
  it('takes any other version for a change, also a lower one', async () => {
    graph.version = 7
    await readPicture()
    expect(stale(stateOf())).toBe(false)
    expect(stale(stateOf({ version: 3 }))).toBe(true)
  })

  it('asks nothing of an engine without a graph or with an empty one', () => {
    expect(stale(null)).toBe(false)
    expect(stale(stateOf({ entities: 0 }))).toBe(false)
  })

  it('follows the number of entities that is asked for and the entity in focus', async () => {
    await readPicture()
    useGraph.setState({ limit: 50 })
    expect(stale(stateOf())).toBe(true)
    useGraph.setState({ limit: 20 })
    const [first] = await firstEntities()
    focusOn(first?.id ?? '', 2)
    expect(stale(stateOf())).toBe(true)
  })
})

it('follows what the engine says of the graph, also that it keeps none', () => {
  applyChange({ type: 'graph', graph: graph.state() })
  expect(useGraph.getState().state).toEqual(graph.state())
  const rest = { documents: [], sessions: [], jobs: [], running: [], settings: defaultSettings }
  applyChange({ type: 'snapshot', ...rest })
  expect(useGraph.getState().state).toBeNull()
  applyChange({ type: 'snapshot', ...rest, graph: graph.state() })
  expect(useGraph.getState().state?.entities).toBe(60)
})

describe('decisions', () => {
  it('offers to take back what was decided, and does', async () => {
    const [first] = await firstEntities()
    receiveGraph(graph.state())
    expect(await decide({ kind: 'rename', id: first?.id ?? '', name: 'Tarn' }, 'graph:rename.done')).toBe(true)
    expect((await graph.entity(first?.id ?? '')).name).toBe('Tarn')
    expect(useGraph.getState().state?.version).toBe(2)
    useNotices.getState().notices[0]?.action?.run()
    await vi.waitFor(async () => expect((await graph.entity(first?.id ?? '')).name).toBe(first?.name))
  })

  it('says so where the engine refuses, and offers no undo', async () => {
    engine.fails = refused
    expect(await decide({ kind: 'retype', id: 'n_1', type: 'place' }, 'graph:retype.done')).toBe(false)
    expect(useNotices.getState().notices).toMatchObject([{ key: 'graph:decide.failed', action: null }])
  })
})

describe('places', () => {
  it('makes the second entity the end of a path, but neither the first nor a third', async () => {
    const [a, b, c] = await firstEntities()
    if (!a || !b || !c) throw new Error('too few entities')
    expect(endPathAt(a)).toBe(false)
    startPath(a)
    expect(endPathAt(a)).toBe(false)
    expect(endPathAt(b)).toBe(true)
    expect(endPathAt(c)).toBe(false)
    expect(useGraphChoices.getState().path).toEqual({ from: a, to: b })
  })

  it('keeps the surroundings on show while another entity is chosen', async () => {
    const [a, b] = await firstEntities()
    focusOn(a?.id ?? '', 2)
    selectEntity(b ?? null)
    expect(useRoute.getState()).toMatchObject({ entity: b?.id, focus: { id: a?.id, depth: 2 } })
    selectEntity(null)
    expect(useRoute.getState()).toMatchObject({ entity: null, focus: { depth: 2 } })
  })

  it('opens the entity of a name, whatever its case; a name nobody has goes into the search', async () => {
    const [a] = await firstEntities()
    await openEntityNamed(` ${a?.name.toUpperCase() ?? ''} `)
    expect(useRoute.getState()).toMatchObject({ view: 'graph', entity: a?.id })
    expect(useGraphChoices.getState().searchText).toBe('')
    await openEntityNamed('Nobody at all')
    expect(useGraphChoices.getState().searchText).toBe('Nobody at all')
  })

  it('hides and shows types one by one and all at once', () => {
    toggleType('place')
    toggleType('unknown')
    toggleType('place')
    expect([...useGraphChoices.getState().hiddenTypes]).toEqual(['unknown'])
    clearGraphFilter()
    expect(useGraphChoices.getState().hiddenTypes.size).toBe(0)
  })
})

describe('files', () => {
  it('saves the whole file under its name', async () => {
    const save = vi.fn<(blob: Blob, name: string) => void>()
    await exportGraph('json', save)
    const [blob, name] = save.mock.calls[0] ?? []
    expect(name).toBe('cairn-graph.json')
    expect(await blob?.text()).toMatch(/^\{"nodes":\[".+\]\}$/u)
  })

  // Would catch half a file that looks like a whole one.
  it('saves none where the stream breaks', async () => {
    engine.fails = refused
    const save = vi.fn<(blob: Blob, name: string) => void>()
    await exportGraph('graphml', save)
    expect(save).not.toHaveBeenCalled()
    expect(useNotices.getState().notices[0]?.key).toBe('graph:export.failed')
  })
})
