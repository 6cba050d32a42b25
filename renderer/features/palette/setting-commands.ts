import type { Settings } from '@shared/settings'
import type { ModelSettings } from '@shared/models/model-settings'
import type { ModelsState } from '@shared/models/models'
import { ALargeSmall, Cpu, Database, Languages, Monitor, Moon, Quote, RotateCw, Sun } from 'lucide-react'
import { changeSettings } from '@renderer/state/settings-store'
import { checkStore } from '@renderer/state/store-care'
import { go } from '@renderer/state/window/address'
import { modelOptions } from '@renderer/state/models/model-options'
import { choose, findServers } from '@renderer/state/models/models-store'
import { safeName } from '@renderer/ui/text/safe-name'
import { type ActionCommand, setting } from './action-commands'

/** Settings that can be changed without going there; those in force are left out. */
export function settingCommands({ theme, language, text_size }: Settings): ActionCommand[] {
  const themes = { system: Monitor, light: Sun, dark: Moon }
  const languages = ['system', 'en', 'zh'] as const
  const sizes = ['small', 'medium', 'large'] as const
  return [
    ...(['light', 'dark', 'system'] as const)
      .filter((one) => one !== theme)
      .map((one) => setting(`theme.${one}`, themes[one], () => void changeSettings({ theme: one }))),
    ...languages
      .filter((one) => one !== language)
      .map((one) => setting(`language.${one}`, Languages, () => void changeSettings({ language: one }))),
    ...sizes
      .filter((one) => one !== text_size)
      .map((one) => setting(`textSize.${one}`, ALargeSmall, () => void changeSettings({ text_size: one }))),
    setting('checkStore', Database, () => {
      go({ view: 'settings' })
      void checkStore()
    }),
  ]
}

/** Commands for models; the model in use is left out. */
export function modelCommands(state: ModelsState | null, { language }: ModelSettings): ActionCommand[] {
  if (!state) return []
  const models = modelOptions(state, 'language')
    .filter(({ id }) => id !== language)
    .map(({ id, name, server }): ActionCommand => {
      const values = { name: safeName(server === null ? name : `${name} (${server})`) }
      const run = () => void choose('language', id)
      return { id: `model:${id}`, group: 'settings', text: 'useModel', values, icon: Cpu, run }
    })
  const quoted = setting('useQuotes', Quote, () => void choose('language', null))
  const look = setting('findServers', RotateCw, () => {
    go({ view: 'models' })
    void findServers()
  })
  return [...models, ...(language === null ? [] : [quoted]), look]
}
