import type { GraphPicture } from '@shared/graph'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { lastPlace, saveLayout } from '@renderer/state/graph/graph-store'
import { buildGraph, type DrawingChoices, type DrawnGraph, restyle } from './drawing/build-graph'
import { afterFrame } from './drawing/edge-rest'
import type { GraphDrawing } from './drawing/graph-drawing'
import type { Look } from './drawing/look'
import { layoutRequest } from './layout/layout-request'
import { startLayout } from './layout/layout-run'
import type { LayoutReport } from './layout/layout-worker'
import { seedLayout } from './layout/seed-layout'
import { prefersCalm } from './use-drawing'

interface Shown {
  readonly picture: GraphPicture
  /** Whose surroundings it is; null for the whole graph, whose layout is kept. */
  readonly focusId: string | null
  readonly look: Look
  readonly choices: DrawingChoices
}

export interface Arranging {
  /** 0 to 1 while nodes are being arranged; null at rest. */
  readonly progress: number | null
  readonly stop: () => void
  /** From the beginning, whatever was kept. */
  readonly again: () => void
  /** A node was put somewhere by hand. */
  readonly keepPlace: (id: string) => void
}

/** Draws a picture, arranges what has no place yet, and keeps the places. What was on the screen stays where it is. */
export function useArrangement(drawing: GraphDrawing | null, shown: Shown): Arranging {
  const { progress, start, end } = useLayoutRun(drawing)
  const styled = useRef<Shown | null>(null)
  const before = useRef<{ readonly focusId: string | null; readonly drawing: GraphDrawing } | null>(null)
  const { picture, focusId, look, choices } = shown
  const stop = () => {
    end()
    drawing?.settled()
  }

  /** Of the whole graph only: surroundings are arranged anew each time. */
  const savePlaces = (ids?: string[]) => {
    if (drawing && focusId === null) void saveLayout(...columnsOf(drawing.graph, ids))
  }

  const begin = useEffectEvent((from: 'places' | 'nowhere') => {
    if (!drawing) return
    end()
    const same = before.current?.drawing === drawing && before.current.focusId === focusId
    const old = same ? drawing.graph : null
    // Nodes begin at their places where these are kept, else where their communities put them.
    const places = from === 'places' && (focusId === null || same) ? placesOf(picture, old) : nowhere(picture)
    const seeds = seedLayout({ communities: picture.nodes.communities, ...places, ...picture.edges })
    drawing.show(buildGraph(picture, seeds, look, choices))
    styled.current = shown
    if (!same) drawing.camera.fitAtOnce()
    before.current = { focusId, drawing }
    if (seeds.kept.some((kept) => kept !== 1)) start(layoutRequest(picture, seeds), savePlaces)
  })

  const [round, setRound] = useState(0)
  const lastRound = useRef(round)
  useEffect(() => {
    if (!drawing) return
    begin(round === lastRound.current ? 'places' : 'nowhere')
    lastRound.current = round
  }, [drawing, picture, focusId, round])

  // Choices made after the picture was drawn change only its colours and what of it is hidden.
  useEffect(() => {
    if (!drawing || styled.current === shown || drawing.graph.order !== picture.nodes.ids.length) return
    styled.current = shown
    restyle(drawing.graph, picture.nodes, look, choices)
    drawing.restyled(look)
  }, [drawing, shown, picture, look, choices])

  return {
    progress,
    stop: () => {
      stop()
      savePlaces()
    },
    again: () => setRound((before) => before + 1),
    keepPlace: (id) => {
      // Who moves nodes by hand does not want them moved from under it.
      stop()
      savePlaces([id])
    },
  }
}

/** Runs one layout of a drawing at a time: its progress, its start and its early end. */
function useLayoutRun(drawing: GraphDrawing | null) {
  const [progress, setProgress] = useState<number | null>(null)
  const halt = useRef<() => void>(() => undefined)
  useEffect(() => () => halt.current(), [drawing])
  const end = () => {
    halt.current()
    halt.current = () => undefined
    setProgress(null)
  }
  const start = (request: ReturnType<typeof layoutRequest>, onDone: () => void) => {
    if (!drawing) return
    setProgress(0)
    halt.current = arrange(drawing, request, (report) => {
      setProgress(report && !report.done ? report.progress : null)
      if (report?.done) onDone()
    })
  }
  return { progress, start, end }
}

/**
 * Moves the nodes of a drawing until they are arranged or the returned function is called. Readers who want no motion see
 * the end only. `onReport` hears of every report; null says that the layout failed.
 */
function arrange(
  drawing: GraphDrawing,
  request: ReturnType<typeof layoutRequest>,
  onReport: (report: LayoutReport | null) => void,
): () => void {
  const calm = prefersCalm()
  const apply = paced((report: LayoutReport) => {
    movedTo(drawing.graph, report.positions)
    drawing.moved()
    if (report.done) drawing.settled()
  })
  return startLayout(
    request,
    (report) => {
      if (!calm || report.done) apply(report)
      onReport(report)
    },
    () => {
      drawing.settled()
      onReport(null)
    },
  )
}

type Places = { readonly x: number[]; readonly y: number[] }

/** Where nodes are: on the screen now, or else where they were on the last visit. */
function placesOf(picture: GraphPicture, old: DrawnGraph | null): Places {
  const x: number[] = []
  const y: number[] = []
  for (const [at, id] of picture.nodes.ids.entries()) {
    const drawn = old?.hasNode(id) === true ? old.getNodeAttributes(id) : null
    const [lastX = Number.NaN, lastY = Number.NaN] = lastPlace(picture, at) ?? []
    x.push(drawn?.x ?? lastX)
    y.push(drawn?.y ?? lastY)
  }
  return { x, y }
}

function nowhere({ nodes }: GraphPicture): Places {
  const unknown = nodes.ids.map(() => Number.NaN)
  return { x: unknown, y: unknown }
}

function movedTo(graph: DrawnGraph, positions: Float32Array): void {
  graph.forEachNode((_, node) => {
    node.x = positions[2 * node.at] ?? node.x
    node.y = positions[2 * node.at + 1] ?? node.y
  })
}

function columnsOf(graph: DrawnGraph, ids: string[] = graph.nodes()): [string[], number[], number[]] {
  const nodes = ids.map((id) => graph.getNodeAttributes(id))
  return [ids, nodes.map(({ x }) => x), nodes.map(({ y }) => y)]
}

/** Leaves out reports that come faster than they can be drawn, but never the last. */
function paced(apply: (report: LayoutReport) => void): (report: LayoutReport) => void {
  let next = 0
  return (report) => {
    const began = performance.now()
    if (began < next && !report.done) return
    apply(report)
    next = Infinity
    // A large graph takes long to draw, much of it after this script is done; between two drawings there is time for the reader.
    afterFrame(() => (next = performance.now() + 2 * (performance.now() - began)))
  }
}
