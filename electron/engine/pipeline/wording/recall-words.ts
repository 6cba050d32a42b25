import type { Language } from '@engine/text/language'

interface RecallWords {
  readonly lead: string
  /** Stands before what was answered to a question, on a day (ISO date; empty where it is not known). */
  asked(question: string, day: string): string
  /** Stands between what was said in chats and what the documents say. */
  readonly documents: string
}

/** What is said around answers of earlier chats. */
export const recallWords: Record<Language, RecallWords> = {
  en: {
    lead: 'From earlier chats:',
    asked: (question, day) => `“${question}”${day ? ` (${day})` : ''}: `,
    documents: 'Your documents say:',
  },
  zh: {
    lead: '之前的对话中：',
    asked: (question, day) => `“${question}”${day ? `（${day}）` : ''}：`,
    documents: '文档中的内容：',
  },
}
