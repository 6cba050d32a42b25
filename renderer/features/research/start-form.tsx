import { Telescope } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResearchJob } from '@shared/api/research-api'
import { MAX_GOAL_LENGTH } from '@shared/research/plan-spec'
import { filterOf, isWhole } from '@renderer/state/library/scope'
import { startRun, useRuns } from '@renderer/state/research/runs-store'
import { changeStartDraft, clearStartDraft, useStartDraft } from '@renderer/state/research/start-draft'
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
  const form = useStart(language)
  const { draft, jobs, start } = form
  const { goal, job } = draft
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
        prose
        value={goal}
        rows={4}
        maxLength={MAX_GOAL_LENGTH}
        onChange={(event) => changeStartDraft({ goal: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
          event.preventDefault()
          void start()
        }}
      />
      {jobs && jobs.length > 0 && (
        <JobCards jobs={jobs} chosen={job} language={language} onChoose={(id) => changeStartDraft({ job: id })} />
      )}
      <WhereAndBegin start={form} />
    </form>
  )
}

/** The last part of the form. Where a job takes documents, it comes into sight: they are chosen here, below the jobs. */
function WhereAndBegin({ start: { draft, needed, mayStart } }: { readonly start: ReturnType<typeof useStart> }) {
  const { t } = useTranslation('research')
  const { job, scope, looksFirst } = draft
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (needed !== null) part.current?.scrollIntoView({ block: 'nearest' })
  }, [job, needed])
  return (
    <div ref={part} className={styles.last}>
      <ScopeField
        label={t('start.scope')}
        hint={needed === null ? t('start.scopeHint') : t('start.needsDocuments', { documents: needed })}
        scope={scope}
        onChange={(next) => changeStartDraft({ scope: next })}
      />
      <SwitchRow
        name={t('start.look')}
        text={t('start.lookText')}
        checked={looksFirst}
        onChange={(on) => changeStartDraft({ looksFirst: on })}
      />
      <Button type="submit" look="primary" icon={Telescope} disabled={!mayStart} className={styles.begin}>
        {t('start.begin')}
      </Button>
    </div>
  )
}

/** What was typed and chosen, whether it is enough, and beginning with it. `needed` is how many documents the job takes, in words. */
function useStart(language: 'en' | 'zh') {
  const jobs = useRuns((state) => state.jobs)
  const draft = useStartDraft()
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
    if (await startRun({ goal: goal.trim(), at_once: !looksFirst, ...how })) clearStartDraft()
    setBusy(false)
  }
  const needed = min === 0 ? null : min === max ? `${min}` : `${min}–${max ?? '…'}`
  return { draft, jobs, needed, mayStart, start }
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
