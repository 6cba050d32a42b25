import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Clarification } from '@shared/research/plan-spec'
import { isWorking } from '@shared/research/fold-steps'
import type { ResearchRun, TaskProgress } from '@shared/research/research-run'
import { answerRun } from '@renderer/state/research/runs-store'
import { Button } from '@renderer/ui/controls/button'
import { Badge } from '@renderer/ui/controls/labels'
import { TextField } from '@renderer/ui/controls/text-field'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { safeName } from '@renderer/ui/text/safe-name'
import { meaningOf } from './run-words'
import styles from './run-page.module.css'

/** The tasks of a plan and how far each is, with what the plan asks back. */
export function PlanList({ run: { header, plan, progress } }: { readonly run: ResearchRun }) {
  const { t } = useTranslation('research')
  // A plan that could not be made is told above.
  if (!plan && !isWorking(header)) return null
  if (!plan) return <Skeleton lines={3} label={t('states.planning')} />
  const byTask = new Map(progress.map((one) => [one.task_id, one]))
  const open = header.state === 'waiting' ? plan.clarifications.filter(({ answer }) => answer === null) : []
  return (
    <>
      {open.map((question) => (
        <QuestionBack key={question.id} runId={header.id} question={question} />
      ))}
      <ol className={styles.tasks}>
        {plan.tasks.map(({ id, description, tool, depends_on: needs }) => (
          <li key={id} className={styles.task}>
            <p className={styles.taskText}>
              <bdi>{safeName(description)}</bdi>
            </p>
            <p className={styles.taskFacts}>
              <TaskState progress={byTask.get(id)} />
              <span>{t(`tools.${tool}`)}</span>
              {needs.length > 0 && (
                <span>{t('after', { tasks: needs.map((one) => numberOf(plan.tasks, one)).join(', ') })}</span>
              )}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}

function numberOf(tasks: readonly { readonly id: string }[], id: string): number {
  return tasks.findIndex((task) => task.id === id) + 1
}

function TaskState({ progress }: { readonly progress: TaskProgress | undefined }) {
  const { t } = useTranslation('research')
  const state = progress?.state ?? 'pending'
  const reading = progress?.reading ?? []
  return (
    <>
      <Badge meaning={meaningOf(state)}>{t(`tasks.${state}`)}</Badge>
      {progress && progress.found > 0 && <span>{t('found', { count: progress.found })}</span>}
      {state === 'running' && reading.length > 0 && (
        <span>{t('reading', { replace: { names: reading.map(safeName).join(', ') } })}</span>
      )}
      {progress?.error && <span className={styles.problem}>{progress.error.message}</span>}
    </>
  )
}

/** A question the plan has: one of its options, words of one's own, or nothing. */
function QuestionBack({ runId, question }: { readonly runId: string; readonly question: Clarification }) {
  const { t } = useTranslation('research')
  const [typed, setTyped] = useState('')
  const answer = (text: string) => void answerRun(runId, { [question.id]: text })
  return (
    <form
      className={styles.question}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') answer(typed.trim())
      }}
    >
      <p className={styles.taskText}>{safeName(question.question)}</p>
      <div className={styles.actions}>
        {question.options.map((option) => (
          <Button key={option} size="small" onClick={() => answer(option)}>
            {safeName(option)}
          </Button>
        ))}
        <Button size="small" look="quiet" onClick={() => answer('')}>
          {t('skip')}
        </Button>
      </div>
      <TextField label={t('ownAnswer')} value={typed} onChange={(event) => setTyped(event.target.value)} />
    </form>
  )
}
