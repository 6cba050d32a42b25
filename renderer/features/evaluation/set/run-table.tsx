import { Columns2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EvaluationRunHeader, isUnderWay } from '@shared/evaluation/evaluation-run'
import { deleteRun } from '@renderer/state/evaluation/evaluation-acts'
import { go } from '@renderer/state/window/address'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { CheckBox } from '@renderer/ui/controls/check-box'
import { Badge } from '@renderer/ui/controls/labels'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { durationText } from '@renderer/ui/text/figure-text'
import { meaningOfState, useRunName } from '../evaluation-words'
import styles from '../evaluation.module.css'

/** Rows that are drawn at once; more at a press. */
const atOnce = 30

/** The runs of a set, newest first, with their figures; two that are ticked can be put side by side. */
export function RunTable({ runs }: { readonly runs: readonly EvaluationRunHeader[] }) {
  const { t } = useTranslation('evaluation')
  const [most, setMost] = useState(atOnce)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const chosen = runs.filter(({ id }) => ticked.includes(id))
  const tick = (id: string, on: boolean) =>
    setTicked(on ? [...ticked.slice(-1), id] : ticked.filter((one) => one !== id))
  const compare = () => {
    const [later, earlier] = chosen
    if (earlier && later) go({ evaluation: { run: earlier.id, with: later.id } })
  }
  return (
    <>
      <div className={styles.startLine}>
        <Button icon={Columns2} disabled={chosen.length !== 2} onClick={compare}>
          {t('compareTwo')}
        </Button>
        <p className={styles.hint}>{t('compareText')}</p>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className={styles.scroll} role="region" aria-label={t('runTable')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th>
                <span className="unseen">{t('columns.compare')}</span>
              </th>
              <th scope="col">{t('columns.run')}</th>
              <th scope="col">{t('columns.state')}</th>
              <th scope="col" className={styles.number}>
                {t('columns.passed')}
              </th>
              <th scope="col" className={styles.number}>
                {t('columns.led')}
              </th>
              <th scope="col" className={styles.number}>
                {t('columns.ms')}
              </th>
              <th>
                <span className="unseen">{t('deleteRun')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {runs.slice(0, most).map((run) => (
              <RunLine key={run.id} run={run} ticked={ticked.includes(run.id)} onTick={(on) => tick(run.id, on)} />
            ))}
          </tbody>
        </table>
      </div>
      {runs.length > most && (
        <Button onClick={() => setMost(most + atOnce)}>{t('showMore', { count: runs.length - most })}</Button>
      )}
    </>
  )
}

interface RunLineProps {
  readonly run: EvaluationRunHeader
  readonly ticked: boolean
  readonly onTick: (on: boolean) => void
}

function RunLine({ run, ticked, onTick }: RunLineProps) {
  const { t } = useTranslation('evaluation')
  const name = useRunName()(run)
  const { id, state, counts, total } = run
  return (
    <tr>
      <td>
        <CheckBox checked={ticked} onChange={onTick} label={t('tick', { name })} labelHidden />
      </td>
      <th scope="row" className={styles.runName}>
        <button type="button" className={styles.link} onClick={() => go({ evaluation: { run: id, with: null } })}>
          <bdi>{name}</bdi>
        </button>
      </th>
      <td>
        {isUnderWay(run) ? (
          <ProgressBar done={counts.asked} total={total} label={t('askedOf', { asked: counts.asked, total })} />
        ) : (
          <Badge meaning={meaningOfState[state]}>{t(`state.${state}`)}</Badge>
        )}
      </td>
      <td className={styles.number}>
        {counts.passed}/{total}
      </td>
      <td className={styles.number}>{counts.led}</td>
      <td className={styles.number}>{counts.ms === null ? '–' : durationText(counts.ms)}</td>
      <td>
        {!isUnderWay(run) && (
          <IconButton icon={Trash2} label={t('deleteRunNamed', { name })} onClick={() => void deleteRun(id)} />
        )}
      </td>
    </tr>
  )
}
