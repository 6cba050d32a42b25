import { describe, expect, it } from 'vitest'
import { TableQueryArguments } from '@shared/tools/table-query-arguments'
import { findTable, namedPlan, resolvedPlan, tableName } from '@engine/tools/table-query/arguments/plan-names'
import { planOfModel, planPrompt, planSchema } from '@engine/tools/table-query/arguments/plan-prompt'
import { failureOf } from './asked-terms'
import { orders, shop } from './tables-of-a-shop'
import { sampleTable } from './sample-tables'

const tables = shop.map(({ table }) => table)
const asked = TableQueryArguments.parse({
  table: 'ORDERS.csv',
  measures: [{ operation: 'sum', column: { column: 'amount' } }],
  groupBy: [{ column: { column: 'Region' } }],
})

describe('plans by name', () => {
  it('finds tables and columns whatever their letter case, and names them again', () => {
    const plan = resolvedPlan(asked, tables)
    expect(plan).toMatchObject({ table: orders.table.id, measures: [{ column: { table: 'main', column: 'c8' } }] })
    expect(resolvedPlan(TableQueryArguments.parse(namedPlan(plan, tables)), tables)).toEqual(plan)
  })

  it('says which tables and columns there are', () => {
    const unknownTable = { ...asked, table: 'sales.csv' }
    expect(failureOf(() => resolvedPlan(unknownTable, tables)).message).toContain('“orders.csv”')
    const unknownColumn = TableQueryArguments.parse({ table: 'orders.csv', select: [{ column: 'Colour' }] })
    expect(failureOf(() => resolvedPlan(unknownColumn, tables)).message).toContain('“Amount”')
    const noJoin = TableQueryArguments.parse({ table: 'orders.csv', select: [{ column: 'City', table: 'joined' }] })
    expect(failureOf(() => resolvedPlan(noJoin, tables)).code).toBe('INVALID_INPUT')
  })

  it('tells sheets of one document apart', () => {
    const sheets = ['2022', '2023'].map((sheet) => sampleTable('book.xlsx', ['A|B:number', 'x|1'], sheet).table)
    expect(sheets.map((one) => tableName(one, sheets))).toEqual(['book.xlsx/2022', 'book.xlsx/2023'])
    expect(findTable('book.xlsx/2023', sheets)).toBe(sheets[1])
    expect(failureOf(() => findTable('book.xlsx', sheets)).message).toContain('book.xlsx/2022')
  })
})

describe('plans by a model', () => {
  it('is asked within bounds, however much there is', () => {
    const wide = sampleTable('wide.csv', [
      Array.from({ length: 300 }, (_, at) => `Column ${at} ${'x'.repeat(80)}`).join('|'),
      'a',
    ])
    const prompt = planPrompt(
      'total? '.repeat(500),
      Array.from({ length: 50 }, () => wide.table),
    )
    expect(prompt.length).toBeLessThan(7300)
    expect(planPrompt('total amount', tables)).toContain('"Amount" (number, EUR)')
    expect(planSchema()).toMatchObject({ type: 'object' })
  })

  it('is taken where it is a plan, with what stands around it', () => {
    const { plan } = planOfModel(`Here it is:\n${JSON.stringify(asked)}\nDone.`, tables)
    expect(plan).toEqual(resolvedPlan(asked, tables))
  })

  it.each([
    '',
    'no plan',
    '{"table": 3}',
    '{"table": "orders.csv", "limit": 1e9}',
    '{"table": "passwd"}',
    '{"table": "orders.csv"',
  ])('is refused as %j', (answer) => {
    expect(failureOf(() => planOfModel(answer, tables)).code).toBe('INVALID_INPUT')
  })
})
