import type { Critique, EvidenceItem } from '@shared/events'
import { ListChecks, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { classes } from '@renderer/ui/classes'
import { sayNotes } from '@renderer/ui/text/say-notes'
import styles from './check.module.css'

const verdicts = ['supported', 'uncompared', 'partly', 'unsupported', 'uncited'] as const

interface CheckLineProps {
  readonly critique: Critique
  readonly written: boolean
  readonly evidence: readonly EvidenceItem[]
}

function quotedFrom(evidence: readonly EvidenceItem[]): 'quoted' | 'quotedTool' | 'quotedBoth' {
  const ofTools = evidence.filter(({ kind }) => kind === 'tool').length
  if (ofTools === 0) return 'quoted'
  return ofTools === evidence.length ? 'quotedTool' : 'quotedBoth'
}

/**
 * Under an answer: that it is quoted, or how many of the sentences that a model wrote its sources carry, and what is to be
 * said of it as a whole.
 */
export function CheckLine({ critique, written, evidence }: CheckLineProps) {
  const { t } = useTranslation('chat')
  const { t: tPipeline } = useTranslation('pipeline')
  const { sentences, issues } = critique
  if (sentences.length === 0) return null
  const counts = { supported: 0, uncompared: 0, partly: 0, unsupported: 0, uncited: 0 }
  for (const { verdict } of sentences) counts[verdict] += 1
  const isSupported = counts.supported === sentences.length
  const isSound = counts.supported + counts.uncompared === sentences.length
  // The first says what is counted, so it is there also where there are none.
  const parts = verdicts.flatMap((verdict) =>
    counts[verdict] > 0 || verdict === 'supported' ? [t(`check.${verdict}`, { count: counts[verdict] })] : [],
  )
  const Icon = isSound ? ListChecks : TriangleAlert
  return (
    <div className={styles.check} dir="auto">
      <p className={classes(styles.line, !isSound && styles.unsound)}>
        <Icon size={14} strokeWidth={1.75} aria-hidden />
        {isSupported
          ? written
            ? t('check.all', { count: sentences.length })
            : t(`check.${quotedFrom(evidence)}`)
          : t('check.counts', { replace: { counts: parts.join(t('check.between')) } })}
      </p>
      {issues.length > 0 && (
        <ul className={styles.issues} aria-label={t('check.issues')}>
          {issues.map((issue, at) => (
            <li key={at}>{sayNotes([issue], '', tPipeline)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
