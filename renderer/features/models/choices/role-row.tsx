import type { ModelsState } from '@shared/models/models'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { modelName, runtimeOf } from '@renderer/state/models/model-options'
import { choose, type ModelRole } from '@renderer/state/models/models-store'
import { useSettings } from '@renderer/state/settings-store'
import { safeName } from '@renderer/ui/text/safe-name'
import { Select } from '@renderer/ui/controls/select'
import styles from '../models.module.css'
import { kindOf, modelChoices, nowKey } from './role-choices'
import { RuntimeState } from './runtime-state'

interface RoleRowProps {
  readonly role: ModelRole
  readonly state: ModelsState
  readonly children?: ReactNode
}

/** A job: a sentence about the model that does it, and the choice of another. */
export function RoleRow({ role, state, children }: RoleRowProps) {
  const { t } = useTranslation('models')
  const id = useId()
  const chosen = useSettings(({ settings }) => settings.models[role])
  const language = useSettings(({ settings }) => settings.models.language)
  // What cannot be asked at all cannot be asked in place of anything.
  if (role === 'fallback' && language === null && chosen === null) return null
  const words = { none: t(`use.${role}.none`), missing: t('use.missing') }
  const without = role === 'fallback' ? language : null
  const runtime = chosen === null ? undefined : runtimeOf(state, chosen)
  const values = {
    model: chosen === null ? '' : `\u2068${safeName(modelName(state, chosen))}\u2069`,
    current: safeName(modelName(state, state.embedding.current)),
  }
  return (
    <div className={styles.role}>
      <div className={styles.line}>
        <div className={styles.what}>
          <p id={`${id}-name`} className={styles.name}>
            {t(`use.${role}.name`)}
          </p>
          <p id={`${id}-text`} className={styles.text}>
            {t(`use.${nowKey(state, role, chosen)}`, { replace: values })}
          </p>
        </div>
        <Select
          value={chosen}
          options={modelChoices({ state, kind: kindOf(role), chosen, words, without })}
          onChange={(next) => void choose(role, next)}
          labelledBy={`${id}-name`}
          describedBy={`${id}-text`}
        />
      </div>
      {runtime && <RuntimeState runtime={runtime} kind={kindOf(role)} />}
      {children}
    </div>
  )
}
