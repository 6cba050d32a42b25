import type { Language } from '@engine/text/language'
import { type Unread, unreadWords } from '../../wording/notice-words'

/** How many of the documents an overview speaks of. */
export interface OverviewReach extends Unread {
  /** Looked through for themes. */
  readonly read: number
}

export interface ShownThemes {
  readonly topic: string | null
  readonly shown: number
  readonly total: number
  readonly reach: OverviewReach
}

export interface OverviewWords {
  /** What stands before the themes: of how many documents, and how many of how many. */
  lead(themes: ShownThemes): string
  /** Stands before the sentences of a document that is summarised. */
  document(title: string): string
  /** How much of the library a theme is. */
  size(names: number, documents: number): string
  /** Between a theme's name and its sentences. */
  readonly colon: string
  /** A theme's name in a prompt, over its passages. */
  theme(title: string): string
  /** Over what belongs to no theme. */
  readonly beside: string
  /** What a language model is told to do beside the usual. */
  readonly instruction: string
}

/** What is said around the themes of a library. */
export const overviewWords: Record<Language, OverviewWords> = {
  en: {
    lead: ({ topic, shown, total, reach }) => {
      const about = topic === null ? '' : ` on “${topic}”`
      const verb = reach.read === 1 ? 'has' : 'have'
      const which = shown < total ? `; the largest ${shown} of ${total}` : ''
      return `${documentsEnglish(reach)} ${verb} these themes${about}${which}:`
    },
    document: (title) => `“${title}” in its own words:`,
    size: (names, documents) => ` (${counted(names, 'name')}, ${counted(documents, 'document')})`,
    colon: ': ',
    theme: (title) => `Theme: ${title}`,
    beside: 'Beside the themes:',
    instruction:
      'This question asks for an overview. The evidence is grouped by theme: say in a sentence or two what each theme is about, with its numbers, in a list.',
  },
  zh: {
    lead: ({ topic, shown, total, reach }) => {
      const about = topic === null ? '' : `关于“${topic}”`
      const which = shown < total ? `（共 ${total} 个，列出最大的 ${shown} 个）` : ''
      return `${documentsChinese(reach)}${about}有以下主题${which}：`
    },
    document: (title) => `《${title}》原文摘录：`,
    size: (names, documents) => `（${names} 个名称，${documents} 份文档）`,
    colon: '：',
    theme: (title) => `主题：${title}`,
    beside: '主题之外：',
    instruction: '这个问题要的是概览。证据按主题分组：用列表逐个说明每个主题讲什么，每个主题一两句话，并标注编号。',
  },
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function documentsEnglish(reach: OverviewReach): string {
  const { read, failed, waiting } = reach
  const all = read + failed + waiting
  if (read === all) return `The ${counted(read, 'document')}`
  return `${read} of ${counted(all, 'document')} (${unreadWords.en(reach)})`
}

function documentsChinese(reach: OverviewReach): string {
  const { read, failed, waiting } = reach
  const all = read + failed + waiting
  return read === all ? `${read} 份文档` : `${all} 份文档中的 ${read} 份（${unreadWords.zh(reach)}）`
}
