import { type Unit, unitAt } from '@engine/text/units'
import type { DataColumn } from '../../tables/data-table'
import { askedTimes, type DateTest } from '../words/asked-time'
import { nameKeys, plainQuestion } from '../words/asked-tokens'
import { keySet, tableLexicon } from '../words/table-lexicon'

/** What a name says: its words, and the concepts it is a name for, 0 to 1. */
export interface NameFacts {
  readonly keys: readonly string[]
  readonly concepts: ReadonlyMap<string, number>
}

/** What a column is by its header and its cells. */
export interface ColumnFacts extends NameFacts {
  /** The time that the header says (“Sales H1 2023”), as tests of dates; empty for none. */
  readonly time: readonly DateTest[]
  /** Its keys with either word of “Incomplete/Terminated”; empty for none. */
  readonly alternatives: readonly (readonly string[])[]
  /** Numbers that are counted with, not those that name something. */
  readonly isFigure: boolean
  /** Nearly every row has another value. */
  readonly isKey: boolean
  /** Of the cells, else of the header. */
  readonly unit: string | null
  /** That unit by `unitKey`; null where there is none, and where it is no figure. */
  readonly measure: string | null
  /** One thing for each of another: “Rent per month”, 月均. */
  readonly isRate: boolean
}

/** Concepts by the words of their names, with the place of each among them. */
const named = new Map<string, { readonly id: string; readonly rank: number }[]>()
for (const { id, names } of tableLexicon.concepts) {
  for (const [rank, name] of names.entries()) {
    const key = nameKeys(name).join(' ')
    named.set(key, [...(named.get(key) ?? []), { id, rank }])
  }
}
const labelHeads = keySet(tableLexicon.labelHeads)
const { abbreviations } = tableLexicon
const inBrackets = /[(（[【][^)）\]】]*[)）\]】]/gu
const partWords = keySet({
  en: ['year', 'month', 'quarter', 'week', 'fiscal year'],
  zh: ['年份', '年', '月份', '月', '季度'],
})
const keyShare = 0.95

/** The words of a header without its unit, abbreviations written out. */
export function headerKeys(header: string): string[] {
  const spelled = header
    .replace(inBrackets, ' ')
    .replace(/\p{L}+\.?/gu, (word) => abbreviations[word.replace('.', '').toLowerCase()] ?? word)
  const named = spelled.replace(perSomething, ' ').trim()
  const keys = nameKeys(unitBehind(named) === null ? named : named.replace(lastWord, ''))
  return keys.length > 0 ? keys : nameKeys(header)
}

/** “Rent per month” is called rent, “Price each” price. */
const perSomething = /(?<=\p{L})[ _](?:per[ _]\p{L}+|each)\s*$/iu
const rate = /(?:^|[ _])(?:per|avg|average|mean|rate|ratio)(?:[ _.]|$)|[均率]|平均|每/iu

const lastWord = /[\s_]+[\p{L}\d%²³]+$/u

/** The unit behind a header without brackets: `fuel_l`, “Output kWh”, “Fee GBP”. Of times the word is the name: “Sun hours”. */
function unitBehind(header: string): string | null {
  const word = lastWord.exec(header)?.[0].replace(/^[\s_]+/u, '') ?? ''
  const found = word.length <= 3 && word !== 'in' ? unitAt(word, 0) : null
  const isSymbol = found?.end === word.length && symbolKinds.has(found.unit.kind)
  return isSymbol || unitKeys.has(word.toLowerCase()) ? word : null
}

const symbolKinds = new Set(['mass', 'length', 'area', 'volume', 'power', 'energy'])
/** What a unit says a column is, where its header does not: “Size m2”. */
const conceptOfKind: Readonly<Record<string, string>> = { mass: 'weight', area: 'area', energy: 'energy' }
const byUnit = 0.75

/** Units behind a header without brackets: “Fee GBP”, `unit_price_eur`, “Water m3”. */
const unitKeys = new Set(
  'eur usd gbp chf cny rmb jpy hkd sek nok dkk cad aud inr pct percent kwh mwh kg km m3 m2 cm mm'.split(' '),
)

/** Reads a name; what it is a name for counts less where only its last words are one. */
export function nameFacts(keys: readonly string[]): NameFacts {
  const concepts = new Map<string, number>()
  const add = (id: string, strength: number) => {
    if (strength > (concepts.get(id) ?? 0)) concepts.set(id, strength)
  }
  const addAll = (name: readonly string[], strength: number) => {
    for (const { id, rank } of named.get(name.join(' ')) ?? []) add(id, strength - 0.02 * Math.min(rank, 5))
  }
  const core = withoutLabelHead(keys)
  addAll(keys, 1)
  addAll(core, 0.92)
  for (let from = 1; from < keys.length; from += 1) addAll(keys.slice(from), 0.85)
  for (let from = 1; from < core.length; from += 1) addAll(core.slice(from), 0.8)
  return { keys, concepts }
}

export function columnFacts({ header, kind, unit, distinct }: DataColumn, rowCount: number): ColumnFacts {
  const time = kind === 'number' ? timeIn(header) : null
  const facts = nameFacts(headerKeys(time?.left ?? header))
  const last = facts.keys.at(-1) ?? ''
  const names =
    kind === 'number' &&
    (isLabel(facts.keys) || partWords.has(facts.keys.join(' ')) || partWords.has(last) || facts.concepts.has('phone'))
  const written = unit ?? unitBehind(header)
  const measured = unitAt(written ?? '', 0) ?? unitAt(written?.toLowerCase() ?? '', 0)
  const isFigure = kind === 'number' && !names
  const ofUnit = conceptOfKind[written === null ? '' : (unitAt(written, 0)?.unit.kind ?? '')]
  const concepts = new Map(facts.concepts)
  if (kind === 'number' && ofUnit !== undefined) concepts.set(ofUnit, Math.max(byUnit, concepts.get(ofUnit) ?? 0))
  return {
    ...facts,
    concepts,
    time: time?.tests ?? [],
    alternatives: alternativesOf(time?.left ?? header),
    isFigure,
    isKey: rowCount > 0 && distinct >= keyShare * rowCount,
    isRate: rate.test(header),
    unit: written,
    measure: isFigure && measured ? unitKey(measured.unit) : null,
  }
}

/** What figures in a unit are looked up by. */
export function unitKey({ kind, factor }: Unit): string {
  return `${kind}*${factor}`
}

function alternativesOf(header: string): string[][] {
  const {
    before = '',
    one,
    other,
  } = /^(?<before>.*\s)?(?<one>\p{L}+)\/(?<other>\p{L}+)$/u.exec(header.trim())?.groups ?? {}
  return one && other ? [headerKeys(`${before}${one}`), headerKeys(`${before}${other}`)] : []
}

/** The one time in a header, and the header without it; null where it says none, or nothing else. */
function timeIn(header: string): { readonly tests: readonly DateTest[]; readonly left: string } | null {
  const plain = plainQuestion(header)
  const [time, ...others] = askedTimes(plain.toLowerCase(), '2000-01-01')
  if (!time || others.length > 0) return null
  const left = `${plain.slice(0, time.start)} ${plain.slice(time.end)}`
  return /\p{L}/u.test(left) ? { tests: time.tests, left } : null
}

/** Whether a header ends with a word for what names something: ID, No., 编号. */
export function isLabel(keys: readonly string[]): boolean {
  return withoutLabelHead(keys).length < keys.length
}

/** “Customer name” is about the customer. */
export function withoutLabelHead(keys: readonly string[]): readonly string[] {
  for (const length of [2, 1]) {
    if (keys.length > length && labelHeads.has(keys.slice(-length).join(' '))) return keys.slice(0, -length)
  }
  return keys.length === 1 && labelHeads.has(keys[0] ?? '') && !isAmount(keys[0]) ? [] : keys
}

/** “Number” alone may be how many. */
function isAmount(key = ''): boolean {
  return key === nameKeys('number')[0]
}
