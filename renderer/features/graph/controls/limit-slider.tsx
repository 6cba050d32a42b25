import { Slider } from '@base-ui/react/slider'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setLimit, useGraph } from '@renderer/state/graph/graph-store'
import { useView } from '@renderer/state/window/view'
import { limitAt, limitSteps, stepOf } from './limit-steps'
import styles from './legend.module.css'

/** How many of the most important entities are drawn. The engine is asked once the handle is let go. */
export function LimitSlider() {
  const { t } = useTranslation('graph')
  const id = useId()
  const total = useGraph((state) => state.state?.entities ?? 0)
  const limit = useGraph((state) => state.limit)
  const around = useView((state) => state.route.focus !== null)
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
          setLimit(limitAt(steps, next))
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
