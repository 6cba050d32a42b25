import type { GraphPicture } from '@shared/graph'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Slider } from '@base-ui/react/slider'
import { chooseGraph, useGraphChoices } from '@renderer/state/graph/graph-choices'
import { CheckBox } from '@renderer/ui/controls/check-box'
import { IconButton } from '@renderer/ui/controls/button'
import { useGraph } from '@renderer/state/graph/graph-store'
import { useRoute } from '@renderer/state/window/address'
import { CommunityColours, PathColour } from './colour-key'
import styles from './legend.module.css'
import { TypeFilter } from './type-filter'

interface LegendProps {
  readonly ref?: Ref<HTMLElement>
  readonly picture: GraphPicture
  readonly open: boolean
  /** A path is drawn. */
  readonly onPath: boolean
}

/** What the colours and lines mean, and which of them are drawn. */
export function Legend({ ref, picture, open, onPath }: LegendProps) {
  const { t } = useTranslation('graph')
  const hidden = useGraphChoices((state) => state.hiddenTypes)
  const byType = useGraphChoices((state) => state.colouring === 'type')
  const path = useGraphChoices((state) => state.path)
  return (
    <section ref={ref} className={styles.legend} aria-label={t('legend.title')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('legend.title')}</h2>
        <IconButton
          icon={open ? ChevronDown : ChevronUp}
          label={t(open ? 'legend.close' : 'legend.open')}
          aria-expanded={open}
          onClick={() => chooseGraph({ legendOpen: !open })}
        />
      </header>
      {open && (
        <div className={styles.body}>
          {onPath && path?.to && <PathColour ends={{ from: path.from.name, to: path.to.name }} />}
          {!byType && <CommunityColours communities={picture.communities} />}
          <TypeFilter nodes={picture.nodes} coloured={byType} hidden={hidden} />
          <EdgeFilter />
          <LimitSlider />
        </div>
      )}
    </section>
  )
}

function EdgeFilter() {
  const { t } = useTranslation('graph')
  const id = useId()
  const stated = useGraphChoices((state) => state.statedShown)
  const together = useGraphChoices((state) => state.togetherShown)
  return (
    <div role="group" aria-labelledby={id} className={styles.group}>
      <h3 id={id} className={styles.heading}>
        {t('legend.edges')}
      </h3>
      <div className={styles.row}>
        <CheckBox checked={stated} onChange={(on) => chooseGraph({ statedShown: on })} label={t('legend.stated')} />
        <EdgeSign stated />
      </div>
      <div className={styles.row}>
        <CheckBox
          checked={together}
          onChange={(on) => chooseGraph({ togetherShown: on })}
          label={t('legend.together')}
        />
        <EdgeSign stated={false} />
      </div>
    </div>
  )
}

/** How a link looks in the drawing: an arrow where it is stated, a thin line where entities stand together. */
export function EdgeSign({ stated }: { readonly stated: boolean }) {
  return (
    <svg width="24" height="10" viewBox="0 0 24 10" aria-hidden className={stated ? styles.stated : styles.together}>
      <path d={stated ? 'M1 5H20M16 1.5L21 5L16 8.5' : 'M1 5H23'} />
    </svg>
  )
}

/** How many of the most important entities are drawn. The engine is asked once the handle is let go. */
function LimitSlider() {
  const { t } = useTranslation('graph')
  const id = useId()
  const total = useGraph((state) => state.state?.entities ?? 0)
  const limit = useGraph((state) => state.limit)
  const around = useRoute((route) => route.focus !== null)
  const [moving, setMoving] = useState<number | null>(null)
  const steps = limitSteps(total)
  if (around || steps.length < 2) return null
  const shown = moving ?? stepOf(steps, limit)
  return (
    <div className={styles.group}>
      <div className={styles.line}>
        <h3 id={id} className={styles.heading}>
          {t('legend.most')}
        </h3>
        <span className={styles.count}>{t('count', { count: limitAt(steps, shown) })}</span>
      </div>
      <Slider.Root
        value={shown}
        min={0}
        max={steps.length - 1}
        step={1}
        aria-labelledby={id}
        onValueChange={(next) => setMoving(next)}
        onValueCommitted={(next) => {
          setMoving(null)
          useGraph.setState({ limit: limitAt(steps, next) })
        }}
      >
        <Slider.Control className={styles.slider}>
          <Slider.Track className={styles.track}>
            <Slider.Indicator className={styles.fill} />
            <Slider.Thumb
              className={styles.thumb}
              aria-labelledby={id}
              getAriaValueText={(_, value) => t('legend.mostValue', { count: limitAt(steps, value) })}
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
    </div>
  )
}

const marks = [200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]

/** How many entities can be asked for: round numbers below the total, then all of them, up to 50,000. */
function limitSteps(total: number): number[] {
  const below = marks.filter((mark) => mark < total)
  return total <= (marks.at(-1) ?? 0) ? [...below, total] : below
}

/** The number at a place of the steps. */
function limitAt(steps: readonly number[], place: number): number {
  return steps[Math.max(0, Math.min(place, steps.length - 1))] ?? 0
}

/** The place of the largest step that a limit reaches. */
function stepOf(steps: readonly number[], limit: number): number {
  return Math.max(
    0,
    steps.findLastIndex((step) => step <= limit),
  )
}
