import { ChevronDown, ChevronUp } from 'lucide-react'
import { type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { GraphPicture } from '@shared/graph'
import { chooseGraph, useGraphChoices } from '@renderer/state/graph/graph-choices'
import { CheckBox } from '@renderer/ui/controls/check-box'
import { IconButton } from '@renderer/ui/controls/button'
import { CommunityColours } from './colour-key'
import styles from './legend.module.css'
import { LimitSlider } from './limit-slider'
import { TypeFilter } from './type-filter'

interface LegendProps {
  readonly ref?: Ref<HTMLElement>
  readonly picture: GraphPicture
  readonly open: boolean
}

/** What the colours and lines mean, and which of them are drawn. */
export function Legend({ ref, picture, open }: LegendProps) {
  const { t } = useTranslation('graph')
  const hidden = useGraphChoices((state) => state.hiddenTypes)
  const byType = useGraphChoices((state) => state.colouring === 'type')
  return (
    <section ref={ref} className={styles.legend} aria-label={t('legend.title')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('legend.title')}</h2>
        <IconButton
          icon={open ? ChevronDown : ChevronUp}
          size="small"
          label={t(open ? 'legend.close' : 'legend.open')}
          aria-expanded={open}
          onClick={() => chooseGraph({ legendOpen: !open })}
        />
      </header>
      {open && (
        <div className={styles.body}>
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
        <CheckBox
          checked={stated}
          onChange={(on) => chooseGraph({ statedShown: on })}
          label={t('legend.stated')}
          labelShown
        />
        <EdgeSign stated />
      </div>
      <div className={styles.row}>
        <CheckBox
          checked={together}
          onChange={(on) => chooseGraph({ togetherShown: on })}
          label={t('legend.together')}
          labelShown
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
