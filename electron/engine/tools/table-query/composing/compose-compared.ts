import type { Measure } from '../../tables/query-plan'
import type { ViewColumn } from '../linking/asked-tables'
import type { AskedPeriod } from '../words/asked-period'
import { testsOfPeriod } from '../words/asked-time'
import { type Asked, type Composed, hasFigure, inOrder, looseKey } from './composed'
import { columnsOfTime } from '../planning/read-conditions'
import { columnOf } from '../planning/read-keys'
import { addsUp, measuredColumns } from '../planning/read-measure'
import { figures, type ReadingState, type ShownAs } from '../planning/reading-state'

/** The groups of a total, one of which is asked for. */
export function shared({ state, keys }: Asked): Composed | null {
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

/** “From H1 2022 to H1 2023” where each is a column of figures: that of the earlier time, and that of the later. */
export function columnChangeOf(state: ReadingState): readonly [readonly ViewColumn[], readonly ViewColumn[]] | null {
  const times = state.all('time')
  const periods = times.flatMap(({ meaning: { time } }) => time.pair ?? (time.period ? [time.period] : []))
  if (periods.length !== 2) return null
  const [a = [], b = []] = periods
    .map((period) => ({ at: startOf(period), columns: columnsOfTime(state.view, testsOfPeriod(period)) }))
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map(({ columns }) => columns)
  if (a.length === 0 || b.length === 0) return null
  for (const one of times) state.use(one)
  return [a, b]
}

function startOf(period: AskedPeriod): string {
  return period.is === 'days' ? period.from : String(period.values[0] ?? '')
}

/** The difference between two columns of the rows that are meant. */
export function columnChanged(
  { state, keys }: Asked,
  [earlier, later]: readonly [readonly ViewColumn[], readonly ViewColumn[]],
): Composed | null {
  const thing = state.things().find(({ meaning }) => figures(meaning.columns).length > 0)
  if (keys.groups.length > 0) return null
  const among = (columns: readonly ViewColumn[]) => {
    const fits = thing ? figures(thing.meaning.columns).filter(({ column }) => columns.includes(column)) : []
    const [only, ...others] = columns
    return fits.length > 0 ? state.pickOf(fits, null) : others.length === 0 ? only : undefined
  }
  const [from, to] = [among(earlier), among(later)]
  state.use(thing)
  if (!from || !to || from.column.unit !== to.column.unit) return null
  const measures = [from, to].map(({ ref }): Measure => ({ operation: 'sum', column: ref }))
  return { measures, groupBy: [], as: { is: 'difference' } }
}

export function changed({ state, operations, keys }: Asked, as: ShownAs): Composed | null {
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
export function changeOf(state: ReadingState): ShownAs | null {
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
