import type { Language } from '@engine/text/language'
import type { Evaluated } from './evaluation/evaluate-expression'
import { unitWords } from './evaluation/unit-table'
import { grouped, type ShownNumber, shownNumber } from './shown-number'

const signs: Readonly<Record<string, string>> = { '*': '×', '/': '÷', '-': '−' }
const part =
  /(?<number>\d[\d.]*(?:e[+-]?\d+)?)(?: ?(?<unit>[a-zA-Z][a-zA-Z0-9]*(?:\/[a-z]+)?)(?![a-zA-Z(])(?<! mod))?|(?<sign>[*/-])/gu
const share = /^(?<percent>[\d.]+%) \* (?<whole>[\d.]+)$/u
const percentage = /^percentage\((?<part>[^(),]+), (?<whole>[^(),]+)\)$/u

/** The sentence that answers a calculation, in the asked language. */
export function calculationSentence(expression: string, result: Evaluated, language: Language): string {
  const shown = shownNumber(result.value)
  const value = valueWords(result, shown, language)
  const end = language === 'en' ? '.' : '。'
  const [quantity, target] = expression.split(' to ')
  if (quantity !== undefined && target !== undefined)
    return said(written(quantity, language), value, shown, language) + end
  const shared = share.exec(expression)?.groups
  if (shared) {
    const [percent, whole] = [shared['percent'] ?? '', written(shared['whole'] ?? '', language)]
    return said(language === 'en' ? `${percent} of ${whole}` : `${whole}的${percent}`, value, shown, language) + end
  }
  const ratio = percentage.exec(expression)?.groups
  if (ratio) {
    const [some, all] = [written(ratio['part'] ?? '', language), written(ratio['whole'] ?? '', language)]
    if (language === 'zh') return `${some}${shown.isExact ? '是' : '约为'}${all}的${value}%。`
    return `${some} is ${shown.isExact ? '' : 'about '}${value}% of ${all}.`
  }
  return `${formula(expression, result, language)}${end}`
}

/** The expression and what it comes to, in signs. */
export function formula(expression: string, result: Evaluated, language: Language): string {
  const shown = shownNumber(result.value)
  const isPercent = /^percent(?:age|change)\(/u.test(expression)
  const [quantity = ''] = changeInSigns(expression).split(' to ')
  const value = valueWords(result, shown, language) + (isPercent ? '%' : '')
  return `${written(quantity, language)} ${shown.isExact ? '=' : '≈'} ${value}`
}

function valueWords({ unit }: Evaluated, { text }: ShownNumber, language: Language): string {
  return text.replace(/^-/u, '−') + (unit === null ? '' : unitWords(unit, text, language))
}

function changeInSigns(expression: string): string {
  return expression
    .replace(/^percentage\(([^(),]+), ([^(),]+)\)$/u, '$1 / $2')
    .replace(/^percentchange\(([^(),]+), ([^(),]+)\)$/u, '($2 - $1) / $1')
}

function said(what: string, value: string, shown: ShownNumber, language: Language): string {
  if (language === 'zh') return `${what}${shown.isExact ? '是' : '约为'}${value}`
  return `${what} is ${shown.isExact ? '' : 'about '}${value}`
}

/** An expression with the signs, groups of digits and names of units that people write. */
function written(expression: string, language: Language): string {
  return expression.replace(part, (raw: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>
    const { number, unit, sign } = groups
    if (sign !== undefined) return signs[sign] ?? sign
    const digits = number === undefined ? raw : grouped(number)
    return unit === undefined ? digits : digits + unitWords(unit, digits, language)
  })
}
