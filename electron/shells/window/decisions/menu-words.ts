import english from '@resources/words/window.en.json'
import chinese from '@resources/words/window.zh.json'

export type WindowLanguage = 'en' | 'zh'
export type WindowWord = keyof typeof english
export type WindowWords = Readonly<Record<WindowWord, string>>

/** The words of menus and dialogs. */
export const windowWords: Readonly<Record<WindowLanguage, WindowWords>> = { en: english, zh: chinese }

/** The language of menus and dialogs. `locale` is the system's, as `zh-CN`. */
export function windowLanguage(chosen: 'system' | WindowLanguage, locale: string): WindowLanguage {
  if (chosen !== 'system') return chosen
  return locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
