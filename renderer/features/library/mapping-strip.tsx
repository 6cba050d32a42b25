import { Waypoints } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLibrary } from '@renderer/state/library/library-store'
import { classes } from '@renderer/ui/classes'
import { useSeconds } from '@renderer/ui/feedback/use-now'
import { numberText } from '@renderer/ui/text/figure-text'
import styles from './activity-strip.module.css'

/** A single document takes less, and a line for it would only flash. */
const worthTellingMs = 1000

/** How many documents are still to be read for the graph; nothing where all are. */
export function MappingStrip() {
  const left = useLibrary(({ unmapped }) => unmapped.size)
  return left > 0 && <StillToRead left={left} />
}

function StillToRead({ left }: { readonly left: number }) {
  const { t } = useTranslation('library')
  const [since] = useState(() => Date.now())
  if (useSeconds() - since < worthTellingMs) return null
  return (
    <div className={styles.strip} role="group" aria-label={t('mapping.label')}>
      <Waypoints size={16} strokeWidth={1.75} className={styles.faint} aria-hidden />
      <span className={classes('numeric', styles.result)}>
        {t('mapping.running', { count: left, number: numberText(left) })}
      </span>
    </div>
  )
}
