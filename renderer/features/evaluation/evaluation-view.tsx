import { FileUp, ListChecks, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvaluationSetHeader } from '@shared/evaluation/evaluation-set'
import { useConnection } from '@renderer/state/connection'
import { createSet, importSet } from '@renderer/state/evaluation/evaluation-acts'
import { openSet, readEvaluation, useEvaluation } from '@renderer/state/evaluation/sets-and-runs'
import { go, useRoute } from '@renderer/state/window/address'
import { classes } from '@renderer/ui/classes'
import { Button } from '@renderer/ui/controls/button'
import { FileInput } from '@renderer/ui/documents/file-input'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { moveInList } from '@renderer/ui/list-keys'
import { ComparePage } from './compare/compare-page'
import { RunPage } from './run/asked-run'
import { SetPage } from './set/set-page'
import { useSetTitle } from './evaluation-words'
import styles from '@renderer/ui/list-and-page.module.css'

/** The sets at the left; at the right the one on show, a run of it, or two runs side by side. */
export function EvaluationView() {
  const { t } = useTranslation(['evaluation', 'app'])
  const isOpen = useConnection((state) => state.status === 'open')
  const { sets, error } = useEvaluation()
  const setId = useRoute((route) => route.setId)
  useEffect(() => {
    if (isOpen) void readEvaluation()
  }, [isOpen])
  useEffect(() => {
    if (isOpen && setId !== null) void openSet(setId)
  }, [isOpen, setId])
  if (error && !sets) return <ErrorNote error={error} nothingLost onRetry={() => void readEvaluation()} />
  if (!sets) return <Skeleton lines={6} label={t('app:loading')} />
  return (
    <div className={styles.around}>
      <div className={classes(styles.view, setId !== null && styles.opened)}>
        <nav className={styles.list} aria-label={t('sets')}>
          <NewSet />
          <SetList sets={sets} current={setId} />
        </nav>
        <div className={styles.page}>
          <Page />
        </div>
      </div>
    </div>
  )
}

function Page(): ReactNode {
  const { t } = useTranslation(['evaluation', 'app'])
  const { set, error } = useEvaluation()
  const setId = useRoute((route) => route.setId)
  const shown = useRoute((route) => route.evaluation)
  if (shown?.with) return <ComparePage key={`${shown.run} ${shown.with}`} ids={[shown.run, shown.with]} />
  if (shown) return <RunPage key={shown.run} id={shown.run} />
  if (setId === null) return <EmptyState icon={ListChecks} title={t('choose.title')} text={t('choose.text')} />
  if (set?.id === setId) return <SetPage key={set.id} set={set} />
  if (error) return <ErrorNote error={error} nothingLost onRetry={() => void openSet(setId)} />
  return <Skeleton lines={6} label={t('app:loading')} />
}

interface SetListProps {
  readonly sets: readonly EvaluationSetHeader[]
  readonly current: string | null
}

function SetList({ sets, current }: SetListProps) {
  const { t } = useTranslation('evaluation')
  const runs = useEvaluation((state) => state.runs)
  const titleOf = useSetTitle()
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move between its buttons
    <ul className={styles.rows} aria-label={t('sets')} onKeyDown={moveInList}>
      {sets.map((set) => {
        const last = runs.find(({ set_id: of, state }) => of === set.id && state === 'done')
        return (
          <li key={set.id}>
            <button
              type="button"
              data-row
              className={classes(styles.row, set.id === current && styles.current)}
              aria-current={set.id === current ? 'page' : undefined}
              title={titleOf(set)}
              onClick={() => go({ setId: set.id, evaluation: null })}
            >
              <bdi className={styles.name}>{titleOf(set)}</bdi>
              <span className={styles.facts}>
                {t('questionCount', { count: set.questions })}
                {last && ` · ${t('passedOf', { passed: last.counts.passed, total: last.total })}`}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function NewSet() {
  const { t } = useTranslation('evaluation')
  const input = useRef<HTMLInputElement>(null)
  const read = (files: FileList) => {
    for (const file of files) void importSet(file)
  }
  return (
    <>
      <Button icon={Plus} onClick={() => void createSet(t('untitled'))}>
        {t('newSet')}
      </Button>
      <Button icon={FileUp} onClick={() => input.current?.click()}>
        {t('import')}
      </Button>
      <FileInput ref={input} accept=".jsonl,.json,.txt" aria-label={t('import')} onChosen={read} />
    </>
  )
}
