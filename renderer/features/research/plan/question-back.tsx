import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Clarification } from '@shared/research/plan-spec'
import { answerRun } from '@renderer/state/research/runs-store'
import { Button } from '@renderer/ui/controls/button'
import { TextField } from '@renderer/ui/controls/text-field'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './plan.module.css'

/** A question the plan has: one of its options, words of one's own, or nothing. */
export function QuestionBack({ runId, question }: { readonly runId: string; readonly question: Clarification }) {
  const { t } = useTranslation('research')
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const answer = async (text: string) => {
    if (busy) return
    setBusy(true)
    await answerRun(runId, { [question.id]: text })
    setBusy(false)
  }
  return (
    <form
      className={styles.question}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') void answer(typed.trim())
      }}
    >
      <p className={styles.text}>{safeName(question.question)}</p>
      <div className={styles.options}>
        {question.options.map((option) => (
          <Button key={option} size="small" disabled={busy} onClick={() => void answer(option)}>
            {safeName(option)}
          </Button>
        ))}
        <Button size="small" look="quiet" disabled={busy} onClick={() => void answer('')}>
          {t('skip')}
        </Button>
      </div>
      <TextField label={t('ownAnswer')} value={typed} onChange={(event) => setTyped(event.target.value)} />
    </form>
  )
}
