import type { TermTable } from '@engine/retrieval/terms/cross-language'
import { inBothLanguages } from '../tables/keeping/duckdb'
import { type TableCatalogue, tablesWithin } from '../tables/data-table'
import type { PlanResult, QueryPlan, TableEngine } from '../tables/query-plan'
import type { Tool } from '../tool'
import { answerOf } from './answering/answer-plan'
import { TableQueryArguments } from '@shared/tools/table-query-arguments'
import { resolvedPlan } from './arguments/plan-names'
import { planBriefing } from './arguments/plan-prompt'
import { likelyTables, mayAskTables, readTableQuestion } from './read-table-question'
import { tableQueryExamples } from './table-query-examples'

interface TableQueryParts {
  readonly catalogue: TableCatalogue
  readonly engine: TableEngine
  readonly terms: TermTable
}

/** Rows beyond the wanted ones that are looked at for equals of the last. */
const mostTies = 20

/** Asks the tables of the documents: sums, averages, counts, groups, the most and the least, lists. */
export function createTableQuery({ catalogue, engine, terms }: TableQueryParts): Tool<TableQueryArguments> {
  const read: Tool<TableQueryArguments>['read'] = (question, signal) =>
    readTableQuestion({ catalogue: tablesWithin(catalogue, question.isAsked), terms }, question, signal)
  // The first reading loads word lists and values of columns, which takes longer than a reading may.
  let isLoaded = false
  return {
    name: 'table_query',
    version: '1',
    title: { en: 'Ask the tables', zh: '查询表格' },
    description: {
      en: 'Works out figures from the tables in the documents (CSV, spreadsheets, tables of pages): sums, averages, medians, counts, groups, shares, changes, the most and the least, and lists of rows, with the rows they rest on.',
      zh: '根据文档中的表格（CSV、电子表格、网页表格）计算：合计、平均、中位数、计数、分组、占比、变化、最大最小以及符合条件的行，并给出所依据的行。',
    },
    looksUp: true,
    args: TableQueryArguments,
    examples: tableQueryExamples,
    limitMs: 15_000,
    async prepare(question, signal) {
      if (!mayAskTables(question)) return
      await catalogue.ready(signal)
      if (isLoaded) return
      await read(question, signal)
      isLoaded = true
    },
    read,
    briefing(question) {
      const asked = tablesWithin(catalogue, question.isAsked)
      return planBriefing(likelyTables({ catalogue: asked, terms }, question), asked.tables())
    },
    fits(args) {
      try {
        resolvedPlan(args, catalogue.tables())
        return true
      } catch {
        return false
      }
    },
    async run(args, { language, signal }) {
      // Called by its name, before any question has made the tables ready.
      await catalogue.ready(signal).catch(inBothLanguages)
      const tables = catalogue.tables()
      const plan = resolvedPlan(args, tables)
      const result = await withTies(engine, plan, signal)
      const find = (id: string | undefined) => tables.find((one) => one.id === id)
      const main = find(plan.table)
      if (!main) throw new Error('A resolved plan names a table that there is not.')
      return answerOf({ plan, as: args.as ?? null, tables: { main, joined: find(plan.join?.table) }, result, language })
    },
  }
}

/** Runs a plan; where only the first rows are asked for, with those that are equal to the last of them. */
async function withTies(engine: TableEngine, plan: QueryPlan, signal: AbortSignal): Promise<PlanResult> {
  const at = orderedBy(plan)
  if (plan.limit === null || at === null) return engine.run(plan, signal)
  const { limit } = plan
  const wide = await engine.run({ ...plan, limit: limit + mostTies }, signal)
  const last = wide.values[limit - 1]?.[at]
  const ends = wide.values.findIndex((row, place) => place >= limit && row[at] !== last)
  const kept = ends === -1 ? wide.values.length : ends
  return {
    ...wide,
    values: wide.values.slice(0, kept),
    rows: wide.rows.slice(0, kept),
    total: kept,
    sql: wide.sql.replace(`LIMIT ${limit + mostTies}`, `LIMIT ${limit}`),
  }
}

/** The column of the result that rows are ordered by first; null for none that is shown. */
function orderedBy({ orderBy, groupBy, select, measures }: QueryPlan): number | null {
  const by = orderBy[0]?.by
  if (!by) return null
  if ('measure' in by) return by.measure < measures.length ? groupBy.length + select.length + by.measure : null
  if ('group' in by) return by.group
  const at = select.findIndex(({ table, column }) => table === by.table && column === by.column)
  return at < 0 ? null : groupBy.length + at
}
