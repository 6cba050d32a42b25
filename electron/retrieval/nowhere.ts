import type { TermStatistics } from '../ports/chunk-index'
import { analyse } from '../text/analyse'
import type { KeyTerm } from './key-terms'

const loneCharacter = /^\p{Script=Han}$/u
const shortest = 3
/** Words that say what to do with what is asked about, or what is asked as such: documents, and forms of answers. */
const asking =
  /^(?:compar\p{L}*|differ\p{L}*|list\p{L}*|mention\p{L}*|explain\p{L}*|describ\p{L}*|summar\p{L}*|outline\p{L}*|overview|synopsis|recap|tell|documents?|docs?|files?|articles?|papers?|texts?|pdfs?)$|^(?:[这那哪几每一]?[篇份])?(?:比较|对比|相比|区别|不同|差异|异同|列出|列举|总结|概括|概述|概览|归纳|综述|摘要|小结|简述|解释|说明|介绍|讲述|讲|说|谈|写|提到|提及|涉及|文档|文件|文章|资料|论文|文本|主题|内容|要点|大意)?[了过]?$/iu
const mostNamed = 3

/** Whether no document holds a term, in any of its wordings. */
export function isNowhere({ alternatives }: KeyTerm, statistics: TermStatistics): boolean {
  return alternatives.every((terms) =>
    // A lone Chinese character is indexed in pairs only, so its own count says nothing.
    terms.some((term) => !loneCharacter.test(term) && statistics.documentFrequency(term) === 0),
  )
}

/** The words of a question that no document holds, as the question writes them. */
export function wordsFoundNowhere(
  question: string,
  keyTerms: readonly KeyTerm[],
  statistics: TermStatistics,
): string[] {
  const written = question.match(/[\p{Script=Latin}\p{N}](?:[\p{L}\p{N}'’.-]*[\p{L}\p{N}])?/gu) ?? []
  const words = keyTerms
    .filter((term) => isNowhere(term, statistics))
    .map(({ surface }) => {
      const word = written.find((one) => analyse(one).includes(surface))
      return word ?? (question.includes(surface) ? nameNowhere(surface, statistics) : '')
    })
    .filter((word) => !asking.test(word) && (/\p{Script=Han}[^和与到及的]$/u.test(word) || isLong(word)))
  return [...new Set(words)].slice(0, mostNamed)
}

/** Lone characters side by side count as one word, so a verb may hang on a name: 梭罗 of 梭罗写了. */
const hangingVerb = /[写说做讲谈问答唱画打杀买卖吃喝住走去来死生当叫用给了过着]{1,2}$/u

/** A Chinese word without the verb behind it; empty where what is left is in some document. */
function nameNowhere(word: string, statistics: TermStatistics): string {
  const name = word.replace(hangingVerb, '')
  if (name === word || Array.from(name).length < 2) return word
  return isNowhere({ surface: name, alternatives: [analyse(name)], weight: 1 }, statistics) ? name : ''
}

function isLong(word: string): boolean {
  return !/\p{Script=Han}/u.test(word) && word.length >= shortest
}
