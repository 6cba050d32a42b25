import { Settings } from '@shared/settings'
import i18next from 'i18next'
import { languageFor } from '@renderer/locales/i18n'

const storageKey = 'cairn.appearance'
const Appearance = Settings.pick({ language: true, theme: true, text_size: true })
export type Appearance = Pick<Settings, 'language' | 'theme' | 'text_size'>

/** What this browser showed last, so that the first picture after a reload is already right. */
export function rememberedAppearance(): Appearance {
  try {
    return Appearance.parse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
  } catch {
    return Appearance.parse({})
  }
}

/** Brings the page to these settings, now and whenever the system changes its mind, until the returned function is called. */
export function showAppearance(appearance: Appearance): () => void {
  remember(appearance)
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const root = document.documentElement
    root.dataset['theme'] = appearance.theme === 'system' ? (dark.matches ? 'dark' : 'light') : appearance.theme
    root.dataset['textSize'] = appearance.text_size
    const language = languageFor(appearance.language)
    root.lang = language === 'zh' ? 'zh-CN' : 'en'
    if (i18next.isInitialized && i18next.language !== language) void i18next.changeLanguage(language)
  }
  apply()
  dark.addEventListener('change', apply)
  window.addEventListener('languagechange', apply)
  return () => {
    dark.removeEventListener('change', apply)
    window.removeEventListener('languagechange', apply)
  }
}

function remember({ language, theme, text_size }: Appearance): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ language, theme, text_size }))
  } catch {
    // Without storage the page starts in the system's colours until the engine has answered.
  }
}
