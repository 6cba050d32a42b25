import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultModel, rules, usable, useModelChoices } from '@renderer/state/models/model-choice'
import { modelOptions } from '@renderer/state/models/model-options'
import { useModels } from '@renderer/state/models/models-store'
import { useSettings } from '@renderer/state/settings-store'
import { sameButWords, type Turn } from '@renderer/state/chat/turns/turn-reducer'
import { safeName } from '@renderer/ui/text/safe-name'
import { modelWait } from './model-wait'
import styles from './turn.module.css'

/** What a model does before its first word; nothing where that is not known, or no model is asked. */
export const ModelProgress = memo(function ModelProgress({ turn }: { readonly turn: Turn }) {
  const { t, i18n } = useTranslation('chat')
  const state = useModels((models) => models.state)
  const settings = useSettings((all) => all.settings.models)
  const choice = useModelChoices(({ choices }) => choices[turn.session_id])
  const chosen =
    usable(
      choice,
      modelOptions(state, 'language').map(({ id }) => id),
    ) ?? defaultModel(settings)
  const wait = chosen === rules ? null : modelWait(turn, state, [chosen, settings.fallback])
  if (!wait) return null
  const model = `\u2068${safeName(wait.model)}\u2069`
  return (
    <p className={styles.waiting} role="status">
      <span className={styles.pulse} aria-hidden />
      <span className="numeric">
        {wait.kind === 'loading'
          ? t('model.loading', { replace: { model, percent: wait.percent } })
          : t('model.reading', { replace: { model, tokens: wait.tokens.toLocaleString(i18n.language) } })}
      </span>
    </p>
  )
}, sameButWords)
