import { Settings } from '@shared/settings'
import i18next from 'i18next'
import { useEffect } from 'react'
import type { z } from 'zod'
import { languageFor } from '@renderer/locales/i18n'
import { storedValue } from '../kept-entries'
import { useSettings } from '../settings-store'

const Appearance = Settings.pick({ language: true, theme: true, text_size: true })
export type Appearance = z.infer<typeof Appearance>
const stored = storedValue('localStorage', 'cairn.appearance', Appearance)

/** The appearance this browser showed last, so that the first frame after a reload is already right. */
export function rememberedAppearance(): Appearance {
  return stored.read() ?? Appearance.parse({})
}

/** Brings the page to these settings, now and whenever the system changes its mind, until the returned function is called. */
export function showAppearance(appearance: Appearance): () => void {
  const { language, theme, text_size } = appearance
  stored.write({ language, theme, text_size })
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const root = document.documentElement
    root.dataset['theme'] = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme
    root.dataset['textSize'] = text_size
    const spoken = languageFor(language)
    root.lang = spoken === 'zh' ? 'zh-CN' : 'en'
    if (i18next.isInitialized && i18next.language !== spoken) void i18next.changeLanguage(spoken)
  }
  apply()
  dark.addEventListener('change', apply)
  window.addEventListener('languagechange', apply)
  return () => {
    dark.removeEventListener('change', apply)
    window.removeEventListener('languagechange', apply)
  }
}

/** Brings the page to language, theme and text size of the settings, and keeps it there when they or the system change. */
export function useAppearance(): void {
  const settings = useSettings((state) => state.settings)
  const known = useSettings((state) => state.known)
  useEffect(() => (known ? showAppearance(settings) : undefined), [settings, known])
  // Whatever is written into takes it from here, unless it says otherwise itself.
  useEffect(() => {
    document.documentElement.spellcheck = settings.desktop.spell_check
  }, [settings.desktop.spell_check])
}
