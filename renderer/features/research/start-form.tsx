import { Telescope } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResearchJob } from '@shared/api/research-api'
import { MAX_GOAL_LENGTH } from '@shared/research/plan-spec'
import { startRun, useRuns } from '@renderer/state/research/runs-store'
import { classes } from '@renderer/ui/classes'
import { Button } from '@renderer/ui/controls/button'
import { SwitchRow } from '@renderer/ui/controls/setting-row'
import { TextArea } from '@renderer/ui/controls/text-field'
import styles from './start-form.module.css'

/** What is to be found out, one of the ready-made jobs if any, and whether the plan is to be looked at first. */
export function StartForm() {
  const { t, i18n } = useTranslation('research')
  const jobs = useRuns((state) => state.jobs)
  const [goal, setGoal] = useState('')
  const [job, setJob] = useState<string | null>(null)
  const [looksFirst, setLooksFirst] = useState(true)
  const [busy, setBusy] = useState(false)
  const chosen = jobs?.find(({ id }) => id === job)
  const mayStart = goal.trim() !== '' || chosen?.needs.subject === 'none' || chosen?.needs.subject === 'optional'
  const language = i18n.language === 'zh' ? 'zh' : 'en'
  const start = async () => {
    if (busy || !mayStart) return
    setBusy(true)
    await startRun({ goal: goal.trim(), at_once: !looksFirst, ...(job !== null && { job, locale: language }) })
    setBusy(false)
  }
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
        value={goal}
        rows={4}
        maxLength={MAX_GOAL_LENGTH}
        onChange={(event) => setGoal(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
          event.preventDefault()
          void start()
        }}
      />
      {jobs && jobs.length > 0 && <JobCards jobs={jobs} chosen={job} language={language} onChoose={setJob} />}
      <SwitchRow name={t('start.look')} text={t('start.lookText')} checked={looksFirst} onChange={setLooksFirst} />
      <Button type="submit" look="primary" icon={Telescope} disabled={!mayStart || busy} className={styles.begin}>
        {t('start.begin')}
      </Button>
    </form>
  )
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
