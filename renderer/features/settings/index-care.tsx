import type { CheckReport, GivenUp } from '@shared/api/store/store-report'
import { isTurnNoteKey, type Note, noteText } from '@shared/note'
import { useTranslation } from 'react-i18next'
import {
  checkStore,
  type Rebuild,
  rebuildStore,
  repairStore,
  stopRebuild,
  useStoreCare,
} from '@renderer/state/store-care'
import { Button } from '@renderer/ui/controls/button'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { dayAndTimeText } from '@renderer/ui/text/relative-text'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './settings.module.css'

const mostProblems = 50

/** Checks the store, and makes its index anew. */
export function IndexCare() {
  const { t } = useTranslation('settings')
  const { check, checkError, rebuild } = useStoreCare()
  const checking = check === 'running'
  const rebuilding = rebuild?.state === 'running'
  return (
    <>
      <div className={styles.block}>
        <div className={styles.row}>
          <div className={styles.what}>
            <p className={styles.name}>{t('data.check')}</p>
            <p className={styles.text}>{t('data.checkText')}</p>
          </div>
          <Button size="small" disabled={checking || rebuilding} onClick={() => void checkStore()}>
            {checking ? t('data.checking') : t('data.checkNow')}
          </Button>
        </div>
        {checkError && <ErrorNote error={checkError} nothingLost onRetry={() => void checkStore()} />}
        <div role="status">{typeof check !== 'string' && <CheckResult report={check} rebuilding={rebuilding} />}</div>
      </div>
      <div className={styles.block}>
        <div className={styles.row}>
          <div className={styles.what}>
            <p className={styles.name}>{t('data.rebuild')}</p>
            <p className={styles.text}>{t('data.rebuildText')}</p>
          </div>
          {rebuilding ? (
            <Button size="small" onClick={stopRebuild}>
              {t('data.stop')}
            </Button>
          ) : (
            <Button size="small" disabled={checking} onClick={() => void rebuildStore()}>
              {t('data.rebuildNow')}
            </Button>
          )}
        </div>
        {rebuild && <RebuildState rebuild={rebuild} />}
      </div>
    </>
  )
}

function CheckResult({ report, rebuilding }: { readonly report: CheckReport; readonly rebuilding: boolean }) {
  const { t } = useTranslation('settings')
  const { ok, problems, given_up: repairs } = report
  return (
    <>
      <p className={ok ? styles.good : styles.bad}>
        {ok ? t('data.sound') : t('data.problems', { count: problems.length })}
      </p>
      <Problems problems={problems} />
      {problems.length > 0 && (
        <Button size="small" disabled={rebuilding} onClick={() => void repairStore()}>
          {t('data.repairNow')}
        </Button>
      )}
      {repairs.map((repair) => (
        <EndedByRepair key={repair.folder} repair={repair} />
      ))}
    </>
  )
}

/** What a repair could not mend, and where the rest of it lies. */
function EndedByRepair({ repair }: { readonly repair: GivenUp }) {
  const { t } = useTranslation('settings')
  const when = dayAndTimeText(repair.at)
  return (
    <>
      <p className={styles.text}>{t('data.givenUp', { replace: { when, folder: safeName(repair.folder) } })}</p>
      <Problems problems={repair.problems} />
    </>
  )
}

function Problems({ problems }: { readonly problems: readonly Note[] }) {
  if (problems.length === 0) return null
  return (
    <ul className={styles.problems}>
      {problems.slice(0, mostProblems).map((problem) => (
        <Problem key={noteText(problem)} problem={problem} />
      ))}
    </ul>
  )
}

function Problem({ problem }: { readonly problem: Note }) {
  const { t } = useTranslation('settings')
  const { key, values } = problem
  // Under `replace`, so that no value is taken for an option.
  const text = isTurnNoteKey(key)
    ? noteText(problem)
    : t(`data.found.${key}`, { count: Number(values['count'] ?? 0), replace: values })
  return <li>{safeName(text)}</li>
}

function RebuildState({ rebuild }: { readonly rebuild: Rebuild }) {
  const { t } = useTranslation('settings')
  const { kind, state, done, total, error } = rebuild
  const again = kind === 'repair' ? repairStore : rebuildStore
  if (error) return <ErrorNote error={error} nothingLost onRetry={() => void again()} />
  return (
    <div role="status" className={styles.progress}>
      {state === 'running' && <ProgressBar done={done} total={total} label={t(`data.${kind}`)} />}
      <p className={state === 'done' ? styles.good : styles.text}>
        <span className="numeric">{t(`data.${kind}State.${state}`, { done, total })}</span>
      </p>
    </div>
  )
}
