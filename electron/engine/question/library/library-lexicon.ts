import { months, weekdays } from '@engine/text/english/word-patterns'
import type { Language } from '@engine/text/language'
import lexicon from '@resources/lexicon/library-words.json'

/** What a word is to a question about the library. */
export type WordClass = keyof typeof lexicon.en.classes

/** Files of one sort, as people speak of them: by how they are read, or by the ends of their names. */
export interface FileSort {
  readonly label: { readonly en: Readonly<Record<'one' | 'other', string>>; readonly zh: string }
  /** As documents are read, and how names end, without the dot: either will do. */
  readonly formats: readonly string[]
  readonly extensions: readonly string[]
  /** What people call them. */
  readonly en: readonly string[]
  readonly zh: readonly string[]
}

const sorts: readonly FileSort[] = lexicon.formats
const wordClasses = Object.keys(lexicon.en.classes) as WordClass[]

/** A stretch of a question that the lexicon has, and what it means. */
export type LibraryToken =
  | { readonly is: WordClass; readonly start: number; readonly end: number; readonly count?: number | undefined }
  | { readonly is: 'sort'; readonly start: number; readonly end: number; readonly sort: FileSort }
  | { readonly is: 'time'; readonly start: number; readonly end: number; readonly time: NamedTime }

/** A time as a question names it; `times` of the lexicon says which numbers it holds. */
export interface NamedTime {
  /** Such as `calendar week 1`, the week before this one, or `rolling day n`, up to now. */
  readonly spec: string
  readonly n?: number | undefined
  readonly year?: number | undefined
  /** 1 to 12. */
  readonly month?: number | undefined
  readonly day?: number | undefined
  /** 0 for Monday to 6. */
  readonly weekday?: number | undefined
}

const englishNumbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const chineseDigits = '零一二三四五六七八九十'
const shortMonths = months.map((month) => month.slice(0, 3).toLowerCase())
const anyMonthWord = months.map((month) => `${month.slice(0, 3)}(?:${month.slice(3)}|\\.)?`).join('|')
const gap = '[\\s,]+'
const placeholders: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    n: `(?<n>\\d{1,3}|${englishNumbers.slice(1).join('|')})`,
    year: '(?<year>(?:19|20)\\d\\d)',
    month: `(?<month>${anyMonthWord})`,
    day: '(?<day>\\d{1,2})(?:st|nd|rd|th)?',
    mm: '(?<month>\\d{1,2})',
    dd: '(?<day>\\d{1,2})',
    weekday: `(?<weekday>${weekdays.join('|')})`,
  },
  zh: {
    n: `(?<n>\\d{1,3}|[一二两三四五六七八九十]{1,3})`,
    year: '(?<year>(?:19|20)\\d\\d)',
    month: '(?<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月',
    day: '(?<day>\\d{1,2}|[一二三四五六七八九十]{1,3})',
    mm: '(?<month>\\d{1,2})',
    dd: '(?<day>\\d{1,2})',
    weekday: '(?<weekday>[一二三四五六日天1-6])',
  },
}

type Reader = (text: string, at: number) => LibraryToken | null

const readers: Readonly<Record<Language, readonly Reader[]>> = { en: readersOf('en'), zh: readersOf('zh') }

/** Reads a question from its beginning, the longest words first, up to a word of mentioning or one the lexicon lacks. */
export function readTokens(text: string, language: Language): { tokens: LibraryToken[]; end: number } {
  const tokens: LibraryToken[] = []
  let at = 0
  while (at < text.length) {
    const skipped = /^[\s,，、;；:：?？!！。]+/u.exec(text.slice(at, at + 20))?.[0].length ?? 0
    at += skipped
    if (at >= text.length) break
    const best = readers[language]
      .map((read) => read(text, at))
      .reduce((one, other) => (other && other.end > (one?.end ?? at) ? other : one), null)
    if (!best) return { tokens, end: at }
    tokens.push(best)
    at = best.end
    if (best.is === 'mention') break
  }
  return { tokens, end: Math.min(at, text.length) }
}

/** Whether words by themselves can only mean a file: its name ends as files' do, or says what kind of paper it is. */
export function soundsLikeFile(name: string): boolean {
  return /\.[A-Za-z]\w{0,4}$/u.test(name) || kindAtEnd.test(name)
}

const kindAtEnd = new RegExp(`(?:\\b(?:${lexicon.en.kinds.join('|')})|${lexicon.zh.kinds.join('|')})$`, 'iu')

function readersOf(language: Language): Reader[] {
  const { times } = lexicon[language]
  const classes: Readonly<Record<WordClass, readonly string[]>> = lexicon[language].classes
  const ofClasses = wordClasses.flatMap((is) => {
    const phrases = classes[is]
    const fixed = patternOf(
      phrases.filter((phrase) => !phrase.includes('{')),
      language,
    )
    const counted = phrases.filter((phrase) => phrase.includes('{')).map((phrase) => patternOf([phrase], language))
    return [fixed, ...counted].map((pattern): Reader => (text, at) => {
      const match = matchAt(pattern, text, at)
      const count = match?.groups?.['n']
      return match && { is, ...spanOf(match), count: count === undefined ? undefined : numberOf(count) }
    })
  })
  const ofTimes = Object.entries(times).flatMap(([spec, phrases]) =>
    phrases.map((phrase): Reader => {
      const pattern = patternOf([phrase], language)
      return (text, at) => {
        const match = matchAt(pattern, text, at)
        return match && { is: 'time', ...spanOf(match), time: timeOf(spec, match.groups) }
      }
    }),
  )
  const ofSorts = sorts.map((sort): Reader => {
    const pattern = patternOf([...sort.en, ...sort.zh], language)
    return (text, at) => {
      const match = matchAt(pattern, text, at)
      return match && { is: 'sort', ...spanOf(match), sort }
    }
  })
  return [...ofClasses, ...ofTimes, ...ofSorts]
}

/** Phrases as one pattern, the longest first; a Latin word is matched whole. */
function patternOf(phrases: readonly string[], language: Language): RegExp {
  if (phrases.length === 0) return /(?!)/uy
  const filled = phrases
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) =>
      phrase
        .replaceAll(' ', gap)
        .replace(/\{(\w+)\}/gu, (whole, name: string) => placeholders[language][name] ?? whole),
    )
  // It must not end in the middle of a Latin word or a number.
  return new RegExp(`(?:${filled.join('|')})(?:(?<![A-Za-z\\d])|(?![A-Za-z\\d]))`, 'iuy')
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  // A word must not begin in the middle of another.
  if (at > 0 && /[A-Za-z]/u.test(text[at] ?? '') && /[A-Za-z]/u.test(text[at - 1] ?? '')) return null
  pattern.lastIndex = at
  return pattern.exec(text)
}

function spanOf(match: RegExpExecArray) {
  return { start: match.index, end: match.index + match[0].length }
}

function timeOf(spec: string, groups: RegExpExecArray['groups'] = {}): NamedTime {
  const { n, year, month, day, weekday } = groups
  const read = (value: string | undefined) => (value === undefined ? undefined : numberOf(value))
  return {
    spec,
    n: read(n),
    year: read(year),
    month: month === undefined ? undefined : monthOf(month),
    day: read(day),
    weekday: weekday === undefined ? undefined : weekdayOf(weekday),
  }
}

function monthOf(word: string): number {
  const at = shortMonths.indexOf(word.slice(0, 3).toLowerCase())
  return at >= 0 ? at + 1 : numberOf(word)
}

function weekdayOf(word: string): number {
  const at = weekdays.findIndex((weekday) => weekday.toLowerCase() === word.toLowerCase())
  if (at >= 0) return at
  return word === '日' || word === '天' ? 6 : numberOf(word) - 1
}

/** Of digits, an English word or Chinese numerals up to 99. */
function numberOf(word: string): number {
  if (/^\d+$/u.test(word)) return Number(word)
  const english = englishNumbers.indexOf(word.toLowerCase())
  if (english >= 0) return english
  const [tens = '', ones = ''] = word.includes('十') ? word.split('十') : ['零', word]
  const digit = (one: string, empty: number) =>
    one === '' ? empty : Math.max(0, chineseDigits.indexOf(one === '两' ? '二' : one))
  return digit(tens, 1) * 10 + digit(ones, 0)
}
