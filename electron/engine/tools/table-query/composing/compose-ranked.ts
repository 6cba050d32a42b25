import type { GroupKey, Measure } from '../../tables/query-plan'
import { isLabel } from '../linking/header-facts'
import type { ThingMeaning } from '../linking/view-mentions'
import type { Mention } from '../words/asked-mention'
import type { ViewColumn } from '../linking/asked-tables'
import { type Asked, type Composed, hasFigure, inOrder, labelsOf, looseKey, selected } from './composed'
import { asksOfDeed, columnOf } from '../planning/read-keys'
import { addsUp, measuredColumns } from '../planning/read-measure'
import { figures, type ReadingState } from '../planning/reading-state'

/** The most and the least: of groups where the key comes again, else of rows. */
export function ranked(asked: Asked, { direction, concept, most }: NonNullable<Asked['superlative']>): Composed | null {
  const { state, keys, operations, limit } = asked
  const descending = direction === 'most'
  const hasAges = state.view.columns.some(({ facts }) => facts.isFigure && facts.concepts.has('age'))
  // “The oldest” of those that have an age: another reading of the word.
  if (concept === 'date' && hasAges && isOfAge(state)) return null
  if (concept === 'date') return rankedByDate(asked, descending)
  const key = keys.asked ?? keys.groups[0] ?? looseKey(state) ?? (concept === null ? verbKey(state) : null)
  const keyColumn = key ? columnOf(state, key.column) : undefined
  if (isDeed(state) && (!key || !(keys.sort ?? hasFigure(state)))) return null
  const rowsOf = limit ?? most ?? 1
  // Of one driver's trips the longest is asked for, not the driver.
  const isChosen = state.where.some(
    (one) => one.operator === '=' && !one.part && columnOf(state, one.column) === keyColumn,
  )
  const isGroup = key !== null && !isChosen && (key.part !== undefined || keyColumn?.facts.isKey === false)
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
    (isGroup && concept === null && !asked.isHowMuch && !hasFigure(state) && state.things().some(namesRows))
  if (isCounted) return isGroup ? order({ operation: 'count', column: null }) : null
  const size = concept === null && keys.sort === null ? sizeColumn(state) : undefined
  const column = size ?? (concept === null ? measuredColumns(state, keys.sort)[0] : conceptColumn(state, concept))
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
  if (isGroup && (operation || addsUp(column) || (concept === null && isOfAmount(state))))
    return order({ operation: operation ?? 'sum', column: column.ref })
  if (operation) return null
  const isName = keyColumn !== undefined && !isLabel(keyColumn.facts.keys)
  const labels = isName ? [keyColumn] : [keyColumn, ...labelsOf(state)]
  return {
    select: selected(state, [...labels, whenOf(state), column]),
    orderBy: [{ by: column.ref, descending }],
    limit: rowsOf,
  }
}

function namesRows({ meaning: { table, columns } }: Mention<ThingMeaning>): boolean {
  const [first] = columns
  const isKey = first?.column.facts.isKey === true && !first.column.facts.isFigure && first.strength >= asNamed
  return table > 0 || isKey
}

const asNamed = 0.85

/** “The largest flat” is the one of most area, where a column is an area and none is named. */
function sizeColumn(state: ReadingState): ViewColumn | undefined {
  const isOfSize = state
    .all('superlative')
    .some(({ from, to }) =>
      state.tokens.slice(from, to).some(({ lower }) => /^(?:largest|biggest|smallest|大|小)$/u.test(lower)),
    )
  if (!isOfSize || hasFigure(state)) return undefined
  const sizes = state.view.columns.filter(
    ({ facts, ref }) => facts.isFigure && ref.table === 'main' && facts.concepts.has('area'),
  )
  return sizes.length === 1 ? sizes[0] : undefined
}

function isOfAge(state: ReadingState): boolean {
  return state
    .all('superlative')
    .some(({ from, to }) => state.tokens.slice(from, to).some(({ lower }) => /^(?:oldest|youngest|老)$/u.test(lower)))
}

/** “Most weight” is of all of it, “highest weight” of one row. */
function isOfAmount(state: ReadingState): boolean {
  return state
    .all('superlative')
    .some(({ from, to }) =>
      state.tokens.slice(from, to).some(({ lower }) => /^(?:most|least|fewest|多|少)$/u.test(lower)),
    )
}

function isDeed(state: ReadingState): boolean {
  return state.all('mark').some((mark) => mark.meaning.mark === 'which' && asksOfDeed(state, mark, state.after(mark)))
}

/** “What did we order most?” asks for things, which nothing but its verb says. */
function verbKey(state: ReadingState): GroupKey | null {
  const items = state.view.columns.filter(
    ({ ref, facts, column }) =>
      ref.table === 'main' && column.kind === 'text' && !facts.isKey && (facts.concepts.get('item') ?? 0) > 0.8,
  )
  return isDeed(state) && items.length === 1 && items[0] ? { column: items[0].ref } : null
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
  const behindWhich = keys.asked && columnOf(state, keys.asked.column)
  const asked = behindWhich?.column.kind === 'date' ? null : behindWhich
  return {
    select: selected(state, [...(asked ? [asked] : labelsOf(state)), column, other]),
    orderBy: [{ by: column.ref, descending }],
    limit: limit ?? 1,
  }
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

/** “When was it lowest?” asks for the date of the row. */
function whenOf({ tokens, view }: ReadingState): ViewColumn | undefined {
  const asksWhen =
    tokens.some(({ lower }) => lower === 'when') ||
    /什么时候|何时|哪一?天/u.test(tokens.map(({ text }) => text).join(''))
  return asksWhen ? view.columns.find(({ column }) => column.kind === 'date') : undefined
}
