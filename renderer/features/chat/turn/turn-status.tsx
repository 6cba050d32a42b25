import type { Note } from '@shared/note'
import { memo } from 'react'
import { CircleSlash, PencilLine, TriangleAlert, Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { askAgain } from '@renderer/state/chat/ask-again'
import { sameButWords, type Turn } from '@renderer/state/chat/turns/turn-reducer'
import { Button } from '@renderer/ui/controls/button'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './turn.module.css'
import { brokeOffText } from './turn-text'

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

/** Under an answer: that it ends before its end, and the model that wrote it. Nothing under a quoted one. */
export const AnswerFoot = memo(function AnswerFoot({ turn: { model, broke_off, status } }: { readonly turn: Turn }) {
  const { t } = useTranslation('chat')
  if (status === 'running' || (model === undefined && broke_off === undefined)) return null
  return (
    <div className={styles.foot}>
      {broke_off && <BrokeOff reason={broke_off} />}
      {model !== undefined && (
        <p className={styles.writtenBy}>
          <PencilLine size={13} strokeWidth={1.75} aria-hidden />
          <span>{t('model.writtenBy', { replace: { model: `\u2068${safeName(model)}\u2069` } })}</span>
        </p>
      )}
    </div>
  )
}, sameButWords)

function BrokeOff({ reason }: { readonly reason: Note }) {
  const { t } = useTranslation('chat')
  const { t: tPipeline } = useTranslation('pipeline')
  return (
    <p className={styles.brokeOff} role="status">
      <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
      <span>{brokeOffText(reason, t, tPipeline)}</span>
    </p>
  )
}
