import { analyse } from '@engine/text/analyse'
import { isStopTerm, withoutQuestionWords } from '@engine/text/english/stop-words'
import { anyQuestionWord } from '@engine/text/english/word-patterns'
import { unspacedWords, withoutUnspaced, wordSpans } from '@engine/text/words'

/** A reference in a question that only the conversation can explain. */
export interface Reference {
  /**
   * `bare`: a question word or a wish for more, and nothing else. `subject` and `counted`: what is asked about, or counted, is
   * not named at all (是谁建立的？, "How many are in stock?"); `surface` is empty, and `index` where it belongs.
   */
  readonly kind: 'pronoun' | 'ellipsis' | 'bare' | 'subject' | 'counted'
  readonly surface: string
  /** Where it stands in the question, UTF-16 units. */
  readonly index: number
}

const english =
  /\b(?:it|its|[Tt]hey|[Tt]hem|[Tt]heirs?|[Hh]e|[Hh]im|[Hh]is|[Ss]he|[Hh]ers?|[Tt]his one|[Tt]hat one|[Tt]he former|[Tt]he latter|[Tt]he (?:first|second|third|fourth|fifth|last) (?:one|option|item|point)|[Tt]he (?:(?:more|less|most|least) \p{L}+|\p{L}+er|\p{L}+est) (?:one|of the two|of them))\b|\bIt(?!\w)/u
/** "How long does it take to …", "is it safe to …": this `it` stands for nothing. */
const dummyIt =
  /\bit\s+(?:takes?|took|means?|matters?)\b.*\b(?:to|for|if|when|that)\b|\b(?:is|was|be)\s+it\s+(?:\w+\s+){1,2}(?:to|that|for|if|when)\b/iu
const demonstrative =
  /(?:^|\b(?:is|was|are|were|does|do|did|about|of|for|with|can|could|why|how|when|if)\s+)(this|that|these|those)\b(?=\s*(?:\?|$|(?:is|was|are|were|does|did|fails|mean|work|cost|happen)\b))/iu
const place = /\b(there)\s*\?*$/iu
const placeVerb =
  /\b(?:lives?|works?|go|get|goes|located|grown?|found|happen\w*|stay|built|born|park|eat|study|do)\s+there\s*\?*$/iu
const chinese =
  /前者|后者|它们的?|(?<![其吉利排])他们的?|她们的?|它的?|(?<![其吉利排])他的?|她的?|(?<=^|[在到去，,])那[里儿](?!的人)|[这那]个(?=[是的呢有怎为多能可何]|[？?。]|$)|(?<=^|[，,。；])该(?=\p{Script=Han})|(?:第[一二三四五][个种项条点]|最后一[个种项条点])(?=[是的呢有怎为多在需要]|[？?。]|$)/u
const followUp =
  /^(?:(?:and|but)\s+)?what (?:is|was|were|are|will) (?:it|they)(?: be)? (?=(?:before|after|then|now|originally|previously)\b|(?:in|at|under|until|since|last|this|next) [\p{L}\d])|^(?:and|what about|how about|also)\b[\s,]*|^那么?[，,]\s*|^(?:那么?|还有)(?=[\p{Script=Han}\d]{1,10}呢)/iu
const followUpTail = /呢\s*[？?]?$/u
const shortFollowUp = 60
const shortChinese = 16
/** A question of its own, however it begins: "And what is the budget of the Siskin project?", 水泵为什么停了呢？ */
const wholeEnglish = new RegExp(
  String.raw`^(?:${anyQuestionWord}|is|are|was|were|do|does|did|can|should)\b.*(?:\b(?:the|an?|my|our|your)\s+\p{L}|\s\p{Lu}\p{L}+|[“"])`,
  'iu',
)
const chineseQuestionWord = /什么|怎么|怎样|如何|多少|多[久长高大深远]|哪|为何|谁|几个|是否/u
/** Nothing but a question word, or a wish for more: the question before it goes on. */
const bareEnglish =
  /^(?:and|but|so|ok(?:ay)?)?[\s,]*(?:why(?: not| is that| so)?|how(?: so| come| exactly)?|when(?: exactly)?|where(?: exactly)?|who(?: exactly)?|since when|until when|how (?:long|often|many|much|far)|(?:by|for|with) whom|what for|which ones?|(?:what|who|where) else|in (?:more|greater) detail|(?:some )?(?:more|further) details?|(?:please )?(?:tell me more|go on|continue|elaborate|(?:explain|say) (?:further|more|in (?:more )?detail)|give (?:me )?(?:(?:some )?more details|an example|(?:some )?examples)|be more specific)|for (?:example|instance)|such as|(?:what (?:happened|happens|came|comes|was|is) )?(?:then|next|after that|afterwards|before that))(?: please)?[\s?!.]*$/iu
const bareChinese =
  /^(?:那么?|但是?|可是)?[，,]?(?:为什么|为何|为啥|怎么会(?:这样)?|怎么回事|什么时候|何时|在?哪里|在?哪儿|谁|多久|多少钱|多少|怎么做|怎么办|如何做|(?:还有|其他)(?:呢|别的|其他的|哪些|什么)?|(?:请)?(?:能|可以)?(?:再)?(?:更)?(?:详细|具体)(?:一点|一些|点|说说|说明|介绍|解释|讲讲)?(?:一下)?|(?:请)?(?:展开|继续)(?:讲讲|说说|说|讲|解释|介绍|说明)?(?:一下)?|举(?:个|一个|些)?例(?:子)?|比如(?:说)?|例如|原因(?:是什么)?|然后|之后|后来|接下来|多说(?:一点|点|一些))[呢吗的]?[？?。！!]*$/u
/** 那能撑多久: what can, must or will is left out. */
const modalChinese =
  /^那么?[，,]?[还也又就]?(?=能|可以|会|要|需要|得|应该|该)(\p{Script=Han}{1,8}?(?:多[久少长大高远]|几\p{Script=Han}{1,2}|什么|哪\p{Script=Han}{0,3}|怎么\p{Script=Han}{0,2}|吗)呢?)[？?。！!]*$/u
const modals = new Set(['能', '能够', '可以', '会', '要', '需要', '得', '应该', '该'])

/** As words, so that 那会议在哪里 and 那要求是什么 name what they ask about. */
function lacksSubject(text: string): boolean {
  const [, rest] = modalChinese.exec(text) ?? []
  return rest !== undefined && modals.has(wordSpans(rest)[0]?.word ?? '')
}

/** The first such reference, or null. One that is explained within the same question does not count. */
export function findReference(question: string): Reference | null {
  const text = question.trim()
  const offset = question.indexOf(text)
  if (bareEnglish.test(text) || bareChinese.test(text) || lacksSubject(text))
    return { kind: 'bare', surface: text, index: offset }
  if (ofAmount.test(text) && isEllipsis(text)) return { kind: 'ellipsis', surface: text, index: offset }
  const pronoun = findPronoun(text)
  if (pronoun) return { kind: 'pronoun', surface: pronoun.surface, index: offset + pronoun.index }
  if (isEllipsis(text)) return { kind: 'ellipsis', surface: text, index: offset }
  const counting = howMany.exec(text)
  if (counting) return { kind: 'counted', surface: '', index: offset + counting[0].length }
  return withoutSubject.test(text) ? { kind: 'subject', surface: '', index: offset } : null
}

/** "And what was it before?": what the question before asked for. */
const ofAmount = /^(?:(?:and|but)\s+)?what (?:is|was|were|are|will) (?:it|they)\b/iu
/** "How many" without what is counted. */
const howMany =
  /^(?:and\s+)?how\s+many(?=\s+(?:is|are|was|were|have|has|had|do|does|did|can|could|will|would|should)\b)/iu
/** Chinese leaves out what was just spoken of: 是谁建立的, 由谁运营, 什么时候开通的. What follows the question word is a verb alone. */
const withoutSubject =
  /^(?:那么?|又)?(?:(?:(?:是|由|被|归)(?:谁|什么人|哪[个家位](?:公司|人|机构|部门|组织)?)|(?:是|在)?(?:什么时候|何时|哪一?年|哪[里儿]|什么地方)|(?:是)?(?:怎么|怎样|如何)|为什么|为何)(?:[\p{Script=Han}]{1,2}的?了?|[\p{Script=Han}]{3,4}(?:的|了))|谁[\p{Script=Han}]{2,3}的)[？?]?$/u

function isEllipsis(text: string): boolean {
  const opened = followUp.exec(text)
  if (opened && text.length < shortFollowUp) return !wholeEnglish.test(text.slice(opened[0].length))
  const isShort = followUpTail.test(text) && Array.from(text).length <= shortChinese
  return isShort && !chineseQuestionWord.test(text)
}

/** The new words of a follow-up: without what opens it ("and", 那) and closes it (呢). */
export function newWords(followUpQuestion: string): string {
  return followUpQuestion
    .trim()
    .replace(followUp, '')
    .replace(followUpTail, '')
    .replace(/[?？]+$/u, '')
    .trim()
}

function findPronoun(text: string): { surface: string; index: number } | null {
  const match = english.exec(text)
  if (match && !dummyIt.test(text) && !explainedInEnglish(text.slice(0, match.index))) {
    return { surface: match[0], index: match.index }
  }
  const pointing = demonstrative.exec(text)
  if (pointing?.[1]) return { surface: pointing[1], index: pointing.index + pointing[0].length - pointing[1].length }
  const there = placeVerb.test(text) ? place.exec(text) : null
  if (there && !explainedInEnglish(text.slice(0, there.index))) return { surface: 'there', index: there.index }
  const han = chinese.exec(text)
  return han && !explainedInChinese(text.slice(0, han.index)) ? { surface: han[0], index: han.index } : null
}

/** A noun with its article, or a name, earlier in the question is what the pronoun stands for. */
function explainedInEnglish(before: string): boolean {
  const name = /\p{Lu}[\p{L}\d-]+/u.test(before.replace(/^\s*\p{Lu}\p{L}*/u, ''))
  return name || /[“"][^”"]+[”"]/u.test(before) || named.test(before)
}

const named =
  /\b(?:the|an?|my|our|your|each|every)\s+(?!(?:reason|purpose|cause|cost|price|point|aim|name|date|time|result|effect|use|meaning|total|amount|idea|size|length|weight|deadline)\s+(?:for|of|behind)\s+(?:\p{L}+\s+)?$)\p{L}/iu

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
const properName = /(?<![.!?]\s)(?<!^)\b(?!I\b)\p{Lu}[\p{L}\d]*(?:[ -]\p{Lu}[\p{L}\d]*)*/u
const withArticle =
  /\b(?:the|an?)\s+((?:[\p{L}\d-]+\s+){0,3}?[\p{L}\d-]+)(?=\s+(?:is|are|was|were|be|do|does|did|has|have|had|will|can|of|in|on|at|for|to|from|with|by|and|or|that|which|\p{L}+ed|built|made|run|held)\b|$)/iu
const questionOpening = new RegExp(
  String.raw`^(?:please\s+)?(?:(?:and|what about|how about)\s+)?${anyQuestionWord}?(?:\s+(?:many|much|long|often))?\s*(?:is|are|was|were|does|do|did|has|have|can|should|will|would)?\s+(?:the\s+|an?\s+)?`,
  'iu',
)
/** Chinese "X 的 Y": what the conversation is about is X. */
const possessive = /^(.{2,20}?)的.{1,12}$/u
/** What stands between a topic and its verb: 地铁每年有多少乘客, 地铁由谁运营, 元英宗在位多久. */
const chineseAdverbs =
  /(?:每[一]?[年月天日周次]|一共|总共|现在|目前|当时|最初|最早|后来|都|又|由|被|归|在位|[的是在了])+$/u

/** What a question is about, as a short phrase that can replace a pronoun; empty where no such phrase is found. */
export function topicOf(question: string): string {
  const text = question.trim().replace(/[？?。.!！]+$/u, '')
  const named = quoted.exec(text)?.[1] ?? identifier.exec(text)?.[0] ?? properName.exec(text)?.[0]
  if (named) return named
  if (/\p{Script=Han}/u.test(text)) return chineseTopic(text)
  const articled = withArticle.exec(text)
  if (articled?.[1]) return withoutVerb(text, articled[1], articled.index + articled[0].length)
  return text.replace(questionOpening, '').split(/\s+/u).slice(0, 8).join(' ')
}

const auxiliaryBefore = /\b(?:do|does|did|will|would|can|could|should|must|may) (?:the|an?) $/iu
/** Nothing, or a preposition left alone: "Where does the ferry leave from". */
const closesQuestion = /^(?: \p{L}+)?$/u

/** "When does the sea project finish": what stands behind the auxiliary and ends the question ends with its verb. */
function withoutVerb(question: string, phrase: string, end: number): string {
  const before = question.slice(0, end - phrase.length)
  const isClause = auxiliaryBefore.test(before) && closesQuestion.test(question.slice(end))
  return isClause && phrase.includes(' ') ? phrase.slice(0, phrase.lastIndexOf(' ')) : phrase
}

/** The first stretch beside the question words: 水泵 of 水泵什么时候更换的. */
function chineseTopic(text: string): string {
  const segments = withoutQuestionWords(text.replace(/^请(?:问|告诉我)?/u, '')).split(/[\s，,、]+/u)
  const first =
    segments
      .map((part) => part.replace(/^[的是在]/u, '').replace(chineseAdverbs, ''))
      .find((part) => part.length > 1) ?? ''
  return possessive.exec(first)?.[1] ?? first
}

/** Puts a topic where the reference stood. */
export function resolve(question: string, { kind, surface, index }: Reference, topic: string): string {
  if (kind === 'subject') return topic + question.slice(index)
  if (kind === 'counted') return `${question.slice(0, index)} ${topic}${question.slice(index)}`
  if (kind !== 'pronoun') return `${topic} ${newWords(question)}`
  const before = question.slice(0, index)
  const after = question.slice(index + surface.length)
  if (surface === 'there') return `${before}in ${topic}${after}`
  const isPossessive =
    /^(?:its|their|his|hers|theirs)$/iu.test(surface) || (/^her$/iu.test(surface) && /^\s+\p{L}/u.test(after))
  const form = isPossessive ? `${topic}'s` : surface.endsWith('的') && !topic.endsWith('的') ? `${topic}的` : topic
  return before + form + after
}
