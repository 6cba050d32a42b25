const roman = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
  ] as const),
  ...([
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
] as const
const most = 100_000

/** A number of a list as Word writes it; `form` is a value of Word's `numFmt`. Forms of other scripts are written in digits. */
export function numberAs(number: number, form: string): string {
  if (number < 0 || number > most) return String(number)
  switch (form) {
    case 'none':
      return ''
    case 'lowerLetter':
      return letters(number)
    case 'upperLetter':
      return letters(number).toUpperCase()
    case 'lowerRoman':
      return romanNumber(number)
    case 'upperRoman':
      return romanNumber(number).toUpperCase()
    case 'decimalZero':
      return String(number).padStart(2, '0')
    case 'ordinal':
      return `${number}${ordinalEnd(number)}`
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return number > 0 && number <= 20 ? String.fromCodePoint(0x2460 + number - 1) : String(number)
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'japaneseCounting':
    case 'taiwaneseCounting':
    case 'taiwaneseCountingThousand':
    case 'koreanCounting':
      return chinese(number, '零一二三四五六七八九', '十百千', '万')
    case 'chineseLegalSimplified':
      return chinese(number, '零壹贰叁肆伍陆柒捌玖', '拾佰仟', '万')
    case 'ideographLegalTraditional':
      return chinese(number, '零壹貳參肆伍陸柒捌玖', '拾佰仟', '萬')
    case 'ideographDigital':
    case 'japaneseDigitalTenThousand':
    case 'taiwaneseDigital':
      return String(number)
        .split('')
        .map((digit) => '〇一二三四五六七八九'.charAt(Number(digit)))
        .join('')
    default:
      return String(number)
  }
}

/** a to z, then aa, bb and so on, as Word counts. */
function letters(number: number): string {
  if (number < 1) return String(number)
  const times = Math.min(20, Math.ceil(number / 26))
  return String.fromCodePoint(0x61 + ((number - 1) % 26)).repeat(times)
}

function romanNumber(number: number): string {
  if (number < 1 || number > 4000) return String(number)
  let rest = number
  let text = ''
  for (const [value, sign] of roman) {
    text += sign.repeat(Math.floor(rest / value))
    rest %= value
  }
  return text
}

function ordinalEnd(number: number): string {
  if (number % 100 >= 11 && number % 100 <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th'
}

function chinese(number: number, digits: string, units: string, tenThousand: string): string {
  if (number >= 10_000) {
    const rest = number % 10_000
    const gap = rest > 0 && rest < 1000 ? digits.charAt(0) : ''
    const upper = chinese(Math.floor(number / 10_000), digits, units, tenThousand)
    return upper + tenThousand + (rest > 0 ? gap + chinese(rest, digits, units, tenThousand) : '')
  }
  const written = String(number).split('')
  const text = written
    .map((digit, at) => {
      const unit = written.length - at - 1
      return digit === '0' ? digits.charAt(0) : digits.charAt(Number(digit)) + (unit > 0 ? units.charAt(unit - 1) : '')
    })
    .join('')
    .replace(new RegExp(`${digits.charAt(0)}+`, 'gu'), digits.charAt(0))
  const trimmed = text.length > 1 && text.endsWith(digits.charAt(0)) ? text.slice(0, -1) : text
  // Ten to nineteen are written without the one before the ten.
  return number >= 10 && number < 20 && digits.charAt(1) === '一' ? trimmed.slice(1) : trimmed
}
