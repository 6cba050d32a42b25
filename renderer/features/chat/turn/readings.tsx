import { CornerDownRight, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { askAgain } from '@renderer/state/chat/ask-again'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { askKept } from '@renderer/state/chat/unsent'
import { Button } from '@renderer/ui/controls/button'
import styles from './turn.module.css'

/** What an unclear question may have meant, to choose from. */
export function Readings({ turn, newest }: { readonly turn: Turn; readonly newest: boolean }) {
  const { t } = useTranslation('chat')
  const readings = turn.shortcut?.readings ?? []
  const choose = (question: string) => askKept(question, { sessionId: turn.session_id, filter: turn.filter })
  return (
    <div className={styles.choices} role="group" aria-label={t('readings')}>
      {readings.map(({ label, question }) => (
        <Button
          key={`${label} ${question}`}
          size="small"
          title={question}
          className={styles.choice}
          onClick={() => choose(question)}
        >
          <CornerDownRight size={14} strokeWidth={1.75} aria-hidden />
          <bdi className={styles.choiceText}>{label}</bdi>
        </Button>
      ))}
      {newest && (
        <Button size="small" look="quiet" onClick={() => askAgain(turn, { searchAnyway: true })}>
          <Search size={14} strokeWidth={1.75} aria-hidden />
          {t('searchAnyway')}
        </Button>
      )}
    </div>
  )
}
