import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useModels } from '@renderer/state/models/models-store'
import { dismissStarterHint, useStarterHint } from '@renderer/state/models/starter'
import { useSettings } from '@renderer/state/settings-store'
import { go } from '@renderer/state/window/address'
import { Button, IconButton } from '@renderer/ui/controls/button'
import styles from './chat-view.module.css'

/** Tells of the recommended models where no language model is chosen, until it is sent away. */
export function StarterHint() {
  const { t } = useTranslation('chat')
  const isDismissed = useStarterHint((state) => state.isDismissed)
  const hasLanguage = useSettings(({ settings }) => settings.models.language !== null)
  const set = useModels(({ state }) => state?.starter)
  const isOffered = set?.stage === 'offered' && set.parts.some(({ offer }) => offer !== null)
  if (isDismissed || hasLanguage || !isOffered) return null
  return (
    <aside className={styles.hint} aria-label={t('starter.label')}>
      <p>{t('starter.text')}</p>
      <Button size="small" onClick={() => go({ view: 'models' })}>
        {t('starter.show')}
      </Button>
      <IconButton icon={X} label={t('starter.dismiss')} onClick={dismissStarterHint} />
    </aside>
  )
}
