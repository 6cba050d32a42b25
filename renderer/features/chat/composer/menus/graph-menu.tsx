import { GraphMode } from '@shared/settings'
import { Waypoints } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseGraphMode, useGraphModes } from '@renderer/state/chat/graph-mode'
import { useSettings } from '@renderer/state/settings-store'
import { RadioMenu } from '@renderer/ui/controls/radio-menu'
import styles from '../composer.module.css'

/** The choice of how the knowledge graph is searched in this chat. `chatKey` is the chat's draft key. */
export function GraphMenu({ chatKey }: { readonly chatKey: string }) {
  const { t } = useTranslation('chat')
  const byDefault = useSettings((all) => all.settings.retrieval.graph)
  const choice = useGraphModes(({ entries }) => entries[chatKey])
  const mode = choice ?? byDefault
  return (
    <RadioMenu
      trigger={
        <button
          type="button"
          className={styles.model}
          aria-label={t('graph.label', { replace: { mode: t(`graph.mode.${mode}`) } })}
          title={t('graph.title')}
        >
          <Waypoints size={15} strokeWidth={1.75} aria-hidden />
          {choice !== undefined && <span className={styles.modelName}>{t(`graph.mode.${choice}`)}</span>}
        </button>
      }
      align="end"
      value={mode}
      options={GraphMode.options.map((one) => ({
        value: one,
        text: t(`graph.mode.${one}`),
        aside: <span className={styles.aside}>{one === byDefault ? t('model.default') : t(`graph.about.${one}`)}</span>,
      }))}
      // The default is followed, also when it changes.
      onChange={(one) => chooseGraphMode(chatKey, one === byDefault ? null : one)}
    />
  )
}
