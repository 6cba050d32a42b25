import { ListChecks, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import type { Critique, SentenceVerdict } from '@shared/events'
import { classes } from '@renderer/ui/classes'
import { isTurnNoteKey, type Note, noteText } from '@shared/note'
import { failureWords } from '@renderer/ui/text/failure-words'
import styles from './check.module.css'

const verdicts = ['supported', 'partly', 'unsupported', 'uncited'] as const

/** Under an answer: how many of its sentences its sources carry, and what is to be said of it as a whole. */
export function CheckLine({ critique }: { readonly critique: Critique }) {
  const { t } = useTranslation('chat')
  const { t: tPipeline } = useTranslation('pipeline')
  const { sentences, issues } = critique
  if (sentences.length === 0) return null
  const counts = countsOf(sentences)
  const isSound = counts.supported === sentences.length
  // The first says what is counted, so it is there also where there are none.
  const parts = verdicts.flatMap((verdict) =>
    counts[verdict] > 0 || verdict === 'supported' ? [t(`check.${verdict}`, { count: counts[verdict] })] : [],
  )
  const Icon = isSound ? ListChecks : TriangleAlert
  return (
    <div className={styles.check} dir="auto">
      <p className={classes(styles.line, !isSound && styles.unsound)}>
        <Icon size={14} strokeWidth={1.75} aria-hidden />
        {isSound
          ? t('check.all', { count: sentences.length })
          : t('check.counts', { replace: { counts: parts.join(t('check.between')) } })}
      </p>
      {issues.length > 0 && (
        <ul className={styles.issues} aria-label={t('check.issues')}>
          {issues.map((issue, at) => (
            <li key={at}>{sayIssues([issue], tPipeline)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function countsOf(sentences: readonly SentenceVerdict[]): Record<SentenceVerdict['verdict'], number> {
  const counts = { supported: 0, partly: 0, unsupported: 0, uncited: 0 }
  for (const { verdict } of sentences) counts[verdict] += 1
  return counts
}

/** What the critic found, in the window's language. */
export function sayIssues(issues: readonly Note[], t: TFunction<'pipeline'>): string {
  // Under `replace`, so that no value is taken for an option.
  return issues
    .map((issue) => {
      const { key, values } = issue
      if (!isTurnNoteKey(key)) return noteText(issue)
      const message = failureWords(values, t)
      const replace = message === undefined ? values : { ...values, message }
      return t(`notes.${key}`, { count: Number(values['count'] ?? 0), replace })
    })
    .join(t('betweenNotes'))
}
