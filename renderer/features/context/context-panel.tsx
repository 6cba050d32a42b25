import { CircleSlash, Hourglass, Layers } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isUntaken } from '@renderer/state/chat/chat-session'
import { useSelectedTurn } from '@renderer/state/chat/evidence-selection'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { loadTurnContext, useTurnContexts } from '@renderer/state/chat/turns/turn-contexts'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import styles from './context-panel.module.css'
import { ContextView } from './context-view'

/** The context of the selected answer: what went into its prompt, and what was left out and why. */
export function ContextPanel() {
  const { t } = useTranslation('context')
  const turn = useSelectedTurn()
  if (!turn) return <EmptyState icon={Layers} title={t('nothingYet')} text={t('nothingYetText')} />
  return (
    <div className={styles.panel}>
      <p className={styles.question} title={turn.question}>
        <bdi>{turn.question}</bdi>
      </p>
      {turn.status === 'running' ? (
        <EmptyState icon={Hourglass} title={t('running')} text={t('runningText')} />
      ) : isUntaken(turn) ? (
        <Unrecorded />
      ) : (
        <RecordedTurn key={turn.turn_id} turn={turn} />
      )}
    </div>
  )
}

function RecordedTurn({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation('context')
  const { session_id: sessionId, turn_id: turnId } = turn
  const entry = useTurnContexts(({ entries }) => entries[turnId])
  useEffect(() => void loadTurnContext(sessionId, turnId), [sessionId, turnId])
  if (entry?.context) return <ContextView turn={turn} context={entry.context} />
  if (entry?.error?.code === 'NOT_FOUND') return <Unrecorded />
  if (entry?.error) {
    return (
      <div className={styles.failed}>
        <ErrorNote
          error={entry.error}
          title={t('failed')}
          nothingLost
          onRetry={() => void loadTurnContext(sessionId, turnId)}
        />
      </div>
    )
  }
  return <LateSkeleton lines={9} label={t('reading')} />
}

function Unrecorded() {
  const { t } = useTranslation('context')
  return <EmptyState icon={CircleSlash} title={t('unrecorded')} text={t('unrecordedText')} />
}
