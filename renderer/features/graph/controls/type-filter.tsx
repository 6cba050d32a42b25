import type { GraphPicture } from '@shared/graph'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseGraph, type LegendType, toggleType } from '@renderer/state/graph/graph-choices'
import { CheckBox } from '@renderer/ui/controls/check-box'
import { typeToken } from '../drawing/look'
import { countTypes } from '../drawing/node-style'
import styles from './legend.module.css'
import { Dot } from './colour-key'

interface TypeFilterProps {
  readonly nodes: GraphPicture['nodes']
  /** Types have the colours now. */
  readonly coloured: boolean
  readonly hidden: ReadonlySet<LegendType>
}

/** The types of the picture, and which of them are drawn. */
export function TypeFilter({ nodes, coloured, hidden }: TypeFilterProps) {
  const { t } = useTranslation('graph')
  const id = useId()
  const types = useMemo(() => countTypes(nodes), [nodes])
  return (
    <div role="group" aria-labelledby={id} className={styles.group}>
      <div className={styles.line}>
        <h3 id={id} className={styles.heading}>
          {t('legend.types')}
        </h3>
        <button type="button" className={styles.all} onClick={() => chooseGraph({ hiddenTypes: new Set() })}>
          {t('legend.all')}
        </button>
        <button
          type="button"
          className={styles.all}
          onClick={() => chooseGraph({ hiddenTypes: new Set(types.map(({ type }) => type)) })}
        >
          {t('legend.nothing')}
        </button>
      </div>
      {types.map(({ type, place, count }) => (
        <div key={type} className={styles.row}>
          <CheckBox checked={!hidden.has(type)} onChange={() => toggleType(type)} label={t(`types.${type}`)} />
          {coloured && <Dot colour={typeToken(place)} />}
          <span className={styles.count}>{t('count', { count })}</span>
        </div>
      ))}
    </div>
  )
}
