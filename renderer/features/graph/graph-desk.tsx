import type { EntityHit, GraphPath, GraphPicture } from '@shared/graph'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGraph } from '@renderer/state/graph/graph-store'
import { chooseGraph, useGraphChoices } from '@renderer/state/graph/graph-choices'
import { call } from '@renderer/state/connection'
import { endPathAt, focusOn, selectEntity } from '@renderer/state/graph/graph-places'
import { useRoute } from '@renderer/state/window/address'
import { CorrectionDialogs } from './corrections/correction-dialogs'
import type { GraphDrawing } from './drawing/graph-drawing'
import { typeAt } from './drawing/node-style'
import { GraphBar } from './controls/graph-bar'
import { GraphStage } from './graph-stage'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import styles from './graph-view.module.css'
import { GraphPanel } from './panel/graph-panel'
import { headOf } from './panel/graph-lists'
import { useArrangement } from './use-arrangement'
import { useDrawing, useLook } from './use-drawing'
import { membersOf, useSpot } from './use-spot'

/** The drawing with everything around it. */
export function GraphDesk({ picture }: { readonly picture: GraphPicture }) {
  const { t } = useTranslation('graph')
  const stage = useRef<HTMLDivElement>(null)
  const [undrawable, setUndrawable] = useState(false)
  const shownFocus = useGraph((state) => state.focus)
  const entity = useRoute((route) => route.entity)
  const community = useGraphChoices((state) => state.community)
  const ends = useGraphChoices((state) => state.path)
  const look = useLook()
  const { hovered, point } = usePointed(
    `${entity ?? ''} ${community ?? ''} ${ends?.from.id ?? ''} ${ends?.to?.id ?? ''}`,
  )
  const choices = useDrawingChoices(picture)
  const shown = useMemo(
    () => ({ picture, focusId: shownFocus?.id ?? null, look, choices }),
    [picture, shownFocus, look, choices],
  )
  const press = (id: string | null) => {
    const head = id === null ? null : headOf(picture.nodes, id)
    if (head && endPathAt(head)) return
    // While the other end of a path is being chosen, a press beside all nodes means nothing.
    if (ends?.to === null) return
    chooseGraph({ path: null })
    selectEntity(head)
  }
  const drawing = useDrawing(
    stage,
    { onHover: point, onPress: press, onOpen: (id) => focusOn(id), onDrop: (id) => arranging.keepPlace(id) },
    () => setUndrawable(true),
    undrawable,
  )
  const arranging = useArrangement(drawing, shown)
  const path = usePath(ends)
  useSpot(drawing, { picture, hovered, chosen: entity, path: path.value, community })

  useFlights(drawing, { picture, entity, community, path: path.value })
  return (
    <div className={styles.desk}>
      <GraphBar drawing={drawing} onFound={(hit) => showFound(hit, drawing)} />
      <div className={styles.body}>
        <GraphStage
          container={stage}
          drawing={drawing}
          picture={picture}
          arranging={arranging}
          onPath={(path.value?.nodes.length ?? 0) > 0}
          undrawable={undrawable}
          onDraw={() => setUndrawable(false)}
          label={t('drawing')}
        />
        <GraphPanel path={path} onPoint={point} />
      </div>
      <CorrectionDialogs />
    </div>
  )
}

/** Ends a path at what was searched for, or else goes there: in the drawing, or to its surroundings where it is not drawn. */
function showFound(hit: EntityHit, drawing: GraphDrawing | null): void {
  if (endPathAt(hit)) return
  if (drawing && !drawing.camera.flyTo([hit.id])) focusOn(hit.id)
  else selectEntity(hit)
}

/** The path between two chosen entities; none before both are chosen. */
function usePath(ends: ReturnType<typeof useGraphChoices.getState>['path']) {
  const version = useGraph((state) => state.state?.version ?? 0)
  const [from, to] = [ends?.from.id ?? '', ends?.to?.id ?? '']
  const read = () => call((client) => client.graph.path({ from, to }))
  return useFetched(ends?.to ? `${from} ${to}` : null, read, { version })
}

/** The node pointed at. What is pointed at in a list goes away with the list (another `place`) and sends no leave event. */
function usePointed(place: string) {
  const [pointed, setPointed] = useState<{ readonly id: string; readonly place: string } | null>(null)
  const hovered = pointed?.place === place ? pointed.id : null
  const point = (id: string | null) => {
    setPointed((before) => (id === null ? null : before?.id === id && before.place === place ? before : { id, place }))
  }
  return { hovered, point }
}

interface Destinations {
  readonly picture: GraphPicture
  readonly entity: string | null
  readonly community: string | null
  readonly path: GraphPath | null
}

/** Takes the view to what was chosen last. */
function useFlights(drawing: GraphDrawing | null, { picture, entity, community, path }: Destinations): void {
  const fly = useEffectEvent((ids: string[]) => {
    if (ids.length !== 1 || !drawing?.camera.isInView(ids[0] ?? '')) drawing?.camera.flyTo(ids)
  })
  useEffect(() => {
    if (drawing && entity !== null) fly([entity])
  }, [drawing, entity])
  useEffect(() => {
    if (drawing && community !== null) fly(membersOf(picture, community))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a picture that is read anew does not move the view
  }, [drawing, community])
  useEffect(() => {
    if (drawing && path) fly(path.nodes.map(({ id }) => id))
  }, [drawing, path])
}

/** The choices of how the picture is drawn; the same object while no choice changes. */
function useDrawingChoices(picture: GraphPicture) {
  const colouring = useGraphChoices((state) => state.colouring)
  const hiddenTypes = useGraphChoices((state) => state.hiddenTypes)
  const statedShown = useGraphChoices((state) => state.statedShown)
  const togetherShown = useGraphChoices((state) => state.togetherShown)
  return useMemo(() => {
    const hidden = Uint8Array.from(picture.nodes.types, (type) => (hiddenTypes.has(typeAt(type)) ? 1 : 0))
    return { colouring, statedShown, togetherShown, hidden }
  }, [picture, colouring, hiddenTypes, statedShown, togetherShown])
}
