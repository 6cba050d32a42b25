import type { GraphPicture } from '@shared/graph'
import { EyeOff, Maximize, MonitorX, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clearGraphFilter, useGraphChoices } from '@renderer/state/graph/graph-choices'
import { closeCard } from '@renderer/state/graph/graph-places'
import { useView } from '@renderer/state/window/view'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { BuildingStrip } from './building-strip'
import type { GraphDrawing } from './drawing/graph-drawing'
import { typeAt } from './drawing/node-style'
import { FocusBar } from './controls/focus-bar'
import styles from './graph-view.module.css'
import { Legend } from './controls/legend'
import { stageKey } from './controls/stage-keys'
import type { Arranging } from './use-arrangement'

interface GraphStageProps {
  readonly container: RefObject<HTMLDivElement | null>
  readonly drawing: GraphDrawing | null
  readonly picture: GraphPicture
  readonly arranging: Arranging
  /** There is no WebGL here. */
  readonly undrawable: boolean
  /** Tries to draw again. */
  readonly onDraw: () => void
  readonly label: string
}

/** Pixels. */
const leastRoom = 620

/** The drawing itself, and what floats on it. */
export function GraphStage({ container, drawing, picture, arranging, undrawable, onDraw, label }: GraphStageProps) {
  const { t } = useTranslation('graph')
  const focus = useView((state) => state.route.focus)
  const hiddenTypes = useGraphChoices((state) => state.hiddenTypes)
  const nothing = useMemo(
    () => hiddenTypes.size > 0 && picture.nodes.types.every((type) => hiddenTypes.has(typeAt(type))),
    [picture, hiddenTypes],
  )
  const stage = useRef<HTMLDivElement>(null)
  const roomy = useRoom(stage)
  const legendOpen = useGraphChoices((state) => state.legendOpen) ?? roomy
  const legend = useRef<HTMLElement>(null)
  useEffect(() => {
    const { offsetLeft = 0, offsetWidth = 0, offsetHeight = 0, parentElement } = legend.current ?? {}
    // A folded legend takes a corner, and on a narrow stage there is no room to give.
    const tall = offsetHeight > (parentElement?.clientHeight ?? 0) / 3
    drawing?.camera.keepFree(tall && offsetWidth * 3 < (parentElement?.clientWidth ?? 0) ? offsetLeft + offsetWidth : 0)
  }, [drawing, legendOpen, picture])
  if (undrawable) return <Undrawable onDraw={onDraw} />
  return (
    <div ref={stage} className={styles.stage}>
      {/* A drawing that keys move: the list beside it has the same for who cannot see it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
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
      {nothing && (
        <div className={styles.nothing}>
          <EmptyState
            icon={EyeOff}
            title={t('unmatched.title')}
            text={t('unmatched.text')}
            action={<Button onClick={clearGraphFilter}>{t('unmatched.clear')}</Button>}
          />
        </div>
      )}
      <Legend ref={legend} picture={picture} open={legendOpen} />
      <div className={styles.tools}>
        <ArrangingNote arranging={arranging} />
        <ZoomButtons drawing={drawing} />
      </div>
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
      <IconButton icon={ZoomIn} label={t('zoomIn')} keys={['+']} onClick={() => drawing?.camera.zoom(0.6)} />
      <IconButton icon={ZoomOut} label={t('zoomOut')} keys={['−']} onClick={() => drawing?.camera.zoom(1 / 0.6)} />
      <IconButton icon={Maximize} label={t('fit')} keys={['0']} onClick={() => drawing?.camera.fit()} />
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
    return <IconButton icon={RotateCw} label={t('arrange')} onClick={again} className={styles.again} />
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
