import type { Reading } from '@shared/events'
import type { Language } from '@engine/text/language'
import type { Place } from '../intent/library-places'
import { asTopic } from '../suggest/follow-up'
import type { SystemTopic } from '../turn'

interface ClarifyWords {
  /** Said above the readings when the question is too bare. */
  readonly vague: string
  /** Said where there is nothing to choose from. */
  readonly tooLittle: string
  unresolved(surface: string, hasReadings: boolean): string
  /** What one place says about a subject: a noun as it was typed. */
  about(subject: string, place: Place): Reading
  everything(subject: string): Reading
  meaning(subject: string): Reading
  document(title: string): Reading
  /** A whole question, asked of one document. */
  within(title: string, question: string): Reading
  readonly cairn: Partial<Record<SystemTopic, Reading>>
}

/** What shortcut A says. Every reading is a sentence whatever noun it holds, singular or plural. */
export const clarifications: Record<Language, ClarifyWords> = {
  en: {
    vague: 'I can read that in more than one way. Which of these do you mean?',
    tooLittle: 'Please say in a few more words what you would like to know.',
    unresolved: (surface, hasReadings) =>
      hasReadings
        ? `I am not sure what “${surface}” refers to. Which of these do you mean?`
        : `I am not sure what “${surface}” refers to. Please name it.`,
    about: (subject, { title, heading, isNamed }) => {
      if (heading === '') return { label: title, question: `What does “${title}” say about ${subject}?` }
      const label = `${title} › ${heading}`
      return isNamed
        ? { label, question: `What does “${title}” say about ${asTopic(heading)}?` }
        : { label, question: `What does “${title}” say about ${subject} under “${heading}”?` }
    },
    everything: (subject) => ({
      label: `Everything about ${subject}`,
      question: `List what the documents say about ${subject}.`,
    }),
    meaning: (subject) => ({ label: `What “${subject}” means`, question: `What does “${subject}” mean?` }),
    document: (title) => ({ label: title, question: `What is “${title}” about?` }),
    within: (title, question) => ({ label: title, question: `According to “${title}”: ${question}` }),
    cairn: {
      identity: { label: 'Cairn itself', question: 'What is Cairn?' },
      help: { label: 'What Cairn can do', question: 'What can Cairn do?' },
      library: { label: 'What is in the library', question: 'Which documents are in the library?' },
    },
  },
  zh: {
    vague: '这个问题可以有几种理解。您指的是哪一种？',
    tooLittle: '请再多说几个字，说明您想了解什么。',
    unresolved: (surface, hasReadings) =>
      hasReadings
        ? `我不确定“${surface}”指的是什么。您指的是下面哪一个？`
        : `我不确定“${surface}”指的是什么，请直接说出名称。`,
    about: (subject, { title, heading, isNamed }) => {
      if (heading === '') return { label: title, question: `《${title}》关于${subject}讲了什么？` }
      const label = `${title} › ${heading}`
      return isNamed
        ? { label, question: `《${title}》关于${asTopic(heading)}讲了什么？` }
        : { label, question: `《${title}》的“${heading}”一节关于${subject}讲了什么？` }
    },
    everything: (subject) => ({
      label: `关于${subject}的全部内容`,
      question: `列出文档中关于${subject}的内容。`,
    }),
    meaning: (subject) => ({ label: `“${subject}”的含义`, question: `“${subject}”是什么意思？` }),
    document: (title) => ({ label: title, question: `《${title}》讲了什么？` }),
    within: (title, question) => ({ label: title, question: `根据《${title}》：${question}` }),
    cairn: {
      identity: { label: 'Cairn 本身', question: 'Cairn 是什么？' },
      help: { label: 'Cairn 能做什么', question: '你能做什么？' },
      library: { label: '库里有哪些文档', question: '库里有哪些文档？' },
    },
  },
}
