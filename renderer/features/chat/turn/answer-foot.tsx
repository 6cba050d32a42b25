import { memo } from 'react'
import type { Note } from '@shared/note'
import { PencilLine, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { sameButWords, type Turn } from '@renderer/state/chat/turns/turn-reducer'
import { safeName } from '@renderer/ui/text/safe-name'
import { brokeOffText } from './turn-text'
import styles from './turn.module.css'

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
