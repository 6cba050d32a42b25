import type { Critique, EvidenceItem } from '@shared/events'
import { CircleAlert, Languages, ListChecks, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ReactNode, useContext } from 'react'
import { classes } from '@renderer/ui/classes'
import { Tooltip } from '@renderer/ui/controls/tooltip'
import { sayNotes } from '../pipeline-strip/say-notes'
import styles from './check.module.css'
import { AnswerContext } from './citation'

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

const icons = { uncompared: Languages, partly: CircleAlert, unsupported: TriangleAlert, uncited: TriangleAlert }

/** Behind a sentence that its sources do not carry, or may not: says why, on hover and on keyboard focus. */
export function FaultMark({ verdict: index }: { readonly verdict: number }) {
  const { t } = useTranslation('chat')
  const { t: tPipeline } = useTranslation('pipeline')
  const { verdicts } = useContext(AnswerContext)
  const found = verdicts[index]
  if (!found || found.verdict === 'supported') return null
  const { verdict, issues } = found
  const text = t(`check.fault.${verdict}`, { replace: { issues: sayNotes(issues, '', tPipeline) } })
  const Icon = icons[verdict]
  return (
    <Tooltip text={text} side="top">
      <button
        type="button"
        className={verdict === 'partly' || verdict === 'uncompared' ? styles[verdict] : styles.faulty}
        aria-label={text}
      >
        <Icon size={13} strokeWidth={2} aria-hidden />
      </button>
    </Tooltip>
  )
}

interface WrongFigureProps {
  readonly verdict: number
  readonly children: ReactNode
}

/** A figure of the answer for which its source has another: says which, on hover and on keyboard focus. */
export function WrongFigure({ verdict, children }: WrongFigureProps) {
  const { t } = useTranslation('chat')
  const { verdicts } = useContext(AnswerContext)
  const correction = verdicts[verdict]?.correction
  if (!correction) return children
  const { stated, found, number } = correction
  const text = t('check.correction', { stated, found, number })
  return (
    <Tooltip text={text} side="top">
      <button type="button" className={styles.wrong} aria-label={text}>
        {children}
      </button>
    </Tooltip>
  )
}
