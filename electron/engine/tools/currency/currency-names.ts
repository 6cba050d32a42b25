import type { Language } from '@engine/text/language'
import words from '@resources/lexicon/currency-words.json'
import type { PhraseRows } from '../reading/phrase-book'

const names = {
  en: new Intl.DisplayNames('en', { type: 'currency' }),
  zh: new Intl.DisplayNames('zh-CN', { type: 'currency' }),
}
const common: Readonly<Record<string, readonly string[]>> = words.currency

/** How a currency is called: US Dollar, 美元. */
export function currencyName(code: string, language: Language): string {
  return names[language].of(code) ?? code
}

/** How people say the currencies of the ECB's files: by code, by name, and by common words. */
export const currencyPhrases: PhraseRows = {
  currency: Object.fromEntries(
    words.codes.map((code) => {
      const english = currencyName(code, 'en').toLowerCase()
      return [code, [code.toLowerCase(), english, `${english}s`, currencyName(code, 'zh'), ...(common[code] ?? [])]]
    }),
  ),
}
