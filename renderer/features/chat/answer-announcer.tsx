import { useTranslation } from 'react-i18next'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'

/** Tells screen readers how far the newest answer is; its text is left for them to read when they like. */
export function AnswerAnnouncer({ turn }: { readonly turn: Turn | undefined }) {
  const { t } = useTranslation('chat')
  const status = turn?.status
  const words =
    status === 'running'
      ? t('announce.running')
      : status === 'complete' && Number.isFinite(turn?.lastSeq)
        ? t('announce.complete', { count: turn?.evidence.length ?? 0 })
        : status === 'cancelled'
          ? t('announce.cancelled')
          : ''
  return (
    <p role="status" className="unseen">
      {words}
    </p>
  )
}
