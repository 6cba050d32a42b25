import type { PastTurn } from '../turn'

const englishPronoun =
  /\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers|this one|that one|the former|the latter|the (?:first|second|third|last) one)\b/iu
const englishDemonstrative =
  /\b(?:this|that|these|those)\b(?=\s*(?:\?|$|\b(?:is|was|are|were|mean|work|cost|do|does|happen)\b))/iu
const chinesePronoun =
  /前者|后者|它们的?|(?<!其)他们的?|她们的?|它的?|(?<!其)他的?|她的?|这个(?!月|星期|问题)|那个|该(?=[\p{Script=Han}])|第[一二三]个/u
const followUp = /^(?:and|what about|how about|also|then|but)\b|^(?:那么?|还有|另外)/iu
const followUpTail = /(?:呢|呢？|呢\?)\s*[？?]?$/u

/** A reference in a question that only the conversation can explain. */
export interface Reference {
  readonly kind: 'pronoun' | 'ellipsis'
  readonly surface: string
}

/** The first such reference, or null. A pronoun explained within the same question ("Zara and her team") does not count. */
export function findReference(question: string): Reference | null {
  const text = question.trim()
  const pronoun = englishPronoun.exec(text) ?? englishDemonstrative.exec(text) ?? chinesePronoun.exec(text)
  if (pronoun && !hasAntecedentBefore(text, pronoun.index)) return { kind: 'pronoun', surface: pronoun[0] }
  if (followUp.test(text) && text.length < 60) return { kind: 'ellipsis', surface: text }
  if (followUpTail.test(text) && [...text].length <= 16) return { kind: 'ellipsis', surface: text }
  return null
}

function hasAntecedentBefore(text: string, index: number): boolean {
  const before = text.slice(0, index)
  return (
    /\p{Lu}[\p{L}\d-]+/u.test(before.replace(/^\s*\p{Lu}\p{L}*/u, '')) || /[“"「《][^”"」》]+[”"」》]/u.test(before)
  )
}

const quoted = /[“"「《]([^”"」》]{2,60})[”"」》]/u
const identifier = /\b[A-Z]{2,}[-_]?\d+\b|\b\p{L}+_\p{L}+\b/u
const properName = /(?<![.!?]\s)(?<!^)\b\p{Lu}[\p{L}\d]*(?:[ -]\p{Lu}[\p{L}\d]*)*/u
const englishQuestion =
  /^(?:please\s+)?(?:(?:and|what about|how about)\s+)?(?:who|what|when|where|why|how|which)?(?:\s+(?:many|much|long|often))?\s*(?:is|are|was|were|does|do|did|has|have|can|should|will|would)?\s+(?:the\s+|an?\s+)?/iu
const chineseQuestionWords =
  /请问|请|告诉我|什么时候|何时|什么是|是什么|有什么|为什么|怎么样|怎么|如何|多少钱|多少|哪些|哪个|哪里|哪年|谁是|是谁|谁|由谁|有几个|几个|吗|呢|有哪些|是否|的?(?:作用|意思|定义)|[？?。！!]/gu
/** Chinese "X 的 Y": what the conversation is about is X. */
const possessive = /^(.{2,20}?)的.{1,12}$/u

/** What a question is about, as a short phrase that can stand where a pronoun stood; empty where none is found. */
export function topicOf(question: string): string {
  const text = question.trim().replace(/[？?。.!！]+$/u, '')
  const named = quoted.exec(text)?.[1] ?? identifier.exec(text)?.[0] ?? properName.exec(text)?.[0]
  if (named) return named
  if (/\p{Script=Han}/u.test(text)) {
    const bare =
      text
        .replace(chineseQuestionWords, ' ')
        .trim()
        .split(/\s+/u)
        .toSorted((a, b) => b.length - a.length)[0] ?? ''
    return possessive.exec(bare)?.[1] ?? bare.replace(/的$|^的|是$/gu, '')
  }
  return text
    .replace(englishQuestion, '')
    .replace(/^(?:the|an?)\s+/iu, '')
    .split(/\s+/u)
    .slice(0, 8)
    .join(' ')
}

/** Puts a topic where the reference stood. */
export function resolve(question: string, reference: Reference, topic: string): string {
  if (reference.kind === 'ellipsis') {
    const bare = question.trim().replace(followUp, '').replace(followUpTail, '').trim()
    return /\p{Script=Han}/u.test(topic + bare)
      ? `${topic}${bare.startsWith('的') ? '' : ' '}${bare}`
      : `${topic} ${bare}`
  }
  const possessiveForm = /^(?:its|their|his|her|hers|theirs)$/iu.test(reference.surface)
    ? `${topic}'s`
    : reference.surface.endsWith('的') && !topic.endsWith('的')
      ? `${topic}的`
      : topic
  return question.replace(reference.surface, possessiveForm)
}

/** The topic of the newest of the last three turns that has one, standing for "it"; "the former" and "第二个" choose by order. */
export function recentTopic(history: readonly PastTurn[], reference: Reference): string {
  const recent = history.slice(-3).toReversed()
  for (const turn of recent) {
    const sides = /\s+(?:vs\.?|versus|and|or)\s+|和|与|还是/iu.exec(turn.question)
    if (sides && /former|first|前者|第一个/iu.test(reference.surface))
      return topicOf(turn.question.slice(0, sides.index))
    if (sides && /latter|second|后者|第二个/iu.test(reference.surface)) {
      return topicOf(turn.question.slice(sides.index + sides[0].length))
    }
    const topic = findReference(turn.question) ? '' : topicOf(turn.question)
    if (topic) return topic
  }
  return ''
}
