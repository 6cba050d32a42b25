import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuestionResult } from '@shared/evaluation/evaluation-run'
import { safeName } from '@renderer/ui/text/safe-name'
import { AnswerOfRun, Faults } from './answer-of-run'
import styles from '../evaluation.module.css'

interface ResultRowProps {
  readonly result: QuestionResult
  readonly runId: string
}

/** A question of a run: whether its answer was as expected, why not, and when unfolded the answer with its sources. */
export function ResultRow({ result, runId }: ResultRowProps) {
  const { question, passed } = result
  const [open, setOpen] = useState(false)
  return (
    <li className={styles.result}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>
          <Verdict passed={passed} />
          <span className={styles.what}>
            <bdi className={styles.asked}>{safeName(question.question)}</bdi>
            <Faults result={result} />
          </span>
        </summary>
        {open && <AnswerOfRun result={result} place={runId} />}
      </details>
    </li>
  )
}

/** Whether an answer was as expected; the colour only repeats what the sign and its words say. */
export function Verdict({ passed }: { readonly passed: boolean }) {
  const { t } = useTranslation('evaluation')
  const Icon = passed ? CircleCheck : CircleX
  return (
    <span className={passed ? styles.passed : styles.failed}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span className="unseen">{passed ? t('passed') : t('notPassed')}</span>
    </span>
  )
}
