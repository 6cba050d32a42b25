import type { Critique } from '@shared/events'
import type { SecondOpinion } from '@shared/session/second-opinion'
import { useTranslation } from 'react-i18next'
import { safeName, withoutOverrides } from '@renderer/ui/text/safe-name'
import styles from './check.module.css'

interface OpinionLineProps {
  readonly opinion: SecondOpinion
  readonly critique: Critique
  /** The answer that was checked. */
  readonly response: string
}

/** Of a sentence, in characters: enough to find it by. */
const maxQuoted = 40

/** Under an answer: where a model's second opinion differs from the check by rules; nothing where it does not. */
export function OpinionLine({ opinion, critique, response }: OpinionLineProps) {
  const { t } = useTranslation('chat')
  const differing = opinion.sentences.filter(({ sentence, verdict }) => {
    const checked = critique.sentences[sentence - 1]?.verdict
    if (checked === 'uncompared') return true
    return checked !== undefined && (checked === 'supported') !== (verdict === 'supported')
  })
  if (differing.length === 0) return null
  const beginningOf = (sentence: number) => {
    const { start = 0, end = 0 } = critique.sentences[sentence - 1] ?? {}
    const characters = Array.from(withoutOverrides(response.slice(start, end).replace(/[*_`]|\s*\[\d{1,3}\]/gu, '')))
    return characters.length > maxQuoted ? `${characters.slice(0, maxQuoted).join('').trimEnd()}…` : characters.join('')
  }
  return (
    <ul className={styles.opinion} dir="auto" aria-label={t('opinion.label')}>
      {differing.map(({ sentence, verdict, reason }) => (
        <li key={sentence}>
          {t(verdict === 'supported' ? 'opinion.upholds' : 'opinion.doubts', {
            replace: {
              model: safeName(opinion.model),
              sentence: beginningOf(sentence),
              reason: withoutOverrides(reason),
            },
          })}
        </li>
      ))}
    </ul>
  )
}
