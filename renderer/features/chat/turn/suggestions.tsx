import { ArrowUpRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { askKept } from '@renderer/state/chat/unsent'
import { Button } from '@renderer/ui/controls/button'
import styles from './turn.module.css'

/** Questions the evidence could answer next. */
export function Suggestions({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation('chat')
  return (
    <div className={styles.suggestions} role="group" aria-label={t('suggestions')}>
      {turn.suggestions.map((question) => (
        <Button
          key={question}
          size="small"
          look="quiet"
          title={question}
          className={styles.suggestion}
          onClick={() => askKept(question, { sessionId: turn.session_id, filter: turn.filter })}
        >
          <ArrowUpRight size={14} strokeWidth={1.75} aria-hidden />
          <bdi className={styles.choiceText}>{question}</bdi>
        </Button>
      ))}
    </div>
  )
}
