import { CairnError } from '@shared/errors'
import type { DataColumn, DataTable } from '../../tables/data-table'
import type { ColumnRef, QueryPlan } from '../../tables/query-plan'
import type { TableQueryArguments } from '@shared/tools/table-query-arguments'

/** What a table is called among others: its document, with its sheet or caption where the document has several, else its id. */
export function tableName(table: DataTable, all: readonly DataTable[]): string {
  const same = all.filter(({ documentName }) => documentName === table.documentName)
  if (same.length === 1) return table.documentName
  const whole = wholeName(table)
  return table.name !== '' && same.filter((one) => wholeName(one) === whole).length === 1 ? whole : table.id
}

const mostHeaders = 3

/** A table to choose among others, for people: by its first headers where its name is no other's than several tables'. */
export function tableChoice(
  table: DataTable,
  all: readonly DataTable[],
): { readonly label: string; readonly name: string } {
  const name = tableName(table, all)
  if (name !== table.id) return { label: name, name }
  const headers = table.columns.slice(0, mostHeaders).map(({ header }) => header)
  return { label: `${table.name === '' ? table.documentName : wholeName(table)} (${headers.join(', ')})`, name }
}

function wholeName({ documentName, name }: DataTable): string {
  return `${documentName}/${name}`
}

/** A plan as arguments: names instead of ids. */
export function namedPlan(plan: QueryPlan, tables: readonly DataTable[]): Omit<TableQueryArguments, 'as'> {
  const main = tables.find(({ id }) => id === plan.table)
  const joined = tables.find(({ id }) => id === plan.join?.table)
  if (!main) throw unknownTable(plan.table, tables)
  const named = ({ table, column }: ColumnRef) => ({
    table,
    column: columnName(table === 'main' ? main : (joined ?? main), column),
  })
  return {
    table: tableName(main, tables),
    ...(plan.join &&
      joined && {
        join: {
          table: tableName(joined, tables),
          left: columnName(main, plan.join.left),
          right: columnName(joined, plan.join.right),
        },
      }),
    select: plan.select.map(named),
    measures: plan.measures.map(({ operation, column, times }) => ({
      operation,
      column: column && named(column),
      ...(times && { times: named(times) }),
    })),
    where: plan.where.map(({ column, operator, values, part }) => ({
      column: named(column),
      operator,
      values: [...values],
      ...(part && { part }),
    })),
    groupBy: plan.groupBy.map(({ column, part }) => ({ column: named(column), ...(part && { part }) })),
    orderBy: plan.orderBy.map(({ by, descending }) => ({ by: 'column' in by ? named(by) : by, descending })),
    limit: plan.limit,
  }
}

/** Arguments as a plan: ids instead of names. Throws CairnError INVALID_INPUT for a table or a column that there is not. */
export function resolvedPlan(args: TableQueryArguments, tables: readonly DataTable[]): QueryPlan {
  const main = findTable(args.table, tables)
  const joined = args.join && findTable(args.join.table, tables)
  const ref = ({ table, column }: ColumnRef): ColumnRef => ({
    table,
    column: findColumn(table === 'main' ? main : joined, column).id,
  })
  return {
    table: main.id,
    ...(args.join &&
      joined && {
        join: {
          table: joined.id,
          left: findColumn(main, args.join.left).id,
          right: findColumn(joined, args.join.right).id,
        },
      }),
    select: args.select.map(ref),
    measures: args.measures.map(({ operation, column, times }) => ({
      operation,
      column: column && ref(column),
      ...(times && { times: ref(times) }),
    })),
    where: args.where.map((one) => ({ ...one, column: ref(one.column) })),
    groupBy: args.groupBy.map((one) => ({ ...one, column: ref(one.column) })),
    orderBy: args.orderBy.map(({ by, descending }) => ({ by: 'column' in by ? ref(by) : by, descending })),
    limit: args.limit,
  }
}

function columnName({ columns }: DataTable, id: string): string {
  const column = columns.find((one) => one.id === id)
  if (!column) return id
  return columns.filter(({ header }) => header === column.header).length === 1 ? column.header : id
}

/** By its name or its id, letter case aside; its document alone where that has one table. */
export function findTable(name: string, tables: readonly DataTable[]): DataTable {
  const asked = fold(name)
  const exact = tables.find(({ id }) => id === name)
  const fitting = tables.filter((one) =>
    [tableName(one, tables), one.documentName, one.documentTitle, one.name].some(
      (each) => each !== '' && fold(each) === asked,
    ),
  )
  const [first, ...others] = exact ? [exact] : fitting
  if (!first) throw unknownTable(name, tables)
  if (others.length > 0) {
    const names = fitting.map((one) => tableName(one, tables)).join(', ')
    throw new CairnError('INVALID_INPUT', `Several tables are called “${name}”: ${names}.`, 'Name one of them.')
  }
  return first
}

function findColumn(table: DataTable | undefined, name: string): DataColumn {
  if (!table)
    throw new CairnError(
      'INVALID_INPUT',
      'The plan names a column of a joined table, and joins none.',
      'Say which table is joined.',
    )
  const { columns, documentName } = table
  const found = columns.find(({ id }) => id === name) ?? columns.find(({ header }) => fold(header) === fold(name))
  if (found) return found
  const headers = columns.slice(0, mostNamed).map(({ header }) => `“${header}”`)
  throw new CairnError(
    'INVALID_INPUT',
    `“${documentName}” has no column “${name}”. It has ${headers.join(', ')}.`,
    'Name one of them.',
  )
}

const mostNamed = 20

function unknownTable(name: string, tables: readonly DataTable[]): CairnError {
  const known = tables.slice(0, mostNamed).map((one) => `“${tableName(one, tables)}”`)
  const all = known.length > 0 ? ` There are ${known.join(', ')}.` : ' No document has a table.'
  return new CairnError('INVALID_INPUT', `There is no table “${name}”.${all}`, 'Name one of them.')
}

function fold(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}
