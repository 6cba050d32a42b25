import type { ColumnRef, GroupKey, QueryPlan } from '../../tables/query-plan'
import type { ViewColumn } from '../linking/asked-tables'
import type { AskedMeaning } from '../words/asked-mention'
import type { AskedOperation } from '../words/table-lexicon'
import { isLabel } from '../linking/header-facts'
import { type AskedKeys, columnOf, preferNames } from '../planning/read-keys'
import { figures, names, type ReadingState, type ShownAs } from '../planning/reading-state'

type PlanParts = Pick<QueryPlan, 'select' | 'measures' | 'groupBy' | 'orderBy' | 'limit'>
export interface Composed extends Partial<PlanParts> {
  readonly as?: ShownAs | null
}

export interface Asked {
  readonly state: ReadingState
  readonly operations: ReadonlySet<AskedOperation>
  readonly superlative: Extract<AskedMeaning, { is: 'superlative' }> | null
  readonly limit: number | null
  /** “… and how much?”, which asks for a figure of the rows, not for how many there are. */
  readonly isHowMuch: boolean
  readonly keys: AskedKeys
}

export function hasFigure(state: ReadingState): boolean {
  return state
    .things()
    .some(({ meaning }) =>
      figures(meaning.columns).some(({ strength }) => strength > (meaning.table < 0.9 ? 0.55 : 0.7)),
    )
}

/** A name in a question of the most that no “which” stands before: top three customers by sales. */
export function looseKey(state: ReadingState): GroupKey | null {
  const thing = state
    .things()
    .find(({ meaning }) => !meaning.isVerb && names(meaning.columns).some(({ strength }) => strength >= 0.7))
  if (!thing) return null
  const fits = names(thing.meaning.columns)
  const isRows = thing.meaning.table >= 0.9 && fits.every(({ strength }) => strength < 0.95)
  const column = isRows ? undefined : state.pick(thing, preferNames(fits))
  if (!column) return null
  state.use(thing)
  return { column: column.ref }
}

/** What tells a row from others: its key, and the name beside it; several columns where it has neither. */
export function labelsOf({ view }: Pick<ReadingState, 'view'>): ViewColumn[] {
  const own = view.columns.filter(
    ({ ref, column, facts }) => ref.table === 'main' && column.kind !== 'date' && !facts.isFigure,
  )
  const isNaming = ({ facts, column, table }: ViewColumn) =>
    column.kind === 'text' &&
    (naming.some((one) => (facts.concepts.get(one) ?? 0) > 0.8) || column.distinct > manyNames * table.rowCount)
  const key =
    own.find(({ facts, column }) => facts.isKey && column.kind === 'text') ?? own.find(({ facts }) => facts.isKey)
  const name = own.find((one) => one !== key && isNaming(one))
  if (key) return name && !(isNaming(key) && !isLabel(key.facts.keys)) ? [key, name] : [key]
  const items = own.filter(({ facts, column }) => column.kind === 'text' && facts.concepts.has('item'))
  return [...new Set([...items, ...own.filter(({ column }) => column.kind === 'text')])].slice(0, mostTelling)
}

const naming = ['item', 'person', 'student', 'customer']
/** Of the rows, with different values. */
const manyNames = 0.5
const mostTelling = 4

export function selected(state: ReadingState, columns: readonly (ViewColumn | null | undefined)[]): ColumnRef[] {
  const conditions = state.where.filter(({ operator }) => operator !== '=').map(({ column }) => columnOf(state, column))
  return [...new Set([...columns, ...conditions])].flatMap((column) => (column ? [column.ref] : []))
}

export function inOrder(groups: readonly GroupKey[]): QueryPlan['orderBy'] {
  return groups.map((_, group) => ({ by: { group }, descending: false }))
}
