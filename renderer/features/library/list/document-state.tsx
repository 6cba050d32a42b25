import type { DocumentRecord, DocumentStatus } from '@shared/documents'
import { Check, CircleDashed, CircleSlash, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { wasStopped } from '@renderer/state/library/activity'
import { useSharedLibrary } from '@renderer/state/library/library-access'
import { classes } from '@renderer/ui/classes'
import { useSeconds } from '@renderer/ui/feedback/use-now'
import { elapsedText } from '../library-texts'
import look from './document-state.module.css'

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
  // What is being read waits for a shared library that cannot be reached.
  const isAway = useSharedLibrary(({ access }) => access !== null && !access.reachable) && steps.includes(status)
  const step = isAway ? -1 : steps.indexOf(status)
  const stopped = wasStopped(record)
  const word = t(`status.${isAway ? 'away' : stopped ? 'stopped' : status}`)
  const Icon = isAway ? Clock : stopped ? CircleSlash : (icons[status] ?? LoaderCircle)
  return (
    <span
      className={classes(look.state, stopped || isAway ? look.queued : look[status], step >= 0 && look.running)}
      title={word}
    >
      <Icon size={14} strokeWidth={2} className={classes(look.icon, step >= 0 && look.turning)} aria-hidden />
      <span className={look.word}>{word}</span>
      {step >= 0 && (
        <>
          <span className={look.steps} title={t('step', { step: step + 1, steps: steps.length })}>
            {steps.map((name, at) => (
              <span key={name} className={classes(look.step, at <= step && look.reached)} />
            ))}
          </span>
          <Elapsed since={record.updated_at} />
        </>
      )}
    </span>
  )
}

function Elapsed({ since }: { readonly since: number }) {
  return <span className={classes('numeric', look.elapsed)}>{elapsedText(useSeconds() - since)}</span>
}
