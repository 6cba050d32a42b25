import type { Tool } from '../tool'
import type { TableQueryArguments } from '@shared/tools/table-query-arguments'

const nothing = { select: [], where: [], groupBy: [], orderBy: [], limit: null, measures: [] }
const column = (header: string) => ({ table: 'main' as const, column: header })

/** Read where there is a table `orders.csv` (Order ID, Order date, Region, Amount) and one 支出明细.xlsx (日期, 部门, 金额). */
export const tableQueryExamples: Tool<TableQueryArguments>['examples'] = [
  {
    question: 'Which region had the highest total amount?',
    args: {
      ...nothing,
      table: 'orders.csv',
      groupBy: [{ column: column('Region') }],
      measures: [{ operation: 'sum', column: column('Amount') }],
      orderBy: [{ by: { measure: 0 }, descending: true }],
      limit: 1,
    },
  },
  {
    question: 'How many orders were placed in 2023?',
    args: {
      ...nothing,
      table: 'orders.csv',
      measures: [{ operation: 'count', column: null }],
      where: [{ column: column('Order date'), operator: '=', values: [2023], part: 'year' }],
    },
  },
  {
    question: '各部门的支出总额是多少？',
    args: {
      ...nothing,
      table: '支出明细.xlsx',
      groupBy: [{ column: column('部门') }],
      measures: [{ operation: 'sum', column: column('金额') }],
      orderBy: [{ by: { group: 0 }, descending: false }],
    },
  },
  {
    question: '第二季度的支出合计是多少？',
    args: {
      ...nothing,
      table: '支出明细.xlsx',
      measures: [{ operation: 'sum', column: column('金额') }],
      where: [{ column: column('日期'), operator: '=', values: [2], part: 'quarter' }],
    },
  },
]
