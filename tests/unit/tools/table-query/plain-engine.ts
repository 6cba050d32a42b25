import type {
  ColumnRef,
  Condition,
  DatePart,
  Measure,
  PlanResult,
  QueryPlan,
  TableEngine,
} from '@engine/tools/tables/query-plan'
import type { Cell, SampleTable } from './sample-tables'

type Row = Readonly<Record<'main' | 'joined', readonly Cell[]>>

/** Runs plans over sample tables in plain code, apart from any SQL. */
export function plainEngine(samples: readonly SampleTable[]): TableEngine {
  return { run: (plan) => Promise.resolve(resultOf(plan, samples)) }
}

function resultOf(plan: QueryPlan, samples: readonly SampleTable[]): PlanResult {
  const sampleOf = (id: string | undefined) => samples.find(({ table }) => table.id === id)
  const sides = { main: sampleOf(plan.table), joined: sampleOf(plan.join?.table) }
  const at = ({ table, column }: ColumnRef) => sides[table]?.table.columns.findIndex(({ id }) => id === column) ?? -1
  const cell = (row: Row, ref: ColumnRef): Cell => row[ref.table][at(ref)] ?? null
  const header = (ref: ColumnRef) => sides[ref.table]?.table.columns[at(ref)]?.header ?? ''
  const rows = joinedRows(plan, sides.main?.rows ?? [], sides.joined?.rows ?? [], at).filter((row) =>
    plan.where.every((one) => holds(one, cell(row, one.column))),
  )
  const isGrouped = plan.groupBy.length > 0 || plan.measures.length > 0
  const keyOf = (row: Row) => plan.groupBy.map(({ column, part }) => partOf(cell(row, column), part))
  const groups = new Map<string, Row[]>()
  if (isGrouped && plan.groupBy.length === 0) groups.set('[]', [])
  for (const row of isGrouped ? rows : []) {
    const key = JSON.stringify(keyOf(row))
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  const measured = [...groups.values()].map((own) => ({
    values: [
      ...(own[0] ? keyOf(own[0]) : plan.groupBy.map(() => null)),
      ...plan.measures.map((measure) => measureOf(measure, own, cell)),
    ],
    sorts: plan.orderBy.map(({ by }) =>
      'measure' in by
        ? measureOf(plan.measures[by.measure] ?? { operation: 'count', column: null }, own, cell)
        : 'group' in by && own[0]
          ? (keyOf(own[0])[by.group] ?? null)
          : null,
    ),
  }))
  const plain = rows.map((row) => ({
    values: plan.select.map((ref) => cell(row, ref)),
    sorts: plan.orderBy.map(({ by }) => ('column' in by ? cell(row, by) : null)),
  }))
  const all = (isGrouped ? measured : plain).toSorted((a, b) => order(a.sorts, b.sorts, plan))
  const kept = plan.limit === null ? all : all.slice(0, plan.limit)
  const columns = isGrouped
    ? [
        ...plan.groupBy.map(({ column }) => header(column)),
        ...plan.measures.map(({ operation, column }) => `${operation}(${column ? header(column) : ''})`),
      ]
    : plan.select.map(header)
  const shown = (values: readonly Cell[]) => ({ cells: values.map((value) => String(value ?? '')) })
  const behind = {
    columns,
    rows: rows.slice(0, 200).map(() => ({ cells: [], source: { documentId: plan.table, start: 0, end: 1 } })),
    total: rows.length,
  }
  return {
    columns,
    rows: kept.map(({ values }) => shown(values)),
    total: all.length,
    values: kept.map(({ values }) => values),
    behind,
    sql: 'SELECT …',
    leftOut: { unreadable: [], mixedUnits: [] },
  }
}

function joinedRows(
  { join }: QueryPlan,
  main: readonly (readonly Cell[])[],
  other: readonly (readonly Cell[])[],
  at: (ref: ColumnRef) => number,
): Row[] {
  if (!join) return main.map((row) => ({ main: row, joined: [] }))
  const [left, right] = [at({ table: 'main', column: join.left }), at({ table: 'joined', column: join.right })]
  return main.flatMap((row) =>
    other.filter((one) => one[right] === row[left]).map((one) => ({ main: row, joined: one })),
  )
}

function partOf(value: Cell, part: DatePart | undefined): Cell {
  if (part === undefined || value === null) return value
  const [year = 0, month = 1, day = 1] = String(value).split('-').map(Number)
  if (part === 'year') return year
  if (part === 'quarter') return Math.ceil(month / 3)
  if (part === 'month') return month
  if (part === 'day') return day
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7
}

function holds({ operator, values, part }: Condition, cell: Cell): boolean {
  if (operator === 'is_empty') return cell === null
  if (operator === 'is_not_empty') return cell !== null
  const own = partOf(cell, part)
  if (own === null) return false
  const [a = null, b = null] = values
  const same = (one: Cell) => String(one).toLowerCase() === String(own).toLowerCase()
  const compared = (one: Cell) =>
    typeof own === 'number' ? own - Number(one) : String(own) < String(one) ? -1 : own === one ? 0 : 1
  if (operator === '=') return same(a)
  if (operator === '!=') return !same(a)
  if (operator === 'in') return values.some(same)
  if (operator === 'contains')
    return values.some((one) => String(own).toLowerCase().includes(String(one).toLowerCase()))
  if (operator === 'between') return compared(a) >= 0 && compared(b) <= 0
  return { '<': compared(a) < 0, '<=': compared(a) <= 0, '>': compared(a) > 0, '>=': compared(a) >= 0 }[operator]
}

function measureOf(
  { operation, column }: Measure,
  rows: readonly Row[],
  cell: (row: Row, ref: ColumnRef) => Cell,
): Cell {
  if (!column) return rows.length
  const values = rows.map((row) => cell(row, column)).filter((value) => value !== null)
  const numbers = values.map(Number).toSorted((a, b) => a - b)
  const sum = numbers.reduce((total, one) => total + one, 0)
  if (operation === 'count') return values.length
  if (operation === 'count_distinct') return new Set(values).size
  if (numbers.length === 0) return null
  if (operation === 'sum') return sum
  if (operation === 'average') return sum / numbers.length
  if (operation === 'min') return numbers[0] ?? null
  if (operation === 'max') return numbers.at(-1) ?? null
  const middle = numbers.length / 2
  return numbers.length % 2 === 1
    ? (numbers[Math.floor(middle)] ?? null)
    : ((numbers[middle - 1] ?? 0) + (numbers[middle] ?? 0)) / 2
}

function order(a: readonly Cell[], b: readonly Cell[], { orderBy }: QueryPlan): number {
  for (const [at, { descending }] of orderBy.entries()) {
    const [x, y] = [a[at] ?? null, b[at] ?? null]
    if (x === y) continue
    const less = typeof x === 'number' && typeof y === 'number' ? x - y : String(x) < String(y) ? -1 : 1
    return descending ? -less : less
  }
  return 0
}
