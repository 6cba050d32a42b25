import { Copy, FileDown, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvaluationSet } from '@shared/evaluation/evaluation-set'
import { copySet, deleteSet, exportSet, saveSet } from '@renderer/state/evaluation/evaluation-acts'
import { useEvaluation } from '@renderer/state/evaluation/sets-and-runs'
import { go } from '@renderer/state/window/address'
import { IconButton } from '@renderer/ui/controls/button'
import { TitleLine } from '@renderer/ui/title-line'
import { useSetTitle } from '../evaluation-words'
import { PlainTitle } from '../plain-title'
import { QuestionList } from './question-list'
import { RunCharts } from './run-charts'
import { RunTable } from './run-table'
import { StartRun } from './start-run'
import styles from '../evaluation.module.css'

/** A set: how it is asked, what came of it until now, and its questions. */
export function SetPage({ set }: { readonly set: EvaluationSet }) {
  const { t } = useTranslation('evaluation')
  const title = useSetTitle()(set)
  const all = useEvaluation((state) => state.runs)
  const runs = useMemo(() => all.filter(({ set_id: of }) => of === set.id), [all, set.id])
  const acts = (
    <>
      <IconButton icon={FileDown} size="medium" label={t('export')} onClick={() => void exportSet(set.id)} />
      <IconButton
        icon={Copy}
        size="medium"
        label={t('copySet')}
        onClick={() => void copySet(set, t('copyOf', { title: title.slice(0, 150) }))}
      />
    </>
  )
  const back = () => go({ setId: null, evaluation: null })
  return (
    <article className={styles.page} aria-label={title}>
      {set.kind === 'shipped' ? (
        <PlainTitle title={title} backLabel={t('allSets')} onBack={back}>
          {acts}
        </PlainTitle>
      ) : (
        <TitleLine
          title={set.title}
          label={t('titleLabel')}
          onRename={(name) => void saveSet({ ...set, title: name })}
          backLabel={t('allSets')}
          onBack={back}
        >
          {acts}
          <IconButton icon={Trash2} size="medium" label={t('deleteSet')} onClick={() => void deleteSet(set)} />
        </TitleLine>
      )}
      <StartRun set={set} />
      {runs.length > 0 && (
        <section className={styles.section} aria-label={t('runs')}>
          <h2 className={styles.heading}>{t('runs')}</h2>
          <RunCharts runs={runs} />
          <RunTable runs={runs} />
        </section>
      )}
      <QuestionList set={set} />
    </article>
  )
}
