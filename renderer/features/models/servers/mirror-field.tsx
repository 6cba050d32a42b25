import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeModelSettings } from '@renderer/state/models/models-store'
import { useSettings } from '@renderer/state/settings-store'
import { Button } from '@renderer/ui/controls/button'
import { TextField } from '@renderer/ui/controls/text-field'
import styles from '../models.module.css'
import { serverAddress } from './server-address'

/** The address that stands in for the public hub. Empty is the hub itself. */
export function MirrorField() {
  const { t } = useTranslation('models')
  const mirror = useSettings(({ settings }) => settings.models.mirror)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? mirror ?? ''
  const address = text.trim() === '' ? null : serverAddress(text)
  const isWrong = text.trim() !== '' && !address
  const isPlain = address?.isPlain ?? false
  const changed = typed !== null && (address?.url ?? null) !== mirror
  return (
    <form
      className={styles.address}
      onSubmit={(event) => {
        event.preventDefault()
        if (isWrong || isPlain) return
        void changeModelSettings({ mirror: address?.url ?? null })
        setTyped(null)
      }}
    >
      <TextField
        label={t('advanced.mirror')}
        hint={t(isWrong ? 'servers.noAddress' : isPlain ? 'servers.plain' : 'advanced.mirrorText')}
        placeholder="https://huggingface.co"
        maxLength={300}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" size="small" disabled={!changed || isWrong || isPlain}>
        {t('advanced.save')}
      </Button>
    </form>
  )
}
