import type { Language } from '@engine/text/language'
import { contentTerms } from '@engine/text/english/stop-words'
import { anyMonth, anyWeekdayStem } from '@engine/text/english/word-patterns'

/** Longest suggestion, in characters. */
export const maxFollowUpLength = 80
/** Headings are what a document says they are; one beyond this gives no question anyway. */
const maxReadLength = 300

const numbering =
  /^(?:第[一二三四五六七八九十百\d]{1,4}[章节部篇条]|[一二三四五六七八九十]{1,3}[、.．]|[（(][一二三四五六七八九十\d]{1,3}[)）]|(?:chapter|section|part|appendix)\s+[\divxlc]+[.:]?|\d{1,2}(?:\.\d{1,2}){1,3}[.)、]?(?=\s)|(?:\d{1,2}|[a-z])[.)、](?!\d))\s*/iu
/** Quotation marks of ours around a title must not meet its own; the rest is what no question needs. */
const marks = /[“”"「」《》『』#*_`|<>[\]]|\p{C}/gu

/** A document's title as it can be quoted in a question: one line, without marks and stops. */
export function asTitle(title: string): string {
  const line = title.slice(0, maxReadLength).normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(marks, '')
  return line.trim().replace(/[\s.。:：;；,，!！?？]{1,20}$/u, '')
}

/** A heading as it can be quoted in a question: without its number, too. */
export function asTopic(heading: string): string {
  const bare = asTitle(heading).replace(numbering, '')
  const isShouted = /\p{Lu}/u.test(bare) && bare === bare.toUpperCase() && bare.includes(' ')
  return isShouted ? bare.charAt(0) + bare.slice(1).toLowerCase() : bare
}

/** A heading as a question, within its document where there is room; null where it is too long or no topic. */
export function followUpFor(title: string, heading: string, language: Language): string | null {
  if (isNoTopic(heading)) return null
  const { anywhere, within, saysEnough } = phrases[language]
  const alone =
    ofAnyDocument.has(heading.toLowerCase()) || (title !== '' && !saysEnough(heading)) ? [] : [anywhere(heading)]
  const wordings = title === '' ? alone : [within(title, heading), ...alone]
  return wordings.find((wording) => Array.from(wording).length <= maxFollowUpLength) ?? null
}

const words = (list: string) => new Set(list.split(' '))
/** Headings that every document has: without its title nobody knows what is meant. */
const ofAnyDocument = words(
  'recommendation recommendations conclusion conclusions results discussion findings background purpose scope method methods 建议 结论 结果 讨论 背景 目的 范围 方法',
)
/** Headings that name a part of a document, not what it is about. */
const ofNothing = words(
  'summary abstract introduction preface overview note notes general misc miscellaneous other others more details contents remarks remark appendix references bibliography links index todo example examples faq acknowledgements related work glossary 总结 小结 概述 概要 引言 前言 说明 备注 注意 附录 附件 摘要 其他 其它 杂项 目录 参考 参考资料 参考文献 链接 更多 详情 示例 待办 致谢 术语',
)
/** "Step 3", "Table 2", "Open questions", "12 March 2024", "See also", 第三步, 图 1, 2024年3月. */
const partOrDate = new RegExp(
  String.raw`^(?:(?:step|table|figure|fig\.?|page|day|week|part|item|option|version|note|q)\s*[\divx.]+|open (?:questions|points|issues)|see also|further reading|table of contents|next steps|to do|(?:\d{1,2}(?:st|nd|rd|th)?\s+)?${anyMonth}(?:[\s,]+\d{1,4}){0,2}|${anyWeekdayStem}day|第[一二三四五六七八九十\d]+[步页项天周]|[图表]\s*[\d一二三四五六七八九十.-]+|[\d年月日\s.:/-]+|(?:星期|周)[一二三四五六日天]|常见问题|未决问题|另见|下一步|参见.*)$`,
  'iu',
)

/** Whether a heading, as a subject, is about nothing that could be asked: a part of any document, a date, a record's line. */
function isNoTopic(heading: string): boolean {
  // What follows a colon says something of what stands before it: "TKT-1084: battery bank overheated".
  return ofNothing.has(heading.toLowerCase()) || partOrDate.test(heading) || /[:：]/u.test(heading)
}

const phrases = {
  en: {
    within: (title: string, heading: string) => `What does “${title}” say about “${heading}”?`,
    anywhere: (heading: string) => `What do the documents say about “${heading}”?`,
    saysEnough: (heading: string) => new Set(contentTerms(heading)).size >= 2,
  },
  zh: {
    within: (title: string, heading: string) => `《${title}》关于“${heading}”讲了什么？`,
    anywhere: (heading: string) => `关于“${heading}”，文档里是怎么说的？`,
    saysEnough: (heading: string) => (heading.match(/\p{Script=Han}/gu)?.length ?? 0) >= 4,
  },
}
