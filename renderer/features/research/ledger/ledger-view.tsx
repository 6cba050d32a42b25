import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conflict } from '@shared/research/claim-ledger'
import type { ResearchRun } from '@shared/research/research-run'
import { taskNumber } from '@renderer/state/research/edit-plan'
import { safeName, withoutOverrides } from '@renderer/ui/text/safe-name'
import { textLanguage } from '@renderer/ui/text/text-language'
import { Marked, SourcesContext } from '../report/report-sentences'
import { type ClaimRow, claimRows } from './claim-rows'
import { ClaimTable } from './claim-table'
import styles from './ledger.module.css'

/** What was found out, claim by claim: where documents disagree first, then every claim with its sources, then what was not found. */
export function LedgerView({ run }: { readonly run: ResearchRun }) {
  const { t } = useTranslation('research')
  const { evidence, ledger, plan } = run
  const sources = useMemo(() => new Map(evidence.map((item) => [item.evidence_id, item])), [evidence])
  const rows = useMemo(() => claimRows(ledger, plan, sources), [ledger, plan, sources])
  const byId = useMemo(() => new Map(rows.map((row) => [row.claim.id, row])), [rows])
  return (
    <SourcesContext value={sources}>
      {ledger.conflicts.length > 0 && (
        <section className={styles.part} aria-label={t('ledger.conflicts')}>
          <h3 className={styles.heading}>{t('ledger.conflicts')}</h3>
          {ledger.conflicts.map((conflict) => (
            <ConflictBlock key={conflict.id} conflict={conflict} rows={byId} />
          ))}
        </section>
      )}
      {rows.length > 0 ? <ClaimTable rows={rows} /> : <p className={styles.quiet}>{t('ledger.none')}</p>}
      {ledger.gaps.length > 0 && (
        <section className={styles.part} aria-label={t('notFound')}>
          <h3 className={styles.heading}>{t('notFound')}</h3>
          <ul className={styles.gaps}>
            {ledger.gaps.map(({ task_id: id, missing }) => (
              <li key={`${id} ${missing}`}>
                <span className={styles.quiet}>{t('taskShort', { number: plan ? taskNumber(plan, id) : 0 })}</span>{' '}
                {safeName(missing)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </SourcesContext>
  )
}

interface ConflictBlockProps {
  readonly conflict: Conflict
  readonly rows: ReadonlyMap<string, ClaimRow>
}

/** Claims that do not agree, beside each other; what differs stands before each. */
function ConflictBlock({ conflict: { claims, stated, by_time: byTime }, rows }: ConflictBlockProps) {
  const { t } = useTranslation('research')
  return (
    <div className={byTime ? styles.byTime : styles.conflict}>
      <p className={styles.strong}>{t(byTime ? 'conflictByTime' : 'conflict')}</p>
      <ul className={styles.sides}>
        {claims.map((id, at) => {
          const row = rows.get(id)
          if (!row) return null
          return (
            <li key={id} className={styles.side}>
              {stated[at] !== undefined && stated[at] !== '' && (
                <span className={styles.stated}>{safeName(stated[at])}</span>
              )}
              <span lang={textLanguage(row.claim.text)}>
                <Marked text={withoutOverrides(row.claim.text)} refs={row.refs} />
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
