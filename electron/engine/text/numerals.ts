import { chineseNumber } from './numbers'

/** Characters a Chinese numeral is written with. */
export const chineseNumeral = '[〇○零一二三四五六七八九十百千万亿两]'

/** The value of a Chinese numeral: 三十二, 一千二百, 一九六八, 百; NaN where the characters make none. */
export function chineseValue(numeral: string): number {
  const plain = numeral.replaceAll('○', '〇')
  return chineseNumber(plain) ?? chineseNumber(`一${plain}`) ?? NaN
}

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** What English words behind a number multiply it by. */
export const englishScales: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
}
/** The values of English number words of one word: zero to ninety, dozen. */
export const valueOfWord: ReadonlyMap<string, number> = new Map<string, number>([
  ...units.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, at): [string, number] => [word, (at + 2) * 10]),
  ['dozen', 12],
])

const word = [...valueOfWord.keys()].join('|')
const scale = Object.keys(englishScales).join('|')

/** English number words: twelve, twenty-five, three hundred and twelve. */
export const englishNumeral = `(?:${word})(?:[ -](?:${word}|${scale})|[ -]and[ -](?:${word})(?= |$))*`

/** The value of English number words. */
export function englishValue(numeral: string): number {
  let total = 0
  let section = 0
  for (const part of numeral.toLowerCase().split(/[ -]+/u)) {
    const by = englishScales[part]
    if (by === 100) section = (section || 1) * 100
    else if (by !== undefined) {
      total += (section || 1) * by
      section = 0
    } else if (part === 'dozen' && section > 0) section *= 12
    else section += valueOfWord.get(part) ?? 0
  }
  return total + section
}
