import type { Measure } from '../../tables/query-plan'
import type { ViewColumn } from '../linking/asked-tables'
import type { ColumnFit, ThingMeaning, ValueMeaning } from '../linking/view-mentions'
import type { Mention } from '../words/asked-mention'
import { addingConcepts, keySet, tableLexicon } from '../words/table-lexicon'
import { dates, figures, names, type ReadingState } from './reading-state'

const events = keySet(tableLexicon.events)
const money = ['amount', 'revenue', 'profit', 'salary', 'budget', 'price']

/** The columns that are counted with: those the question names, else the only one it can mean. Empty where there is none. */
export function measuredColumns(
  state: ReadingState,
  sort: Mention<ThingMeaning> | null,
  mayBe: (column: ViewColumn) => boolean = () => true,
): ViewColumn[] {
  const named = [...(sort ? [sort] : []), ...state.things().filter((thing) => thing !== sort)]
  const strong = named.filter(({ meaning }) => figures(meaning.columns).length > 0)
  const said = strong.some(({ meaning }) => !meaning.isVerb)
    ? strong.filter(({ meaning }) => !meaning.isVerb)
    : strong.slice(0, 1)
  const columns = new Set<ViewColumn>()
  // “Completed the most ballots”: the word that several columns have says no more than the one that tells which.
  const strength = ({ meaning }: Mention<ThingMeaning>) => figures(meaning.columns)[0]?.strength ?? 0
  for (const thing of said.toSorted((a, b) => strength(b) - strength(a))) {
    const fits = figures(thing.meaning.columns)
    const column = fits.some((fit) => columns.has(fit.column)) ? undefined : state.pick(thing, fits)
    state.use(thing)
    if (column) columns.add(column)
  }
  if (columns.size > 0) return [...columns]
  const usual = usualFigure(state, mayBe)
  return usual ? [usual] : []
}

/** What is meant where no figure is named: money, else the only figure there is. */
function usualFigure(state: ReadingState, mayBe: (column: ViewColumn) => boolean): ViewColumn | undefined {
  const all = state.view.columns.filter(
    (column) => column.facts.isFigure && column.ref.table === 'main' && mayBe(column),
  )
  const ofMoney = all.flatMap((column): ColumnFit[] => {
    const at = money.findIndex((one) => column.facts.concepts.has(one))
    return at < 0 ? [] : [{ column, strength: 0.9 - 0.05 * at }]
  })
  state.assumed += unsaid
  if (ofMoney.length > 0) return state.pickOf(ofMoney, null)
  return all.length === 1
    ? all[0]
    : state.pickOf(
        all.map((column) => ({ column, strength: 0.5 })),
        null,
      )
}

/** “What is it all worth?”: prices times pieces, where the table has one column of each and no amounts. */
export function worthOf(state: ReadingState): Measure | null {
  const words = state.tokens.map(({ lower }) => lower).join(' ')
  return /\bworth\b|(?:^| )(?:总 )?(?:价 值|值 多 少|值 钱)/u.test(words) ? pricesTimesPieces(state) : null
}

/** What a sum is of where no figure is named and the table has no amounts: “total of orders”. */
export function unnamedTotal(state: ReadingState): Measure | null {
  const isNamed = state.things().some(({ meaning }) => figures(meaning.columns).length > 0)
  const hasAmounts = state.view.columns.some(
    (column) => column.facts.isFigure && addsUp(column) && money.some((one) => column.facts.concepts.has(one)),
  )
  const total = isNamed || hasAmounts ? null : pricesTimesPieces(state)
  if (total) state.assumed += unsaid
  return total
}

const unsaid = 0.3

function pricesTimesPieces(state: ReadingState): Measure | null {
  const all = state.view.columns.filter(({ facts, ref }) => facts.isFigure && ref.table === 'main')
  const prices = all.filter(({ facts }) => (facts.concepts.get('price') ?? 0) >= 0.8 && !facts.concepts.has('quantity'))
  const pieces = all.filter(({ facts }) => (facts.concepts.get('quantity') ?? 0) >= 0.8)
  const [price, piece] = [prices[0], pieces[0]]
  if (!price || !piece || prices.length > 1 || pieces.length > 1) return null
  for (const thing of state.things())
    if (thing.meaning.columns.some(({ column }) => column === price || column === piece)) state.use(thing)
  return { operation: 'sum', column: price.ref, times: piece.ref }
}

/** Figures of one thing each, whose sum says nothing. */
const singleConcepts = new Set('price height depth width age temperature score discount rating'.split(' '))

/** Whether its figures may be added up: amounts and counts may, and what no name says is like a price or an age. */
export function addsUp({ column, facts }: ViewColumn): boolean {
  const concepts = [...facts.concepts].toSorted((a, b) => b[1] - a[1])
  const first = concepts.find(([id]) => addingConcepts.has(id) || singleConcepts.has(id))
  if (column.unit === '%' || facts.isRate) return false
  return !first || addingConcepts.has(first[0])
}

/** Numbers without a unit under a header that is nothing else we know: “Nights”, “Ballots completed”. */
function isCountOfThings({ column, facts }: ViewColumn): boolean {
  return column.unit === null && !column.isMixedUnit && facts.concepts.size === 0
}

/** What “how many” counts: rows, different values, or pieces. Null where it cannot be told. */
export function countOf(state: ReadingState, isDistinct: boolean): Measure | null {
  const things = state.things()
  const value = state.all('value')[0]
  const isRepeated = countsTimes(state)
  const counted = things.find(({ meaning }) => !meaning.isVerb) ?? (value ? undefined : things[0])
  const quantity = quantityColumn(state)
  if (counted) {
    const { columns, table, isVerb } = counted.meaning
    const keyed = names(columns)
    const figure = figures(columns)
    state.use(counted)
    if (isDistinct && keyed.length > 0) return { operation: 'count_distinct', column: pickName(state, counted, keyed) }
    if (figure.length > 0 && !isRepeated && !(table > 0.9) && (figure[0]?.strength ?? 0) > (keyed[0]?.strength ?? 0)) {
      const column = state.pick(counted, figure)
      return column && (addsUp(column) || isCountOfThings(column)) ? { operation: 'sum', column: column.ref } : null
    }
    const ofTable = table >= 0.5 || keyed.some(({ column }) => column.facts.isKey && column.ref.table === 'main')
    const group = keyed.find(({ column, strength }) => !column.facts.isKey && strength >= 0.7)
    if (group && (!ofTable || group.strength > table))
      return { operation: 'count_distinct', column: pickName(state, counted, keyed) }
    if (!ofTable && isVerb) return state.where.length > 0 ? rows(quantity, isRepeated) : null
    if (!ofTable) return null
    return rows(quantity, isRepeated || isEvent(state, counted))
  }
  if (value) {
    const isOfThings = value.meaning.columns.some(({ column }) => column.facts.concepts.has('item'))
    return rows(quantity, isRepeated || (!isOfThings && hasEventRows(state)))
  }
  return state.where.length > 0 && countsRows(state) ? { operation: 'count', column: null } : null
}

/** 有几笔 counts rows; “how many days” counts days, which are none. */
function countsRows({ mentions, tokens }: ReadingState): boolean {
  return mentions.every(({ to, meaning }) => {
    if (meaning.is !== 'operation' || meaning.operation !== 'count' || tokens[to]?.isHan !== false) return true
    const counted = mentions.find((one) => one.from === to)?.meaning
    return !(
      counted?.is === 'part' ||
      (counted?.is === 'thing' && counted.table === 0 && dates(counted.columns).length > 0)
    )
  })
}

function rows(quantity: ViewColumn | undefined, isEvent: boolean): Measure {
  return quantity && !isEvent ? { operation: 'sum', column: quantity.ref } : { operation: 'count', column: null }
}

function pickName(
  state: ReadingState,
  thing: Mention<ThingMeaning | ValueMeaning>,
  fits: readonly ColumnFit[],
): Measure['column'] {
  return state.pick(thing, fits)?.ref ?? null
}

function quantityColumn({ view }: ReadingState): ViewColumn | undefined {
  const all = view.columns.filter(
    ({ facts, ref }) => facts.isFigure && ref.table === 'main' && (facts.concepts.get('quantity') ?? 0) >= 0.8,
  )
  return all.length === 1 ? all[0] : undefined
}

/** Orders and people are counted by rows, whatever quantity a row has. */
function isEvent({ tokens }: ReadingState, { from, to }: Mention<ThingMeaning>): boolean {
  const keys = tokens.slice(from, to).map(({ keys: [key = ''] }) => key)
  return events.has(keys.join(' ')) || events.has(keys.at(-1) ?? '')
}

const times = /^(?:次|笔|条|单|张|份|times)$/u

/** “How many times” and 几笔 count rows, whatever a row holds. */
function countsTimes(state: ReadingState): boolean {
  return state
    .all('operation')
    .some(({ to, meaning }) => meaning.operation === 'count' && times.test(state.tokens[to - 1]?.lower ?? ''))
}

function hasEventRows({ view }: ReadingState): boolean {
  return view.columns.some(
    ({ facts, ref }) =>
      ref.table === 'main' && facts.isKey && (facts.concepts.has('order') || facts.concepts.has('person')),
  )
}
