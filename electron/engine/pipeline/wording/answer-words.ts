import type { Reading } from '@shared/events'
import { fillIn, type NoteValues } from '@shared/note'
import type { Language } from '@engine/text/language'
import english from '@resources/words/answers.en.json'
import chinese from '@resources/words/answers.zh.json'

type Words = typeof english

/** What the engine says beside quotations, in both languages: `{name}` is filled in. */
export const answerWords: Readonly<Record<Language, Words>> = { en: english, zh: chinese }

/** A question that shortcut A offers; a sentence whatever noun it holds, singular or plural. */
export function readingOf(kind: keyof Words['readings'], values: NoteValues, language: Language): Reading {
  const { label, question } = answerWords[language].readings[kind]
  return { label: fillIn(label, values), question: fillIn(question, values) }
}

/** What Cairn says of itself and of manners: fixed sentences, in which only the number of documents changes. */
export function systemAnswer(
  topic: keyof Words['system'],
  documents: { readonly length: number },
  language: Language,
): string {
  const { system, system_without_documents: withoutDocuments } = answerWords[language]
  const empty: Partial<Words['system']> = documents.length === 0 ? withoutDocuments : {}
  return fillIn(empty[topic] ?? system[topic], { count: documents.length })
}
