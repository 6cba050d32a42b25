import type { EntityHit } from '@shared/graph'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useGraph } from '@renderer/state/graph/graph-store'
import { chooseGraph, useGraphChoices } from '@renderer/state/graph/graph-choices'
import { Segmented } from '@renderer/ui/controls/segmented'
import type { GraphDrawing } from '../drawing/graph-drawing'
import { ExportMenu } from './export-menu'
import styles from '../graph-view.module.css'
import { SearchBox } from './search-box'

interface GraphBarProps {
  readonly drawing: GraphDrawing | null
  readonly onFound: (hit: EntityHit) => void
}

/** Above the drawing: the search, what colours mean, how much is drawn, and the ways out of Cairn. */
export function GraphBar({ drawing, onFound }: GraphBarProps) {
  const { t } = useTranslation('graph')
  const colour = useId()
  const text = useGraphChoices((state) => state.searchText)
  const colouring = useGraphChoices((state) => state.colouring)
  return (
    <div className={styles.bar}>
      <div className={styles.search} role="search">
        <SearchBox
          text={text}
          onText={(searchText) => chooseGraph({ searchText })}
          onChoose={onFound}
          label={t('search.placeholder')}
        />
      </div>
      <div className={styles.colour}>
        <span id={colour} className={styles.colourLabel}>
          {t('colour.label')}
        </span>
        <Segmented
          value={colouring}
          options={(['type', 'community'] as const).map((value) => ({ value, text: t(`colour.${value}`) }))}
          onChange={(next) => chooseGraph({ colouring: next })}
          labelledBy={colour}
        />
      </div>
      <Size />
      <ExportMenu drawing={drawing} />
    </div>
  )
}

function Size() {
  const { t } = useTranslation('graph')
  const shown = useGraph((state) => state.picture?.nodes.ids.length ?? 0)
  const total = useGraph((state) => state.picture?.total.nodes ?? 0)
  return <p className={styles.size}>{shown < total ? t('size', { shown, total }) : t('sizeAll', { count: total })}</p>
}
