import type { PageUnit } from '@shared/session/page-unit'
import type { Language } from '@engine/text/language'
import type { Respelling } from '@engine/retrieval/question/spelling'

/** A document that was not read whole: without these pages, or without its end where there are none. */
export interface ReadGap {
  readonly title: string
  readonly pages: readonly number[]
  /** What its pages are called; pages, where it is not said. */
  readonly unit?: PageUnit
}

const maxPages = 8

/** What is said when documents that an answer or a refusal rests on were not read whole. */
export const gapWords: Record<Language, (documents: readonly ReadGap[]) => string> = {
  en: (documents) => {
    const parts = documents.map(({ title, pages, unit = 'page' }) => {
      if (pages.length === 0) return `the end of “${title}”`
      return `${pages.length === 1 ? unit : `${unit}s`} ${listed(pages, ', ')} of “${title}”`
    })
    return `Something may be missing: I could not read ${parts.join(' and ')}.`
  },
  zh: (documents) => {
    const parts = documents.map(({ title, pages, unit }) =>
      pages.length === 0
        ? `《${title}》的末尾部分`
        : `《${title}》的第 ${listed(pages, '、')} ${unit === 'slide' ? '张幻灯片' : '页'}`,
    )
    return `可能有遗漏：${parts.join('和')}无法读取。`
  },
}

function listed(pages: readonly number[], separator: string): string {
  const shown = pages.slice(0, maxPages).join(separator)
  return pages.length > maxPages ? `${shown}…` : shown
}

/** What is said when words of the question were read otherwise than they are written. */
export const respellingWords: Record<Language, (respelled: readonly Respelling[]) => string> = {
  en: (respelled) => `I read ${respelled.map(({ from, to }) => `“${from}” as “${to}”`).join(' and ')}.`,
  zh: (respelled) => `已将${respelled.map(({ from, to }) => `“${from}”理解为“${to}”`).join('、')}。`,
}

/** What is said when passages of confidential documents were kept from a model of another machine. */
export const keptBackWords: Record<Language, (count: number, model: string) => string> = {
  en: (count, model) =>
    `${count === 1 ? '1 confidential passage was' : `${count} confidential passages were`} kept back from ${model}, which runs on another machine. Choose a model of this machine to have ${count === 1 ? 'it' : 'them'} read, too.`,
  zh: (count, model) =>
    `${model} 在另一台机器上运行，因此有 ${count} 段机密内容没有发送给它。要一并读取，请改用本机上的模型。`,
}

/** Of how many documents nothing is known: they could not be read, or are still to be read. */
export interface Unread {
  readonly failed: number
  readonly waiting: number
}

/** How many documents were not read, as a sentence names them behind those that were; empty where all were read. */
export const unreadWords: Record<Language, (unread: Unread) => string> = {
  en: ({ failed, waiting }) =>
    [
      ...(failed > 0 ? [`${failed} could not be read`] : []),
      ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'is' : 'are'} still to be read`] : []),
    ].join(', '),
  zh: ({ failed, waiting }) =>
    [...(failed > 0 ? [`另有 ${failed} 份无法读取`] : []), ...(waiting > 0 ? [`还有 ${waiting} 份尚未读完`] : [])].join(
      '，',
    ),
}
