import type { Measure } from '../../tables/query-plan'
import { type Asked, type Composed, hasFigure, inOrder } from './composed'
import { columnOf } from '../planning/read-keys'
import { addsUp, countOf, measuredColumns } from '../planning/read-measure'

/** “Average sales per month”: the sums of the months, averaged; “average cups per team” where each row is a team is that of the rows. Null for other averages. */
export function averagedGroups({ state, keys, operations }: Asked): Composed | null {
  const { groups } = keys
  const [group] = groups
  const isOfRows =
    groups.length === 1 && group !== undefined && !group.part && columnOf(state, group.column)?.facts.isKey === true
  if (groups.length === 0 || !state.hasMark('group')) return null
  if (!isOfRows && !groups.some(({ part }) => part !== undefined)) return null
  const isCount = operations.has('count') && !hasFigure(state)
  const column = isCount ? undefined : measuredColumns(state, null)[0]
  if (isOfRows) return column ? { measures: [{ operation: 'average', column: column.ref }] } : null
  const measure: Measure | null = isCount
    ? countOf(state, false)
    : column && addsUp(column)
      ? { operation: 'sum', column: column.ref }
      : null
  return measure && { measures: [measure], groupBy: groups, orderBy: inOrder(groups), as: { is: 'average' } }
}
