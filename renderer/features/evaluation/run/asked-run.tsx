import { Columns2, Square } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkNames, type EvaluationRun, type EvaluationRunHeader, isUnderWay } from '@shared/evaluation/evaluation-run'
import { useConnection } from '@renderer/state/connection'
import { cancelRun } from '@renderer/state/evaluation/evaluation-acts'
import { openRun, useEvaluation } from '@renderer/state/evaluation/sets-and-runs'
import { go, useRoute } from '@renderer/state/window/address'
import { Button } from '@renderer/ui/controls/button'
import { Badge } from '@renderer/ui/controls/labels'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { durationText, listText } from '@renderer/ui/text/figure-text'
import { meaningOfState, useRunName } from '../evaluation-words'
import { PlainTitle } from '../plain-title'
import { ConditionsLine } from './conditions-line'
import { ResultRow } from './result-row'
import styles from '../evaluation.module.css'

/** Results that are drawn at once; more at a press. */
const atOnce = 100

/** A run: how it stands, what it was asked of, and every question, those that failed first. */
export function RunPage({ id }: { readonly id: string }) {
  const { t } = useTranslation(['evaluation', 'app'])
  const isOpen = useConnection((state) => state.status === 'open')
  const run = useEvaluation((state) => state.opened.get(id))
  const error = useEvaluation((state) => state.runError)
  useEffect(() => {
    if (isOpen) void openRun(id)
  }, [isOpen, id])
  if (run) return <Run run={run} />
  if (error) return <ErrorNote error={error} nothingLost onRetry={() => void openRun(id)} />
  return <Skeleton lines={6} label={t('app:loading')} />
}

function Run({ run: { header, results } }: { readonly run: EvaluationRun }): ReactNode {
  const { t } = useTranslation('evaluation')
  const [most, setMost] = useState(atOnce)
  const name = useRunName()(header)
  const failed = results.filter(({ passed }) => !passed)
  const passed = results.filter((result) => result.passed)
  const shown = [...failed, ...passed].slice(0, most)
  return (
    <article className={styles.page} aria-label={t('runNamed', { name })}>
      <PlainTitle title={name} backLabel={t('backToSet')} backShown onBack={() => go({ evaluation: null })}>
        <Badge meaning={meaningOfState[header.state]}>{t(`state.${header.state}`)}</Badge>
        <RunActs header={header} />
      </PlainTitle>
      <RunFigures header={header} />
      {header.error && <ErrorNote error={header.error} title={t('runFailed')} />}
      {header.state === 'cut_off' && (
        <p className={styles.notice}>{t('cutOff', { asked: header.counts.asked, total: header.total })}</p>
      )}
      {header.missing.length > 0 && (
        <p className={styles.notice}>
          {t('missing', { count: header.missing.length, names: listText(header.missing.slice(0, 8)) })}
        </p>
      )}
      <ol className={styles.results} aria-label={t('results')}>
        {shown.map((result) => (
          <ResultRow key={result.question.id} result={result} runId={header.id} />
        ))}
      </ol>
      {results.length > most && (
        <Button onClick={() => setMost(most + atOnce)}>{t('showMore', { count: results.length - most })}</Button>
      )}
    </article>
  )
}

/** What can be done: cancelled while it is asked, put beside the one before it afterwards. */
function RunActs({ header }: { readonly header: EvaluationRunHeader }) {
  const { t } = useTranslation('evaluation')
  const runs = useEvaluation((state) => state.runs)
  const setId = useRoute((route) => route.setId)
  if (isUnderWay(header)) {
    return (
      <Button icon={Square} onClick={() => void cancelRun(header.id)}>
        {t('cancelRun')}
      </Button>
    )
  }
  const before = runs.find(
    ({ id, set_id: of, started_at: at, counts }) =>
      id !== header.id && of === (setId ?? header.set_id) && at < header.started_at && counts.asked > 0,
  )
  if (!before) return null
  return (
    <Button icon={Columns2} onClick={() => go({ evaluation: { run: before.id, with: header.id } })}>
      {t('compareBefore')}
    </Button>
  )
}

function RunFigures({ header }: { readonly header: EvaluationRunHeader }) {
  const { t } = useTranslation('evaluation')
  const { counts, total } = header
  const checks = checkNames.filter((name) => counts.checks[name].asked > 0)
  return (
    <>
      {isUnderWay(header) && (
        <div className={styles.progress}>
          <ProgressBar done={counts.asked} total={total} label={t('askedOf', { asked: counts.asked, total })} />
          <p role="status" className={styles.hint}>
            {t('askedOf', { asked: counts.asked, total })}
          </p>
        </div>
      )}
      <dl className={styles.figures}>
        <Figure name={t('columns.passed')}>{`${counts.passed}/${total}`}</Figure>
        <Figure name={t('columns.led')}>{counts.led}</Figure>
        <Figure name={t('columns.ms')}>{counts.ms === null ? '–' : durationText(counts.ms)}</Figure>
        {checks.map((name) => (
          <Figure key={name} name={t(`check.${name}`)}>
            {`${counts.checks[name].passed}/${counts.checks[name].asked}`}
          </Figure>
        ))}
      </dl>
      <ConditionsLine conditions={header.conditions} />
    </>
  )
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
