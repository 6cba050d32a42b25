import type { Language } from '@engine/text/language'

/** How far the documents could be looked through. */
export interface Reach {
  readonly matching: number
  /** How many documents could be searched. */
  readonly searched: number
  /** Of how many nothing could be read, and how many are still to be read. */
  readonly failed: number
  readonly waiting: number
  /** False where more documents may match. */
  readonly complete: boolean
}

interface SurveyWords {
  mention(topic: string, reach: Reach): string
  /** How many documents what is listed comes from. */
  from(reach: Reach): string
  more(count: number): string
  /** A sentence of a document behind the document's name. */
  within(title: string): string
}

/** What is said of all documents that match. */
export const surveyWords: Record<Language, SurveyWords> = {
  en: {
    mention: (topic, reach) => {
      const { matching, searched, complete } = reach
      const count = matching === 0 ? 'None' : String(matching)
      const verb = matching === 1 || matching === 0 ? 'mentions' : 'mention'
      const documents = searched === 1 ? 'document' : 'documents'
      return `${complete ? '' : 'At least '}${count} of ${searched} ${documents} ${verb} “${topic}”${unreadEnglish(reach)}.`
    },
    from: (reach) => {
      const documents = reach.searched === 1 ? 'document' : 'documents'
      return `Found in ${reach.complete ? '' : 'at least '}${reach.matching} of ${reach.searched} ${documents}${unreadEnglish(reach)}.`
    },
    more: (count) => `… and ${count} more.`,
    within: (title) => `${title}: `,
  },
  zh: {
    mention: (topic, reach) => {
      const { matching, searched, complete } = reach
      const said = matching === 0 ? `都没有提到“${topic}”` : `有${complete ? '' : '至少'} ${matching} 篇提到“${topic}”`
      return `${searched} 篇文档中${said}${unreadChinese(reach)}。`
    },
    from: (reach) =>
      `相关内容来自 ${reach.searched} 篇文档中的${reach.complete ? '' : '至少'} ${reach.matching} 篇${unreadChinese(reach)}。`,
    more: (count) => `……另有 ${count} 条。`,
    within: (title) => `《${title}》：`,
  },
}

function unreadEnglish({ failed, waiting }: Reach): string {
  const parts = [
    ...(failed > 0 ? [`${failed} could not be read`] : []),
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'is' : 'are'} still to be read`] : []),
  ]
  return parts.length > 0 ? `; ${parts.join(', ')}` : ''
}

function unreadChinese({ failed, waiting }: Reach): string {
  const parts = [
    ...(failed > 0 ? [`另有 ${failed} 篇无法读取`] : []),
    ...(waiting > 0 ? [`还有 ${waiting} 篇尚未读完`] : []),
  ]
  return parts.length > 0 ? `；${parts.join('，')}` : ''
}
