import { unitAt } from '@engine/text/units'
import { currencyOf } from './currencies'

const identifier =
  /(?:^|[\s_\-./(])(?:ids?|uuid|no|nr|num|number|code|codes|zip|zipcode|postcode|postal code|plz|phone|tel|telephone|fax|mobile|isbn|issn|ssn|sku|ref|reference|iban|serial|barcode|ean|upc|vin|key)\.?\)?$|^#$|[a-z]I[dD]$|(?:编号|序号|代码|编码|电话|手机|邮编|身份证|账号|学号|工号|卡号|单号|号码)$/iu
const year =
  /(?:^|[\s_\-(])(?:year|years|yr|founded|established|built|opened|launched|born|died|since)\)?$|(?:年份|年度|年)$/iu
const date = /(?:^|[\s_\-(])(?:date|day|datum|dob)(?:$|[\s_\-)])|日期|时间|日$/iu
const money =
  /amount|price|cost|total|value|revenue|salary|pay|fee|spend|spent|budget|sales|income|balance|expens|invoice|金额|价格|单价|总价|费用|成本|收入|支出|工资|预算|余额/iu
const currencyHeader = /^(?:currency|curr\.?|ccy|währung|币种|货币|币别)$/iu
const bracketed = /[([（【]\s*(?:in |单位[:：]?\s*)?(?<unit>[^()[\]（）【】]{1,24})\s*[)\]）】]\s*$/u
/** Thousands, millions: `万元`, `CHF million`, `€m`. */
const scaled =
  /^(?:(?:thousands?|millions?|billions?|mn|bn|[mk])\s?(?:of )?)?(?<money>[A-Z]{3}|[€$£¥]|\p{L}+)?\s?(?:thousands?|millions?|billions?|mn|bn|[mkMK])?$|^(?:[百千万亿]+)(?<yuan>.{1,3})$/u

/** Whether a column is headed as one of identifiers: its digits are no amounts. */
export function isIdentifierHeader(header: string): boolean {
  return identifier.test(header.trim())
}

export function isYearHeader(header: string): boolean {
  return year.test(header.trim())
}

export function isDateHeader(header: string): boolean {
  return date.test(header.trim())
}

/** Whether a column is headed as one of amounts of money. */
export function isMoneyHeader(header: string): boolean {
  return money.test(header)
}

export function isCurrencyHeader(header: string): boolean {
  return currencyHeader.test(header.trim())
}

/** The unit that a header says of its column: Weight (kg), 金额（元）, Share %, Cost in EUR; null for none. */
export function headerUnit(header: string): string | null {
  const inside = bracketed.exec(header)?.groups?.['unit']?.trim()
  const named = inside === undefined ? null : unitNamed(inside)
  if (named !== null) return named
  if (/[%％]\s*$/u.test(header)) return '%'
  const last = /(?:^|[\s_])(?<unit>[A-Z]{3}|[€$£])$/u.exec(header.trim())?.groups?.['unit']
  return last === undefined ? null : (currencyOf(last) ?? null)
}

/** A unit or a currency that words name whole, as it is called; null for anything else, such as the letter of a footnote. */
function unitNamed(words: string): string | null {
  if (/^[%％]$/u.test(words)) return '%'
  const currency = currencyOf(words)
  if (currency !== undefined) return currency
  if (unitAt(words, 0)?.end === words.length) return words
  const { money, yuan } = scaled.exec(words)?.groups ?? {}
  const name = money ?? yuan
  return name !== undefined && currencyOf(name) !== undefined ? words : null
}
