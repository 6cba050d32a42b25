import type { LibraryAccess } from '@shared/changes'
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

/** How a document stands for those who look at the list; `away`: what reads it waits for a shared library that cannot be reached. */
type Standing = DocumentStatus | 'stopped' | 'away'

const icons: Partial<Record<Standing, LucideIcon>> = {
  away: Clock,
  stopped: CircleSlash,
  queued: Clock,
  ready: Check,
  partial: CircleDashed,
  failed: CircleX,
}

/** How far a document is, as an icon and a word; while it is read, with its step of four and the time that one takes. */
export function DocumentState({ record }: { readonly record: DocumentRecord }) {
  const { t } = useTranslation('library')
  const access = useSharedLibrary((state) => state.access)
  const { key, step } = standingOf(record, access)
  const word = t(`status.${key}`)
  const Icon = icons[key] ?? LoaderCircle
  return (
    <span className={classes(look.state, look[key], step >= 0 && look.running)} title={word}>
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

/** How a document stands, and its step of four; -1 where it is not being read. */
export function standingOf(record: DocumentRecord, access: LibraryAccess | null): { key: Standing; step: number } {
  if (wasStopped(record)) return { key: 'stopped', step: -1 }
  const step = steps.indexOf(record.status)
  if (step >= 0 && access && !access.reachable) return { key: 'away', step: -1 }
  return { key: record.status, step }
}

function Elapsed({ since }: { readonly since: number }) {
  return <span className={classes('numeric', look.elapsed)}>{elapsedText(useSeconds() - since)}</span>
}
