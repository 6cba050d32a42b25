import { tagEnglish } from '@engine/text/english/tag-english'

/** What the letters and words of a name tell of it, each 0 or 1. */
export interface NameForm {
  readonly chinese: number
  readonly single: number
  readonly digit: number
  /** A mark that stands in paths, types of files and code. */
  readonly symbol: number
  readonly dot: number
  /** All in capitals, as headings are written. */
  readonly shouted: number
  /** A few capitals: IRS. */
  readonly letters: number
  /** Small words alone: te, un log. */
  readonly short: number
  /** Begins with what is no noun: "review claims", "Provide". */
  readonly begins: number
  /** One adjective alone: "Foreign". */
  readonly adjective: number
}

const han = /\p{Script=Han}/u
const mostLetters = 5
const shortWord = 3
/** Tags of words that begin no name. */
const notBeginning: ReadonlySet<string> = new Set([
  'VERB',
  'AUX',
  'ADV',
  'ADP',
  'PRON',
  'DET',
  'SCONJ',
  'CCONJ',
  'INTJ',
])
const marks: ReadonlySet<string> = new Set(['PUNCT', 'SPACE'])

export function formOf(name: string): NameForm {
  const isChinese = han.test(name)
  const words = name.split(' ')
  const isUpper = name === name.toUpperCase() && name !== name.toLowerCase()
  const tags = isChinese ? [] : tagEnglish(name.toLowerCase()).tags.filter((tag) => !marks.has(tag))
  const isShort = !isChinese && words.every((word) => word.length <= shortWord)
  return {
    chinese: Number(isChinese),
    single: Number(!isChinese && words.length === 1),
    digit: Number(/\p{N}/u.test(name)),
    symbol: Number(/[/_<>{}=:\\|]/u.test(name)),
    dot: Number(name.includes('.')),
    shouted: Number(isUpper && name.length > mostLetters),
    letters: Number(isUpper && name.length <= mostLetters && !/\p{N}/u.test(name)),
    short: Number(isShort && !isUpper),
    begins: Number(notBeginning.has(tags[0] ?? '')),
    adjective: Number(tags.length === 1 && tags[0] === 'ADJ'),
  }
}
