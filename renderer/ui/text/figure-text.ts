import i18next from 'i18next'

/** The one place that writes numbers, durations and sizes; the language is the window's unless it is given. */
const shownLanguage = () => i18next.resolvedLanguage ?? 'en'

const formats = new Map<string, Intl.NumberFormat>()

/** Kept, because making one takes longer than a whole row of the list. */
function formatFor(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.NumberFormat(language, options)
  formats.set(key, format)
  return format
}

/** A number as it is read: `12,480`, `0.75`. */
export function numberText(value: number, language = shownLanguage()): string {
  return formatFor(language, { maximumFractionDigits: 3 }).format(value)
}

/** A number with exactly so many digits after the point: `1.50`. */
export function decimalText(value: number, digits: number, language = shownLanguage()): string {
  return formatFor(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
}

/** What stands beside each other, of equal rank: `Hut, Lake`, `湖、山`. */
export function listText(items: readonly string[], language = shownLanguage()): string {
  return items.join(language.startsWith('zh') ? '、' : ', ')
}

/** Sentences behind each other, empty ones left out; a Chinese one brings its room with its full stop. */
export function sentencesText(sentences: readonly (string | undefined)[]): string {
  return sentences
    .filter(Boolean)
    .join(' ')
    .replaceAll(/(?<=[。！？]) /gu, '')
}

/** A share from 0 to 1 as a whole percentage: `75%`. */
export function percentText(share: number, language = shownLanguage()): string {
  return formatFor(language, { style: 'percent' }).format(share)
}

/** A number with so many digits that mean something, however small it is: `0.0123`. */
export function significantText(value: number, digits: number, language = shownLanguage()): string {
  return formatFor(language, { minimumSignificantDigits: digits, maximumSignificantDigits: digits }).format(value)
}

/** `362 million`: of a count nobody needs to the last digit. */
export function roundText(value: number, language = shownLanguage()): string {
  return formatFor(language, { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 2 }).format(value)
}

/** A duration as it is read: `<1 ms`, `8 ms`, `1.24 s`, `2 min 5 s`. `ms` is milliseconds; with `tenths`, those below ten have theirs. */
export function durationText(ms: number, language = shownLanguage(), tenths = false): string {
  const words = language.startsWith('zh') ? chineseUnits : englishUnits
  const part = (value: number, unit: keyof typeof words, digits = 0) =>
    `${decimalText(value, digits, language)} ${words[unit]}`
  if (tenths && ms < 10) return part(ms, 'ms', 1)
  if (ms < 1) return `<${part(1, 'ms')}`
  if (ms < 999.5) return part(ms, 'ms')
  if (ms < 59_950) return part(ms / 1000, 's', ms < 9995 ? 2 : 1)
  const seconds = Math.round(ms / 1000)
  return `${part(Math.floor(seconds / 60), 'min')} ${part(seconds % 60, 's')}`
}

/** Not those of `Intl`, whose English writes "sec" and whose Chinese leaves no room before them. */
const englishUnits = { ms: 'ms', s: 's', min: 'min' }
const chineseUnits = { ms: '毫秒', s: '秒', min: '分' }

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes as a file manager says it: `812 B`, `4.2 MB`. */
export function sizeText(bytes: number, language = shownLanguage()): string {
  const size = Math.max(0, bytes)
  const power = size < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(size) / 3))
  if (power === 0) return `${size} B`
  const value = size / 1000 ** power
  return formatFor(language, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value >= 100 ? 0 : 1,
  }).format(value)
}
