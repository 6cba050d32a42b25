import type { DocumentRecord, DocumentStatus } from '@shared/documents'
import { Check, CircleDashed, CircleSlash, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { wasStopped } from '@renderer/state/library/activity'
import { classes } from '@renderer/ui/classes'
import { elapsedText } from '../library-texts'
import styles from './document-state.module.css'
import { useSeconds } from '@renderer/ui/feedback/use-now'

const steps: readonly DocumentStatus[] = ['parsing', 'chunking', 'embedding', 'indexing']

const icons: Partial<Record<DocumentStatus, LucideIcon>> = {
  queued: Clock,
  ready: Check,
  partial: CircleDashed,
  failed: CircleX,
}

/** How far a document is, as an icon and a word; while it is read, with its step of four and the time that one takes. */
export function DocumentState({ record }: { readonly record: DocumentRecord }) {
  const { t } = useTranslation('library')
  const { status } = record
  const step = steps.indexOf(status)
  const stopped = wasStopped(record)
  const Icon = stopped ? CircleSlash : (icons[status] ?? LoaderCircle)
  return (
    <span className={classes(styles.state, stopped ? styles.queued : styles[status], step >= 0 && styles.running)}>
      <Icon size={14} strokeWidth={2} className={classes(styles.icon, step >= 0 && styles.turning)} aria-hidden />
      <span className={styles.word}>{t(`status.${stopped ? 'stopped' : status}`)}</span>
      {step >= 0 && (
        <>
          <span className={styles.steps} title={t('step', { step: step + 1, steps: steps.length })}>
            {steps.map((name, at) => (
              <span key={name} className={classes(styles.step, at <= step && styles.reached)} />
            ))}
          </span>
          <Elapsed since={record.updated_at} />
        </>
      )}
    </span>
  )
}

function Elapsed({ since }: { readonly since: number }) {
  return <span className={classes('numeric', styles.elapsed)}>{elapsedText(useSeconds() - since)}</span>
}
