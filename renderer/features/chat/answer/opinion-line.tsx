import type { Critique } from '@shared/events'
import type { SecondOpinion } from '@shared/session/second-opinion'
import { useTranslation } from 'react-i18next'
import { safeName, withoutOverrides } from '@renderer/ui/text/safe-name'
import styles from './check.module.css'

interface OpinionLineProps {
  readonly opinion: SecondOpinion
  readonly critique: Critique
}

/** Under an answer: where a model's second opinion differs from the check by rules; nothing where it does not. */
export function OpinionLine({ opinion, critique }: OpinionLineProps) {
  const { t } = useTranslation('chat')
  const differing = opinion.sentences.filter(({ sentence, verdict }) => {
    const checked = critique.sentences[sentence - 1]?.verdict
    return checked !== undefined && (checked === 'supported') !== (verdict === 'supported')
  })
  if (differing.length === 0) return null
  return (
    <ul className={styles.opinion} dir="auto" aria-label={t('opinion.label')}>
      {differing.map(({ sentence, verdict, reason }) => (
        <li key={sentence}>
          {t(verdict === 'supported' ? 'opinion.upholds' : 'opinion.doubts', {
            replace: { model: safeName(opinion.model), sentence, reason: withoutOverrides(reason) },
          })}
        </li>
      ))}
    </ul>
  )
}
