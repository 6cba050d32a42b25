import type { Language } from '@engine/text/language'
import type { Respelling } from '@engine/retrieval/question/spelling'

/** A document that was not read whole: without these pages, or without its end where there are none. */
export interface ReadGap {
  readonly title: string
  readonly pages: readonly number[]
}

type GapWords = (documents: readonly ReadGap[]) => string

const maxPages = 8

/** What is said when documents that an answer or a refusal rests on were not read whole. */
export const gapWords: Record<Language, GapWords> = {
  en: (documents) => {
    const parts = documents.map(({ title, pages }) => {
      if (pages.length === 0) return `the end of “${title}”`
      return `${pages.length === 1 ? 'page' : 'pages'} ${listed(pages, ', ')} of “${title}”`
    })
    return `Something may be missing: I could not read ${parts.join(' and ')}.`
  },
  zh: (documents) => {
    const parts = documents.map(({ title, pages }) =>
      pages.length === 0 ? `《${title}》的末尾部分` : `《${title}》的第 ${listed(pages, '、')} 页`,
    )
    return `可能有遗漏：${parts.join('和')}无法读取。`
  },
}

function listed(pages: readonly number[], separator: string): string {
  const shown = pages.slice(0, maxPages).join(separator)
  return pages.length > maxPages ? `${shown}…` : shown
}

type RespellingWords = (respelled: readonly Respelling[]) => string

/** What is said when words of the question were read otherwise than they are written. */
export const respellingWords: Record<Language, RespellingWords> = {
  en: (respelled) => `I read ${respelled.map(({ from, to }) => `“${from}” as “${to}”`).join(' and ')}.`,
  zh: (respelled) => `已将${respelled.map(({ from, to }) => `“${from}”理解为“${to}”`).join('、')}。`,
}
