import type { Settings } from '@shared/settings'
import { ALargeSmall, Database, Languages, type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { changeSettings } from '@renderer/state/settings-store'
import { checkStore } from '@renderer/state/store-care'
import { go } from '@renderer/state/window/view'
import type { ActionCommand, CommandText } from './action-commands'

/** Settings that can be changed without going there; those in force are left out. */
export function settingCommands({ theme, language, text_size }: Settings): ActionCommand[] {
  const themes = { system: Monitor, light: Sun, dark: Moon }
  const languages = ['system', 'en', 'zh'] as const
  const sizes = ['small', 'medium', 'large'] as const
  return [
    ...(['light', 'dark', 'system'] as const)
      .filter((one) => one !== theme)
      .map((one) => set(`theme.${one}`, themes[one], () => void changeSettings({ theme: one }))),
    ...languages
      .filter((one) => one !== language)
      .map((one) => set(`language.${one}`, Languages, () => void changeSettings({ language: one }))),
    ...sizes
      .filter((one) => one !== text_size)
      .map((one) => set(`textSize.${one}`, ALargeSmall, () => void changeSettings({ text_size: one }))),
    set('checkStore', Database, () => {
      go({ view: 'settings' })
      void checkStore()
    }),
  ]
}

function set(text: CommandText, icon: LucideIcon, run: () => void): ActionCommand {
  return { id: text, group: 'settings', text, icon, run }
}
