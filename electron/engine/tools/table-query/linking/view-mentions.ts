import type { TermMatch } from '@engine/retrieval/terms/cross-language'
import type { AskedToken } from '../words/asked-tokens'
import type { AskedMeaning, Mention } from '../words/asked-mention'
import { stretchesOf } from './asked-stretches'
import { withoutLabelHead } from './header-facts'
import type { RelatedWords } from './related-words'
import type { IndexedTable, JoinLink, ViewColumn } from './asked-tables'

/** A table, or two that are joined, with the columns that can be asked. */
export interface TableView {
  readonly main: IndexedTable
  readonly joined: { readonly table: IndexedTable; readonly link: JoinLink } | null
  readonly columns: readonly ViewColumn[]
}

/** A column that a stretch may mean, and how well it fits, 0 to 1. */
export interface ColumnFit {
  readonly column: ViewColumn
  readonly strength: number
}

/** Something of the table: columns, or what its rows are. */
export interface ThingMeaning {
  readonly is: 'thing'
  readonly columns: readonly ColumnFit[]
  /** How well it names the table or its rows, 0 to 1. */
  readonly table: number
  /** Only a word beside the matter (bought, spend). */
  readonly isVerb: boolean
}

export interface ValueMeaning {
  readonly is: 'value'
  /** The columns that hold it, with the value as the cells have it. */
  readonly columns: readonly (ColumnFit & { readonly value: string })[]
}

export type ViewMeaning = AskedMeaning | ThingMeaning | ValueMeaning

/** A question's words, whatever table they are held against. */
export interface AskedWords {
  readonly text: string
  readonly tokens: readonly AskedToken[]
  readonly mentions: readonly Mention[]
  readonly terms: readonly TermMatch[]
  /** Stretches whose words mean nearly what other words do; absent where none are looked up. */
  readonly related?: RelatedWords | undefined
  /** Whether the question names the file that it is put to. */
  readonly isNamed?: boolean | undefined
}

const strengths = {
  related: 0.7,
  /** A word of a header that is not its head: “Solaris panels” where the header is “Panel make”. */
  aside: 0.45,
  translation: 0.85,
  head: 0.85,
  modifier: 0.9,
  part: 0.6,
  table: 0.95,
  concept: 0.9,
  verb: 0.8,
  ending: 0.8,
  unit: 0.8,
  /** A cell that is a small number may be any number of the question. */
  digits: 0.5,
}
/** What a Chinese header may end with beside what it names: 经手人, 数量. */
const endings = new Set('人者员量额数率地期日')

const longEndings = new Set(['日期', '时间', '金额', '人数', '次数', '名称', '地点'])

/** What stretches of a question mean in a table: its headers, its names, its sample values. */
export function viewMentions(view: TableView, asked: AskedWords): Mention<ThingMeaning | ValueMeaning>[] {
  const things = new Map<string, Mention<ThingMeaning>>()
  const add = (from: number, to: number, fit: Partial<Omit<ThingMeaning, 'is'>>) => {
    const key = `${from} ${to}`
    const known = things.get(key)?.meaning
    const columns = merged(known?.columns ?? [], fit.columns ?? [])
    const table = Math.max(known?.table ?? 0, fit.table ?? 0)
    const isVerb = (known?.isVerb ?? true) && (fit.isVerb ?? false)
    things.set(key, { from, to, meaning: { is: 'thing', columns, table, isVerb } })
  }
  for (const column of view.columns) {
    for (const { from, to, strength } of headerFits(column, asked)) add(from, to, { columns: [{ column, strength }] })
  }
  addTableNames(view, asked, add)
  addConcepts(view, asked, add)
  addTranslations(view, asked, add)
  addUnits(view, asked, add)
  const isCalled = (from: number, to: number) =>
    [...things.values()].some(
      (one) => one.from <= from && one.to >= to && surenessOf(one.meaning) >= strengths.translation,
    )
  addRelated(view, asked, { add, isCalled })
  return [...things.values(), ...sampleMentions(view, asked)]
}

function surenessOf({ columns, table }: ThingMeaning): number {
  return Math.max(table, columns[0]?.strength ?? 0)
}

type Add = (from: number, to: number, fit: Partial<Omit<ThingMeaning, 'is'>>) => void

function merged(a: readonly ColumnFit[], b: readonly ColumnFit[]): ColumnFit[] {
  const best = new Map<ViewColumn, number>()
  for (const { column, strength } of [...a, ...b]) best.set(column, Math.max(strength, best.get(column) ?? 0))
  return [...best].map(([column, strength]) => ({ column, strength })).toSorted((x, y) => y.strength - x.strength)
}

/** Where words of a header stand side by side. */
function headerFits({ facts }: ViewColumn, asked: AskedWords): HeaderFit[] {
  const said = stretchesOf(asked).keys
  const fits = (keys: readonly string[]) => (keys.some((key) => said.has(key)) ? fitsOf(keys, asked.tokens) : [])
  return [...fits(facts.keys), ...facts.alternatives.flatMap(fits).filter(({ strength }) => strength === 1)]
}

interface HeaderFit {
  readonly from: number
  readonly to: number
  readonly strength: number
}

function fitsOf(keys: readonly string[], tokens: readonly AskedToken[]): HeaderFit[] {
  const isOfTime = keys.length > 1 && /^(?:on|at)$/u.test(keys.at(-1) ?? '')
  const core = isOfTime ? keys.slice(0, -1) : withoutLabelHead(keys)
  const found: HeaderFit[] = []
  for (let from = 0; from < tokens.length; from += 1) {
    const used = new Set<number>()
    let to = from
    for (let at = from; at < tokens.length; at += 1) {
      const token = tokens[at]
      const place = keys.findIndex((key, index) => !used.has(index) && token?.keys.includes(key))
      if (place >= 0) {
        used.add(place)
        to = at + 1
      } else if (used.size === 0 || !isBetween(token)) break
    }
    const strength = used.size === 0 ? 0 : strengthOf(used, keys, core.length)
    if (strength > 0) found.push({ from, to, strength })
  }
  return found
}

/** Grammar, and verbs that say no more: “ballots were left incomplete”. */
function isBetween(token: AskedToken | undefined): boolean {
  return token !== undefined && !token.isHan && (token.isFree || token.lower === 'left')
}

function strengthOf(used: ReadonlySet<number>, keys: readonly string[], coreLength: number): number {
  if (used.size === keys.length) return 1
  const isHan = /\p{Script=Han}/u.test(keys.at(-1) ?? '')
  const isCore =
    coreLength > (isHan ? 1 : 0) &&
    coreLength < keys.length &&
    [...Array(coreLength).keys()].every((at) => used.has(at))
  if (isCore) return strengths.modifier
  if (!used.has(keys.length - 1) && !isHan) return used.has(0) && used.size === 1 ? strengths.aside : 0
  const isBeforeEnding =
    isHan && keys.length > 3 && longEndings.has(keys.slice(-2).join('')) && used.size === keys.length - 2
  if (isBeforeEnding && !used.has(keys.length - 1) && !used.has(keys.length - 2)) return strengths.ending
  if (!used.has(keys.length - 1))
    return isHan && used.size >= 2 && used.size === keys.length - 1 && endings.has(keys.at(-1) ?? '')
      ? strengths.ending
      : 0
  // The last character of a Chinese header alone says little.
  if (isHan && used.size < 2) return 0
  return strengths.part + (strengths.head - strengths.part) * (used.size / keys.length)
}

function addTableNames({ main, joined }: TableView, { tokens }: AskedWords, add: Add): void {
  const names = [main.names, ...(joined ? [joined.table.names] : [])]
  for (const [at, token] of tokens.entries()) {
    if (token.isFree) continue
    if (!token.isHan && names.some((one) => token.keys.some((key) => one.has(key))))
      add(at, at + 1, { table: strengths.table })
    if (!token.isHan) continue
    let to = at
    while (tokens[to]?.isHan && names.some((one) => one.has(tokens[to]?.keys[0] ?? ''))) to += 1
    for (let end = at + 2; end <= to; end += 1) add(at, end, { table: strengths.table })
  }
}

function addConcepts({ main, joined, columns }: TableView, { mentions }: AskedWords, add: Add): void {
  for (const { from, to, meaning } of mentions) {
    if (meaning.is !== 'concept') continue
    const { concept, isName } = meaning
    const by = isName ? strengths.concept : strengths.verb
    const fits = columns.flatMap((column): ColumnFit[] => {
      const strength = column.facts.concepts.get(concept)
      return strength === undefined ? [] : [{ column, strength: strength * by }]
    })
    const isOfTable = main.concepts.has(concept) || joined?.table.concepts.has(concept) === true
    if (fits.length > 0 || isOfTable)
      add(from, to, { columns: fits, table: isOfTable ? strengths.table * by : 0, isVerb: !isName })
  }
}

/** Words of the same or nearly the same meaning as a header's or a name's. */
function addRelated(
  { main, joined, columns }: TableView,
  { text, tokens, related, mentions }: AskedWords,
  { add, isCalled }: { readonly add: Add; readonly isCalled: (from: number, to: number) => boolean },
): void {
  if (!related) return
  for (const { from, to, near } of related(text, tokens)) {
    const isKnown = mentions.some((one) => one.from <= from && one.to >= to && one.meaning.is !== 'concept')
    if (isKnown || isCalled(from, to)) continue
    const fits = columns.flatMap((column): ColumnFit[] => {
      const keys = withoutLabelHead(column.facts.keys)
      const nearness = near(column.column.header, keys.length > 0 ? keys : column.facts.keys)
      return nearness > 0 ? [{ column, strength: strengths.related * nearness }] : []
    })
    const names = [main, ...(joined ? [joined.table] : [])]
    const ofTable = Math.max(...names.map((one) => near(one.table.name || one.table.documentName, [...one.names])))
    if (fits.length > 0 || ofTable > 0)
      add(from, to, { columns: fits, table: strengths.related * Math.max(0, ofTable) })
  }
}

/** “How many kilometres”: the columns in a unit that is named without a number before it. */
function addUnits({ columns }: TableView, asked: AskedWords, add: Add): void {
  for (const { from, to, said } of stretchesOf(asked).units) {
    const fits = columns.filter(({ facts }) => facts.measure === said)
    if (fits.length > 0) add(from, to, { columns: fits.map((column) => ({ column, strength: strengths.unit })) })
  }
}

/** Terms of the question in the other language, held against headers and names. */
function addTranslations(view: TableView, asked: AskedWords, add: Add): void {
  for (const { from, to, said: other } of stretchesOf(asked).translations) {
    for (const column of view.columns) {
      const { keys } = column.facts
      const isNamed = other.has(keys.join(' ')) || other.has(withoutLabelHead(keys).join(' '))
      if (isNamed) add(from, to, { columns: [{ column, strength: strengths.translation }] })
      else if (keys.length > 1 && other.has(keys.at(-1) ?? ''))
        add(from, to, { columns: [{ column, strength: strengths.related }] })
    }
    const names = [view.main.names, ...(view.joined ? [view.joined.table.names] : [])]
    const isTable = [...other].some((one) => names.some((set) => one.split(' ').every((key) => set.has(key))))
    if (isTable) add(from, to, { table: strengths.translation })
  }
}

/** A cell “Total” is no value to choose rows by. */
export function isOperation(
  { from, to }: Pick<Mention<unknown>, 'from' | 'to'>,
  { mentions }: Pick<AskedWords, 'mentions'>,
): boolean {
  return mentions.some(
    (one) => (one.meaning.is === 'operation' || one.meaning.is === 'superlative') && one.from <= from && one.to >= to,
  )
}

/** “Opened in 2024” is no status that is called open, and “did” none that is called done. */
function isOtherForm([only, more]: readonly AskedToken[], value: string): boolean {
  if (!only || more || value.toLowerCase() === only.lower) return false
  return /(?:ed|ing)$/u.test(only.lower) || (only.isFree && !only.isHan)
}

/** Sample values that stand in a question. */
export function sampleMentions({ columns }: TableView, asked: AskedWords): Mention<ValueMeaning>[] {
  const withSamples = columns.filter(({ samples }) => samples.size > 0)
  return stretchesOf(asked).cells.flatMap(({ from, to, said }) => {
    const fits: (ColumnFit & { value: string })[] = []
    for (const column of withSamples) {
      const value = column.samples.get(said)
      if (value === undefined || isOtherForm(asked.tokens.slice(from, to), value)) continue
      fits.push({ column, value, strength: /^\d{1,3}$/u.test(value) ? strengths.digits : 1 })
    }
    const isValue = fits.length > 0 && !isOperation({ from, to }, asked)
    return isValue ? [{ from, to, meaning: { is: 'value' as const, columns: fits } }] : []
  })
}
