import { isDeepStrictEqual } from 'node:util'
import { unitAt } from '@engine/text/units'
import type { Condition } from '../../tables/query-plan'
import type { ViewColumn } from '../linking/asked-tables'
import type { TableView, ThingMeaning, ValueMeaning, ViewMeaning } from '../linking/view-mentions'
import type { AskedComparison } from '../words/asked-comparison'
import type { AskedTime, DateTest } from '../words/asked-time'
import type { MarkKind, Mention } from '../words/asked-mention'
import { dates, figures, isFigureOfPart, type ReadingState } from './reading-state'

/** Takes bounds, times, values and negations as conditions. False where one of them fits no column. */
export function readConditions(state: ReadingState): boolean {
  return (
    state.all('compare').every((one) => readComparison(state, one, one.meaning.comparison)) &&
    readValues(state) &&
    state.all('time').every((one) => state.isUsed(one) || readTime(state, one, one.meaning.time)) &&
    readFlags(state)
  )
}

function readComparison(state: ReadingState, mention: Mention<ViewMeaning>, comparison: AskedComparison): boolean {
  const column = comparedColumn(state, mention, comparison)
  if (!column) return false
  const factor = factorBetween(comparison.unit, column.column.unit)
  if (factor === null) return false
  state.use(mention)
  const values = comparison.values.map((value) => Number((value * factor).toPrecision(12)))
  state.where.push({ column: column.ref, operator: comparison.operator, values })
  return true
}

function comparedColumn(
  state: ReadingState,
  mention: Mention<ViewMeaning>,
  { concept, unit }: AskedComparison,
): ViewColumn | undefined {
  if (concept !== null) {
    const fits = state.view.columns.flatMap((column) => {
      const strength =
        column.facts.concepts.get(concept) ?? (concept === 'price' ? column.facts.concepts.get('amount') : undefined)
      return strength !== undefined && column.facts.isFigure ? [{ column, strength }] : []
    })
    if (fits.length > 0) return state.pickOf(fits, null)
  }
  for (const beside of [state.before(mention), state.after(mention), nearestFigure(state, mention)]) {
    const thing =
      beside?.meaning.is === 'thing' && !state.isUsed(beside) ? (beside as Mention<ThingMeaning>) : undefined
    const fits = thing ? figures(thing.meaning.columns) : []
    if (thing && fits.length > 0) {
      state.use(thing)
      return state.pick(thing, fits)
    }
    // “More than 5 orders” is a bound of a count, which a plan has not.
    if (thing && beside === state.after(mention) && unit === null && thing.meaning.table > 0) return undefined
  }
  const numbers = state.view.columns.filter(({ facts }) => facts.isFigure)
  const ofUnit =
    unit === null ? [] : numbers.filter(({ column }) => column.unit !== null && kindOf(column.unit) === kindOf(unit))
  const unsaid =
    unit === null || ofUnit.length > 0
      ? ofUnit
      : numbers.filter(({ column, facts }) => column.unit === null && (!isMoney(unit) || hasMoney(facts.concepts)))
  const fits = (unit === null ? numbers : unsaid).map((column) => ({ column, strength: preference(column) }))
  // Several that it may be, and nothing that says which: numbers without a unit are not guessed.
  return unit === null && fits.length > 1 ? undefined : state.pickOf(fits, null)
}

const nearby = 3

/** “Trips have a fuel used over 73”: a verb may stand between. */
function nearestFigure(state: ReadingState, { from, to }: Mention<ViewMeaning>): Mention<ViewMeaning> | undefined {
  const gap = (one: Mention<ViewMeaning>) => Math.max(from - one.to, one.from - to)
  return state
    .things()
    .filter((one) => figures(one.meaning.columns).length > 0 && gap(one) <= nearby)
    .toSorted((a, b) => gap(a) - gap(b))[0]
}

function preference({ facts }: ViewColumn): number {
  return Math.max(0.5, facts.concepts.get('amount') ?? 0, facts.concepts.get('revenue') ?? 0)
}

function hasMoney(concepts: ReadonlyMap<string, number>): boolean {
  return ['amount', 'price', 'revenue', 'salary', 'profit', 'budget', 'tax'].some((one) => concepts.has(one))
}

function kindOf(unit: string): string {
  return unitAt(unit, 0)?.unit.kind ?? unitAt(unit.toUpperCase(), 0)?.unit.kind ?? unit.toLowerCase()
}

function isMoney(unit: string): boolean {
  return ['dollars', 'yuan', 'euros', 'pounds'].includes(kindOf(unit))
}

/** What a value in the asked unit is multiplied by in the column's; null where they measure different things. */
function factorBetween(asked: string | null, own: string | null): number | null {
  if (asked === null || own === null) return 1
  const [a, b] = [unitAt(asked, 0) ?? unitAt(asked.toUpperCase(), 0), unitAt(own, 0)]
  if (!a || !b) return 1
  return a.unit.kind === b.unit.kind ? a.unit.factor / b.unit.factor : null
}

/** Times, on the date column beside them, or on the only one, or on columns of years and months. */
function readTime(state: ReadingState, mention: Mention<ViewMeaning>, time: AskedTime): boolean {
  if (columnsOfTime(state.view, time.tests).length > 0) {
    state.columnTimes.push(time.tests)
    return true
  }
  const column = dateColumn(state, mention)
  if (column) {
    if (time.tests.length === 0) return false
    if (time.tests.some((test) => isOutside(column, test))) state.assumed += outside
    state.where.push(...time.tests.map((test) => ({ column: column.ref, ...test })))
    return true
  }
  const tests = partTests(state, time)
  if (tests) {
    state.where.push(...tests)
    return true
  }
  const { main } = state.view
  if (time.tests.length > 0 && isDeepStrictEqual(time.tests, main.time)) return true
  const [year] = time.years?.values ?? []
  return time.years?.operator === '=' && typeof year === 'number' && main.years.has(year)
}

/** Columns whose headers say this time. */
export function columnsOfTime({ columns }: Pick<TableView, 'columns'>, tests: readonly DateTest[]): ViewColumn[] {
  return tests.length === 0 ? [] : columns.filter(({ facts }) => isDeepStrictEqual(facts.time, tests))
}

function dateColumn(state: ReadingState, mention: Mention<ViewMeaning>): ViewColumn | undefined {
  const beside = [state.before(mention), state.after(mention)].filter((one) => one?.meaning.is === 'thing')
  const things = [...beside, ...state.all('thing')] as Mention<ThingMeaning>[]
  for (const thing of things) {
    const fits = state.isUsed(thing) ? [] : dates(thing.meaning.columns)
    if (fits.length === 0) continue
    // “Orders” are what the rows are, and no other name of the order date.
    if (thing.meaning.table < 0.8 && !isKeyed(state, thing)) state.use(thing)
    return state.pick(thing, fits)
  }
  const all = state.view.columns.filter(({ column }) => column.kind === 'date')
  const main = all.filter(({ ref }) => ref.table === 'main')
  const plain = (main.length > 0 ? main : all).map((column) => ({
    column,
    strength: likelihood(column),
  }))
  return state.pickOf(plain, null)
}

/** A table without dates may have a column of years, quarters or months. */
function partTests({ view }: ReadingState, { tests }: AskedTime): Condition[] | null {
  const made = tests.map((test): Condition | null => {
    const part = test.part
    if (part === undefined) return null
    const column = view.columns.find((one) => isFigureOfPart(one, part))
    if (!column) return null
    if (column.column.kind === 'number' && isNone(column, test)) return null
    if (column.column.kind === 'number') return { column: column.ref, operator: test.operator, values: test.values }
    const values = test.operator === '=' || test.operator === 'in' ? spelled(column, test) : []
    return values.length > 0 ? { column: column.ref, operator: values.length === 1 ? '=' : 'in', values } : null
  })
  const found = made.filter((one) => one !== null)
  return found.length > 0 && found.length === tests.length ? found : null
}

/** Whether a column's few numbers are all known, and the asked one is not among them. */
function isNone({ column }: ViewColumn, { operator, values }: DateTest): boolean {
  const isWhole = column.samples.length >= column.distinct
  return (
    isWhole &&
    (operator === '=' || operator === 'in') &&
    !column.samples.some((sample) => values.some((value) => Number(sample) === value))
  )
}

/** A table without the asked year is rather not meant. */
const outside = 0.6

/** Whether a column's few dates are all known, and none is of the asked year. */
function isOutside({ column }: ViewColumn, { operator, values, part }: DateTest): boolean {
  const isWhole = column.samples.length > 0 && column.samples.length >= column.distinct
  if (!isWhole || part !== 'year' || (operator !== '=' && operator !== 'in')) return false
  return !column.samples.some((sample) => values.some((value) => sample.includes(String(value))))
}

/** Cells that name a part: Q2, 第二季度, 2. */
function spelled({ column }: ViewColumn, { values }: DateTest): string[] {
  return column.samples.filter((sample) =>
    values.some((value) => {
      const digits = sample.match(/\d+/gu) ?? []
      return digits.length === 1
        ? Number(digits[0]) === value
        : sample.includes('零一二三四'.charAt(Number(value)) || '\0')
    }),
  )
}

/** Values of cells: of one column any of them, not those behind a “not”. */
function readValues(state: ReadingState): boolean {
  const found = new Map<ViewColumn, { values: string[]; isNot: boolean }>()
  for (const mention of state.all('value')) {
    const before = state.before(mention)
    const isNot = before?.meaning.is === 'mark' && denies(before.meaning.mark)
    const column = valueColumn(state, mention)
    const value = mention.meaning.columns.find((one) => one.column === column)?.value
    if (!column || value === undefined) return false
    state.use(mention)
    const known = found.get(column)
    if (known) known.values.push(value)
    else found.set(column, { values: [value], isNot })
  }
  for (const [{ ref }, { values, isNot }] of found) {
    if (values.length === 1) state.where.push({ column: ref, operator: isNot ? '!=' : '=', values })
    else if (isNot)
      state.where.push(...values.map((value): Condition => ({ column: ref, operator: '!=', values: [value] })))
    else state.where.push({ column: ref, operator: 'in', values })
  }
  return true
}

/** “Not fog” and “no fog” are one. */
function denies(mark: MarkKind): boolean {
  return mark === 'not' || mark === 'without'
}

/** The column that holds it: the one named beside it, or the likeliest. */
function valueColumn(state: ReadingState, mention: Mention<ValueMeaning>): ViewColumn | undefined {
  const held = mention.meaning.columns
  for (const beside of [state.before(mention), state.after(mention)]) {
    if (beside?.meaning.is !== 'thing' || state.isUsed(beside)) continue
    const thing = beside as Mention<ThingMeaning>
    const named = held.filter(({ column }) => thing.meaning.columns.some((one) => one.column === column))
    if (named.length === 0 || isKeyed(state, thing)) continue
    // 朱婉清的捐款 is rows, though 捐款人 has the word too.
    if (thing.meaning.table < 0.9) state.use(thing)
    return state.pick(mention, named)
  }
  return state.pick(mention, held)
}

/** “By region” before a value is a group still. */
function isKeyed(state: ReadingState, thing: Mention<ThingMeaning>): boolean {
  const before = state.before(thing)
  return before?.meaning.is === 'mark' && (before.meaning.mark === 'group' || before.meaning.mark === 'which')
}

/** Columns of yes and no, and cells that are empty. */
function readFlags(state: ReadingState): boolean {
  for (const thing of state.things()) {
    const before = state.before(thing)
    const mark = before?.meaning.is === 'mark' ? before.meaning.mark : null
    const flag = thing.meaning.columns.find(({ column }) => column.column.kind === 'boolean')
    if (flag && mark !== 'group') {
      state.where.push({ column: flag.column.ref, operator: '=', values: [mark === null || !denies(mark)] })
      state.use(thing)
    } else if (mark === 'without' || mark === 'with') {
      const column = state.pick(thing, thing.meaning.columns)
      if (!column) return false
      state.where.push({ column: column.ref, operator: mark === 'without' ? 'is_empty' : 'is_not_empty', values: [] })
      state.use(thing)
    }
  }
  return true
}

const later = ['due', 'closed', 'shipped', 'paid']

/** How likely a date is the one that is meant where none is named: rather when something was than when it ended. */
function likelihood({ facts }: ViewColumn): number {
  if (facts.concepts.has('date')) return 1
  if (facts.concepts.has('ordered') || facts.concepts.has('issued')) return 0.95
  return later.some((one) => facts.concepts.has(one)) ? 0.8 : 0.9
}
