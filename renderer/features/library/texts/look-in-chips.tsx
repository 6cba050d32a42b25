import { useTranslation } from 'react-i18next'
import { type LookIn, setLibraryFilter } from '@renderer/state/library/library-filter'
import { classes } from '@renderer/ui/classes'
import { numberText } from '@renderer/ui/text/figure-text'
import styles from '../filters/state-chips.module.css'

interface LookInChipsProps {
  /** Where the words are looked for now. */
  readonly shown: LookIn
  readonly names: number
  /** Sentences that were found; null until they are known. */
  readonly texts: { readonly count: number; readonly isMore: boolean } | null
}

/** Chooses whether the words of the search field are those of names or those of the documents' texts; says how many there are of each. */
export function LookInChips({ shown, names, texts }: LookInChipsProps) {
  const { t } = useTranslation('library')
  const counts = {
    names: numberText(names),
    texts: texts ? `${numberText(texts.count)}${texts.isMore ? '+' : ''}` : '…',
  }
  return (
    <div className={classes(styles.chips, styles.still)} role="group" aria-label={t('lookIn.label')}>
      {(['names', 'texts'] as const).map((place) => (
        <button
          key={place}
          type="button"
          aria-pressed={shown === place}
          className={classes(styles.chip, shown === place && styles.chosen)}
          onClick={() => setLibraryFilter({ lookIn: place })}
        >
          {t(`lookIn.${place}`)}
          <span className={classes('numeric', styles.number)}>{counts[place]}</span>
        </button>
      ))}
    </div>
  )
}
