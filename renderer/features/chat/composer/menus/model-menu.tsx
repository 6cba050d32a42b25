import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseForChat, defaultModel, rules, usable, useModelChoices } from '@renderer/state/models/model-choice'
import { modelName, modelOptions } from '@renderer/state/models/model-options'
import { useModels } from '@renderer/state/models/models-store'
import { useSettings } from '@renderer/state/settings-store'
import { RadioMenu } from '@renderer/ui/controls/radio-menu'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from '../composer.module.css'

/** The choice of the model that answers in this chat; not shown without any language model. `chatKey` is the chat's draft key. */
export function ModelMenu({ chatKey }: { readonly chatKey: string }) {
  const { t } = useTranslation('chat')
  const state = useModels((models) => models.state)
  const settings = useSettings((all) => all.settings.models)
  const choice = useModelChoices(({ entries }) => entries[chatKey])
  const models = useMemo(() => modelOptions(state, 'language'), [state])
  if (models.length === 0) return null
  const byDefault = defaultModel(settings)
  const ids = models.map(({ id }) => id)
  const chosen = usable(choice, ids) ?? byDefault
  const options = [
    { id: rules, name: t('model.quoted'), server: null },
    ...models,
    // What the settings name stays in sight where it is not there now.
    ...(byDefault === rules || ids.includes(byDefault)
      ? []
      : [{ id: byDefault, name: modelName(state, byDefault), server: t('model.missing') }]),
  ]
  const current = options.find(({ id }) => id === chosen)?.name ?? ''
  const aside = (text: string) => <span className={styles.aside}>{text}</span>
  return (
    <RadioMenu
      trigger={
        <button
          type="button"
          className={styles.model}
          aria-label={t('model.label', { replace: { model: safeName(current) } })}
          title={t('model.title')}
        >
          <bdi className={styles.modelName}>{safeName(current)}</bdi>
          <ChevronDown size={12} strokeWidth={1.75} aria-hidden />
        </button>
      }
      align="end"
      value={chosen}
      options={options.map(({ id, name, server }) => ({
        value: id,
        text: safeName(name),
        aside: (
          <>
            {server !== null && aside(safeName(server))}
            {id === byDefault && aside(t('model.default'))}
          </>
        ),
      }))}
      // The default is followed, also when it changes.
      onChange={(id) => chooseForChat(chatKey, id === byDefault ? null : id)}
    />
  )
}
