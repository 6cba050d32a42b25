import { CairnError } from '@shared/errors'
import type { StoredColumn } from '../keeping/stored-table'
import type { ColumnRef, QueryPlan } from '../query-plan'
import type { FoundTable } from '../table-catalogue'

/** A column as a plan names it, with what is known of it. */
export interface PlanColumn {
  readonly side: 'main' | 'joined'
  readonly stored: StoredColumn
  /** Its heading in results. */
  readonly header: string
}

/** The tables of a plan and their columns. Throws CairnError INVALID_INPUT for a table or a column that there is not. */
export class PlanColumns {
  constructor(
    readonly main: FoundTable,
    readonly joined: FoundTable | undefined,
  ) {}

  of({ table, column }: ColumnRef): PlanColumn {
    const found = table === 'main' ? this.main : this.joined
    const stored = found?.stored.columns.find(({ id }) => id === column)
    if (!found || !stored) throw invalidPlan(`the ${table} table has no column "${column}"`)
    const isTaken = table === 'joined' && this.main.stored.columns.some(({ header }) => header === stored.header)
    return { side: table, stored, header: isTaken ? `${stored.header} (${found.record.name})` : stored.header }
  }

  /** Every column that a plan names, once. */
  used(plan: QueryPlan): PlanColumn[] {
    return this.once([
      ...plan.groupBy.map(({ column }) => column),
      ...plan.select,
      ...plan.measures.flatMap(({ column, times }) => [...(column ? [column] : []), ...(times ? [times] : [])]),
      ...plan.where.map(({ column }) => column),
      ...plan.orderBy.flatMap(({ by }) => ('column' in by ? [by] : [])),
    ])
  }

  once(refs: readonly ColumnRef[]): PlanColumn[] {
    const keys = new Set<string>()
    return refs.flatMap((ref) => {
      const key = `${ref.table} ${ref.column}`
      if (keys.has(key)) return []
      keys.add(key)
      return [this.of(ref)]
    })
  }
}

export function invalidPlan(why: string): CairnError {
  return new CairnError(
    'INVALID_INPUT',
    `The tables cannot be asked this: ${why}.`,
    'Ask for columns that the table has.',
  )
}
