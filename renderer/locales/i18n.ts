import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en'
import { zh } from './zh'

export type Language = 'en' | 'zh'

/** Prepares the interface texts; both languages are in the bundle, so switching is instant. */
export async function startTranslations(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en, zh },
    defaultNS: 'app',
    interpolation: { escapeValue: false },
    returnNull: false,
  })
}

/** The language of a setting: `system` follows the browser. */
export function languageFor(setting: 'system' | Language): Language {
  if (setting !== 'system') return setting
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
