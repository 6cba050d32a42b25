import i18next, { type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en'
import { zh } from './zh'
import { numberText } from '@renderer/ui/text/figure-text'

export type Language = 'en' | 'zh'

/** Prepares the interface texts; both languages are in the bundle, so switching is instant. */
export async function startTranslations(language: Language): Promise<void> {
  await i18next
    .use(figures)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      resources: { en, zh },
      defaultNS: 'app',
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    })
}

/** The language of a setting: `system` follows the browser. */
export function languageFor(setting: 'system' | Language): Language {
  if (setting !== 'system') return setting
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

/** Every number in a text is written the way of its language, unless it is a name made of digits: `{{port, plain}}`. */
const figures: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, format, language) =>
    // What is missing goes through, so that it is seen.
    typeof value === 'number' && format !== 'plain' ? numberText(value, language) : (value as string),
}
