import { MultiDirectedGraph } from 'graphology'
import Sigma from 'sigma'
import { NodeCircleProgram } from 'sigma/rendering'
import type { Coordinates, RenderParams } from 'sigma/types'
import type { DrawnEdge, DrawnGraph, DrawnNode } from './build-graph'
import { EdgeRest, mostQuickEdges } from './edge-rest'
import { GraphCamera } from './graph-camera'
import { litScene, type PathSpot, type Spot } from './lit-scene'
import type { Look } from './look'
import { type Layer, NameWriter, type ScreenNode } from './name-layer'
import { pathScene } from './path-scene'
import { drawSpotlight, type LitNode } from './spotlight'
import { type PointerActs, watchPointer } from './watch-pointer'

/** Events of the drawing, by the ids of nodes. */
export type DrawingEvents = Pick<PointerActs, 'onHover' | 'onPress' | 'onOpen' | 'onDrop'>

/** A node on the screen that can be pressed. */
interface Pressable extends ScreenNode {
  readonly id: string
}

/** The number of nodes, by importance, that keep their names while the view moves. */
const mostRushing = 500
/** A press this many pixels beside a node is meant for it. */
const tolerance = 3
/** Layers of Sigma that stay empty here; showing them costs each frame. */
const unused = ['edgeLabels', 'labels', 'hovers', 'hoverNodes']

/** Circles without the second picture that Sigma would look up presses in. */
function plainCircles(isHeld: () => boolean) {
  return class extends NodeCircleProgram<DrawnNode, DrawnEdge> {
    constructor(...[gl, , renderer]: ConstructorParameters<typeof NodeCircleProgram<DrawnNode, DrawnEdge>>) {
      super(gl, null, renderer)
    }
    override render(params: RenderParams): void {
      if (!isHeld()) super.render(params)
    }
  }
}

/** The drawing on the screen: Sigma draws nodes and edges, two canvases above it names and what is lit. */
export class GraphDrawing {
  readonly camera: GraphCamera
  readonly #sigma: Sigma<DrawnNode, DrawnEdge>
  readonly #names: HTMLCanvasElement
  readonly #light: HTMLCanvasElement
  readonly #writer = new NameWriter()
  readonly #edges = new EdgeRest(() => this.#sigma.scheduleRender())
  /** Sigma computes, but draws nothing. */
  #held = false
  #look: Look
  #spot: Spot | PathSpot | null = null
  /** The nodes on the screen, the most important first. */
  #visible: readonly Pressable[] = []

  /**
   * Throws where there is no WebGL.
   * @param calm reduced motion: the camera jumps instead of flying.
   */
  constructor(container: HTMLElement, look: Look, events: DrawingEvents, calm: boolean) {
    this.#look = look
    const isHeld = () => this.#held
    this.#sigma = new Sigma<DrawnNode, DrawnEdge>(new MultiDirectedGraph(), container, {
      renderLabels: false,
      defaultEdgeType: 'line',
      nodeProgramClasses: { circle: plainCircles(isHeld) },
      edgeProgramClasses: this.#edges.programs(isHeld),
      minEdgeThickness: 0.6,
      minCameraRatio: 0.01,
      maxCameraRatio: 3,
      stagePadding: 36,
      zIndex: false,
      inertiaDuration: calm ? 0 : 200,
      zoomDuration: calm ? 0 : 160,
      allowInvalidContainer: true,
    })
    this.#names = this.#sigma.createCanvas('names', { beforeLayer: 'mouse' })
    this.#light = this.#sigma.createCanvas('light', { beforeLayer: 'mouse' })
    for (const name of unused) this.#sigma.getCanvases()[name]?.style.setProperty('display', 'none')
    this.camera = new GraphCamera(this.#sigma, calm)
    this.#sigma.on('afterRender', () => this.#drawAbove())
    watchPointer(this.#sigma, {
      ...events,
      nodeAt: (point) => this.#nodeAt(point),
      onPull: (id, point) => this.#pull(id, point),
      onLook: () => this.camera.lookElsewhere(),
    })
  }

  get graph(): DrawnGraph {
    return this.#sigma.getGraph()
  }

  show(graph: DrawnGraph): void {
    this.#sigma.setCustomBBox(null)
    this.#sigma.setSetting('hideEdgesOnMove', graph.size > mostQuickEdges)
    this.#edges.begin(graph.size)
    this.#compute(() => this.#sigma.setGraph(graph))
  }

  /** Draws again after nodes were moved in the graph itself. */
  moved(): void {
    this.#edges.move()
    this.#sigma.setCustomBBox(null)
    this.#compute(() => this.#sigma.refresh({ partialGraph: { nodes: [], edges: [] } }))
    this.camera.fitUnlessElsewhere()
  }

  /** To be called once nodes are where they stay. */
  settled(): void {
    this.#edges.end()
  }

  /** Draws again after colours or what is hidden changed. */
  restyled(look: Look): void {
    this.#look = look
    this.#sigma.refresh({ skipIndexation: true })
  }

  /** Fills its container again. */
  resized(): void {
    this.#sigma.resize()
    this.#sigma.scheduleRender()
    this.camera.fitUnlessElsewhere()
  }

  light(spot: Spot | PathSpot | null): void {
    this.#spot = spot
    this.#drawLight()
  }

  /** A copy of the screen on the paper colour. */
  toCanvas(): HTMLCanvasElement {
    this.#edges.drawAll()
    // WebGL keeps a picture only until the browser has shown it, so it is drawn and copied in one go.
    this.#sigma.refresh({ skipIndexation: true })
    const { nodes, edges } = this.#sigma.getCanvases()
    const copy = document.createElement('canvas')
    copy.width = nodes?.width ?? 1
    copy.height = nodes?.height ?? 1
    const context = copy.getContext('2d')
    if (!context) return copy
    context.fillStyle = this.#look.paper
    context.fillRect(0, 0, copy.width, copy.height)
    for (const layer of [edges, nodes, this.#names, this.#light]) {
      if (layer) context.drawImage(layer, 0, 0, copy.width, copy.height)
    }
    return copy
  }

  kill(): void {
    this.#edges.stop()
    this.#sigma.kill()
  }

  /** The nearest node that the point touches. */
  #nodeAt({ x, y }: Coordinates): string | null {
    let nearest: string | null = null
    let least = Infinity
    for (const node of this.#visible) {
      const away = Math.hypot(node.x - x, node.y - y)
      if (away > node.radius + tolerance || away >= least) continue
      nearest = node.id
      least = away
    }
    return nearest
  }

  /** Puts one node elsewhere; only it and its edges are computed again. */
  #pull(id: string, point: Coordinates): void {
    const sigma = this.#sigma
    // Otherwise the whole drawing would shrink when a node is pulled over its edge.
    if (!sigma.getCustomBBox()) sigma.setCustomBBox(sigma.getBBox())
    const node = this.graph.getNodeAttributes(id)
    const { x, y } = sigma.viewportToGraph(point)
    node.x = x
    node.y = y
    const partialGraph = { nodes: [id], edges: this.graph.edges(id) }
    sigma.refresh({ partialGraph, skipIndexation: true, schedule: true })
  }

  /** Has Sigma compute without drawing, so that the camera can be corrected before the one frame that follows. */
  #compute(anew: () => void): void {
    this.#held = true
    anew()
    this.#held = false
    this.#sigma.scheduleRender()
  }

  #drawAbove(): void {
    if (this.#held) return
    this.#visible = this.#nodesOnScreen(this.#isRushing() ? mostRushing : Infinity)
    const layer = this.#cleared(this.#names)
    if (layer) this.#writer.write(layer, this.#visible)
    this.#drawLight()
  }

  #drawLight(): void {
    const layer = this.#cleared(this.#light)
    const spot = this.#spot
    if (!layer || !spot) return
    const onScreen = (id: string) => this.#onScreen(id)
    const scene =
      'path' in spot ? pathScene(spot.path, onScreen, this.#look, layer.view) : litScene(this.graph, spot, onScreen)
    drawSpotlight(layer, scene, spot.veil)
    this.#writer.write(layer, scene.nodes, true)
  }

  #onScreen(id: string): LitNode | null {
    const data = this.graph.hasNode(id) ? this.#sigma.getNodeDisplayData(id) : undefined
    if (!data || data.hidden) return null
    const { x, y } = this.#sigma.framedGraphToViewport(data)
    const name = this.graph.getNodeAttribute(id, 'name')
    return { name, x, y, radius: this.#sigma.scaleSize(data.size), color: data.color }
  }

  /** The view of a large graph is moving: only the most important names go with it. */
  #isRushing(): boolean {
    const { isMoving } = this.#sigma.getMouseCaptor()
    return this.graph.size > mostQuickEdges && (isMoving || this.#sigma.getCamera().isAnimated())
  }

  /** @param most nodes that are looked at, the most important first. */
  #nodesOnScreen(most: number): Pressable[] {
    const sigma = this.#sigma
    const { width, height } = sigma.getDimensions()
    const scale = sigma.scaleSize(1)
    // One linear map for all nodes: Sigma's own makes two objects for each.
    const zero = sigma.framedGraphToViewport({ x: 0, y: 0 })
    const one = sigma.framedGraphToViewport({ x: 1, y: 1 })
    const nodes: Pressable[] = []
    this.graph.findNode((id, { name, hidden, at }) => {
      const data = hidden ? undefined : sigma.getNodeDisplayData(id)
      if (!data) return at >= most
      const x = zero.x + data.x * (one.x - zero.x)
      const y = zero.y + data.y * (one.y - zero.y)
      if (x > -100 && y > -20 && x < width + 20 && y < height + 20)
        nodes.push({ id, name, x, y, radius: data.size * scale })
      return at >= most
    })
    return nodes
  }

  #cleared(canvas: HTMLCanvasElement): Layer | null {
    const view = this.#sigma.getDimensions()
    const { width, height } = view
    const ratio = window.devicePixelRatio
    if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio)
    if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio)
    const context = canvas.getContext('2d')
    if (!context) return null
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, width, height)
    return { context, look: this.#look, view }
  }
}
