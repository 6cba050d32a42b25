import type { ColumnRef, GroupKey, Measure, QueryPlan } from '../../tables/query-plan'
import type { ViewColumn } from '../linking/asked-tables'
import type { TableView, ViewMeaning } from '../linking/view-mentions'
import type { AskedMeaning, Mention } from '../words/asked-mention'
import type { AskedPeriod } from '../words/asked-period'
import type { AskedToken } from '../words/asked-tokens'
import { type AskedOperation } from '../words/table-lexicon'
import { readConditions } from './read-conditions'
import { type AskedKeys, columnOf, readKeys } from './read-keys'
import { addsUp, countOf, measuredColumns } from './read-measure'
import { type DraftPlan, figures, names, ReadingState, type ShownAs } from './reading-state'

type PlanParts = Pick<QueryPlan, 'select' | 'measures' | 'groupBy' | 'orderBy' | 'limit'>
interface Composed extends Partial<PlanParts> {
  readonly as?: ShownAs | null
}

interface Asked {
  readonly state: ReadingState
  readonly operations: ReadonlySet<AskedOperation>
  readonly superlative: Extract<AskedMeaning, { is: 'superlative' }> | null
  readonly limit: number | null
  readonly keys: AskedKeys
}

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
  if (superlatives.length > 1 || numbers.length > 1 || (numbers.length > 0 && !isRanked)) return null
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
    superlative: superlatives[0] ?? null,
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
  if (operations.has('howMuch'))
    return state.where.length > 0 && state.things().length > 0 ? aggregated(asked, 'sum') : null
  if (asked.keys.groups.length > 0) return grouped(asked)
  if (operations.has('list') || asked.keys.asked) return listed(asked)
  // “Orders over 500 EUR”: nothing but rows and a bound of theirs.
  return state.all('compare').length > 0 || state.hasMark('without') ? listed(asked) : null
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
  const groupBy = [...keys.groups, ...(keys.asked && keys.groups.length === 0 ? [keys.asked] : [])]
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

/** The most and the least: of groups where the key comes again, else of rows. */
function ranked(asked: Asked, { direction, concept, most }: NonNullable<Asked['superlative']>): Composed | null {
  const { state, keys, operations, limit } = asked
  const descending = direction === 'most'
  if (concept === 'date') return rankedByDate(asked, descending)
  const key = keys.asked ?? keys.groups[0] ?? looseKey(state)
  const keyColumn = key ? columnOf(state, key.column) : undefined
  const rowsOf = limit ?? most ?? 1
  const isGroup = key !== null && (key.part !== undefined || keyColumn?.facts.isKey === false)
  const groupBy = isGroup ? groupKeys(asked, key) : []
  const order = (measure: Measure): Composed => ({
    measures: [measure],
    groupBy,
    orderBy: [{ by: { measure: 0 }, descending }],
    limit: rowsOf,
  })
  const isCounted =
    concept === 'count' ||
    operations.has('count') ||
    (isGroup && !hasFigure(state) && state.things().some(({ meaning }) => meaning.table > 0))
  if (isCounted) return isGroup ? order({ operation: 'count', column: null }) : null
  const column = concept === null ? measuredColumns(state, keys.sort)[0] : conceptColumn(state, concept)
  if (!column) return null
  const operation = (['average', 'median', 'sum'] as const).find((one) => operations.has(one))
  const isMark = keys.groups.length > 0 && !keys.asked && keys.sort === null && limit === null
  if (isMark && !operation && isGroup) {
    return {
      measures: [{ operation: descending ? 'max' : 'min', column: column.ref }],
      groupBy,
      orderBy: inOrder(groupBy),
    }
  }
  if (isGroup && (operation || addsUp(column))) return order({ operation: operation ?? 'sum', column: column.ref })
  if (operation) return null
  const label = keyColumn ?? labelOf(state)
  return { select: selected(state, [label, column]), orderBy: [{ by: column.ref, descending }], limit: rowsOf }
}

function groupKeys({ state, keys }: Asked, key: GroupKey): GroupKey[] {
  if (keys.groups.length > 1 || (keys.groups.length === 1 && !keys.asked)) return [...keys.groups]
  const isOneYear = state.where.some((one) => one.part === 'year' && one.operator === '=')
  const withYear = key.part !== undefined && ['quarter', 'month', 'week'].includes(key.part) && !isOneYear
  return withYear ? [{ column: key.column, part: 'year' }, key] : [key]
}

function rankedByDate({ state, keys, limit }: Asked, descending: boolean): Composed | null {
  const all = state.view.columns.filter(({ column }) => column.kind === 'date')
  const named = state
    .things()
    .find(({ meaning }) => meaning.columns.some(({ column }) => column.column.kind === 'date'))
  const fits = named
    ? named.meaning.columns.filter(({ column }) => column.column.kind === 'date')
    : all.map((column) => ({ column, strength: column.facts.concepts.has('date') ? 1 : 0.9 }))
  const column = state.pickOf(fits, named ?? null)
  if (!column) return null
  state.use(named)
  const figure = state
    .things()
    .find(({ meaning }) => figures(meaning.columns).length > 0 && meaning.table === 0 && !meaning.isVerb)
  const other = figure && state.pick(figure, figures(figure.meaning.columns))
  state.use(figure)
  const asked = keys.asked && columnOf(state, keys.asked.column)
  return {
    select: selected(state, [asked ?? labelOf(state), column, other]),
    orderBy: [{ by: column.ref, descending }],
    limit: limit ?? 1,
  }
}

/** A name in a question of the most that no “which” stands before: top three customers by sales. */
function looseKey(state: ReadingState): GroupKey | null {
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

function hasFigure(state: ReadingState): boolean {
  return state
    .things()
    .some(({ meaning }) =>
      figures(meaning.columns).some(({ strength }) => strength > (meaning.table < 0.9 ? 0.55 : 0.75)),
    )
}

function conceptColumn(state: ReadingState, concept: string): ViewColumn | undefined {
  const said = state.things().find(({ meaning }) => !meaning.isVerb && figures(meaning.columns).length > 0)
  if (said) return measuredColumns(state, null)[0]
  const ids = concept === 'price' ? ['price', 'amount'] : [concept]
  for (const id of ids) {
    const fits = state.view.columns.flatMap((column) => {
      const strength = column.facts.isFigure ? column.facts.concepts.get(id) : undefined
      return strength === undefined ? [] : [{ column, strength }]
    })
    if (fits.length > 0) return state.pickOf(fits, null)
  }
  return undefined
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

function selected(state: ReadingState, columns: readonly (ViewColumn | null | undefined)[]): ColumnRef[] {
  const conditions = state.where.filter(({ operator }) => operator !== '=').map(({ column }) => columnOf(state, column))
  return [...new Set([...columns, ...conditions])].flatMap((column) => (column ? [column.ref] : []))
}

const mostColumns = 12

/** Rows that conditions hold for; the different values of a column where none is set. */
function listed({ state, keys, operations }: Asked): Composed | null {
  const thing = state
    .things()
    .find(({ meaning }) => names(meaning.columns).some(({ strength }) => strength >= 0.7) && !meaning.isVerb)
  const asked = keys.askedColumn ?? (thing && state.pick(thing, names(thing.meaning.columns)))
  const isOfRows = (thing?.meaning.table ?? 0) >= 0.9 || state.things().some(({ meaning }) => meaning.table >= 0.5)
  if (asked && !(asked.facts.isKey && asked.ref.table === 'main') && !(isOfRows && thing)) {
    if (!operations.has('list') && state.where.length === 0) return null
    state.use(thing)
    return { groupBy: [{ column: asked.ref }], orderBy: inOrder([{ column: asked.ref }]) }
  }
  if (state.where.length === 0 || (!asked && !isOfRows)) return null
  if (keys.askedColumn)
    return { select: selected(state, [keys.askedColumn, ...state.where.map(({ column }) => columnOf(state, column))]) }
  return { select: state.view.columns.slice(0, mostColumns).map(({ ref }) => ref) }
}

/** The groups of a total, one of which is asked for. */
function shared({ state, keys }: Asked): Composed | null {
  const focus = state.where.find(
    ({ operator, column, part }) =>
      operator === '=' && part === undefined && columnOf(state, column)?.column.kind === 'text',
  )
  if (focus) state.where.splice(state.where.indexOf(focus), 1)
  const loose = keys.groups[0] ?? keys.asked ?? (focus ? { column: focus.column } : looseKey(state))
  if (!loose) return null
  const isCount = !hasFigure(state) && state.things().some(({ meaning }) => meaning.table > 0)
  const column = isCount ? undefined : measuredColumns(state, null)[0]
  if (!isCount && (!column || !addsUp(column))) return null
  const measure: Measure = column ? { operation: 'sum', column: column.ref } : { operation: 'count', column: null }
  const of = focus?.values[0]
  return {
    measures: [measure],
    groupBy: [loose],
    orderBy: [{ by: { measure: 0 }, descending: true }],
    as: { is: 'share', of: of === undefined ? null : String(of) },
  }
}

function changed({ state, operations, keys }: Asked, as: ShownAs): Composed | null {
  if (as.is !== 'change') return null
  const isCount =
    operations.has('count') || (!hasFigure(state) && state.things().some(({ meaning }) => meaning.table >= 0.9))
  const column = isCount ? undefined : measuredColumns(state, null)[0]
  if (!isCount && !column) return null
  const operation = operations.has('average') || (column && !addsUp(column)) ? 'average' : 'sum'
  const measure: Measure = column ? { operation, column: column.ref } : { operation: 'count', column: null }
  const date = state.where.find(({ part }) => part !== undefined)
  if (!date) return null
  const others = state.where.filter((one) => one.part !== date.part || one.column !== date.column)
  state.where.splice(0, state.where.length, ...others, {
    column: date.column,
    operator: 'in',
    values: [...as.from, ...as.to],
    part: date.part,
  })
  const groupBy = [{ column: date.column, part: date.part }]
  return keys.groups.length > 0 ? null : { measures: [measure], groupBy, orderBy: inOrder(groupBy), as }
}

/** The two times of a change, whose rows alone are read. */
function changeOf(state: ReadingState): ShownAs | null {
  const times = state.all('time')
  const pair =
    times.length === 1
      ? times[0]?.meaning.time.pair
      : times.length === 2
        ? times.map(({ meaning }) => meaning.time.period)
        : null
  const [a, b] = (pair ?? []).map((one) => one && yearOfPeriod(one))
  return a === undefined || b === undefined || a === null || b === null || a === b
    ? null
    : { is: 'change', from: [Math.min(a, b)], to: [Math.max(a, b)] }
}

function yearOfPeriod(period: AskedPeriod): number | null {
  if (period.is === 'part') return period.values[0] ?? null
  return period.grain === 'year' ? Number(period.from.slice(0, 4)) : null
}

function inOrder(groups: readonly GroupKey[]): QueryPlan['orderBy'] {
  return groups.map((_, group) => ({ by: { group }, descending: false }))
}
