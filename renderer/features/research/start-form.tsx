import { Telescope } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResearchJob } from '@shared/api/research-api'
import { MAX_GOAL_LENGTH } from '@shared/research/plan-spec'
import { filterOf, isWhole, type Scope, wholeLibrary } from '@renderer/state/library/scope'
import { startRun, useRuns } from '@renderer/state/research/runs-store'
import { classes } from '@renderer/ui/classes'
import { Button } from '@renderer/ui/controls/button'
import { SwitchRow } from '@renderer/ui/controls/setting-row'
import { TextArea } from '@renderer/ui/controls/text-field'
import { ScopeField } from './scope/scope-field'
import styles from './start-form.module.css'

/** What is to be found out, where, one of the ready-made jobs if any, and whether the plan is to be looked at first. */
export function StartForm() {
  const { t, i18n } = useTranslation('research')
  const language = i18n.language === 'zh' ? 'zh' : 'en'
  const { draft, change, jobs, needed, mayStart, start } = useStart(language)
  const { goal, job, scope, looksFirst } = draft
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <h2 className={styles.title}>{t('start.title')}</h2>
      <p className={styles.text}>{t('start.text')}</p>
      <TextArea
        label={t('start.goal')}
        hint={t('start.hint')}
        className={styles.goal}
        value={goal}
        rows={4}
        maxLength={MAX_GOAL_LENGTH}
        onChange={(event) => change({ goal: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
          event.preventDefault()
          void start()
        }}
      />
      {jobs && jobs.length > 0 && (
        <JobCards jobs={jobs} chosen={job} language={language} onChoose={(id) => change({ job: id })} />
      )}
      <ScopeField
        label={t('start.scope')}
        hint={needed === null ? t('start.scopeHint') : t('start.needsDocuments', { documents: needed })}
        scope={scope}
        onChange={(next) => change({ scope: next })}
      />
      <SwitchRow
        name={t('start.look')}
        text={t('start.lookText')}
        checked={looksFirst}
        onChange={(on) => change({ looksFirst: on })}
      />
      <Button type="submit" look="primary" icon={Telescope} disabled={!mayStart} className={styles.begin}>
        {t('start.begin')}
      </Button>
    </form>
  )
}

interface Draft {
  readonly goal: string
  /** A ready-made one; null for none. */
  readonly job: string | null
  readonly scope: Scope
  readonly looksFirst: boolean
}

const nothing: Draft = { goal: '', job: null, scope: wholeLibrary, looksFirst: true }

/** What was typed and chosen, whether it is enough, and beginning with it. `needed` is how many documents the job takes, in words. */
function useStart(language: 'en' | 'zh') {
  const jobs = useRuns((state) => state.jobs)
  const [draft, setDraft] = useState(nothing)
  const [busy, setBusy] = useState(false)
  const { goal, job, scope, looksFirst } = draft
  const needs = jobs?.find(({ id }) => id === job)?.needs
  const { min, max } = needs?.documents ?? { min: 0, max: null }
  const isNamed = goal.trim() !== '' || needs?.subject === 'none' || needs?.subject === 'optional'
  // Documents may also be named in words.
  const mayStart = !busy && isNamed && (min === 0 || goal.trim() !== '' || !isWhole(scope))
  const start = async () => {
    if (!mayStart) return
    setBusy(true)
    const filter = filterOf(scope)
    const how = { ...(filter && { filter }), ...(job !== null && { job, locale: language }) }
    await startRun({ goal: goal.trim(), at_once: !looksFirst, ...how })
    setBusy(false)
  }
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const needed = min === 0 ? null : min === max ? `${min}` : `${min}–${max ?? '…'}`
  return { draft, change, jobs, needed, mayStart, start }
}

interface JobCardsProps {
  readonly jobs: readonly ResearchJob[]
  readonly chosen: string | null
  readonly language: 'en' | 'zh'
  readonly onChoose: (id: string | null) => void
}

/** The ready-made jobs; pressing the chosen one again chooses none. */
function JobCards({ jobs, chosen, language, onChoose }: JobCardsProps) {
  const { t } = useTranslation('research')
  return (
    <fieldset className={styles.jobs}>
      <legend className={styles.legend}>{t('start.jobs')}</legend>
      {jobs.map(({ id, title, description }) => (
        <button
          key={id}
          type="button"
          className={classes(styles.job, id === chosen && styles.chosen)}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id === chosen ? null : id)}
        >
          <span className={styles.jobTitle}>{title[language]}</span>
          <span className={styles.jobText}>{description[language]}</span>
        </button>
      ))}
    </fieldset>
  )
}
