import { analyse } from '../analyse'
import { foldHan } from '../chinese/han-fold'

/** Without "us", whose stem is that of "use", "used" and "uses". */
const english =
  'a an the of in on at to for from by with as is are was were be been being am do does did done has have had having it its this that these those and or but not no nor so if then than too very can could may might must shall should will would what which who whom whose when where why how i me my we our you your he him his she her they them their there here about into over under between during up down out off again also just any some each both such own same please tell show give list find explain describe many much someone somebody anyone anybody everyone everybody something anything everything'
const chinese =
  '什么 哪些人 什么人 怎么 怎样 如何 多少 哪些 哪个 哪里 哪儿 哪一 哪一种 哪一个 哪一天 哪国 哪天 哪一年 哪年 哪月 哪种 为什么 为何 请问 是否 是不是 有没有 可以 能否 多久 多长 几个 谁 吗 呢 吧 啊 的 了 是 在 和 与 及 或 也 都 就 而 被 把 对 从 到 由 于 以 其 之 这 那 这个 那个 它 它们 他们 我们 你们 您 请 告诉 一下 有 为 上 中 下 所 该 此 并 但 还 又 个'
/** Words of a question are compared before they are analysed, so these stand here in the other script as well. */
const traditional = '誰 嗎 與 對 從 於 這 那 這個 那個 它們 他們 我們 你們 您 請 為 該 並 還 個'

const stopTerms = new Set(english.split(' ').flatMap((word) => analyse(word)))
const questionTerms = new Set(
  chinese
    .split(' ')
    .filter((word) => Array.from(word).length <= 2)
    .flatMap((word) => analyse(word))
    .concat(traditional.split(' ')),
)

const longestFirst = chinese
  .split(' ')
  .filter((word) => Array.from(word).length >= 2)
  .toSorted((a, b) => b.length - a.length)
/** A copula goes with its question word (水位是多少 leaves 水位), unless it ends a word (拥有, 国有, 现有). */
const questionPhrases = new RegExp(
  `(?:(?<![拥国现没所具])[是有])?(?:怎么办(?![理公法事])|怎么样|多少钱|${longestFirst.join('|')}|谁|[吗呢吧啊](?=[\\s，。？！?!,]|$))`,
  'gu',
)

/** True for terms that carry grammar rather than content, in either language. */
export function isStopTerm(term: string): boolean {
  return stopTerms.has(term) || questionTerms.has(term)
}

/** How much a term counts when texts are compared: grammar words a fifth of content words. */
export function questionWeight(term: string): number {
  return isStopTerm(term) ? 0.2 : 1
}

/** What an English question says beside what it asks about; written small, so that no title is cut. */
const englishFillers =
  /\b(?:actually|really|exactly|ultimately|eventually|in the end|end(?:s|ed|ing)? up|supposed to|(?<=[Hh]ow much )money|(?<=[Ww]hat )happens?(?= (?:if|when)\b))\b/gu

/**
 * Replaces Chinese question words, in either script, by a space, so that no bigram straddles them and the content beside them,
 * and English fillers.
 */
export function withoutQuestionWords(asked: string): string {
  const text = asked.replace(englishFillers, ' ')
  const folded = foldHan(text)
  if (folded === text) return text.replace(questionPhrases, ' ')
  // Found in simplified characters, cut from the text as it is: folding keeps offsets.
  const kept: string[] = []
  let from = 0
  for (const match of folded.matchAll(questionPhrases)) {
    kept.push(text.slice(from, match.index))
    from = match.index + match[0].length
  }
  return [...kept, text.slice(from)].join(' ')
}
