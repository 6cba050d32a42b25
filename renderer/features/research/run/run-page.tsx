import { Tabs } from '@base-ui/react/tabs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isWorking } from '@shared/research/fold-steps'
import type { ResearchRun } from '@shared/research/research-run'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { safeName } from '@renderer/ui/text/safe-name'
import { ChangesView } from '../changes/changes-view'
import { LedgerView } from '../ledger/ledger-view'
import { PlanSection } from '../plan/plan-section'
import { ReportView } from '../report/report-view'
import { RunHead } from './run-head'
import styles from './run-page.module.css'

type Part = 'report' | 'claims' | 'changes' | 'plan'

/** One piece of research: what can be done with it; its plan, and once there is one its report. */
export function RunPage({ run }: { readonly run: ResearchRun }) {
  const { t } = useTranslation('research')
  const { header, plan, error, report, ledger, again_of: again } = run
  const [chosen, setChosen] = useState<Part | null>(null)
  const hasClaims = ledger.claims.length + ledger.gaps.length > 0
  const parts: readonly Part[] = [
    ...(report ? (['report'] as const) : []),
    ...(hasClaims && report ? (['claims'] as const) : []),
    ...(again !== null && report ? (['changes'] as const) : []),
    'plan',
    ...(hasClaims && !report ? (['claims'] as const) : []),
  ]
  // The report comes to the front by itself, unless the reader has chosen something else.
  const part = chosen !== null && parts.includes(chosen) ? chosen : (parts[0] ?? 'plan')
  return (
    <article className={styles.page} aria-label={safeName(header.title)}>
      <RunHead run={run} />
      {error && <ErrorNote error={error} nothingLost />}
      {(plan || isWorking(header)) && (
        <Tabs.Root
          value={part}
          onValueChange={(next) => setChosen(parts.find((one) => one === next) ?? null)}
          className={styles.parts}
        >
          <Tabs.List className={styles.tabs} aria-label={t('parts')}>
            {parts.map((name) => (
              <Tabs.Tab key={name} value={name} className={styles.tab}>
                {t(`partNames.${name}`)}
                {name === 'claims' && <span className={styles.count}>{ledger.claims.length}</span>}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="plan" className={styles.section}>
            <PlanSection run={run} />
          </Tabs.Panel>
          <Tabs.Panel value="changes" className={styles.section}>
            <ChangesView run={run} />
          </Tabs.Panel>
          <Tabs.Panel value="claims" className={styles.section}>
            <LedgerView run={run} />
          </Tabs.Panel>
          {report && (
            <Tabs.Panel value="report" className={styles.section}>
              <ReportView report={report} run={run} />
            </Tabs.Panel>
          )}
        </Tabs.Root>
      )}
    </article>
  )
}
