import { tagEnglish } from '@engine/text/english/tag-english'

/** What the letters and words of a name tell of it, each 0 or 1. */
export interface NameForm {
  readonly single: number
  readonly digit: number
  /** A few capitals: IRS. */
  readonly letters: number
  /** Small words alone: te, un log. */
  readonly short: number
  /** Begins with what is no noun: "review claims", "Provide". */
  readonly begins: number
  /** One adjective alone: "Foreign". */
  readonly adjective: number
  /** Ends in a numeral or one capital: "Part II", "Section A". */
  readonly numbered: number
  /** Several words about "of" or "for". */
  readonly joined: number
  /** Begins with a small letter. */
  readonly small: number
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
    single: Number(!isChinese && words.length === 1),
    digit: Number(/\p{N}/u.test(name)),
    letters: Number(isUpper && name.length <= mostLetters && !/\p{N}/u.test(name)),
    short: Number(isShort && !isUpper),
    begins: Number(notBeginning.has(tags[0] ?? '')),
    adjective: Number(tags.length === 1 && tags[0] === 'ADJ'),
    numbered: Number(/ (?:[IVXLC]+|\p{Lu})$/u.test(name)),
    joined: Number(/ (?:of|for) /u.test(name)),
    small: Number(/^\p{Ll}/u.test(name)),
  }
}
