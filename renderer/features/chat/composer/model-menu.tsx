import { Menu as Base } from '@base-ui/react/menu'
import { Check, ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseForChat, defaultModel, rules, usable, useModelChoices } from '@renderer/state/models/model-choice'
import { modelName, modelOptions } from '@renderer/state/models/model-options'
import { useModels } from '@renderer/state/models/models-store'
import { useSettings } from '@renderer/state/settings-store'
import { classes } from '@renderer/ui/classes'
import menu from '@renderer/ui/controls/menu.module.css'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './composer.module.css'

/** What answers in this chat. Nothing where there is no language model at all. `chatKey` is the chat's draft key. */
export function ModelMenu({ chatKey }: { readonly chatKey: string }) {
  const { t } = useTranslation('chat')
  const state = useModels((models) => models.state)
  const settings = useSettings((all) => all.settings.models)
  const choice = useModelChoices(({ choices }) => choices[chatKey])
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
  return (
    <Base.Root>
      <Base.Trigger
        className={styles.model}
        aria-label={t('model.label', { replace: { model: safeName(current) } })}
        title={t('model.title')}
      >
        <bdi className={styles.modelName}>{safeName(current)}</bdi>
        <ChevronDown size={12} strokeWidth={1.75} aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} className={menu.layer}>
          <Base.Popup className={classes(menu.popup, menu.choices)}>
            <Base.RadioGroup
              value={chosen}
              onValueChange={(next: unknown) => {
                const id = options.find((option) => option.id === next)?.id
                // The default is followed, also when it changes.
                if (id !== undefined) chooseForChat(chatKey, id === byDefault ? null : id)
              }}
            >
              {options.map((option) => (
                <ModelChoice key={option.id} {...option} isDefault={option.id === byDefault} />
              ))}
            </Base.RadioGroup>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface ModelChoiceProps {
  readonly id: string
  readonly name: string
  /** The server it runs on, or why it is not there; null for one of this machine. */
  readonly server: string | null
  readonly isDefault: boolean
}

function ModelChoice({ id, name, server, isDefault }: ModelChoiceProps) {
  const { t } = useTranslation('chat')
  return (
    <Base.RadioItem value={id} closeOnClick className={menu.item}>
      <span className={styles.tick}>
        <Base.RadioItemIndicator className={styles.indicator}>
          <Check size={14} strokeWidth={2} aria-hidden />
        </Base.RadioItemIndicator>
      </span>
      <bdi className={menu.text} title={safeName(name)}>
        {safeName(name)}
      </bdi>
      {server !== null && <span className={styles.aside}>{safeName(server)}</span>}
      {isDefault && <span className={styles.aside}>{t('model.default')}</span>}
    </Base.RadioItem>
  )
}
