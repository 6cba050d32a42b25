import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type StateGroup, stateGroups } from '@renderer/state/library/activity'
import { setLibraryFilter, useLibraryFilter } from '@renderer/state/library/library-filter'
import { classes } from '@renderer/ui/classes'
import { numberText } from '@renderer/ui/text/figure-text'
import type { LibraryFacets } from './library-facets'
import styles from './state-chips.module.css'

interface StateChipsProps {
  readonly facets: LibraryFacets
  readonly shown: number
  /** Documents in the whole library. */
  readonly total: number
  /** Stands before them. */
  readonly lead: ReactNode
}

/** Limits the list to documents in one state, and says how many there are in each. */
export function StateChips({ facets, shown, total, lead }: StateChipsProps) {
  const { t } = useTranslation('library')
  return (
    <div className={styles.row}>
      {lead}
      <div className={styles.chips} role="group" aria-label={t('filter.state')}>
        <Chip group={null} count={facets.all} />
        {stateGroups.map((group) => (
          <Chip key={group} group={group} count={facets.states[group]} />
        ))}
      </div>
      <span className={classes('numeric', styles.count)} role="status">
        {shown === total
          ? t('count', { count: total, total: numberText(total) })
          : t('countOf', { shown: numberText(shown), total: numberText(total) })}
      </span>
    </div>
  )
}

function Chip({ group, count }: { readonly group: StateGroup | null; readonly count: number }) {
  const { t } = useTranslation('library')
  const chosen = useLibraryFilter((state) => state.status === group)
  return (
    <button
      type="button"
      aria-pressed={chosen}
      className={classes(styles.chip, chosen && styles.chosen, count === 0 && styles.none)}
      onClick={() => setLibraryFilter({ status: group })}
    >
      {t(`group.${group ?? 'all'}`)}
      <span className={classes('numeric', styles.number)}>{numberText(count)}</span>
    </button>
  )
}
