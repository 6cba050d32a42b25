import type { Language } from '@engine/text/language'
import lexicon from '@resources/lexicon/research-words.json'
import { anyOf, aspectsIn, type GoalAspect, aspectsOfList } from './goal-words'

/** A goal with the respects that it lists taken off. */
interface WithoutAspects {
  readonly text: string
  readonly aspects: readonly GoalAspect[]
}

/** Longer lists are sentences of their own. */
const longestList = 160
const { leads, treats } = lexicon
const englishLead = new RegExp(
  String.raw`[\s,;:(]+(?:and\s+)?(?:${anyOf(leads.en)})\s+([^.?!;]{2,${longestList}})[.)?!]*$`,
  'iu',
)
/** "With dates and figures": only what Cairn has words for, because much else stands behind "with". */
const englishWith = new RegExp(
  String.raw`[\s,;]+(?:(?:and\s+)?(?:together\s+|along\s+)?with|and\s+(?:give|show|list|name)|showing|giving)\s+([^.?!;]{2,${longestList}})[.?!]*$`,
  'iu',
)
const englishOn = new RegExp(
  String.raw`^(compar(?:e|ing)\b.{3,120}?)\s+(on|by|for|in)\s+([^.?!;]{2,${longestList}})[.?!]*$`,
  'iu',
)
/** "The two pumps on price", not "the hut on the col and the post": one thing is compared with nothing. */
const namesSeveral = /,|\b(?:and|with|to|versus|vs|both|all|two|three|four|five)\b|\p{L}s\b/iu
/** "How do the two handbooks differ in fees and hours?" */
const englishDiffer = new RegExp(
  String.raw`^((?:how|where)\s+(?:do|does|did)\b.{3,120}?\bdiffer)\s+in\s+([^.?!;]{2,${longestList}})[.?!]*$`,
  'iu',
)
const englishTreats = new RegExp(
  String.raw`^(.*?)\b(?:how|what|the\s+way)\s+(?:(?:do|does|did)\s+)?([^.?!]{2,120}?)\s+(?:${anyOf(treats.en)})\s+([^.?!;]{2,${longestList}})[.?!]*$`,
  'iu',
)
const chineseLead = new RegExp(
  `[，,；;\\s]*(?:并|要|且|请|同时)*(?:${anyOf(leads.zh)})(?:其|各自的)?([^。？！；]{1,${longestList}})[。？！?!]*$`,
  'u',
)
const chineseIn = new RegExp(
  `[，,]?(?:在|从|就)([^在从就。？！；]{1,60}?)(?:等)?(?:方面|角度|层面|上(?=[的，,有来进比]|$))(?:的|进行|来)?`,
  'u',
)
const chineseTreats = new RegExp(`对(?:于)?([^对。？！；]{1,40}?)的(?:${anyOf(treats.zh)})(?:方式|方法)?`, 'u')
const chineseHow = new RegExp(
  `(?:是)?(?:如何|怎么|怎样)(?:${anyOf(treats.zh)}|看待|对待)([^。？！；?!;]{1,40})[。？！?!]*$`,
  'u',
)

/** "Compare the two sensors: accuracy, cost and what was decided." */
const behindColon = {
  en: /^([^:]{8,200}):\s+([^:]{3,300}?)[.?!]*$/iu,
  zh: /^([^:]{4,200}):\s*([^:]{2,200}?)[。？！?!]*$/u,
}
/** "… Cover contract, money and people." */
const ownSentence = {
  en: /[.?!]\s+(?:please\s+)?(?:cover|include|mention|consider|address|discuss|list|give|show|name|say|tell|explain|look\s+at)\s+([^.?!;]{2,160})[.?!]*$/iu,
  zh: /[。？！?!；;]\s*(?:请|并|要)*(?:逐项|逐一|分别)?(?:包括|涵盖|列出|说明|给出|写明|注明)([^。？！；]{0,80}?)[。？！?!]*$/u,
}
/** "From packing, the way and the ice to what is done after an avalanche". */
const fromTo = {
  en: /,\s*from\s+([^.?!;]{2,120}?,[^.?!;]{2,120}?)\s+to\s+([^.?!;,]{2,60})(?=[.?!,]|$)/iu,
  zh: /[，,]\s*从([^，,。？！?!]{1,40}、[^，,。？！?!]{1,40}?)(?:、|一直)?到([^，,。？！?!、]{1,20})(?=[，,。？！?!]|$)/u,
}
/** Longer items are sentences of their own: words of English, characters of Chinese. */
const longestItem = { en: 8, zh: 16 }
const longestOfSentence = 3

type Taker = (text: string) => WithoutAspects | null

/** Whether it asks how something is dealt with in documents: "how they treat it", 对…的处理. */
export function asksHowTreated(goal: string): boolean {
  return [englishTreats, chineseTreats, chineseHow].some((pattern) => pattern.test(goal))
}

/** Takes off the respects that a goal lists, behind "in terms of", "with", "how they treat", 在…方面, 对…的处理. */
export function takeAspects(goal: string, language: Language): WithoutAspects {
  let text = goal
  const aspects: GoalAspect[] = []
  // A list behind a list: "… in terms of cost, with dates".
  for (const take of [...takers[language], ...takers[language]]) {
    const taken = take(text)
    if (!taken || taken.text.trim() === '') continue
    text = taken.text
    aspects.unshift(...taken.aspects)
  }
  const isFirst = (one: GoalAspect, at: number) => aspects.findIndex((other) => isSame(one, other)) === at
  return { text: text.trim(), aspects: aspects.filter(isFirst) }
}

function isSame(one: GoalAspect, other: GoalAspect): boolean {
  return one.kind === other.kind && (one.kind !== null || one.text.toLowerCase() === other.text.toLowerCase())
}

/** Cuts a pattern's match out of the text; its first group is the list. */
function cut(pattern: RegExp, language: Language, onlyKnown = false): Taker {
  return (text) => {
    const match = pattern.exec(text)
    if (!match) return null
    const aspects = aspectsOfList(match[1] ?? '', language)
    if (onlyKnown && !aspects.every(({ kind }) => kind !== null)) return null
    return { text: text.slice(0, match.index) + text.slice(match.index + match[0].length), aspects }
  }
}

/** A list of two items or more behind a colon. */
function cutColon(language: Language): Taker {
  return (text) => {
    const [, head = '', list = ''] = behindColon[language].exec(text) ?? []
    const aspects = aspectsOfList(list, language)
    const isList =
      aspects.length > 1 && aspects.every(({ text: item }) => lengthOf(item, language) <= longestItem[language])
    return isList ? { text: head, aspects } : null
  }
}

/** Stations from a first to a last one, of three at least. */
function cutFromTo(language: Language): Taker {
  return (text) => {
    const match = fromTo[language].exec(text)
    if (!match) return null
    const [all, list = '', last = ''] = match
    const aspects = [...aspectsOfList(list, language), ...aspectsOfList(last, language)]
    return { text: text.slice(0, match.index) + text.slice(match.index + all.length), aspects }
  }
}

/** A sentence behind the goal that says what to speak of, as far as it is a list. */
function cutSentence(language: Language): Taker {
  return (text) => {
    const match = ownSentence[language].exec(text)
    if (!match) return null
    const [all, list = ''] = match
    const items = aspectsOfList(list, language).filter(
      ({ kind, text: item }) =>
        kind !== null || lengthOf(item, language) <= (language === 'zh' ? longestItem.zh : longestOfSentence),
    )
    return {
      text: text.slice(0, match.index) + all.charAt(0),
      aspects: items.length > 0 ? items : aspectsIn(list, language),
    }
  }
}

/** "In accuracy and price": one that is known makes a list of it. "In 2023 and 2024", "in Bern", "for the two stations" are what is compared. */
function isListOfRespects(aspects: readonly GoalAspect[], needsKnown = true): boolean {
  const isNamed = aspects.some(({ kind }) => kind !== null) || (!needsKnown && aspects.length > 0)
  return (
    isNamed && aspects.every(({ kind, text }) => kind !== null || /^(?!the\b|our\b|both\b)[\p{Ll} -]+$/u.test(text))
  )
}

function lengthOf(item: string, language: Language): number {
  return language === 'zh' ? item.length : item.split(/\s+/u).length
}

const takers: Readonly<Record<Language, readonly Taker[]>> = {
  en: [
    cutSentence('en'),
    cutColon('en'),
    cutFromTo('en'),
    cut(englishWith, 'en', true),
    cut(englishLead, 'en'),
    (text) => {
      const [, before = '', subject = '', list = ''] = englishTreats.exec(text) ?? []
      return list === '' ? null : { text: `${before}${subject}`, aspects: aspectsOfList(list, 'en') }
    },
    (text) => {
      const [, compared = '', by = '', list = ''] = englishOn.exec(text) ?? []
      const aspects = aspectsOfList(list, 'en')
      const isSure = by === 'by' || (by === 'on' && namesSeveral.test(compared)) || isListOfRespects(aspects)
      return aspects.length > 0 && isSure ? { text: compared, aspects } : null
    },
    (text) => {
      const [, compared = '', list = ''] = englishDiffer.exec(text) ?? []
      const aspects = aspectsOfList(list, 'en')
      return isListOfRespects(aspects, false) ? { text: compared, aspects } : null
    },
  ],
  zh: [
    cutSentence('zh'),
    cutColon('zh'),
    cutFromTo('zh'),
    cut(chineseLead, 'zh'),
    cut(chineseTreats, 'zh'),
    cut(chineseHow, 'zh'),
    cut(chineseIn, 'zh'),
  ],
}
