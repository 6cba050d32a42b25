import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeSettings, useSettings } from '@renderer/state/settings-store'
import { TextField } from '@renderer/ui/controls/text-field'
import styles from './diagnostics.module.css'

/** The address that finished work is told to; taken when the field is left, and put back where the engine refuses it. */
export function CollectorRow() {
  const { t } = useTranslation('diagnostics')
  const address = useSettings((state) => state.settings.diagnostics.collector)
  const [draft, setDraft] = useState<string | null>(null)
  const take = async () => {
    const wanted = draft?.trim() ?? address
    setDraft(null)
    if (wanted !== address) await changeSettings({ diagnostics: { collector: wanted } })
  }
  return (
    <form
      className={styles.collector}
      onSubmit={(event) => {
        event.preventDefault()
        void take()
      }}
    >
      <TextField
        label={t('collector.name')}
        hint={t('collector.text')}
        value={draft ?? address}
        placeholder="http://127.0.0.1:4318"
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={() => void take()}
      />
    </form>
  )
}
