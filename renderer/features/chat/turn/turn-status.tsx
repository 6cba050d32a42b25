import { memo } from 'react'
import { CircleSlash, Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { askAgain } from '@renderer/state/chat/ask-again'
import { sameButWords, type Turn } from '@renderer/state/chat/turns/turn-reducer'
import { Button } from '@renderer/ui/controls/button'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import styles from './turn.module.css'

/** Why an answer ended early, and the way on. Nothing for an answer that is whole or still comes. */
export const TurnStatus = memo(function TurnStatus({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation('chat')
  const { status, error, response } = turn
  if (status === 'error' && error) {
    return (
      <ErrorNote error={error} nothingLost={response !== ''} onRetry={() => askAgain(turn)} retryText={t('askAgain')} />
    )
  }
  if (status !== 'cancelled' && status !== 'interrupted') return null
  const Icon = status === 'cancelled' ? CircleSlash : Unplug
  const kept = response === '' ? 'empty' : 'kept'
  return (
    <div className={styles.status}>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      <span>{t(`${status}.${kept}`)}</span>
      <Button size="small" onClick={() => askAgain(turn)}>
        {t('askAgain')}
      </Button>
    </div>
  )
}, sameButWords)
