import { analyse } from '../../text/analyse'
import type { Language } from '../../text/language'
import { isStopTerm } from '../../text/stop-words'

/** Longest suggestion, in characters. */
export const longestFollowUp = 80
/** Headings are what a document says they are; one beyond this gives no question anyway. */
const longestRead = 300

const numbering =
  /^(?:第[一二三四五六七八九十百\d]{1,4}[章节部篇条]|[一二三四五六七八九十]{1,3}[、.．]|[（(][一二三四五六七八九十\d]{1,3}[)）]|(?:chapter|section|part|appendix)\s+[\divxlc]+[.:]?|\d{1,2}(?:\.\d{1,2}){1,3}[.)、]?(?=\s)|\d{1,2}[.)、](?!\d))\s*/iu
/** Quotation marks of ours around a title must not meet its own; the rest is what no question needs. */
const marks = /[“”"「」《》『』#*_`|<>[\]]|\p{C}/gu

/** A document's title as it can be quoted in a question: one line, without marks and stops. */
export function asTitle(title: string): string {
  const line = title.slice(0, longestRead).normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(marks, '')
  return line.trim().replace(/[\s.。:：;；,，!！?？]{1,20}$/u, '')
}

/** A heading as it can stand inside a question: without its number, too, and in small letters where that is safe. */
export function asSubject(heading: string): string {
  const bare = asTitle(heading).replace(numbering, '')
  const isShouted = /\p{Lu}/u.test(bare) && bare === bare.toUpperCase() && bare.includes(' ')
  return isShouted ? bare.toLowerCase() : lowerFirst(bare)
}

/** "Opening times" in the middle of a sentence; names, single words and titles in capitals stay as they are. */
function lowerFirst(text: string): string {
  const isSentenceCase = /^\p{Lu}\p{Ll}*(?: [\p{Ll}\d(][^\p{Lu}]*)+$/u.test(text)
  return isSentenceCase ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

/**
 * A heading as a question; null where that would be too long. A heading that hardly says anything alone ("Requests") is
 * asked about within its document; `title` is empty where that has none in this language. Both are subjects.
 */
export function followUpFor(title: string, heading: string, language: Language): string | null {
  const { bare, within, saysEnough } = phrases[language]
  const alone = ofAnyDocument.has(heading.toLowerCase()) ? [] : [bare(heading)]
  const wordings = title === '' || saysEnough(heading) ? alone : [within(title, heading), ...alone]
  return wordings.find((wording) => Array.from(wording).length <= longestFollowUp) ?? null
}

/** Headings that every document has: without its title nobody knows what is meant. */
const ofAnyDocument = new Set(
  'recommendation recommendations summary introduction overview conclusion conclusions background notes note results discussion method methods scope purpose general contents remarks appendix references details findings 建议 总结 小结 概述 概要 引言 背景 结论 说明 备注 目的 范围 附录 摘要 结果 讨论 方法'.split(
    ' ',
  ),
)

const phrases = {
  en: {
    within: (title: string, heading: string) => `What does “${title}” say about ${heading}?`,
    bare: (heading: string) => `Tell me about ${heading}.`,
    saysEnough: (heading: string) => new Set(analyse(heading).filter((term) => !isStopTerm(term))).size >= 2,
  },
  zh: {
    within: (title: string, heading: string) => `《${title}》关于${heading}讲了什么？`,
    bare: (heading: string) => `请介绍${heading}。`,
    saysEnough: (heading: string) => (heading.match(/\p{Script=Han}/gu)?.length ?? 0) >= 4,
  },
}
