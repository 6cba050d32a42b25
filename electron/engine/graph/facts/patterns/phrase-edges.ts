import type { LanguagePatterns } from './fact-patterns'
import type { Phrase } from '../sentences/noun-phrases'
import type { Token } from '../sentences/sentence-token'
import type { TypeRules } from '../sentences/type-rules'

/** Between them stand members of a list, or an attribute and what it belongs to: no verb of a sentence follows these. */
const beforeNouns = new Set(['的', '、'])
/** 法治之魂, 武汉+襄阳 */
const goingOn = new Set(['之', '+'])
/** What stands behind it is the class of what stands before, and no member of the next list. */
const listEnd = '等'
const numeral = /[一二三四五六七八九十百千]$/u
const han = /^\p{Script=Han}/u
const minOfCompound = 3

/** Chinese has no spaces: what a dictionary cannot cut leaves a phrase that is the end of a longer name. */
export function isCutBefore(
  { first, core }: Phrase,
  tokens: readonly Token[],
  { words, coordinators }: LanguagePatterns,
  types: TypeRules,
): boolean {
  const [own, before] = [tokens[first], tokens[first - 1]]
  if (!own || !han.test(own.word)) return false
  // 巴克|特里亚: a name that was taken for two persons.
  if (core.start > own.start && tokens.find(({ end }) => end === core.start)?.hint === 'person') return true
  if (before?.end !== own.start) return false
  if (words.adverbs.has(before.word) || coordinators.longest(tokens, first - 1)) return false
  if (before.kind === 'part' || before.word === listEnd || words.negations.has(before.word)) return true
  // 十八|洞花菇, 泓|城能源: without a measure a number counts nothing, and without a number a measure measures nothing.
  if (before.kind === 'number' && han.test(before.word)) {
    return numeral.test(before.word) || (before.word.length === 1 && tokens[first - 2]?.kind === 'punctuation')
  }
  if (before.kind !== 'verb' && before.kind !== 'adverb') return false
  // 博世创新|中心, but 新建医院 is 医院 as well.
  if (own.end === core.end && types.isBareBody(own.word) && tokens[first - 2]?.end === before.start) return true
  // 上|合|马拉松赛
  if (tokens[first - 2]?.kind === 'part' && tokens[first - 2]?.end === before.start) return true
  // 的|进|出站口
  return beforeNouns.has(tokens[first - 2]?.word ?? '')
}

/** 儿童眼内|恶性肿瘤: the phrase goes on behind its last noun. */
export function isCutBehind({ last }: Phrase, tokens: readonly Token[], { words }: LanguagePatterns): boolean {
  const [own, next] = [tokens[last], tokens[last + 1]]
  if (!own || next?.start !== own.end || words.adverbs.has(next.word)) return false
  return next.kind === 'part' || goingOn.has(next.word)
}

/** 天然气及凝析油处理工艺装置: two attributes of one thing, or two things; nobody can tell. */
export function mayShareHead(phrases: readonly Phrase[], tokens: readonly Token[]): boolean {
  const [one, other] = phrases
  if (phrases.length !== 2 || !one || !other || one.isProper || other.isProper) return false
  const joint = tokens.slice(one.last + 1, other.first)
  return (
    joint.every(({ word, steps }) => word !== '、' && steps.length === word.length) &&
    one.first === one.last &&
    other.last - other.first + 1 >= minOfCompound
  )
}

/** 保障性, 信息化: attributes of things, which stand for no thing themselves. */
export function isAttribute({ last, isProper }: Phrase, tokens: readonly Token[]): boolean {
  return !isProper && /^(?:\p{Script=Han}{2,}性|\p{Script=Han}[^文]化|化)$/u.test(tokens[last]?.word ?? '')
}
