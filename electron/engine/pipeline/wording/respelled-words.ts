import type { Respelling } from '@engine/retrieval/question/spelling'
import type { Language } from '@engine/text/language'

type RespelledWords = (respelled: readonly Respelling[]) => string

/** What is said when words of the question were read otherwise than they are written. */
export const respelledWords: Record<Language, RespelledWords> = {
  en: (respelled) => `I read ${respelled.map(({ from, to }) => `“${from}” as “${to}”`).join(' and ')}.`,
  zh: (respelled) => `已将${respelled.map(({ from, to }) => `“${from}”理解为“${to}”`).join('、')}。`,
}
