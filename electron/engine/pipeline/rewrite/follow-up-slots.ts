import type { TermTable } from '@engine/retrieval/terms/cross-language'
import { analyse } from '@engine/text/analyse'
import { contentTerms } from '@engine/text/english/stop-words'
import { anyMonth, anyWeekdayStem } from '@engine/text/english/word-patterns'
import attributes from '@resources/lexicon/attributes.json'
import { peopleIn } from './people'
import { topicOf } from './references'

type Kind = 'time' | 'person' | 'name' | 'attribute' | 'thing'

/** Puts the new words of a follow-up where they belong in the question before it. */
export function continued(previous: string, fragment: string, terms: TermTable): string {
  const bare = fragment.replace(/[?？。.!！呢\s]+$/u, '').trim()
  const before = previous.trim().replace(/[?？。.!！]+$/u, '')
  if (bare === '') return before
  if (before.length > maxQuestionLength || conditional.test(bare)) return `${before} ${bare}`
  return /\p{Script=Han}/u.test(before) ? inChinese(before, bare, terms) : inEnglish(before, bare, terms)
}

/** Longer ones have no slots to speak of, and the patterns below take their time. */
const maxQuestionLength = 500
const conditional = /^(?:if|when|unless|in case|even if)\b|^(?:如果|要是|假如|万一|若|当)/iu

const englishTime = new RegExp(
  String.raw`\b(?:(?:the\s+)?(?:first|second|third|fourth|last|next|previous)\s+(?:quarter|year|month|week|half)|Q[1-4](?:\s+\d{4})?|${anyMonth}(?:\s+\d{4})?|(?:1[0-9]|20)\d{2}s?|yesterday|today|tomorrow|last\s+\w+day|(?:this|next|last) (?:year|month|week)|(?:on\s+)?${anyWeekdayStem}days?|weekends?)\b`,
  'iu',
)
const chineseTime =
  /(?:(?:1[0-9]|20)\d{2}\s*年?(?:\s*\d{1,2}\s*月)?|(?:第[一二三四]|上|下|本)(?:个)?季度|[今明去前后]年|(?:上|下|本)(?:个)?(?:月|周)|[今明昨前后]天|\d{1,2}\s*月(?:份)?|[春夏秋冬]季|周[一二三四五六日末]|上半年|下半年)/u
const preposition = /^(in|on|at|for|from|to|with|without|by|under|over|during|before|after|since|until|of|about)\s+/iu

const englishAttributes = new Set(attributes.flatMap((word) => analyse(word)))
const chineseAttribute =
  /(?:成本|费用|价格|价钱|预算|时间|日期|年份|重量|长度|高度|宽度|深度|大小|尺寸|面积|人口|数量|原因|结果|后果|影响|优点|缺点|优势|劣势|负责人|作者|主任|经理|地址|地点|位置|电话|邮箱|周期|期限|截止日期|步骤|流程|程序|条件|要求|用途|作用|功能|性能|精度|准确度|速度|容量|温度|压力|流量|水位|功率|电压|寿命|[\p{Script=Han}][量率度费值额]|保修期?|风险|收入|利润|工资|薪资|人员|人数|编制|频率|版本|颜色|名称|历史|范围|标准|罚款|处罚|例外|输入|输出|供应商)$/u

function inEnglish(before: string, bare: string, terms: TermTable): string {
  const [, what, when] = /^(.+?)\s+((?:in|on|during)\s+.+)$/iu.exec(bare) ?? []
  // "Lyon in 2021" fills two slots.
  if (what && when && isWhole(englishTime, when)) return inEnglish(inEnglish(before, when, terms), what, terms)
  const opened = preposition.exec(bare)
  const [, word = ''] = opened ?? []
  const rest = opened ? bare.slice(opened[0].length) : bare
  const kind = kindOf(rest, terms)
  if (kind === 'time') {
    const time = englishTime.exec(before)
    return time
      ? before.replace(time[0], () => rest.replace(/^(?:in|on)\s+/iu, ''))
      : `${before} ${word ? bare : `in ${bare}`}`
  }
  const slot = word ? phraseAfter(before, word) : null
  if (slot) return before.slice(0, slot.start) + rest + before.slice(slot.end)
  if (word && !/^(?:of|about)$/iu.test(word)) return `${before} ${bare}`
  const attribute = attributeIn(before)
  // "The revenue of Reliance" with "the net profit": a thing that a name has takes the place of another.
  if (attribute && (kind === 'attribute' || (kind === 'thing' && attribute.ofName))) {
    return before.slice(0, attribute.start) + rest.replace(/^the\s+/iu, '') + before.slice(attribute.end)
  }
  if (kind === 'attribute') return `${rest} of ${subjectOf(before)}`
  if (kind === 'person' || kind === 'name') {
    const other = namesIn(before, terms).find((name) => kindOf(name, terms) === kind) ?? namesIn(before, terms)[0]
    if (other) return before.replace(other, () => rest)
  }
  return replaceThing(before, rest)
}

/** What a question asks of something, "the net profit" of "What was the net profit of Reliance in 2022": where its words stand. */
function attributeIn(question: string): { start: number; end: number; ofName: boolean } | null {
  const found =
    /\b(?:is|are|was|were)\s+(?:the|its|their)\s+((?:[\p{L}-]+\s+){0,2}?[\p{L}-]+)(?=$|\s+(?:of|for|in|at|on)\b)/iu.exec(
      question,
    )
  const words = found?.[1]
  if (!found || !words) return null
  const last = analyse(words).at(-1)
  if (last === undefined || !englishAttributes.has(last)) return null
  const end = found.index + found[0].length
  return { start: end - words.length, end, ofName: /^\s+(?:of|for)\s+\p{Lu}/u.test(question.slice(end)) }
}

/** "What is the price of the pump" with "the valve": the thing the attribute is of, else the topic, gives way. */
function replaceThing(before: string, thing: string): string {
  const ofThing =
    /\b(of|for)\s+((?:the|an?|our|my|your)\s+)?([\p{L}\d][\p{L}\d -]*?)(?=$|\s+(?:in|on|at|during|since|by)\b)/iu.exec(
      before,
    )
  const old = ofThing?.[3] ?? topicOf(before)
  const bare = thing.replace(/^(?:the|an?)\s+/iu, '')
  const isRest = old.split(' ').length > 2 && before.endsWith(old) && !ofThing
  return old && before.includes(old) && !isRest ? replaceLast(before, old, bare) : `${before} ${thing}`
}

/** The words after the same preposition in the question before: "for members" gives way to "for guests". */
function phraseAfter(before: string, word: string): { start: number; end: number } | null {
  const match = new RegExp(
    String.raw`\b${word}\s+((?:(?!\b(?:in|on|at|for|from|to|with|by|of|is|are|was|were)\b)[^\s]+\s*){1,5})`,
    'iu',
  ).exec(before)
  const phrase = match?.[1]?.trimEnd()
  if (!match || !phrase) return null
  const start = match.index + match[0].indexOf(phrase, word.length)
  return { start, end: start + phrase.length }
}

function inChinese(before: string, bare: string, terms: TermTable): string {
  const kind = kindOf(bare, terms)
  const time = chineseTime.exec(before)
  if (kind === 'time') return time ? before.replace(time[0], () => asLongAs(bare, time[0])) : `${bare}${before}`
  const possessive = /^(.*?)([^\s，,]{1,20}?)的([^\s，,的]{1,12}?)(?=(?:是|有|为|在|怎么|如何|多|什么|几|$))/u.exec(
    before,
  )
  const [, lead = '', owner = '', attribute = ''] = possessive ?? []
  const rest = possessive ? before.slice(possessive[0].length) : ''
  if (kind === 'attribute') {
    if (possessive) return `${lead}${owner}的${bare}${rest}`
    return `${subjectOf(before)}的${bare}`
  }
  const other = namesIn(before, terms).find((name) => kindOf(name, terms) === kind)
  if (other && (kind === 'person' || kind === 'name')) return before.replace(other, () => bare)
  if (possessive && (kind === 'name' || kind === 'person' || chineseAttribute.test(attribute))) {
    return `${lead}${bare}的${attribute}${rest}`
  }
  // 有孩子的: what ends so says which of the things counted.
  const counted = bare.endsWith('的') ? countedNoun.exec(before) : null
  if (counted) {
    const at = counted.index + counted[0].length
    return `${before.slice(0, at)}${bare}${before.slice(at)}`
  }
  const topic = topicOf(before)
  // A topic that is all of the question is no slot.
  const isSlot = topic !== '' && before.includes(topic) && before.length > topic.length + 2
  return isSlot ? before.replace(topic, () => bare) : `${before} ${bare}`
}

const countedNoun = /(?:有)?(?:多少|几)(?:[个名位户家座条篇种份台辆本次间所人](?=\p{Script=Han}))?(?=\p{Script=Han})/u

/** 2023 in the place of 2022年 is 2023年. */
function asLongAs(time: string, other: string): string {
  return /^\d{4}$/u.test(time) && other.endsWith('年') ? `${time}年` : time
}

function kindOf(text: string, terms: TermTable): Kind {
  const bare = text.replace(/^(?:the|an?)\s+/iu, '').trim()
  if (isWhole(englishTime, bare) || isWhole(chineseTime, bare)) return 'time'
  if (chineseAttribute.test(bare)) return 'attribute'
  if (peopleIn(bare).some(({ name }) => name === bare)) return 'person'
  if (isNamed(bare, terms)) return 'name'
  const words = contentTerms(bare)
  const last = words.at(-1)
  return !/\p{Script=Han}/u.test(bare) && words.length <= 2 && last !== undefined && englishAttributes.has(last)
    ? 'attribute'
    : 'thing'
}

function isWhole(pattern: RegExp, text: string): boolean {
  const match = pattern.exec(text)
  return match !== null && match[0].length >= text.length - 3
}

/** A name by its capital letter, or a Chinese one that the term table gives a capital letter. */
function isNamed(text: string, terms: TermTable): boolean {
  if (/^\p{Lu}/u.test(text)) return true
  const [match, ...rest] = terms.match(text)
  return (
    match?.surface === text &&
    rest.length === 0 &&
    /^\p{Lu}/u.test(match.translations[0] ?? '') &&
    /\p{Script=Han}/u.test(text)
  )
}

/** Names in a text, in its order: people, capitalised words, identifiers, and Chinese names of the term table. */
function namesIn(text: string, terms: TermTable): string[] {
  const capital = [...text.matchAll(/(?<!^)\b\p{Lu}[\p{L}\d-]*(?:\s+\p{Lu}[\p{L}\d-]*|\s+\d+)*/gu)].map(
    ([name]) => name,
  )
  const chinese = terms
    .match(text)
    .flatMap(({ surface, translations }) =>
      /\p{Script=Han}/u.test(surface) && /^\p{Lu}/u.test(translations[0] ?? '') ? [surface] : [],
    )
  return [...peopleIn(text).map(({ name }) => name), ...chinese, ...capital]
}

/** What an attribute is of: "the weight of the HydroSonde" is about the HydroSonde. */
export function subjectOf(question: string): string {
  const text = question.trim().replace(/[?？。.!！]+$/u, '')
  const owner =
    /\bof\s+((?:the|an?|our)\s+)?([\p{L}\d][\p{L}\d' -]*?)(?=$|\s+(?:in|on|at|during|for|since|by)\b)/iu.exec(text)
  if (owner?.[2]) return `${owner[1] ?? ''}${owner[2]}`
  return topicOf(text)
}

function replaceLast(text: string, old: string, by: string): string {
  const at = text.lastIndexOf(old)
  return text.slice(0, at) + by + text.slice(at + old.length)
}
