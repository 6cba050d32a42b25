import type { Measure, QueryPlan } from '../../tables/query-plan'
import type { ViewColumn } from '../linking/asked-tables'
import type { TableView, ViewMeaning } from '../linking/view-mentions'
import type { Mention } from '../words/asked-mention'
import type { AskedToken } from '../words/asked-tokens'
import type { AskedOperation } from '../words/table-lexicon'
import { changed, changeOf, shared } from './compose-compared'
import { type Asked, type Composed, hasFigure, inOrder } from './composed'
import { listed, listedRows } from './compose-list'
import { ranked } from './compose-ranked'
import { readConditions } from './read-conditions'
import { columnOf, readKeys } from './read-keys'
import { addsUp, countOf, measuredColumns } from './read-measure'
import { type DraftPlan, figures, ReadingState, type ShownAs } from './reading-state'

/** The plan that mentions of a question make of a table; null where they make none. */
export function composePlan(
  view: TableView,
  tokens: readonly AskedToken[],
  mentions: readonly Mention<ViewMeaning>[],
  inner: readonly AskedOperation[],
): DraftPlan | null {
  const state = new ReadingState(view, tokens, mentions)
  const superlatives = state.all('superlative').map(({ meaning }) => meaning)
  const numbers = state.all('number')
  const isRanked = superlatives.length > 0
  if (
    (superlatives.length > 1 && !isSameTwice(superlatives)) ||
    numbers.length > 1 ||
    (numbers.length > 0 && !isRanked)
  )
    return null
  const said = state.all('operation').map(({ meaning }) => meaning.operation)
  const operations = new Set([...said, ...(said.length === 0 && !isRanked ? inner : [])])
  const change = operations.has('change') ? changeOf(state) : null
  if (operations.has('change') && !change) return null
  if (!readConditions(state)) return null
  const keys = readKeys(state, isRanked)
  if (!keys) return null
  const asked: Asked = {
    state,
    operations,
    superlative: superlatives.find(({ concept }) => concept !== null) ?? superlatives[0] ?? null,
    limit: numbers[0]?.meaning.value ?? null,
    keys,
  }
  const composed = composedOf(asked, change)
  return composed && drafted(state, composed)
}

function composedOf(asked: Asked, change: ShownAs | null): Composed | null {
  const { operations, superlative, state } = asked
  if (change) return changed(asked, change)
  if (operations.has('share')) return shared(asked)
  if (superlative) return ranked(asked, superlative)
  if (operations.has('count') || operations.has('distinct')) return counted(asked)
  for (const operation of ['sum', 'average', 'median', 'min', 'max'] as const) {
    if (operations.has(operation)) return aggregated(asked, operation)
  }
  // “How much” is weak: it needs something that the rows are chosen by.
  if (operations.has('howMuch') && countsRows(state)) return counted(asked)
  if (operations.has('howMuch'))
    return (state.where.length > 0 || asked.keys.groups.length > 0) && state.things().length > 0
      ? aggregated(asked, 'sum')
      : null
  if (asked.keys.groups.length > 0) return grouped(asked)
  if (operations.has('list') || asked.keys.asked) return listed(asked)
  // “Orders over 500 EUR”: nothing but rows and a bound of theirs.
  if (state.all('compare').length > 0 || state.hasMark('without')) return listed(asked)
  return state.all('time').length > 0 && !state.hasMark('which') ? listedRows(asked) : null
}

/** “Top 3 most expensive” says the most twice. */
function isSameTwice([first, second, third]: readonly {
  readonly direction: string
  readonly concept: string | null
}[]): boolean {
  return (
    third === undefined &&
    first?.direction === second?.direction &&
    (first?.concept === null || second?.concept === null)
  )
}

/** 多少员工 is how many. */
function countsRows(state: ReadingState): boolean {
  const isOfRows = state.things().some(({ meaning }) => meaning.table >= 0.5 && !meaning.isVerb)
  return isOfRows && !hasFigure(state) && state.tokens.some(({ isHan }) => isHan)
}

function drafted(state: ReadingState, { as = null, ...parts }: Composed): DraftPlan {
  const { joined, main } = state.view
  const left = state
    .things()
    .filter(({ meaning }) => !isHarmless(state, meaning.columns, meaning.table, meaning.isVerb))
  const plan: QueryPlan = {
    table: main.table.id,
    ...(joined && {
      join: { table: joined.table.table.id, left: joined.link.left.column.id, right: joined.link.right.column.id },
    }),
    select: parts.select ?? [],
    measures: parts.measures ?? [],
    where: state.where,
    groupBy: parts.groupBy ?? [],
    orderBy: parts.orderBy ?? [],
    limit: parts.limit ?? null,
  }
  const unused = left.reduce((sum, thing) => sum + state.weightOf(thing), 0)
  return { plan, as, ambiguities: state.ambiguities, unused, assumed: state.assumed }
}

/** What a thing without a part in the plan may be: its rows, a verb around the matter, a figure's other name. */
function isHarmless(
  state: ReadingState,
  columns: readonly { column: ViewColumn; strength: number }[],
  table: number,
  isVerb: boolean,
): boolean {
  return (
    table > 0 ||
    isVerb ||
    columns.some(({ column, strength }) => column.facts.isKey && !column.facts.isFigure && strength > 0.5) ||
    state.where.some(({ column }) => columns.some((one) => one.column === columnOf(state, column)))
  )
}

function aggregated({ state, keys }: Asked, operation: Measure['operation']): Composed | null {
  const columns = measuredColumns(state, null)
  if (columns.length === 0) return null
  if (operation === 'sum' && columns.some(({ column }) => column.unit === '%')) return null
  const measures = columns.map(({ ref }): Measure => ({ operation, column: ref }))
  const isGroup = keys.asked !== null && keys.groups.length === 0 && keys.askedColumn?.facts.isKey !== true
  const groupBy = [...keys.groups, ...(keys.asked && isGroup ? [keys.asked] : [])]
  return { measures, groupBy, orderBy: inOrder(groupBy) }
}

function counted({ state, keys, operations }: Asked): Composed | null {
  const isDistinct = operations.has('distinct')
  if (
    operations.has('sum') &&
    !isDistinct &&
    state.things().some(({ meaning }) => figures(meaning.columns).length > 0 && meaning.table === 0)
  ) {
    return aggregated({ state, keys, operations, superlative: null, limit: null }, 'sum')
  }
  const measure = countOf(state, isDistinct)
  if (!measure) return null
  return { measures: [measure], groupBy: keys.groups, orderBy: inOrder(keys.groups) }
}

/** “Sales by month”: what adds up is added up, rows are counted. */
function grouped({ state, keys }: Asked): Composed | null {
  const things = state.things().filter(({ meaning }) => figures(meaning.columns).length > 0 && !meaning.isVerb)
  const isCount = things.length === 0
  if (isCount && !state.things().some(({ meaning }) => meaning.table > 0)) return null
  const columns = isCount ? [] : measuredColumns(state, null)
  if (columns.some((column) => !addsUp(column))) return null
  const measures = isCount
    ? [{ operation: 'count' as const, column: null }]
    : columns.map(({ ref }): Measure => ({ operation: 'sum', column: ref }))
  return { measures, groupBy: keys.groups, orderBy: inOrder(keys.groups) }
}
