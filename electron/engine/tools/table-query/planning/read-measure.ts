import type { Measure } from '../../tables/query-plan'
import type { ViewColumn } from '../linking/asked-tables'
import type { ColumnFit, ThingMeaning, ValueMeaning } from '../linking/view-mentions'
import type { Mention } from '../words/asked-mention'
import { addingConcepts, keySet, tableLexicon } from '../words/table-lexicon'
import { figures, names, type ReadingState } from './reading-state'

const events = keySet(tableLexicon.events)
const money = ['amount', 'revenue', 'profit', 'salary', 'budget', 'price']

/** The columns that are counted with: those the question names, else the only one it can mean. Empty where there is none. */
export function measuredColumns(state: ReadingState, sort: Mention<ThingMeaning> | null): ViewColumn[] {
  const named = [...(sort ? [sort] : []), ...state.things().filter((thing) => thing !== sort)]
  const strong = named.filter(({ meaning }) => figures(meaning.columns).length > 0)
  const said = strong.some(({ meaning }) => !meaning.isVerb)
    ? strong.filter(({ meaning }) => !meaning.isVerb)
    : strong.slice(0, 1)
  const columns = said.flatMap((thing) => {
    const column = state.pick(thing, figures(thing.meaning.columns))
    state.use(thing)
    return column ? [column] : []
  })
  if (columns.length > 0) return [...new Set(columns)]
  const usual = usualFigure(state)
  return usual ? [usual] : []
}

/** What is meant where no figure is named: money, else the only figure there is. */
function usualFigure(state: ReadingState): ViewColumn | undefined {
  const all = state.view.columns.filter(({ facts, ref }) => facts.isFigure && ref.table === 'main')
  const ofMoney = all.flatMap((column): ColumnFit[] => {
    const at = money.findIndex((one) => column.facts.concepts.has(one))
    return at < 0 ? [] : [{ column, strength: 0.9 - 0.05 * at }]
  })
  state.assumed += 0.3
  if (ofMoney.length > 0) return state.pickOf(ofMoney, null)
  return all.length === 1
    ? all[0]
    : state.pickOf(
        all.map((column) => ({ column, strength: 0.5 })),
        null,
      )
}

/** Whether its figures may be added up. */
export function addsUp({ column, facts }: ViewColumn): boolean {
  const concepts = [...facts.concepts].toSorted((a, b) => b[1] - a[1])
  const [first] = concepts
  if (column.unit === '%') return false
  if (first) return addingConcepts.has(first[0])
  return false
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
      return column && addsUp(column) ? { operation: 'sum', column: column.ref } : null
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
  return state.where.length > 0 ? { operation: 'count', column: null } : null
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
