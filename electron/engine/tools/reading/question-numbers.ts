import { chineseNumber, scales } from '@engine/text/numbers'
import { chineseValue, englishScales, valueOfWord } from '@engine/text/numerals'

/** A number of a question. */
export interface NumberRead {
  /** In digits, without groups: "890000", "0.5". */
  readonly value: string
  readonly end: number
  /** Written in digits, and nothing behind them that multiplies. */
  readonly isPlainDigits: boolean
}

const digits = /\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d+)?|\d+(?:\.\d+)?(?:e[+-]?\d{1,4}(?![a-z\d]))?|\.\d+/y
const whole = /\d{1,3}(?:,\d{3})+(?![\d,])|\d{1,8}(?!\d)/y
const scaleBehind =
  / ?(?:(hundred|thousand|million|billion|trillion)(?![a-z])|(万亿|十亿|[百千]?[万亿]|百(?!分)|千(?![克米瓦卡帕赫])))|(k)(?![a-z\d])/y
const hanRun = /(?:(?!百分之|百分比|千[克米瓦卡帕赫])[〇零一二两三四五六七八九十百千万亿])+/y
const hanDecimals = /点([〇零一二三四五六七八九]+)(?![十百千万亿点分])([万亿]?)/y
const englishWord = /[a-z]+/y

export interface NumberOptions {
  /** Whether 3.5 and 三点五 are numbers, and 05 is none; where dates and times are read it is the other way round. */
  readonly decimals: boolean
  /** Whether 05 is a number beside 3.5 as well. */
  readonly leadingZeros?: boolean
}

/** The number that stands at a place of a text in lower case: digits, Chinese numerals or English words. */
export function numberAt(
  text: string,
  at: number,
  { decimals, leadingZeros = false }: NumberOptions = { decimals: true },
): NumberRead | null {
  return (
    (decimals ? digitsAt(text, at, leadingZeros) : wholeAt(text, at)) ??
    hanAt(text, at, decimals) ??
    englishAt(text, at)
  )
}

function digitsAt(text: string, at: number, leadingZeros: boolean): NumberRead | null {
  const written = matchAt(digits, text, at)?.[0]
  if (written === undefined || /[\d.]/u.test(text.charAt(at - 1))) return null
  const end = at + written.length
  // 1.2.3 is a version, 1,2,3 a list that was cut wrongly.
  if (/^\.\d|^,\d{3}(?!\d)/u.test(text.slice(end, end + 5))) return null
  const value = written.replaceAll(',', '')
  // 007 is a code.
  if (/^0\d/u.test(value)) return leadingZeros ? wholeAt(text, at) : null
  const behind = matchAt(scaleBehind, text, end)
  const word = behind?.[1] ?? behind?.[2] ?? behind?.[3]
  const by = word === 'k' ? 1000 : scales[word ?? '']
  if (!behind || by === undefined || value.includes('e')) return { value, end, isPlainDigits: true }
  return { value: shifted(value, Math.round(Math.log10(by))), end: end + behind[0].length, isPlainDigits: false }
}

/** Whole numbers, of dates and times too: 05. */
function wholeAt(text: string, at: number): NumberRead | null {
  const written = matchAt(whole, text, at)?.[0]
  if (written === undefined || /\d/u.test(text.charAt(at - 1))) return null
  return { value: written.replaceAll(',', '').replace(/^0+(?=\d)/u, ''), end: at + written.length, isPlainDigits: true }
}

function hanAt(text: string, at: number, decimals: boolean): NumberRead | null {
  if (text.charAt(at) === '半') return { value: '0.5', end: at + 1, isPlainDigits: false }
  let run = matchAt(hanRun, text, at)?.[0]
  if (run === undefined) return null
  // At the end 两 is a weight: 五两.
  if (run.length > 1 && run.endsWith('两')) run = run.slice(0, -1)
  // Tenths and hundredths of a price: 八五折.
  if (/^[一二三四五六七八九]{2}折/u.test(text.slice(at, at + 3))) {
    return { value: Array.from(run, chineseValue).join(''), end: at + 2, isPlainDigits: false }
  }
  const value = run.length === 1 ? chineseValue(run) : (chineseNumber(run) ?? Number.NaN)
  if (!Number.isSafeInteger(value)) return null
  const end = at + run.length
  const fraction = decimals ? matchAt(hanDecimals, text, end) : null
  if (!fraction) return { value: String(value), end, isPlainDigits: false }
  const behind = Array.from(fraction[1] ?? '', (digit) => chineseValue(digit)).join('')
  const zeros = Math.round(Math.log10(scales[fraction[2] ?? ''] ?? 1))
  return { value: shifted(`${value}.${behind}`, zeros), end: end + fraction[0].length, isPlainDigits: false }
}

/** Number words as they are put together: a ten before a unit, “hundred”, then “thousand” and above, each smaller than the last. */
function englishAt(text: string, at: number): NumberRead | null {
  if (/[a-z\d]/u.test(text.charAt(at - 1))) return null
  let total = 0
  let section: number | undefined
  let largest = Infinity
  let end = at
  let next = at
  for (;;) {
    const word = matchAt(englishWord, text, next)?.[0] ?? ''
    const value = valueOfWord.get(word)
    const by = englishScales[word]
    if (value !== undefined && word !== 'dozen' && fits(section, value)) section = (section ?? 0) + value
    else if (word === 'dozen') section = (section ?? 1) * 12
    else if (by === 100 && section !== undefined && section > 0 && section < 100) section *= 100
    else if (by !== undefined && by > 100 && section !== undefined && by < largest) {
      total += section * by
      largest = by
      section = undefined
    } else break
    end = next + word.length
    next = wordAfter(text, end, section, total)
  }
  return end === at ? null : { value: String(total + (section ?? 0)), end, isPlainDigits: false }
}

/** Whether a word of this value may be added to what was read since the last “thousand”. */
function fits(section: number | undefined, value: number): boolean {
  if (section === undefined) return true
  const rest = section % 100
  return rest === 0 ? section > 0 : rest >= 20 && rest % 10 === 0 && value > 0 && value < 10
}

/** Where the next word of a number may stand; “and” joins only behind a hundred or more. */
function wordAfter(text: string, end: number, section: number | undefined, total: number): number {
  const separator = /^(?: and |[ -])/u.exec(text.slice(end, end + 5))?.[0] ?? ''
  const isRound = section === undefined ? total > 0 : section >= 100 && section % 100 === 0
  if (separator === ' and ') return isRound ? end + separator.length : text.length
  return separator === '' ? text.length : end + separator.length
}

/** A decimal number times ten to the power of `zeros`, digit by digit. */
function shifted(value: string, zeros: number): string {
  const [whole = '', fraction = ''] = value.split('.')
  const padded = fraction.padEnd(zeros, '0')
  const digitsBefore = `${whole}${padded.slice(0, zeros)}`.replace(/^0+(?=\d)/u, '')
  const rest = padded.slice(zeros).replace(/0+$/u, '')
  return rest === '' ? digitsBefore : `${digitsBefore}.${rest}`
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
