import { fillIn, type NoteValues } from '@shared/note'
import { type AspectKind, asksItself } from '@engine/question/goal/goal-words'
import type { Language } from '@engine/text/language'
import english from '@resources/words/plan.en.json'
import chinese from '@resources/words/plan.zh.json'

type Words = typeof english
const words: Readonly<Record<Language, Words>> = { en: english, zh: chinese }

/** What a task asks, in the plan's language. */
export function asking(key: keyof Words['ask'], values: NoteValues, language: Language): string {
  return fillIn(words[language].ask[key], values)
}

/** What is asked of a topic in one of Cairn's own respects; without a topic of documents that the task is bound to. */
export function askingAspect(kind: AspectKind, topic: string | null, language: Language): string {
  const { aspects, in_document: inDocument } = words[language]
  return topic === null ? inDocument[kind] : fillIn(aspects[kind], { topic })
}

/** What is asked of a topic in a respect that the goal itself names, such as "risk" or "what was decided". */
export function askingOwn(aspect: string, topic: string | null, language: Language): string {
  if (asksItself(aspect)) return topic === null ? aspect : asking('question', { topic, aspect }, language)
  return topic === null ? asking('in_document', { aspect }, language) : asking('aspect', { topic, aspect }, language)
}

export type SectionKey = keyof Words['sections']

export function headingOf(key: SectionKey, language: Language): string {
  return words[language].sections[key]
}

/** A question back to the user. */
export function askingBack(key: keyof Words['clarify'], values: NoteValues, language: Language): string {
  return fillIn(words[language].clarify[key], values)
}

/** "A, B and C". */
export function together(items: readonly string[], language: Language): string {
  const { and, list } = words[language]
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(list)}${and}${last}`
}
