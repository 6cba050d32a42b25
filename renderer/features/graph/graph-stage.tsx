import type { GraphPicture } from '@shared/graph'
import { ChevronRight, EyeOff, Maximize, MonitorX, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clearGraphFilter, useGraphChoices } from '@renderer/state/graph/graph-choices'
import { closeCard, focusOn, leaveFocus } from '@renderer/state/graph/graph-places'
import { useRoute } from '@renderer/state/window/address'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { hasChanged, readPicture, useGraph } from '@renderer/state/graph/graph-store'
import type { GraphFocus } from '@renderer/state/window/route'
import { safeName } from '@renderer/ui/text/safe-name'
import { Segmented } from '@renderer/ui/controls/segmented'
import type { GraphDrawing } from './drawing/graph-drawing'
import { typeAt } from './drawing/node-style'
import styles from './graph-view.module.css'
import { Legend } from './controls/legend'
import type { Arranging } from './use-arrangement'
import type { GraphCamera } from './drawing/graph-camera'

interface GraphStageProps {
  readonly container: RefObject<HTMLDivElement | null>
  readonly drawing: GraphDrawing | null
  readonly picture: GraphPicture
  readonly arranging: Arranging
  readonly onPath: boolean
  /** There is no WebGL here. */
  readonly undrawable: boolean
  /** Tries to draw again. */
  readonly onDraw: () => void
  readonly label: string
}

/** Pixels. */
const leastRoom = 620

/** The drawing itself, and what floats on it. */
export function GraphStage(props: GraphStageProps) {
  const { container, drawing, picture, arranging, onPath, undrawable, onDraw, label } = props
  const focus = useRoute((route) => route.focus)
  const hiddenTypes = useGraphChoices((state) => state.hiddenTypes)
  const nothing = useMemo(
    () => hiddenTypes.size > 0 && picture.nodes.types.every((type) => hiddenTypes.has(typeAt(type))),
    [picture, hiddenTypes],
  )
  const stage = useRef<HTMLDivElement>(null)
  const roomy = useRoom(stage)
  const legendOpen = useGraphChoices((state) => state.legendOpen) ?? roomy
  const legend = useRef<HTMLElement>(null)
  useFreeRoom(drawing, legend, legendOpen, picture)
  if (undrawable) return <Undrawable onDraw={onDraw} />
  return (
    <div ref={stage} className={styles.stage}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the lists have the same for those who cannot see the drawing */}
      <div
        ref={container}
        role="application"
        aria-label={label}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it takes keys
        tabIndex={0}
        className={styles.drawing}
        onKeyDown={(event) => {
          const done = event.key === 'Escape' ? closeCard() : drawing !== null && stageKey(event, drawing.camera)
          if (!done) return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <div className={styles.top}>
        {focus && <FocusBar focus={focus} />}
        <BuildingStrip />
      </div>
      {nothing && <AllHidden />}
      <Legend ref={legend} picture={picture} open={legendOpen} onPath={onPath} />
      <div className={styles.tools}>
        <ArrangingNote arranging={arranging} />
        <ZoomButtons drawing={drawing} />
      </div>
    </div>
  )
}

/** Has the camera leave the room of a large legend free. */
function useFreeRoom(
  drawing: GraphDrawing | null,
  legend: RefObject<HTMLElement | null>,
  open: boolean,
  picture: GraphPicture,
): void {
  useEffect(() => {
    const { offsetLeft = 0, offsetWidth = 0, offsetHeight = 0, parentElement } = legend.current ?? {}
    // A folded legend takes a corner, and on a narrow stage there is no room to give.
    const tall = offsetHeight > (parentElement?.clientHeight ?? 0) / 3
    drawing?.camera.keepFree(tall && offsetWidth * 3 < (parentElement?.clientWidth ?? 0) ? offsetLeft + offsetWidth : 0)
  }, [drawing, legend, open, picture])
}

/** Said where the filter leaves nothing to draw. */
function AllHidden() {
  const { t } = useTranslation('graph')
  return (
    <div className={styles.nothing}>
      <EmptyState
        icon={EyeOff}
        title={t('unmatched.title')}
        text={t('unmatched.text')}
        action={<Button onClick={clearGraphFilter}>{t('unmatched.clear')}</Button>}
      />
    </div>
  )
}

/** Said where there is no WebGL. */
function Undrawable({ onDraw }: Pick<GraphStageProps, 'onDraw'>) {
  const { t } = useTranslation('graph')
  return (
    <div className={styles.stage}>
      <EmptyState
        icon={MonitorX}
        title={t('undrawable.title')}
        text={t('undrawable.text')}
        action={<Button onClick={onDraw}>{t('undrawable.again')}</Button>}
      />
    </div>
  )
}

function ZoomButtons({ drawing }: Pick<GraphStageProps, 'drawing'>) {
  const { t } = useTranslation('graph')
  return (
    <div className={styles.zoom} role="group" aria-label={t('drawing')}>
      <IconButton
        size="medium"
        icon={ZoomIn}
        label={t('zoomIn')}
        keys={['+']}
        onClick={() => drawing?.camera.zoom(0.6)}
      />
      <IconButton
        size="medium"
        icon={ZoomOut}
        label={t('zoomOut')}
        keys={['−']}
        onClick={() => drawing?.camera.zoom(1 / 0.6)}
      />
      <IconButton size="medium" icon={Maximize} label={t('fit')} keys={['0']} onClick={() => drawing?.camera.fit()} />
    </div>
  )
}

/** Whether an element is wide enough for the legend to be open by itself. */
function useRoom(element: RefObject<HTMLElement | null>): boolean {
  const [roomy, setRoomy] = useState(true)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(() => setRoomy(current.clientWidth >= leastRoom))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return roomy
}

function ArrangingNote({ arranging: { progress, stop, again } }: { readonly arranging: Arranging }) {
  const { t } = useTranslation('graph')
  if (progress === null) {
    return <IconButton size="medium" icon={RotateCw} label={t('arrange')} onClick={again} className={styles.again} />
  }
  return (
    <p className={styles.note} role="status">
      <span className="numeric">{t('arranging', { percent: Math.round(progress * 100) })}</span>
      <Button size="small" onClick={stop}>
        {t('stop')}
      </Button>
    </p>
  )
}

/** While documents are still being read: how far that is, and the way to what came meanwhile. */
export function BuildingStrip() {
  const { t } = useTranslation('graph')
  const building = useGraph(({ state }) => state?.building ?? false)
  const done = useGraph(({ state }) => state?.documents.done ?? 0)
  const total = useGraph(({ state }) => state?.documents.total ?? 0)
  const newer = useGraph(({ state, picture }) => hasChanged(state, picture))
  if (!building) return null
  return (
    <p className={styles.note} role="status">
      <span className="numeric">{done < total ? t('building.strip', { done, total }) : t('building.settling')}</span>
      {newer && (
        <Button size="small" onClick={() => void readPicture()}>
          {t('building.show')}
        </Button>
      )}
    </p>
  )
}

const depths = { '1': 1, '2': 2, '3': 3 } as const

/** While only an entity's surroundings are drawn: whose, how far, and the way back to the whole. */
function FocusBar({ focus }: { readonly focus: GraphFocus }) {
  const { t } = useTranslation('graph')
  const steps = useId()
  const name = useGraph(({ picture }) => {
    const at = picture?.nodes.ids.indexOf(focus.id) ?? -1
    return picture?.nodes.names[at] ?? ''
  })
  return (
    <nav className={styles.focus} aria-label={t('focus.label')}>
      <button type="button" className={styles.whole} onClick={leaveFocus}>
        {t('focus.whole')}
      </button>
      <ChevronRight size={14} strokeWidth={1.75} aria-hidden />
      <bdi className={styles.around}>{t('focus.around', { replace: { name: safeName(name) } })}</bdi>
      <span id={steps} className={styles.colourLabel}>
        {t('focus.depth')}
      </span>
      <Segmented
        value={(['1', '2', '3'] as const).find((one) => depths[one] === focus.depth) ?? '1'}
        options={(['1', '2', '3'] as const).map((value) => ({ value, text: value }))}
        onChange={(value) => focusOn(focus.id, depths[value])}
        labelledBy={steps}
      />
    </nav>
  )
}

const step = 0.12
const closer = 0.7

/** Keys of the drawing: arrows move it, plus and minus zoom, 0 shows all. True where a key was one of them. */
function stageKey(event: KeyboardEvent, camera: GraphCamera): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const acts: Record<string, () => void> = {
    ArrowLeft: () => camera.pan(-step, 0),
    ArrowRight: () => camera.pan(step, 0),
    ArrowUp: () => camera.pan(0, -step),
    ArrowDown: () => camera.pan(0, step),
    '+': () => camera.zoom(closer),
    '=': () => camera.zoom(closer),
    '-': () => camera.zoom(1 / closer),
    '0': () => camera.fit(),
  }
  const act = acts[event.key]
  act?.()
  return act !== undefined
}
