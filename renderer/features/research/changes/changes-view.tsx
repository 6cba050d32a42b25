import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceItem } from '@shared/events'
import type { ResearchRun, RunDifference } from '@shared/research/research-run'
import { type RunChanges, readChanges } from '@renderer/state/research/run-changes'
import { go } from '@renderer/state/window/address'
import { Button } from '@renderer/ui/controls/button'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { ChangedWords } from '@renderer/ui/text/changed-words'
import { withoutOverrides } from '@renderer/ui/text/safe-name'
import { wordChanges } from '@renderer/ui/text/word-changes'
import { refsOf } from '../ledger/claim-rows'
import { Marks, SourcesContext } from '../report/report-sentences'
import styles from './changes.module.css'

type Evidence = ReadonlyMap<string, EvidenceItem>

const kinds = ['changed', 'new', 'gone'] as const

/** What a run that was done again found otherwise than the one before: changed sentences first, then what came and what went. */
export function ChangesView({ run }: { readonly run: ResearchRun }) {
  const { t } = useTranslation('research')
  const { header, again_of: before } = run
  const key = before === null ? null : `${header.id} ${before}`
  const { value, error, again } = useFetched(key, () => readChanges(header.id, before ?? ''))
  const now = useMemo(() => byId(run.evidence), [run.evidence])
  if (before === null) return null
  if (error) return <ErrorNote error={error} nothingLost onRetry={again} />
  if (!value) return <Skeleton lines={5} label={t('changes.reading')} />
  return (
    <>
      <p className={styles.quiet}>
        {value.differences.length === 0 ? t('changes.none') : t('changes.text')}{' '}
        {value.evidence && (
          <Button size="small" look="quiet" onClick={() => go({ runId: before })}>
            {t('changes.before')}
          </Button>
        )}
      </p>
      <Groups changes={value} now={now} />
    </>
  )
}

function Groups({ changes: { differences, evidence }, now }: { readonly changes: RunChanges; readonly now: Evidence }) {
  const { t } = useTranslation('research')
  const earlier = useMemo(() => byId(evidence ?? []), [evidence])
  return kinds.map((kind) => {
    const own = eachOnce(differences.filter(({ change }) => change === kind))
    if (own.length === 0) return null
    return (
      <section key={kind} className={styles.group} aria-label={t(`changes.${kind}`)}>
        <h3 className={styles.heading}>
          {t(`changes.${kind}`)} <span className={styles.quiet}>{own.length}</span>
        </h3>
        <ul className={styles.list}>
          {own.map((one) => (
            <li key={one.claim.id} className={styles[kind]}>
              <Difference {...{ now, earlier }} difference={one} />
            </li>
          ))}
        </ul>
      </section>
    )
  })
}

/** Two tasks may find the same sentence. */
function eachOnce(differences: readonly RunDifference[]): RunDifference[] {
  return [
    ...new Map(differences.toReversed().map((one) => [`${one.before?.text ?? ''}\n${one.claim.text}`, one])).values(),
  ].toReversed()
}

interface DifferenceProps {
  readonly difference: RunDifference
  readonly now: Evidence
  readonly earlier: Evidence
}

function Difference({ difference: { claim, change, before }, now, earlier }: DifferenceProps) {
  const isGone = change === 'gone'
  const pieces = before ? wordChanges(withoutOverrides(before.text), withoutOverrides(claim.text)) : null
  return (
    <p>
      {pieces ? <ChangedWords pieces={pieces} /> : withoutOverrides(claim.text)}
      <SourcesContext value={isGone ? earlier : now}>
        <Marks refs={refsOf(claim.for, isGone ? earlier : now)} />
      </SourcesContext>
    </p>
  )
}

function byId(evidence: readonly EvidenceItem[]): Evidence {
  return new Map(evidence.map((item) => [item.evidence_id, item]))
}
