import type { Measure, QueryPlan } from '../../tables/query-plan'
import type { ViewColumn } from '../linking/asked-tables'
import type { TableView, ViewMeaning } from '../linking/view-mentions'
import type { Mention } from '../words/asked-mention'
import type { AskedToken } from '../words/asked-tokens'
import type { AskedOperation } from '../words/table-lexicon'
import { changed, changeOf, columnChanged, columnChangeOf, shared } from './compose-compared'
import { type Asked, type Composed, hasFigure, inOrder } from './composed'
import { averagedGroups } from './compose-averaged'
import { listed, listedRows } from './compose-list'
import { ranked } from './compose-ranked'
import { readConditions } from '../planning/read-conditions'
import { columnOf, readKeys } from '../planning/read-keys'
import { addsUp, countOf, measuredColumns, unnamedTotal, worthOf } from '../planning/read-measure'
import { type DraftPlan, figures, ReadingState, type ShownAs } from '../planning/reading-state'

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
  const said = saidOperations(state, isRanked)
  const operations = new Set([...said, ...(said.length === 0 && !isRanked ? inner : [])])
  if (operations.has('distinct') && !countsDifferent(state)) return null
  const columns = operations.has('change') ? columnChangeOf(state) : null
  const change = operations.has('change') && !columns ? changeOf(state) : null
  if (operations.has('change') && !change && !columns) return null
  if (!readConditions(state)) return null
  const keys = readKeys(state, isRanked)
  if (!keys) return null
  const asked: Asked = {
    state,
    operations,
    superlative: superlatives.find(({ concept }) => concept !== null) ?? superlatives[0] ?? null,
    limit: numbers[0]?.meaning.value ?? superlatives.find(({ most }) => most !== null)?.most ?? null,
    isHowMuch: state.all('operation').some(({ meaning }) => meaning.operation === 'howMuch'),
    keys,
  }
  const composed = columns ? columnChanged(asked, columns) : composedOf(asked, change)
  return composed && drafted(state, composed)
}

/** What is done, but for “and how many” behind “which … most”, which asks for the figure that is shown anyhow. */
function saidOperations(state: ReadingState, isRanked: boolean): AskedOperation[] {
  const all = state.all('operation')
  if (!isRanked) return all.map(({ meaning }) => meaning.operation)
  const which = state.all('mark').find(({ meaning }) => meaning.mark === 'which')
  const most = state.all('superlative')[0]
  const isAsked = which && most && which.from < most.from
  return all.flatMap((one) => {
    const { operation } = one.meaning
    const isFigure = operation === 'count' || operation === 'howMuch'
    const isTail = isAsked && one.from >= most.to && isFigure
    const before = state.before(one)
    const isSort = before?.meaning.is === 'mark' && (before.meaning.mark === 'group' || before.meaning.mark === 'sort')
    return isTail || (isFigure && isSort) ? [] : [operation]
  })
}

/** 不同的商品有几种 counts them; 不同商品的销量 is one figure for each. */
function countsDifferent(state: ReadingState): boolean {
  const [different] = state.all('operation').filter(({ meaning }) => meaning.operation === 'distinct')
  const counts = state.all('operation').filter(({ meaning }) => isCounting.has(meaning.operation))
  if (!different || state.tokens[different.from]?.isHan !== true) return true
  return counts.some(({ from }) => from < different.from) || state.things().length <= 1
}

const isCounting: ReadonlySet<AskedOperation> = new Set<AskedOperation>(['count', 'howMuch'])

function composedOf(asked: Asked, change: ShownAs | null): Composed | null {
  const { operations, superlative, state } = asked
  if (change) return changed(asked, change)
  if (operations.has('share')) return shared(asked)
  const worth = superlative ? null : worthOf(state)
  if (worth) return { measures: [worth], groupBy: asked.keys.groups, orderBy: inOrder(asked.keys.groups) }
  if (superlative) return ranked(asked, superlative)
  const mean = operations.has('average') ? averagedGroups(asked) : null
  if (mean) return mean
  // “What is different” counts nothing.
  // “Average number of nights” is of nights.
  const isOfFigure =
    hasFigure(state) && ['average', 'median', 'min', 'max'].some((one) => operations.has(one as AskedOperation))
  const isCounted =
    (operations.has('count') && !isOfFigure) || (operations.has('distinct') && operations.has('howMuch'))
  if (isCounted) return counted(asked)
  for (const operation of ['sum', 'average', 'median', 'min', 'max'] as const) {
    if (operations.has(operation)) return aggregated(asked, operation)
  }
  // “How much” is weak: it needs something that the rows are chosen by.
  if (operations.has('howMuch') && countsRows(state)) return counted(asked)
  if (operations.has('howMuch') && isOneRecord(state)) return null
  if (operations.has('howMuch'))
    return (state.where.length > 0 || asked.keys.groups.length > 0) && state.things().length > 0
      ? aggregated(asked, 'sum')
      : null
  if (asked.keys.groups.length > 0) return grouped(asked)
  if (operations.has('list') || asked.keys.asked) return listed(asked)
  // “Orders over 500 EUR”: nothing but rows and a bound of theirs.
  if (state.all('compare').length > 0 || state.hasMark('without')) return listed(asked)
  if (state.hasMark('which')) return null
  // “Riverside visits 2025”: a figure of what is chosen, and no word of what is done with it.
  const isFigure = hasFigure(state) && state.where.length > 0 && !isOneRecord(state)
  const keyed = isFigure ? aggregated(asked, 'sum') : null
  if (keyed?.measures?.length === 1 && measuresAdd(state, keyed)) {
    state.assumed += unsaidSum
    return keyed
  }
  return state.all('time').length > 0 ? listedRows(asked) : null
}

const unsaidSum = 0.3

function measuresAdd(state: ReadingState, { measures = [] }: Composed): boolean {
  return measures.every(({ column }) => {
    const own = column && columnOf(state, column)
    return own && addsUp(own)
  })
}

/** What is known by its key is one record: record_lookup has those, unless something is worked out. */
function isOneRecord(state: ReadingState): boolean {
  return state.where.some(
    (one) => one.operator === '=' && columnOf(state, one.column)?.facts.isKey === true && !one.part,
  )
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

/** 多少员工 is how many; 预算是多少 is how much. */
function countsRows(state: ReadingState): boolean {
  const howMuch = state.all('operation').find(({ meaning }) => meaning.operation === 'howMuch')
  const isOfRows = state
    .things()
    .some(({ from, meaning }) => meaning.table >= 0.5 && !meaning.isVerb && from >= (howMuch?.to ?? 0))
  return isOfRows && !hasFigure(state) && state.tokens.some(({ isHan }) => isHan)
}

function drafted(state: ReadingState, { as = null, ...own }: Composed): DraftPlan {
  const { joined, main } = state.view
  for (const ref of [...(own.select ?? []), ...(own.measures ?? []).map(({ column }) => column)]) {
    const column = ref && columnOf(state, ref)
    if (column) state.shown.add(column)
  }
  const isRowsNamed = state.all('thing').some(({ meaning }) => meaning.table >= surely)
  const left = state
    .things()
    .filter((thing) => !isTableName(state, thing))
    .filter(
      ({ meaning }) =>
        !isHarmless(state, meaning.columns, isRowsNamed && meaning.table < nearly ? 0 : meaning.table, meaning.isVerb),
    )
  const plan: QueryPlan = {
    table: main.table.id,
    ...(joined && {
      join: { table: joined.table.table.id, left: joined.link.left.column.id, right: joined.link.right.column.id },
    }),
    select: own.select ?? [],
    measures: own.measures ?? [],
    where: state.where,
    groupBy: own.groupBy ?? [],
    orderBy: own.orderBy ?? [],
    limit: own.limit ?? null,
  }
  const parts = state.all('part').filter((part) => !state.isUsed(part))
  const unused = [...left, ...parts].reduce((sum, one) => sum + state.weightOf(one), 0)
  return { plan, as, ambiguities: state.ambiguities, unused, assumed: state.assumed }
}

/** What names the rows; beside it, what is only near to a name of theirs (“orders of magnitude”) is something else. */
const surely = 0.9
const nearly = 0.5
/** As a word of a header that is not its head. */
const beside = 0.4

/** “In the table of disability categories”. */
function isTableName({ tokens }: ReadingState, { from }: Mention<ViewMeaning>): boolean {
  return tokens[from - 1]?.lower === 'of' && /^(?:table|sheet|list)$/u.test(tokens[from - 2]?.lower ?? '')
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
    state.where.some(({ column }) => columns.some((one) => one.column === columnOf(state, column))) ||
    columns.some(({ column, strength }) => strength >= beside && state.shown.has(column))
  )
}

function aggregated({ state, keys }: Asked, operation: Measure['operation']): Composed | null {
  const total = operation === 'sum' ? unnamedTotal(state) : null
  const columns = total ? [] : measuredColumns(state, null, operation === 'sum' ? addsUp : undefined)
  if (!total && columns.length === 0) return null
  if (operation === 'sum' && columns.some(({ column }) => column.unit === '%')) return null
  const measures = total ? [total] : columns.map(({ ref }): Measure => ({ operation, column: ref }))
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
    return aggregated({ state, keys, operations, superlative: null, limit: null, isHowMuch: false }, 'sum')
  }
  if (countsUnknown(state)) return null
  const measure = countOf(state, isDistinct)
  if (!measure) return null
  return { measures: [measure], groupBy: keys.groups, orderBy: inOrder(keys.groups) }
}

/** 几个杯 where nothing explains 杯: what is counted is not known. */
function countsUnknown(state: ReadingState): boolean {
  return state.all('operation').some(({ to, meaning }) => {
    const token = state.tokens[to]
    const isOpen = meaning.operation === 'count' && token?.isHan === true && !token.isFree
    return isOpen && !state.mentions.some((one) => one.from <= to && one.to > to)
  })
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
