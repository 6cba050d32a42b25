import type { ErrorReport } from '@shared/errors'
import { failureInChinese } from '@shared/failures/failure-in-chinese'
import { useTranslation } from 'react-i18next'

export interface ErrorText {
  readonly message: string
  /** What the reader can do; may be empty. */
  readonly action: string
  /** The engine's own words, where they say more; may be empty. */
  readonly detail: string
}

/** A sentence of the engine in the reader's language; as it is where nobody has it in that language. */
export function useEngineSentence(): (english: string) => string {
  const { i18n } = useTranslation()
  return (english) => (i18n.language === 'en' ? english : (failureInChinese(english) ?? english))
}

/** An error's words in the reader's language: the engine's own sentences, or those of its code where they exist only in English. */
export function useErrorText(): (error: ErrorReport) => ErrorText {
  const { t, i18n } = useTranslation('errors')
  return (error) => {
    const message = t(`${error.code}.message`)
    const action = t(`${error.code}.action`)
    if (i18n.language === 'en') return { message: error.message || message, action: error.action, detail: '' }
    const own = failureInChinese(error.message)
    const toDo = error.action === '' ? '' : failureInChinese(error.action)
    if (own !== undefined) return { message: own, action: toDo ?? action, detail: '' }
    const isPlain = error.message === t(`${error.code}.message`, { lng: 'en' })
    return { message, action, detail: isPlain ? '' : error.message }
  }
}
