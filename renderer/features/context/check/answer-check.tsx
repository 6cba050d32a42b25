import { CircleHelp, History } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { openCheck, useAnswerCheck } from '@renderer/state/chat/turns/answer-checks'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { Button } from '@renderer/ui/controls/button'
import { AnswerAgain } from './answer-again'
import styles from './answer-check.module.css'
import { WhyNot } from './why-not'

const parts = [
  { id: 'again', icon: History },
  { id: 'whyNot', icon: CircleHelp },
] as const

/** What can be asked about an answer that is there: what Cairn would answer now, and why it did not say something. */
export function AnswerCheck({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation('context')
  const id = useId()
  const { open, expected, asked } = useAnswerCheck(turn.turn_id)
  return (
    <section className={styles.check} aria-label={t('check.title')}>
      <div className={styles.parts}>
        {parts.map(({ id: part, icon }) => (
          <Button
            key={part}
            size="small"
            icon={icon}
            aria-expanded={open === part}
            aria-controls={open === part ? id : undefined}
            onClick={() => openCheck(turn.turn_id, open === part ? null : part)}
          >
            {t(`check.${part}`)}
          </Button>
        ))}
      </div>
      {open !== null && (
        <div id={id} className={styles.body}>
          {open === 'again' ? <AnswerAgain turn={turn} /> : <WhyNot key={asked} turn={turn} expected={expected} />}
        </div>
      )}
    </section>
  )
}
