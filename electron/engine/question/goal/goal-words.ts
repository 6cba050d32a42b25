import { anyQuestionWord } from '@engine/text/english/word-patterns'
import type { Language } from '@engine/text/language'
import lexicon from '@resources/lexicon/research-words.json'

/** In which respect something is looked at, as far as Cairn has words for it. */
export type AspectKind = keyof typeof lexicon.aspects

/** A respect in which a goal wants something looked at. */
export interface GoalAspect {
  /** Null for one that is the goal's own: risk, water quality. */
  readonly kind: AspectKind | null
  /** As the goal says it. */
  readonly text: string
}

const kinds = Object.keys(lexicon.aspects) as AspectKind[]
const languages = ['en', 'zh'] as const
/** Everything that names a respect of Cairn's own, in one language. */
export function phrasesOfAspects(language: Language): readonly string[] {
  return kinds.flatMap((kind) => lexicon.aspects[kind][language])
}
const phrasesOf = (kind: AspectKind) => languages.flatMap((language) => lexicon.aspects[kind][language])
const byPhrase = new Map<string, AspectKind[]>()
for (const kind of kinds) {
  for (const phrase of phrasesOf(kind)) byPhrase.set(phrase, [...(byPhrase.get(phrase) ?? []), kind])
}

/** Several phrases as one alternative of a pattern, the longest first. */
export function anyOf(phrases: readonly string[]): string {
  const longestFirst = phrases.toSorted((a, b) => b.length - a.length)
  return longestFirst
    .map((phrase) => phrase.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replaceAll(' ', String.raw`\s+`))
    .join('|')
}

/** What a phrase by itself names: "dates", 优缺点. Empty for none of Cairn's own. */
export function aspectsNamed(phrase: string): readonly AspectKind[] {
  return byPhrase.get(phrase.toLowerCase().replace(/^(?:the|their|its|all)\s+/u, '')) ?? []
}

const anyAspect = {
  en: new RegExp(String.raw`\b(?:${anyOf(phrasesOfAspects('en'))})\b`, 'giu'),
  zh: new RegExp(anyOf(phrasesOfAspects('zh')), 'gu'),
}

const question = new RegExp(String.raw`^${anyQuestionWord}\b|什么|怎么|怎样|如何|多少|哪|谁|吗$`, 'iu')

/** Whether a respect is a question by itself: "what was decided", 差别在哪里. */
export function asksItself(aspect: string): boolean {
  return question.test(aspect)
}

/** The respects of Cairn's own that stand anywhere in a text, in the text's order, each with the first words that name it. */
export function aspectsIn(text: string, language: Language): GoalAspect[] {
  const found = aspectPhrasesIn(text, language).flatMap((phrase) =>
    aspectsNamed(phrase).map((kind) => ({ kind, text: phrase })),
  )
  return found.filter(({ kind }, at) => found.findIndex((other) => other.kind === kind) === at)
}

/** All words in a text that name a respect of Cairn's own. */
export function aspectPhrasesIn(text: string, language: Language): string[] {
  return [...text.matchAll(anyAspect[language])].map(([phrase]) => phrase)
}

const coordinators = {
  en: /\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|as well as|plus)\s+|\s*[;&]\s*/iu,
  zh: /\s*(?:[、，,；]|以及|和|与|及|跟)\s*/u,
}

/** The items of a list in a text, as they are written: "risk, cost and dates", 风险、费用和日期. */
export function itemsOf(list: string, language: Language): string[] {
  const whole = aspectsNamed(list.trim()).length > 0
  const items = whole ? [list] : list.split(coordinators[language])
  return items.map((item) => item.replace(/^(?:the|their|its)\s+/iu, '').trim()).filter((item) => item !== '')
}

/** A list of respects; those that Cairn has words for are told by them. */
export function aspectsOfList(list: string, language: Language): GoalAspect[] {
  return itemsOf(list, language).flatMap((text): GoalAspect[] => {
    const named = aspectsNamed(text)
    return named.length === 0 ? [{ kind: null, text }] : named.map((kind) => ({ kind, text }))
  })
}
