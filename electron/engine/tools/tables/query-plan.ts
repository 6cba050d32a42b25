import type { ResultTable } from '../tool'

/** A column of the plan's table, or of the one joined to it. */
export interface ColumnRef {
  readonly table: 'main' | 'joined'
  readonly column: string
}

export type DatePart = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'weekday'

export interface Measure {
  readonly operation: 'sum' | 'average' | 'median' | 'min' | 'max' | 'count' | 'count_distinct'
  /** Null counts rows. */
  readonly column: ColumnRef | null
  /** Adds up the products with this column, row by row: prices times pieces. For a sum only. */
  readonly times?: ColumnRef | undefined
}

export interface Condition {
  readonly column: ColumnRef
  /** `between` takes two values and includes both; `in` any number; `is_empty` and `is_not_empty` none; dates are ISO. */
  readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'between' | 'in' | 'contains' | 'is_empty' | 'is_not_empty'
  readonly values: readonly (string | number | boolean)[]
  /** Compares this part of a date with the values (a quarter with 2) instead of the date itself. */
  readonly part?: DatePart | undefined
}

export interface GroupKey {
  readonly column: ColumnRef
  readonly part?: DatePart | undefined
}

/** What is asked of a table: one SELECT, as data. */
export interface QueryPlan {
  readonly table: string
  readonly join?: { readonly table: string; readonly left: string; readonly right: string } | undefined
  /** Columns shown as they are; empty where only measures are asked for. */
  readonly select: readonly ColumnRef[]
  readonly measures: readonly Measure[]
  /** All of them hold. */
  readonly where: readonly Condition[]
  readonly groupBy: readonly GroupKey[]
  readonly orderBy: readonly {
    readonly by: ColumnRef | { readonly measure: number } | { readonly group: number }
    readonly descending: boolean
  }[]
  /** Rows wanted; null for all there is room for. */
  readonly limit: number | null
}

export interface PlanResult extends ResultTable {
  /** Typed values of `rows`, cell by cell; dates ISO. */
  readonly values: readonly (readonly (string | number | boolean | null)[])[]
  /** Rows of the documents that the result was worked out of, up to 200, with the columns of the plan. */
  readonly behind: ResultTable
  /** The statement that ran, with its values written in for reading only. */
  readonly sql: string
  readonly leftOut: {
    /** Rows whose cell could not be read as its column's kind, by column header. */
    readonly unreadable: readonly { readonly header: string; readonly rows: number }[]
    /** Currencies or units that stand in one summed column; empty where there is one or none. */
    readonly mixedUnits: readonly string[]
    /** Rows that add up others ("Total") and meet the conditions; no query counts them. */
    readonly totalRows?: number | undefined
  }
}

/** Runs plans: read-only, limited in time and memory, without files or network. */
export interface TableEngine {
  /** Throws CairnError INVALID_INPUT for a plan that fits no table, DEADLINE_EXCEEDED, TOOL_FAILED, CANCELLED. */
  run(plan: QueryPlan, signal: AbortSignal): Promise<PlanResult>
}
