import type { Language } from '@engine/text/language'
import { type Unread, unreadWords } from '../../wording/notice-words'

/** How far the documents could be looked through. */
export interface Reach extends Unread {
  readonly matching: number
  /** How many documents could be searched. */
  readonly searched: number
  /** False where more documents may match. */
  readonly complete: boolean
}

interface SurveyWords {
  mention(topic: string, reach: Reach): string
  /** How many documents what is listed comes from. */
  from(reach: Reach): string
  /** `complete`: there are no others. */
  more(count: number, complete: boolean): string
  /** A sentence of a document behind the document's name. */
  within(title: string): string
  /** A title that several documents with the same text have. */
  copied(title: string, copies: number): string
}

/** What is said of all documents that match. */
export const surveyWords: Record<Language, SurveyWords> = {
  en: {
    mention: (topic, reach) => {
      const { matching, searched, complete } = reach
      const count = matching === 0 ? 'None' : String(matching)
      const verb = matching === 1 || matching === 0 ? 'mentions' : 'mention'
      const documents = searched === 1 ? 'document' : 'documents'
      return `${complete ? '' : 'At least '}${count} of ${searched} ${documents} ${verb} “${topic}”${behind('; ', unreadWords.en(reach))}.`
    },
    from: (reach) => {
      const documents = reach.searched === 1 ? 'document' : 'documents'
      return `Found in ${reach.complete ? '' : 'at least '}${reach.matching} of ${reach.searched} ${documents}${behind('; ', unreadWords.en(reach))}.`
    },
    more: (count, complete) => `… and ${complete ? '' : 'at least '}${count} more.`,
    within: (title) => `${title}: `,
    copied: (title, copies) => `${title} (${copies} copies)`,
  },
  zh: {
    mention: (topic, reach) => {
      const { matching, searched, complete } = reach
      const said = matching === 0 ? `都没有提到“${topic}”` : `有${complete ? '' : '至少'} ${matching} 份提到“${topic}”`
      return `${searched} 份文档中${said}${behind('；', unreadWords.zh(reach))}。`
    },
    from: (reach) =>
      `相关内容来自 ${reach.searched} 份文档中的${reach.complete ? '' : '至少'} ${reach.matching} 份${behind('；', unreadWords.zh(reach))}。`,
    more: (count, complete) => `……另有${complete ? '' : '至少'} ${count} 条。`,
    within: (title) => `《${title}》：`,
    copied: (title, copies) => `${title}（${copies} 份相同）`,
  },
}

function behind(separator: string, unread: string): string {
  return unread === '' ? '' : separator + unread
}
