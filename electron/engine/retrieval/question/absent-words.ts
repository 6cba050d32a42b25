import type { TermStatistics } from '@engine/ports/storage/chunk-index'
import { analyse } from '@engine/text/analyse'
import { wordSpans } from '@engine/text/words'
import type { KeyTerm } from './key-terms'

const loneCharacter = /^\p{Script=Han}$/u
const shortest = 3
/** Words that say what to do with what is asked about, or what is asked as such: documents, and forms of answers. */
const asking =
  /^(?:compar\p{L}*|differ\p{L}*|list\p{L}*|mention\p{L}*|explain\p{L}*|describ\p{L}*|summar\p{L}*|outline\p{L}*|overview|synopsis|recap|tell|documents?|docs?|files?|articles?|papers?|texts?|pdfs?)$|^(?:[这那哪几每一]?[篇份])?(?:比较|对比|相比|区别|不同|差异|异同|列出|列举|总结|概括|概述|概览|归纳|综述|摘要|小结|简述|解释|说明|介绍|讲述|讲|说|谈|写|提到|提及|涉及|文档|文件|文章|资料|论文|文本|主题|内容|要点|大意)?[了过]?$/iu
const maxNamed = 3

/** Whether no document holds a term, in any of its wordings. */
export function isAbsent({ alternatives }: KeyTerm, statistics: TermStatistics): boolean {
  return alternatives.every((terms) =>
    // A lone Chinese character is indexed in pairs only, so its own count says nothing.
    terms.some((term) => !loneCharacter.test(term) && statistics.documentFrequency(term) === 0),
  )
}

/** The words of a question that no document holds, whole and as the question writes them. */
export function absentWordsOf(question: string, keyTerms: readonly KeyTerm[], statistics: TermStatistics): string[] {
  const written = question.match(/[\p{Script=Latin}\p{N}](?:[\p{L}\p{N}'’.-]*[\p{L}\p{N}])?/gu) ?? []
  const absent = keyTerms.filter((term) => isAbsent(term, statistics)).map(({ surface }) => surface)
  const words = joined(question, absent)
    .map((surface) => {
      const word = written.find((one) => !/\p{Script=Han}/u.test(one) && analyse(one).includes(surface))
      if (word !== undefined) return word.replace(/['’]s$/u, '')
      return question.includes(surface) ? nameNowhere(surface, statistics) : ''
    })
    .filter(
      (word) =>
        !asking.test(word) &&
        (/\p{Script=Han}/u.test(word)
          ? /\p{Script=Han}[^和与到及的]$/u.test(word) && isWhole(word, question)
          : word.length >= shortest && !isManner(word, question)),
    )
  return [...new Set(words)].slice(0, maxNamed)
}

/** How something is, as "soon" of "how soon" and "badly" are, is nothing that a document would have to mention. */
function isManner(word: string, question: string): boolean {
  return /^\p{Ll}+ly$/u.test(word) || new RegExp(`\\bhow\\s+${word.replaceAll('.', '\\.')}\\b`, 'iu').test(question)
}

/** What joins words, so that one may begin or end beside it. */
const joins = /[的是有在和与跟及或了吗呢吧啊被把给从到对向于由也都就还又很不没谁]/u
/** How many, which, how much: 一项, 最贵. */
const measured = /^[一两几每各这那哪最].$/u

/**
 * Whether a Chinese word surely stands in the question as it is. The dictionary leaves the characters of names and rare words
 * alone, so one that begins or ends among such characters may be cut wrongly: 器放 of 除颤器放在.
 */
function isWhole(word: string, question: string): boolean {
  const start = question.indexOf(word)
  const end = start + word.length
  const spans = wordSpans(question).map((one) => ({ ...one, end: one.start + one.word.length }))
  const own = spans.filter((one) => one.start >= start && one.end <= end)
  if (start === -1 || own[0]?.start !== start || own.at(-1)?.end !== end || measured.test(word)) return false
  const before = spans.find((one) => one.end === start)
  const after = spans.find((one) => one.start === end)
  const isApart = (one: typeof before) => !one || joins.test(one.word) || /^\P{Script=Han}/u.test(one.word)
  const isLong = (one: typeof before) => one !== undefined && Array.from(one.word).length > 1
  // A name of lone characters shows where it begins and ends by what joins it to others.
  if (!own.some(isLong))
    return (
      isApart(before) &&
      (isApart(after) || isLong(after) || hangingVerb.test(after?.word ?? '')) &&
      !/^[年月日号]|[上下里中内外]$/u.test(word)
    )
  return [before, after].every((one) => isApart(one) || isLong(one))
}

/** Nothing, or a character that the dictionary could not place: 链 of 区块链共识. */
function isOneWord(between: string): boolean {
  return between === '' || /^(?![和与或及到的是有在把被对于从])\p{Script=Han}$/u.test(between)
}

const numeral = /[一二三四五六七八九十百千万亿零〇两]/u
/** What asks, not what is asked about: 有多高 of 珠穆朗玛峰有多高. */
const questionHead = /^(?:请问|关于|有关|对于|怎样|怎么|如何|为什么|为何|什么|哪[些个里种]?|谁|是|有|的|在)+/u
const questionTail =
  /(?:是|有|的|会|要|能|在)*(?:多[少高长大深远久快重宽]?|什么.*|哪.*|几.*|谁.*|怎[样么].*|如何|为何|吗|呢)$/u
/** What it is asked of: 的文档 of 关于红楼梦的文档. */
const documentsTail = /(?:的|[这那哪几每一]?[篇份])*(?:文档|文件|文章|资料|论文|文本)$/u

/** Joins the pieces that the dictionary cut Chinese names into, completes numbers, and takes off what only asks. */
function joined(question: string, surfaces: readonly string[]): string[] {
  const isHan = (surface: string) => /\p{Script=Han}/u.test(surface) && question.includes(surface)
  const pieces = surfaces
    .filter((surface) => isHan(surface) && !asking.test(surface))
    .map((surface) => {
      let start = question.indexOf(surface)
      let end = start + surface.length
      if (numeral.test(surface)) {
        while (numeral.test(question.charAt(start - 1))) start -= 1
        while (/[一二三四五六七八九十百千万亿零〇两年月日号]/u.test(question.charAt(end))) end += 1
      }
      return { start, end }
    })
    .toSorted((a, b) => a.start - b.start)
  const whole: { start: number; end: number }[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    if (last && isOneWord(question.slice(last.end, piece.start))) last.end = Math.max(last.end, piece.end)
    else whole.push({ ...piece })
  }
  const words = whole.map(({ start, end }) => {
    const bare = question
      .slice(start, end)
      .replace(questionHead, '')
      .replace(questionTail, '')
      .replace(documentsTail, '')
    // A figure of what stands before it: 3 of "Model 3续航".
    return bare.replace(/^[\p{N}\s]+(?=\p{Script=Han}{2})/u, '')
  })
  const first = surfaces.findIndex(isHan)
  const others = surfaces.filter((surface) => !isHan(surface))
  return first === -1 ? others : [...others.slice(0, first), ...words, ...others.slice(first)]
}

/** Lone characters side by side count as one word, so a verb may hang on a name: 梭罗 of 梭罗写了. */
const hangingVerb = /[写说做讲谈问答唱画打杀买卖吃喝住走去来死生当叫用给了过着]{1,2}$/u

/** A Chinese word without the verb behind it; empty where what is left is in some document. */
function nameNowhere(word: string, statistics: TermStatistics): string {
  const name = word.replace(hangingVerb, '')
  if (name === word || Array.from(name).length < 2) return isHere(word, statistics) ? '' : word
  return isHere(name, statistics) ? '' : name
}

function isHere(word: string, statistics: TermStatistics): boolean {
  const terms = analyse(word)
  return terms.length > 0 && !isAbsent({ surface: word, alternatives: [terms], weight: 1 }, statistics)
}
