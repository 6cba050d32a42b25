import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { numberText, roundText, sizeText } from '@renderer/ui/text/figure-text'

/** Sizes, counts and times in the window's language. */
export function useTexts() {
  const { i18n } = useTranslation()
  const { language } = i18n
  return useMemo(() => {
    const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' })
    return {
      size: (bytes: number) => sizeText(Math.round(bytes), language),
      number: (count: number) => numberText(count, language),
      /** `362 million`: of a count nobody needs to the last digit. */
      round: (count: number) => roundText(count, language),
      /** Of the day, of milliseconds since the epoch. */
      clock: (at: number) => clock.format(at),
    }
  }, [language])
}
