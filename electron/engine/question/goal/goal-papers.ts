import { isStopTerm } from '@engine/text/english/stop-words'
import { tagChinese } from '@engine/text/chinese/chinese-words'
import type { Language } from '@engine/text/language'
import { chineseValue, valueOfWord } from '@engine/text/numerals'
import lexicon from '@resources/lexicon/research-words.json'
import { type PlacedWord, placedWords } from '@engine/text/words'
import library from '@resources/lexicon/library-words.json'
import { anyOf } from './goal-words'

/** A kind of document that a goal speaks of: "the three annual reports", 两份手册, "the 2023 and 2024 handbooks". */
export interface PaperPhrase {
  /** As it is written. */
  readonly written: string
  /** What the documents are called by, without how many and of when; empty for any document. */
  readonly name: string
  /** Years and versions beside it, as they are written. */
  readonly periods: readonly string[]
  /** How many are meant; null where the goal does not say. */
  readonly count: number | null
  readonly isSeveral: boolean
  /** Something is said to stand in it, or it is what is worked on: "in the handbook", "compare the reports". */
  readonly isSource: boolean
}

const { papers } = lexicon
const generic: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(['document', 'doc', 'file', 'text', 'source', 'paper', 'edition', 'version']),
  zh: new Set(['文档', '文件', '资料', '材料', '版本']),
}
const year = String.raw`(?:19|20)\d\d`
const version = String.raw`v(?:ersion\s+)?\d+(?:\.\d+)*`
const kinds = [...library.en.kinds, ...papers.en]
const plurals = new Map(kinds.map((kind) => [kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`, kind]))
const englishKind = new RegExp(`^(?:${anyOf([...kinds, ...plurals.keys()])})$`, 'iu')
const determiners = new Set(['the', 'all', 'both', 'these', 'those', 'our', 'my', 'this', 'that', 'each', 'every'])
const mostModifiers = 3
const sourceBefore =
  /\b(?:in|from|by|per|to|across|between|of|compar(?:e|ing)|contrast|summari[sz]e|how|what|do|does|did|both|and)\s*$/iu
const periodIn = new RegExp(
  String.raw`\b${year}\b|\b${version}\b|\b(?:old|older|previous|earlier|former|new|newer|latest|current)\b`,
  'giu',
)
const chinesePeriod = new RegExp(
  String.raw`${year}(?:年度?|版)?|第[一二三四五六七八九十\d]+版|[vV]\d+(?:\.\d+)*|[新旧](?=版)`,
  'gu',
)
const notOfName = new Set(['所有', '全部', '这些', '那些', '各', '各个', '哪些', '几'])
const countedBy = new RegExp(
  `^(?:这|那|这些|那些|所有|全部|各)?([\\d一二两三四五六七八九十]+)[${papers.counted}]?$`,
  'u',
)

/** The kinds of documents that a goal speaks of, in its order. */
export function papersIn(text: string, language: Language): PaperPhrase[] {
  return language === 'zh' ? inChinese(text) : inEnglish(text)
}

/** Years and versions that stand in a text, as they are written. */
export function periodsIn(text: string, language: Language): string[] {
  return [...new Set([...text.matchAll(language === 'zh' ? chinesePeriod : periodIn)].map(([period]) => period))]
}

function inEnglish(text: string): PaperPhrase[] {
  const words = placedWords(text)
  return words.flatMap((head, at): PaperPhrase[] => {
    const word = head.word.toLowerCase()
    const kind = plurals.get(word) ?? (englishKind.test(word) ? word : '')
    const next = words[at + 1]
    // "Report" of "report template" says what kind of template it is.
    const isHead = !next || !englishKind.test(next.word) || !isBeside(text, head, next)
    if (kind === '' || !isHead) return []
    const before = phraseBefore(words.slice(0, at), text, head)
    const isSeveral = plurals.has(word) || before.count !== null || before.periods.length > 1 || before.isOfAll
    // "A report" is what is to be written, and "reports" may be anything.
    if (!before.isDetermined && before.count === null && before.periods.length === 0) return []
    const ofKind = generic.en.has(kind.toLowerCase()) ? [] : [kind]
    const lead = text.slice(0, before.start)
    return [
      {
        written: text.slice(before.start, head.end),
        name: [...before.modifiers, ...ofKind].join(' '),
        periods: before.periods,
        count: before.count,
        isSeveral,
        isSource: sourceBefore.test(lead) || lead.trim() === '',
      },
    ]
  })
}

/** How many, of when and which, as it stands before the kind of document: read from the kind backwards. */
function phraseBefore(words: readonly PlacedWord[], text: string, head: PlacedWord) {
  const modifiers: string[] = []
  const periods: string[] = []
  let count: number | null = null
  let next = head
  let at = words.length - 1
  for (; at >= 0; at -= 1) {
    const one = words[at]
    const word = one?.word.toLowerCase() ?? ''
    const isPeriod = periodsIn(word, 'en').length > 0
    const joins = (word === 'and' || word === 'or') && periods.length > 0
    const value = valueOfWord.get(word) ?? (/^\d{1,2}$/u.test(word) ? Number(word) : undefined)
    if (!one || !isBeside(text, one, next) || determiners.has(word)) break
    if (isPeriod) periods.unshift(one.word)
    else if (value !== undefined && value > 1) count ??= value
    else if (!joins && (isStopTerm(word) || modifiers.length === mostModifiers || count !== null)) break
    else if (!joins) modifiers.unshift(one.word)
    next = one
  }
  const determiner = words.slice(0, at + 1).findLastIndex(({ word }) => word.toLowerCase() !== 'of')
  const det = at >= 0 && isBeside(text, words[at] ?? head, next) ? (words[at]?.word.toLowerCase() ?? '') : ''
  const isDetermined = determiners.has(det)
  const outer = words[determiner - 2]?.word.toLowerCase() ?? ''
  const isOfAll = ['all', 'both', 'these', 'those', 'each', 'every'].some(
    (word) => word === det || (det === 'the' && word === outer),
  )
  if (det === 'both') count ??= 2
  return {
    modifiers,
    periods,
    count,
    isDetermined,
    isOfAll,
    start: (isDetermined ? words[at] : next)?.start ?? head.start,
  }
}

/** Nothing but a space, a hyphen or a comma between periods stands between two words. */
function isBeside(text: string, one: PlacedWord, next: PlacedWord): boolean {
  const gap = text.slice(one.end, next.start)
  return /^[\s-]*$/u.test(gap) || (/^,\s*$/u.test(gap) && periodsIn(next.word, 'en').length > 0)
}

const chineseKind = new RegExp(
  `(?:${anyOf([...library.zh.kinds.filter((kind) => kind.length > 1), ...papers.zh])})$`,
  'u',
)
const nominal = /^(?:n|vn|an|eng|j|l|b|a$|nz)/u
const sourceBehind = /^(?:[中里内上]|怎么|如何|是怎|对|的|规定|有|之间|，|,|$)/u
const severalBefore = /(?:这些|那些|所有|全部|各|几|哪些|多)[份篇本个部封张种]?$/u

function inChinese(text: string): PaperPhrase[] {
  const words = taggedWords(text)
  return words.flatMap((one, at): PaperPhrase[] => {
    if (!chineseKind.test(one.word)) return []
    const from =
      words.slice(0, at).findLastIndex(({ word, tag }) => !nominal.test(tag) || isPeriod(word) || notOfName.has(word)) +
      1
    // The head of a longer noun is its last word: 报告 of 报告制度 is none.
    if (words[at + 1] && nominal.test(words[at + 1]?.tag ?? '') && chineseKind.test(words[at + 1]?.word ?? ''))
      return []
    const start = words[from]?.start ?? one.start
    const lead = text.slice(Math.max(0, start - 24), start)
    const periods = periodsIn(lead.slice(lead.search(trailingPeriods)), 'zh')
    const bare = lead.replace(trailingPeriods, '')
    const counted = countedBy.exec(
      /[^，。、\s\p{Script=Latin}]{0,6}$/u
        .exec(bare)?.[0]
        .replace(/^.*(?=[这那所全各\d一二两三四五六七八九十])/u, '') ?? '',
    )?.[1]
    const count =
      counted === undefined
        ? null
        : /^\d+$/u.test(counted)
          ? Number(counted)
          : chineseValue(counted.replace('两', '二'))
    const isPlain = generic.zh.has(one.word)
    const name = text.slice(start, isPlain ? one.start : one.end)
    const isSeveral = (count !== null && count > 1) || severalBefore.test(bare) || periods.length > 1
    const isSource = isSeveral || periods.length > 0 || sourceBehind.test(text.slice(one.end))
    return [
      { written: text.slice(start, one.end), name, periods, count: isSeveral ? count : null, isSeveral, isSource },
    ]
  })
}

const trailingPeriods = new RegExp(String.raw`(?:(?:${chinesePeriod.source})(?:版)?(?:[和与、及的]|以及)?)+$`, 'u')

function isPeriod(word: string): boolean {
  return /\d|^第|版$/u.test(word)
}

function taggedWords(text: string) {
  let at = 0
  return tagChinese(text).map(({ word, tag }) => {
    const start = at
    at += word.length
    // As it is written, which the tagger simplifies.
    return { word: text.slice(start, at), tag, start, end: at }
  })
}
