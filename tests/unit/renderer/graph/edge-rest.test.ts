import { beforeEach, describe, expect, it, vi } from 'vitest'
const { drawn } = vi.hoisted(() => ({ drawn: [] as string[] }))
vi.mock('sigma/rendering', () => {
  const program = (name: string) =>
    class {
      render(): void {
        drawn.push(name)
      }
    }
  return { EdgeLineProgram: program('line'), createEdgeArrowProgram: () => program('arrow') }
})

/** A page whose frames take so many milliseconds, drawn one at a time. */
async function fakePage() {
  // What was learnt of a machine is kept with the code.
  vi.resetModules()
  const { EdgeRest, mostQuickEdges } = await import('@renderer/features/graph/drawing/edge-rest')
  let callbacks: (() => void)[] = []
  let now = 0
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => callbacks.push(callback))
  vi.stubGlobal('document', { hidden: false })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const draw = vi.fn<() => void>()
  const drawing = () => {
    const rest = new EdgeRest(draw)
    const programs = Object.values(rest.programs(() => false)) as unknown as (new () => {
      render: (params: object) => void
    })[]
    /** Whether edges are drawn in a frame now. */
    const edges = () => {
      drawn.length = 0
      for (const Program of programs) new Program().render({})
      return drawn.length === programs.length
    }
    return { rest, edges }
  }
  return {
    ...drawing(),
    mostQuickEdges,
    /** On the same machine. */
    anotherDrawing: drawing,
    draw,
    frame: (ms = 16) => {
      now += ms
      const due = callbacks
      callbacks = []
      for (const callback of due) callback()
    },
  }
}

beforeEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('edges of a large graph', () => {
  // Would catch a first frame that waits for tens of thousands of lines.
  it('are left out of its first frame and drawn right after it', async () => {
    const { rest, draw, frame, edges, mostQuickEdges } = await fakePage()
    rest.begin(mostQuickEdges + 1)
    expect(edges()).toBe(false)
    frame()
    frame()
    expect(edges()).toBe(true)
    expect(draw).toHaveBeenCalledTimes(1)
  })

  // Would catch a machine with a real graphics card that loses its edges while nodes move.
  it('stay while nodes move where frames are quick', async () => {
    const { rest, frame, edges, mostQuickEdges } = await fakePage()
    rest.begin(mostQuickEdges + 1)
    for (let at = 0; at < 4; at += 1) frame()
    rest.move()
    expect(edges()).toBe(true)
  })

  it('rest while nodes move where frames are slow, and are drawn once they have come to rest', async () => {
    const { rest, draw, frame, edges, mostQuickEdges } = await fakePage()
    rest.begin(mostQuickEdges + 1)
    for (let at = 0; at < 4; at += 1) frame(300)
    rest.move()
    expect(edges()).toBe(false)
    draw.mockClear()
    rest.end()
    expect(edges()).toBe(true)
    expect(draw).toHaveBeenCalledTimes(1)
  })

  // Would catch a view that stands still again whenever it is opened.
  it('rest while nodes move from the beginning where the last drawing was slow', async () => {
    const { rest, anotherDrawing, frame, mostQuickEdges } = await fakePage()
    rest.begin(mostQuickEdges + 1)
    for (let at = 0; at < 4; at += 1) frame(300)
    const { rest: next, edges } = anotherDrawing()
    next.begin(mostQuickEdges + 1)
    next.move()
    for (let at = 0; at < 4; at += 1) frame()
    expect(edges()).toBe(false)
    next.end()
    expect(edges()).toBe(true)
  })

  // Would catch a first frame with all edges where nodes move before it, and a drawing without edges for good.
  it('are left out of the first frame also where nodes move at once, and drawn in the end', async () => {
    const { rest, frame, edges, mostQuickEdges } = await fakePage()
    rest.begin(mostQuickEdges + 1)
    rest.move()
    expect(edges()).toBe(false)
    rest.end()
    expect(edges()).toBe(false)
    for (let at = 0; at < 4; at += 1) frame(300)
    expect(edges()).toBe(true)
  })

  // Would catch a view that was left at once: Sigma throws when it is told to draw after its end.
  it('are not drawn after the end of the drawing', async () => {
    const { rest, draw, frame, mostQuickEdges } = await fakePage()
    rest.begin(mostQuickEdges + 1)
    rest.stop()
    for (let at = 0; at < 4; at += 1) frame()
    expect(draw).not.toHaveBeenCalled()
  })

  // Would catch the frame of a graph that is gone waking the edges of the next.
  it('of the next graph wait for their own first frame', async () => {
    const { rest, draw, frame, edges, mostQuickEdges } = await fakePage()
    rest.begin(mostQuickEdges + 1)
    frame()
    rest.begin(mostQuickEdges + 2)
    frame()
    expect(edges()).toBe(false)
    expect(draw).not.toHaveBeenCalled()
    frame()
    expect(edges()).toBe(true)
  })

  // Would catch a tab that was in the background taken for a slow machine.
  it('are not thought slow because the page was hidden', async () => {
    const { rest, frame, edges, mostQuickEdges } = await fakePage()
    rest.begin(mostQuickEdges + 1)
    vi.stubGlobal('document', { hidden: true })
    for (let at = 0; at < 4; at += 1) frame(60_000)
    vi.stubGlobal('document', { hidden: false })
    rest.move()
    expect(edges()).toBe(true)
  })

  it('are in a picture that is saved meanwhile', async () => {
    const { rest, edges, mostQuickEdges } = await fakePage()
    rest.begin(mostQuickEdges + 1)
    rest.drawAll()
    expect(edges()).toBe(true)
  })
})

it('edges of a small graph are drawn from the first frame on', async () => {
  const { rest, draw, frame, edges, mostQuickEdges } = await fakePage()
  rest.begin(mostQuickEdges)
  expect(edges()).toBe(true)
  rest.move()
  rest.end()
  frame()
  frame()
  expect(draw).not.toHaveBeenCalled()
})
