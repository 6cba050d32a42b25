import type { TurnContext } from '@shared/session/turn-context'
import { useTranslation } from 'react-i18next'
import { classes } from '@renderer/ui/classes'
import { choicesText } from '@renderer/answer/choices-bar'
import { promptSizeOf, useFigure } from './prompt-figures'
import styles from './prompt-head.module.css'

/** How much of the budget the prompt took, and what of it. */
export function PromptHead({ context }: { readonly context: TurnContext }) {
  const { t } = useTranslation('context')
  const figure = useFigure()
  const { segments, used, budget, counts } = promptSizeOf(context)
  const asked = choicesText(context.choices, t)
  const sizes =
    budget === null
      ? t('tokensOnly', { used: figure(used) })
      : t('tokens', { used: figure(used), budget: figure(budget) })
  return (
    <section className={classes(styles.head, 'numeric')} aria-label={t('size')}>
      <p className={styles.size}>{sizes}</p>
      <div className={styles.bar} aria-hidden>
        {segments.map(({ type, share }) => (
          <span key={type} className={styles[type]} style={{ width: `${share * 100}%` }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {segments.map(({ type, tokens }) => (
          <li key={type} className={styles.entry}>
            <span className={classes(styles.swatch, styles[type])} aria-hidden />
            {t(`types.${type}`)} <span className={styles.tokens}>{figure(tokens)}</span>
          </li>
        ))}
      </ul>
      <p>
        {t('counts', {
          kept: figure(counts.kept),
          shortened: figure(counts.shortened),
          cut: figure(counts.cut),
        })}
      </p>
      {asked !== '' && <p>{t('askedWith', { choices: asked })}</p>}
    </section>
  )
}
