import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeSettings, useSettings } from '@renderer/state/settings-store'
import { comboOf, keysOf } from '@renderer/state/window/shortcuts'
import { classes } from '@renderer/ui/classes'
import { KeyCombo } from '@renderer/ui/controls/labels'
import { SettingRow } from '@renderer/ui/controls/setting-row'
import styles from '../settings.module.css'
import { isUsable } from './assign-shortcut'

/** The keys that open the small window from every program; pressed, the button takes the next ones. */
export function QuickKeysRow() {
  const { t } = useTranslation('settings')
  const combo = useSettings((state) => state.settings.desktop.quick_ask_keys)
  const [recording, setRecording] = useState(false)
  const name = t('desktop.quickKeys')
  return (
    <SettingRow name={name}>
      {() => (
        <button
          type="button"
          className={classes(styles.keys, recording && styles.recording)}
          onClick={() => setRecording(!recording)}
          onBlur={() => setRecording(false)}
          onKeyDown={(event) => {
            if (!recording || event.key === 'Tab') return
            event.preventDefault()
            event.stopPropagation()
            const next = comboOf(event.nativeEvent)
            if (next === '' || event.repeat || (next !== 'escape' && !isUsable(next))) return
            setRecording(false)
            if (next !== 'escape') void changeSettings({ desktop: { quick_ask_keys: next } })
          }}
        >
          {recording ? (
            t('shortcuts.pressKeys')
          ) : (
            <>
              <span className="unseen">{t('shortcuts.change', { name })} </span>
              <KeyCombo keys={keysOf(combo)} />
            </>
          )}
        </button>
      )}
    </SettingRow>
  )
}
