import { analyse } from '@engine/text/analyse'
import { isStopTerm, withoutQuestionWords } from '@engine/text/english/stop-words'
import { anyQuestionWord } from '@engine/text/english/word-patterns'
import { cutChinese } from '@engine/text/chinese/chinese-words'
import { unspacedWords, withoutUnspaced } from '@engine/text/words'
import lexicon from '@resources/lexicon/follow-up-words.json'

/** What makes a question depend on the conversation. */
export interface Reference {
  /** `pronoun`: a word stands for what was spoken of. `fragment`: it goes on with the question before, or says too little alone. */
  readonly kind: 'pronoun' | 'fragment'
  /** The pronoun; the whole question for a fragment. */
  readonly surface: string
  /** Where it stands in the question, UTF-16 units. */
  readonly index: number
}

const english = {
  pronouns: new Set(lexicon.english.pronouns),
  demonstratives: new Set(lexicon.english.demonstratives),
  wishes: new Set(lexicon.english.wishes.flatMap(analyse)),
}
const chinese = {
  pronouns: new Set(lexicon.chinese.pronouns),
  openings: new Set(lexicon.chinese.openings),
  wishes: new Set(lexicon.chinese.wishes),
}
const han = /\p{Script=Han}/u
const latinWord = /[\p{Script=Latin}\p{N}]+(?:['’-][\p{Script=Latin}]+)*/gu
const opening = new RegExp(`^(?:${lexicon.english.openings.join('|')})\\b[\\s,]*`, 'iu')
/** "How long does it take to …", "is it safe to …": this `it` stands for nothing. */
const dummyIt =
  /\bit\s+(?:takes?|took|means?|matters?)\b.*\b(?:to|for|if|when|that)\b|\b(?:is|was|be)\s+it\s+(?:\w+\s+){1,2}(?:to|that|for|if|when)\b/iu
/** "Which one", "the older one", "the former". */
const oneOfThem = /\b(?:the|this|that|which)\s+(?:\p{L}+\s+)?$/iu
const ones = new Set(['one', 'ones', 'former', 'latter', 'option', 'item', 'point'])
/** 第二个多少钱, and not 第二个水泵. */
const ordinal = /^(?:那)?(?:第[一二三四五]|最后一)[个种项条点](?=[是的呢有怎为多在需要什]|[？?]?$)/u
/** A demonstrative is one by itself before these, and at the end. */
const standsAlone =
  /^\s*(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|fails?|means?|works?|costs?|happens?)\b|^\s*\?*$/iu
/** A quotation, or a noun with its article, before a pronoun is what it stands for; not "the price of it". */
const named = /["“「《]|\b(?:the|an?|my|our|your|each|every)\s+(?!\p{L}+\s+(?:for|of|behind)\s+(?:\p{L}+\s+)?$)\p{L}/iu
const isName = /[\p{L}\p{N}]\s+\p{Lu}[\p{L}\d-]+/u
/** 张伟和他的团队, 如果泵出现故障，它…: something is named before a coordinator or in an earlier clause. */
const namedInChinese = /\p{Script=Han}{2,}.*(?:[和与及]|[，,])\s*$|[“"「《]/u
const goesOn = /呢\s*[？?]?$/u
const longest = 60

/** What a question refers to outside of itself; null where it stands alone. */
export function findReference(question: string): Reference | null {
  const text = question.trim()
  const index = question.indexOf(text)
  const pronoun = han.test(text) ? chinesePronoun(text) : englishPronoun(text)
  if (pronoun) return { ...pronoun, index: index + pronoun.index }
  return isFragment(text) ? { kind: 'fragment', surface: text, index } : null
}

function englishPronoun(text: string): Reference | null {
  if (dummyIt.test(text)) return null
  for (const { 0: word, index } of text.matchAll(latinWord)) {
    const lower = word.toLowerCase()
    const [before, behind] = [text.slice(0, index), text.slice(index + word.length)]
    if (oneOfThem.test(before) && ones.has(lower)) return { kind: 'pronoun', surface: word, index }
    const isOne =
      english.pronouns.has(lower) ||
      (english.demonstratives.has(lower) && standsAlone.test(behind)) ||
      (lower === 'there' && index > 0 && /^\s*\?*$/u.test(behind))
    // US and IT are names.
    if (!isOne || (word.length > 1 && word === word.toUpperCase())) continue
    return isExplained(before) ? null : { kind: 'pronoun', surface: word, index }
  }
  return null
}

function isExplained(before: string): boolean {
  return isName.test(before) || named.test(before)
}

function chinesePronoun(text: string): Reference | null {
  const place = ordinal.exec(text)
  if (place) return { kind: 'pronoun', surface: place[0], index: 0 }
  let index = 0
  for (const word of cutChinese(text)) {
    const surface = text.slice(index, index + word.length)
    if (chinese.pronouns.has(word))
      return namedInChinese.test(text.slice(0, index)) ? null : { kind: 'pronoun', surface, index }
    index += word.length
  }
  return null
}

/** It opens with "and" or 那, or ends with 呢, and asks for nothing whole; or it names at most one thing. */
function isFragment(text: string): boolean {
  if (text.length > longest) return false
  const [first = ''] = cutChinese(text)
  const opened = opening.exec(text)?.[0] ?? (chinese.openings.has(first) ? first : '')
  const rest = text.slice(opened.length).replace(/[?？。.!！\s]+$/u, '')
  if (han.test(text) && goesOn.test(text))
    return withoutQuestionWords(text).trim().length > 0 && contentOf(rest).length <= 3
  const names = contentOf(rest)
  if (names.length === 0) return true
  if (han.test(text))
    return names.length === 1 && (opened !== '' || (Array.from(rest).length <= 7 && !/^什么是/u.test(rest)))
  return opened !== '' && !wholeEnglish.test(rest)
}

/** A question of its own, however it begins: "And what is the budget of the Siskin project?" */
const wholeEnglish = new RegExp(
  String.raw`^(?:${anyQuestionWord}|is|are|was|were|do|does|did|can|should)\b.*(?:\b(?:the|an?|my|our|your)\s+\p{L}|\s\p{Lu}\p{L}+|[“"])`,
  'iu',
)

/** The words of a question that name something, without question words and wishes for more. */
export function contentOf(question: string): string[] {
  const bare = withoutQuestionWords(question)
  const words = [
    ...analyse(withoutUnspaced(bare)).filter((word) => !english.wishes.has(word)),
    ...unspacedWords(bare).filter((word) => !chinese.wishes.has(word)),
  ]
  return [...new Set(words.filter((word) => !isStopTerm(word)))]
}

/** Whether little is left of a question without its pronoun: then it cannot be searched, only asked back. */
export function dependsOn(reference: Reference, question: string): boolean {
  const rest = `${question.slice(0, reference.index)} ${question.slice(reference.index + reference.surface.length)}`
  return contentOf(rest).length <= 1
}
