import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { safeName, withoutOverrides } from '@renderer/ui/text/safe-name'
import styles from './context-panel.module.css'

/** A model's second opinion on an answer, sentence by sentence; nothing where none was given. */
export function OpinionList({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation('context')
  const heading = useId()
  const { second_opinion: opinion, critique, response } = turn
  if (!opinion || opinion.sentences.length === 0) return null
  const textOf = (sentence: number) => {
    const { start = 0, end = 0 } = critique?.sentences[sentence - 1] ?? {}
    return withoutOverrides(response.slice(start, end))
  }
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={styles.heading}>
        {t('opinion.title', { replace: { model: safeName(opinion.model) } })}
      </h3>
      <ol className={styles.opinions}>
        {opinion.sentences.map(({ sentence, verdict, reason }) => (
          <li key={sentence} value={sentence} dir="auto">
            <q>{textOf(sentence)}</q>
            <p className={styles.note}>
              {t(`opinion.${verdict}`)} · {withoutOverrides(reason)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
