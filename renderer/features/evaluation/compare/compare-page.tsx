import { ArrowLeftRight } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ComparedQuestion, compareRuns, questionChanges } from '@shared/evaluation/run-comparison'
import type { EvaluationRun, QuestionResult } from '@shared/evaluation/evaluation-run'
import { useConnection } from '@renderer/state/connection'
import { openRun, useEvaluation } from '@renderer/state/evaluation/sets-and-runs'
import { go } from '@renderer/state/window/address'
import { Button } from '@renderer/ui/controls/button'
import { Badge } from '@renderer/ui/controls/labels'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { safeName } from '@renderer/ui/text/safe-name'
import { meaningOfChange, useRunName } from '../evaluation-words'
import { PlainTitle } from '../plain-title'
import { AnswerOfRun, Faults } from '../run/answer-of-run'
import { ConditionsLine } from '../run/conditions-line'
import { Verdict } from '../run/result-row'
import { DifferingConditions } from './differing-conditions'
import { DifferingWords } from './differing-words'
import styles from '../evaluation.module.css'

/** Two runs side by side, question by question, what got worse first. */
export function ComparePage({ ids: [firstId, secondId] }: { readonly ids: readonly [string, string] }) {
  const { t } = useTranslation(['evaluation', 'app'])
  const isOpen = useConnection((state) => state.status === 'open')
  const first = useEvaluation((state) => state.opened.get(firstId))
  const second = useEvaluation((state) => state.opened.get(secondId))
  const error = useEvaluation((state) => state.runError)
  useEffect(() => {
    if (isOpen) for (const id of [firstId, secondId]) void openRun(id)
  }, [isOpen, firstId, secondId])
  if (first && second) return <Comparison first={first} second={second} />
  const again = () => void Promise.all([openRun(firstId), openRun(secondId)])
  if (error) return <ErrorNote error={error} nothingLost onRetry={again} />
  return <Skeleton lines={6} label={t('app:loading')} />
}

interface ComparisonProps {
  readonly first: EvaluationRun
  readonly second: EvaluationRun
}

function Comparison({ first, second }: ComparisonProps) {
  const { t } = useTranslation('evaluation')
  const { questions, counts, differs, changes } = useMemo(() => compareRuns(first, second), [first, second])
  const changed = questions.filter(({ change }) => change !== 'same')
  const same = questions.filter(({ change }) => change === 'same')
  const swap = () => go({ evaluation: { run: second.header.id, with: first.header.id } })
  return (
    <article className={styles.page} aria-label={t('comparison')}>
      <PlainTitle title={t('comparison')} backLabel={t('backToSet')} backShown onBack={() => go({ evaluation: null })}>
        <Button icon={ArrowLeftRight} onClick={swap}>
          {t('swap')}
        </Button>
      </PlainTitle>
      <p role="status" className={styles.counts}>
        {questionChanges
          .filter((change) => counts[change] > 0)
          .map((change) => (
            <Badge key={change} meaning={meaningOfChange[change]}>
              {t(`change.${change}`)}: {counts[change]}
            </Badge>
          ))}
      </p>
      <div className={styles.sides}>
        <RunSide run={first} place={t('first')} />
        <RunSide run={second} place={t('second')} />
      </div>
      <DifferingConditions differs={differs} changes={changes} />
      {changed.length === 0 && <p className={styles.hint}>{t('nothingChanged')}</p>}
      <ol className={styles.results} aria-label={t('changes')}>
        {changed.map((question) => (
          <ChangeRow key={question.id} compared={question} />
        ))}
      </ol>
      {same.length > 0 && (
        <details className={styles.folded}>
          <summary>{t('sameQuestions', { count: same.length })}</summary>
          <ol className={styles.results}>
            {same.map((question) => (
              <ChangeRow key={question.id} compared={question} />
            ))}
          </ol>
        </details>
      )}
    </article>
  )
}

function RunSide({ run: { header }, place }: { readonly run: EvaluationRun; readonly place: string }) {
  const { t } = useTranslation('evaluation')
  const name = useRunName()(header)
  return (
    <section className={styles.side} aria-label={place}>
      <h3 className={styles.sideTitle}>
        {place}: <bdi>{name}</bdi>
      </h3>
      <p>{t('passedOf', { passed: header.counts.passed, total: header.total })}</p>
      <ConditionsLine conditions={header.conditions} />
    </section>
  )
}

function ChangeRow({ compared }: { readonly compared: ComparedQuestion }) {
  const { t } = useTranslation('evaluation')
  const { question, change, first, second } = compared
  const [open, setOpen] = useState(false)
  return (
    <li className={styles.result}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>
          <Badge meaning={meaningOfChange[change]}>{t(`change.${change}`)}</Badge>
          <bdi className={styles.asked}>{safeName(question)}</bdi>
        </summary>
        {open && (
          <div className={styles.sides}>
            <AnswerSide result={first} place={t('first')} />
            <AnswerSide result={second} place={t('second')} />
          </div>
        )}
      </details>
      {!open && first && second && change !== 'same' && <DifferingWords first={first} second={second} />}
    </li>
  )
}

function AnswerSide({ result, place }: { readonly result: QuestionResult | null; readonly place: string }) {
  const { t } = useTranslation('evaluation')
  return (
    <section className={styles.side} aria-label={place}>
      <h3 className={styles.sideTitle}>
        {result && <Verdict passed={result.passed} />}
        {place}
      </h3>
      {result ? (
        <>
          <Faults result={result} />
          <AnswerOfRun result={result} place={place} />
        </>
      ) : (
        <p className={styles.hint}>{t('notAsked')}</p>
      )}
    </section>
  )
}
