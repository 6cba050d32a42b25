import { analyse } from '../../text/analyse'
import { isStopTerm, withoutQuestionWords } from '../../text/stop-words'
import { unspacedWords, withoutUnspaced } from '../../text/words'
import type { PastTurn } from '../turn'
import { comparedSides } from './split'

/** A reference in a question that only the conversation can explain. */
export interface Reference {
  readonly kind: 'pronoun' | 'ellipsis'
  readonly surface: string
  /** Where it stands in the question, UTF-16 units. */
  readonly index: number
}

const english =
  /\b(?:it|its|[Tt]hey|[Tt]hem|[Tt]heirs?|[Hh]e|[Hh]im|[Hh]is|[Ss]he|[Hh]ers?|this one|that one|the former|the latter|the (?:first|second|third|last) one)\b|\bIt(?!\w)/u
/** "How long does it take to …", "is it safe to …": this `it` stands for nothing. */
const dummyIt =
  /\bit\s+(?:takes?|took|means?|matters?)\b.*\b(?:to|for|if|when|that)\b|\b(?:is|was|be)\s+it\s+(?:\w+\s+){1,2}(?:to|that|for|if|when)\b/iu
const demonstrative =
  /(?:^|\b(?:is|was|are|were|does|do|did|about|of|for|with|can|could|why|how|when)\s+)(this|that|these|those)\b(?=\s*(?:\?|$|(?:is|was|are|were|mean|work|cost|happen)\b))/iu
const chinese =
  /前者|后者|它们的?|(?<![其吉利排])他们的?|她们的?|它的?|(?<![其吉利排])他的?|她的?|[这那]个(?=[是的呢有怎为多能可何]|[？?。]|$)|(?<=^|[，,。；])该(?=\p{Script=Han})|第[一二三]个(?=[是的呢有怎为多]|[？?。]|$)/u
const followUp = /^(?:and|what about|how about|also)\b[\s,]*|^那么?[，,]\s*|^(?:那么?|还有)(?=\p{Script=Han}{1,10}呢)/iu
const followUpTail = /呢\s*[？?]?$/u
const shortFollowUp = 60
const shortChinese = 16

/** The first such reference, or null. One that is explained within the same question does not count. */
export function findReference(question: string): Reference | null {
  const text = question.trim()
  const offset = question.indexOf(text)
  const pronoun = findPronoun(text)
  if (pronoun) return { kind: 'pronoun', surface: pronoun.surface, index: offset + pronoun.index }
  const isFollowUp =
    (followUp.test(text) && text.length < shortFollowUp) ||
    (followUpTail.test(text) && Array.from(text).length <= shortChinese)
  return isFollowUp ? { kind: 'ellipsis', surface: text, index: offset } : null
}

function findPronoun(text: string): { surface: string; index: number } | null {
  const match = english.exec(text)
  if (match && !dummyIt.test(text) && !explainedInEnglish(text.slice(0, match.index))) {
    return { surface: match[0], index: match.index }
  }
  const pointing = demonstrative.exec(text)
  if (pointing?.[1]) return { surface: pointing[1], index: pointing.index + pointing[0].length - pointing[1].length }
  const han = chinese.exec(text)
  return han && !explainedInChinese(text.slice(0, han.index)) ? { surface: han[0], index: han.index } : null
}

/** A noun with its article, or a name, earlier in the question is what the pronoun stands for. */
function explainedInEnglish(before: string): boolean {
  const name = /\p{Lu}[\p{L}\d-]+/u.test(before.replace(/^\s*\p{Lu}\p{L}*/u, ''))
  return name || /[“"][^”"]+[”"]/u.test(before) || /\b(?:the|an?|my|our|your|each|every)\s+\p{L}/iu.test(before)
}

/** 张伟和他的团队, 如果泵出现故障，它…: something is named before a coordinator or in an earlier clause. */
function explainedInChinese(before: string): boolean {
  return /\p{Script=Han}{2,}.*(?:[和与及]|[，,])\s*$/u.test(before) || /[“"「《][^”"」》]+[”"」》]/u.test(before)
}

/** Whether little is left of a question without its pronoun: then it cannot be searched, only asked back. */
export function dependsOn(reference: Reference, question: string): boolean {
  const rest = `${question.slice(0, reference.index)} ${question.slice(reference.index + reference.surface.length)}`
  const bare = withoutQuestionWords(rest)
  const words = [...analyse(withoutUnspaced(bare)), ...unspacedWords(bare)].filter((word) => !isStopTerm(word))
  return new Set(words).size <= 1
}

const quoted = /[“"「《]([^”"」》]{2,60})[”"」》]/u
const identifier = /\b[A-Z]{2,}[-_]?\d+\b|\b\p{L}+_\p{L}+\b/u
const properName = /(?<![.!?]\s)(?<!^)\b\p{Lu}[\p{L}\d]*(?:[ -]\p{Lu}[\p{L}\d]*)*/u
const withArticle =
  /\b(?:the|an?)\s+((?:[\p{L}\d-]+\s+){0,3}?[\p{L}\d-]+)(?=\s+(?:is|are|was|were|be|do|does|did|has|have|had|will|can|of|in|on|at|for|to|from|with|by|and|or|that|which|\p{L}+ed|built|made|run|held)\b|$)/iu
const questionOpening =
  /^(?:please\s+)?(?:(?:and|what about|how about)\s+)?(?:who|what|when|where|why|how|which)?(?:\s+(?:many|much|long|often))?\s*(?:is|are|was|were|does|do|did|has|have|can|should|will|would)?\s+(?:the\s+|an?\s+)?/iu
/** Chinese "X 的 Y": what the conversation is about is X. */
const possessive = /^(.{2,20}?)的.{1,12}$/u

/** What a question is about, as a short phrase that can stand where a pronoun stood; empty where none is found. */
export function topicOf(question: string): string {
  const text = question.trim().replace(/[？?。.!！]+$/u, '')
  const named = quoted.exec(text)?.[1] ?? identifier.exec(text)?.[0] ?? properName.exec(text)?.[0]
  if (named) return named
  if (/\p{Script=Han}/u.test(text)) return chineseTopic(text)
  return withArticle.exec(text)?.[1] ?? text.replace(questionOpening, '').split(/\s+/u).slice(0, 8).join(' ')
}

/** The first stretch beside the question words: 水泵 of 水泵什么时候更换的. */
function chineseTopic(text: string): string {
  const segments = withoutQuestionWords(text.replace(/^请(?:问|告诉我)?/u, '')).split(/[\s，,、]+/u)
  const first =
    segments.map((part) => part.replace(/^[的是在]|[的是在了]$/gu, '')).find((part) => part.length > 1) ?? ''
  return possessive.exec(first)?.[1] ?? first
}

/** Puts a topic where the reference stood. */
export function resolve(question: string, { kind, surface, index }: Reference, topic: string): string {
  if (kind === 'ellipsis') {
    const bare = question.trim().replace(followUp, '').replace(followUpTail, '').trim()
    return `${topic} ${bare}`
  }
  const isPossessive = /^(?:its|their|his|her|hers|theirs)$/iu.test(surface)
  const form = isPossessive ? `${topic}'s` : surface.endsWith('的') && !topic.endsWith('的') ? `${topic}的` : topic
  return question.slice(0, index) + form + question.slice(index + surface.length)
}

const personal = /^(?:he|him|his|she|hers?|他的?|她的?)$/iu
const personName = /\b\p{Lu}\p{Ll}+(?: \p{Lu}\.)?(?: \p{Lu}\p{Ll}+)+\b/u

/** The topic of the newest of the last three turns that has one, standing for "it"; a person named there for "she"; "the former" and 第二个 by order. */
export function recentTopic(history: readonly PastTurn[], { surface }: Reference): string {
  const isPersonal = personal.test(surface)
  for (const { question, answer } of history.slice(-3).toReversed()) {
    const person = isPersonal ? (personName.exec(question) ?? personName.exec(answer))?.[0] : undefined
    if (person) return person
    const sides = comparedSides(question) ?? question.split(/\s+(?:and|or)\s+|和|与|还是/u)
    if (sides.length > 1 && /former|first|前者|第一个/iu.test(surface)) return topicOf(sides[0] ?? '')
    if (sides.length > 1 && /latter|second|后者|第二个/iu.test(surface)) return topicOf(sides[1] ?? '')
    const topic = findReference(question) ? '' : topicOf(question)
    if (topic) return topic
  }
  return ''
}
