import { z } from 'zod'

const Value = z.union([z.string(), z.number(), z.boolean()])
const Part = z.enum(['year', 'quarter', 'month', 'week', 'day', 'weekday'])

/** A column by its header; of the joined table where it says so. */
const Column = z.object({
  column: z.string().min(1).max(200).describe('The header of a column, as the table has it.'),
  table: z.enum(['main', 'joined']).default('main'),
})

const Condition = z.object({
  column: Column,
  operator: z
    .enum(['=', '!=', '<', '<=', '>', '>=', 'between', 'in', 'contains', 'is_empty', 'is_not_empty'])
    .describe('"between" takes two values and includes both, "in" any number, "is_empty" and "is_not_empty" none.'),
  values: z.array(Value).max(100).default([]).describe('Dates as YYYY-MM-DD.'),
  part: Part.optional().describe('Compares this part of a date (a quarter with 2) instead of the date.'),
})

const Measure = z.object({
  operation: z.enum(['sum', 'average', 'median', 'min', 'max', 'count', 'count_distinct']),
  column: Column.nullable().default(null).describe('null counts rows.'),
  times: Column.optional().describe('For a sum: adds up the products of both columns, such as prices times pieces.'),
})

const Order = z.object({
  by: z.union([
    Column,
    z.object({ measure: z.number().int().nonnegative() }),
    z.object({ group: z.number().int().nonnegative() }),
  ]),
  descending: z.boolean().default(false),
})

const Shown = z.union([
  z.object({ is: z.literal('share'), of: z.string().nullable() }),
  z.object({ is: z.literal('difference') }),
  z.object({ is: z.literal('average') }),
  z.object({ is: z.literal('change'), from: z.array(z.number()).length(1), to: z.array(z.number()).length(1) }),
])

/** What is asked of a table: a query plan whose tables and columns are called as people know them. */
export const TableQueryArguments = z.object({
  table: z
    .string()
    .min(1)
    .max(500)
    .describe('The name of a table: its file, and its sheet behind a slash where it has several.'),
  join: z
    .object({ table: z.string().min(1), left: z.string().min(1), right: z.string().min(1) })
    .optional()
    .describe('A second table, whose column `right` holds what the column `left` of the first does.'),
  select: z.array(Column).max(50).default([]).describe('Columns shown as they are.'),
  measures: z.array(Measure).max(10).default([]),
  where: z.array(Condition).max(20).default([]).describe('All of them hold.'),
  groupBy: z
    .array(z.object({ column: Column, part: Part.optional() }))
    .max(5)
    .default([]),
  orderBy: z.array(Order).max(5).default([]),
  limit: z.number().int().min(1).max(1000).nullable().default(null),
  as: Shown.optional().describe(
    'Shows the measure of groups as shares of their sum, as the change from one group to another, as the average of the groups’ figures, or as the difference from the first measure to the second.',
  ),
})
export type TableQueryArguments = z.infer<typeof TableQueryArguments>
