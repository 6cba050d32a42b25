import type { ColumnRef, GroupKey, QueryPlan } from '../../tables/query-plan'
import type { ViewColumn } from '../linking/asked-tables'
import type { AskedMeaning } from '../words/asked-mention'
import type { AskedOperation } from '../words/table-lexicon'
import { type AskedKeys, columnOf } from './read-keys'
import { figures, names, type ReadingState, type ShownAs } from './reading-state'

type PlanParts = Pick<QueryPlan, 'select' | 'measures' | 'groupBy' | 'orderBy' | 'limit'>
export interface Composed extends Partial<PlanParts> {
  readonly as?: ShownAs | null
}

export interface Asked {
  readonly state: ReadingState
  readonly operations: ReadonlySet<AskedOperation>
  readonly superlative: Extract<AskedMeaning, { is: 'superlative' }> | null
  readonly limit: number | null
  readonly keys: AskedKeys
}

export function hasFigure(state: ReadingState): boolean {
  return state
    .things()
    .some(({ meaning }) =>
      figures(meaning.columns).some(({ strength }) => strength > (meaning.table < 0.9 ? 0.55 : 0.75)),
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
  const column = isRows ? undefined : state.pick(thing, fits)
  if (!column) return null
  state.use(thing)
  return { column: column.ref }
}

/** What a row is called by: its name, else its key. */
export function labelOf({ view }: Pick<ReadingState, 'view'>): ViewColumn | undefined {
  const own = view.columns.filter(
    ({ ref, column, facts }) => ref.table === 'main' && column.kind !== 'date' && !facts.isFigure,
  )
  const named = own.find(
    ({ facts }) => facts.isKey && ['item', 'person', 'student'].some((one) => facts.concepts.has(one)),
  )
  return (
    named ??
    own.find(({ facts, column }) => facts.isKey && column.kind === 'text') ??
    own.find(({ facts }) => facts.isKey) ??
    own.find(({ column }) => column.kind === 'text')
  )
}

export function selected(state: ReadingState, columns: readonly (ViewColumn | null | undefined)[]): ColumnRef[] {
  const conditions = state.where.filter(({ operator }) => operator !== '=').map(({ column }) => columnOf(state, column))
  return [...new Set([...columns, ...conditions])].flatMap((column) => (column ? [column.ref] : []))
}

export function inOrder(groups: readonly GroupKey[]): QueryPlan['orderBy'] {
  return groups.map((_, group) => ({ by: { group }, descending: false }))
}
