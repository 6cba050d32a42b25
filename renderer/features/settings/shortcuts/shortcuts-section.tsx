import { defaultShortcuts, type ShortcutAction, shortcutActions } from '@shared/settings'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { changeSettings, useSettings } from '@renderer/state/settings-store'
import { fixedActions, fixedShortcuts, keysOf } from '@renderer/state/window/shortcuts'
import { Button } from '@renderer/ui/controls/button'
import { KeyCombo } from '@renderer/ui/controls/labels'
import { assignShortcut } from './assign-shortcut'
import { ShortcutRow } from './shortcut-row'
import styles from '../settings.module.css'

/** Every action with its keys; pressing a row's keys records others. */
export function ShortcutsSection() {
  const { t } = useTranslation('settings')
  const shortcuts = useSettings((state) => state.settings.shortcuts)
  const inTab = useConnection((state) => state.shell?.kind === 'web')
  const [recording, setRecording] = useState<ShortcutAction | null>(null)
  const comboFor = (action: ShortcutAction) => shortcuts[action] ?? defaultShortcuts[action]
  const changed = Object.keys(shortcuts).length > 0
  return (
    <>
      <p className={styles.intro}>{t('shortcuts.intro')}</p>
      <ul className={styles.shortcuts}>
        {shortcutActions.map((action) => (
          <ShortcutRow
            key={action}
            action={action}
            combo={comboFor(action)}
            isDefault={shortcuts[action] === undefined}
            recording={recording === action}
            holderOf={(combo) => shortcutActions.find((other) => other !== action && comboFor(other) === combo)}
            keptByBrowser={inTab}
            onRecord={(on) => setRecording(on ? action : null)}
            onAssign={(combo) => {
              setRecording(null)
              void changeSettings({ shortcuts: assignShortcut(shortcuts, action, combo) })
            }}
          />
        ))}
        {fixedActions.map((action) => (
          <li key={action} className={styles.shortcut}>
            <span className={styles.what}>
              {t(`shortcuts.fixed.${action}`)}
              <span className={styles.text}>{t('shortcuts.fixedText')}</span>
            </span>
            <span className={styles.fixed}>
              <KeyCombo keys={keysOf(fixedShortcuts[action])} />
            </span>
          </li>
        ))}
      </ul>
      {changed && (
        <Button
          size="small"
          icon={RotateCcw}
          className={styles.resetAll}
          onClick={() => void changeSettings({ shortcuts: {} })}
        >
          {t('shortcuts.resetAll')}
        </Button>
      )}
    </>
  )
}
