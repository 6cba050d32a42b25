import type { ShellAbility } from '@shared/api/shell-api'
import type { DesktopSettings } from '@shared/settings'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { abilitiesOf, followDesktop, mayNotice, useDesktop } from '@renderer/state/desktop/desktop-acts'
import { changeSettings, useSettings } from '@renderer/state/settings-store'
import { keysOf } from '@renderer/state/window/shortcuts'
import { SwitchRow } from '@renderer/ui/controls/setting-row'
import { QuickKeysRow } from './shortcuts/quick-keys-row'
import styles from './settings.module.css'

type Switch = Exclude<keyof DesktopSettings, 'quick_ask_keys'>

const switches = [
  'notifications',
  'spell_check',
  'tray',
  'open_at_login',
  'quick_ask',
] as const satisfies readonly (Switch & ShellAbility)[]

/** What a tab leaves to its browser. */
function ofBrowser(name: Switch): name is 'notifications' | 'spell_check' {
  return name === 'notifications' || name === 'spell_check'
}

/** How Cairn sits on the desktop: what this shell or browser can do of it. */
export function DesktopSection() {
  const { t } = useTranslation('settings')
  const shell = useConnection((state) => state.shell)
  const settings = useSettings((state) => state.settings.desktop)
  const standing = useDesktop((state) => state.state)
  const [refused, setRefused] = useState(false)
  useEffect(() => followDesktop(), [])
  const can = abilitiesOf(shell)
  const isTab = shell?.kind === 'web'
  const change = async (name: Switch, on: boolean) => {
    // A browser asks the user itself, and only once.
    if (name === 'notifications' && on && isTab && !(await mayNotice())) {
      setRefused(true)
      return
    }
    setRefused(false)
    await changeSettings({ desktop: { [name]: on } })
  }
  const isRefused = (name: Switch) =>
    name in (standing ?? {}) && standing?.[name as keyof typeof standing] === 'refused'
  return (
    <>
      {switches
        .filter((name) => can.has(name))
        .map((name) => (
          <div key={name}>
            <SwitchRow
              name={t(`desktop.${name}`)}
              text={t(isTab && ofBrowser(name) ? `desktop.${name}TabText` : `desktop.${name}Text`)}
              checked={settings[name]}
              onChange={(on) => void change(name, on)}
            />
            {isRefused(name) && (
              <p className={styles.warning} role="alert">
                {t(`desktop.refused.${name as 'tray' | 'quick_ask' | 'open_at_login'}`, {
                  keys: keysOf(settings.quick_ask_keys).join('+'),
                })}
              </p>
            )}
            {name === 'quick_ask' && settings.quick_ask && <QuickKeysRow />}
          </div>
        ))}
      {refused && (
        <p className={styles.warning} role="alert">
          {t('desktop.refused.notifications')}
        </p>
      )}
      {isTab && <p className={styles.text}>{t('desktop.inWindow')}</p>}
    </>
  )
}
