import type { Reading } from '@shared/events'
import type { Language } from '../../text/language'

interface ClarifyWords {
  /** Said above the readings when the question is too bare. */
  readonly vague: string
  unresolved(surface: string, hasReadings: boolean): string
  readings(subject: string): Reading[]
}

/** What shortcut A says. */
export const clarifications: Record<Language, ClarifyWords> = {
  en: {
    vague: 'I can read that in more than one way. Which of these do you mean?',
    unresolved: (surface, hasReadings) =>
      hasReadings
        ? `I am not sure what “${surface}” refers to. Which of these do you mean?`
        : `I am not sure what “${surface}” refers to. Please name it.`,
    readings: (subject) => [
      { label: `What ${subject} is`, question: `What is ${subject}?` },
      { label: `How ${subject} works`, question: `How does ${subject} work?` },
      { label: `Figures for ${subject}`, question: `How much or how many is ${subject}?` },
      { label: `Everything about ${subject}`, question: `List what the documents say about ${subject}.` },
    ],
  },
  zh: {
    vague: '这个问题可以有几种理解。您指的是哪一种？',
    unresolved: (surface, hasReadings) =>
      hasReadings
        ? `我不确定“${surface}”指的是什么。您指的是下面哪一个？`
        : `我不确定“${surface}”指的是什么，请直接说出名称。`,
    readings: (subject) => [
      { label: `${subject}是什么`, question: `${subject}是什么？` },
      { label: `${subject}如何进行`, question: `${subject}如何进行？` },
      { label: `${subject}的数量或金额`, question: `${subject}是多少？` },
      { label: `关于${subject}的全部内容`, question: `列出文档中关于${subject}的内容。` },
    ],
  },
}
