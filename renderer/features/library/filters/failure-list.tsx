import type { DocumentRecord } from '@shared/documents'
import { RotateCcw } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { wasStopped } from '@renderer/state/library/activity'
import { setLibraryFilter, useLibraryFilter } from '@renderer/state/library/library-filter'
import { retryDocuments } from '@renderer/state/library/library-store'
import { Button } from '@renderer/ui/controls/button'
import { classes } from '@renderer/ui/classes'
import { safeName } from '@renderer/ui/text/safe-name'
import { useErrorText } from '@renderer/ui/text/use-error-text'
import { numberText } from '@renderer/ui/text/figure-text'
import { failureGroups } from './failure-groups'
import styles from './failure-list.module.css'

/** Why documents could not be read, each reason once with how many it concerns; a press shows those alone. Nothing for a single reason. */
export function FailureList({ documents }: { readonly documents: ReadonlyMap<string, DocumentRecord> }) {
  const { t } = useTranslation('library')
  const errorText = useErrorText()
  const chosen = useLibraryFilter((state) => state.reason)
  const groups = useMemo(
    () => failureGroups([...documents.values()].filter((record) => record.status === 'failed' && !wasStopped(record))),
    [documents],
  )
  if (groups.length < 2 && chosen === null) return null
  return (
    <ul className={styles.list} aria-label={t('failures.label')}>
      {groups.map(({ reason, error, extension, ids }) => {
        const { message, detail } = errorText(error)
        const count = ids.length
        return (
          <li key={reason} className={styles.group}>
            <button
              type="button"
              aria-pressed={chosen === reason}
              className={classes(styles.reason, chosen === reason && styles.chosen)}
              onClick={() => setLibraryFilter({ reason: chosen === reason ? null : reason })}
            >
              <span className={classes('numeric', styles.count)}>
                {t(extension === '' ? 'failures.files' : 'failures.filesOf', {
                  count,
                  number: numberText(count),
                  extension: `.${extension}`,
                })}
              </span>
              <span className={styles.why}>{safeName([message, detail].filter(Boolean).join(' '))}</span>
            </button>
            <Button size="small" look="quiet" icon={RotateCcw} onClick={() => void retryDocuments(ids)}>
              {t('act.retry')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
