import { z } from 'zod'

/** Which record is looked up, and what of it. */
export const RecordLookupArguments = z.object({
  value: z.string().min(1).max(200).describe('What the record is known by: an identifier such as TKT-1042, or a name.'),
  table: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'The name of the table: its file, and its sheet behind a slash where it has several. Absent: the one that has the value.',
    ),
  column: z.string().min(1).max(200).optional().describe('The header of the column that holds the value.'),
  fields: z
    .array(z.string().min(1).max(200))
    .max(30)
    .default([])
    .describe('Headers of what is asked for; empty for the whole record.'),
})
export type RecordLookupArguments = z.infer<typeof RecordLookupArguments>

const Code = z
  .string()
  .regex(/^[A-Z]{3}$/u)
  .describe('ISO 4217 code, as EUR')

/** An amount of money in another currency, or the rate itself. */
export const CurrencyArguments = z.object({
  amount: z
    .string()
    .regex(/^\d{1,18}(?:\.\d{1,12})?$/u)
    .describe('In figures without thousands separators; 1 for the rate itself'),
  from: Code,
  to: Code,
  date: z.iso.date().nullable().default(null).describe('The day whose rate is wanted; null for the newest'),
})
export type CurrencyArguments = z.infer<typeof CurrencyArguments>

/** Something to work out, in signs. */
export const CalculatorArguments = z.object({
  expression: z
    .string()
    .min(1)
    .max(500)
    .describe(
      'Arithmetic: numbers without thousands separators, + - * / ^ % ! mod, parentheses, pi, e; sqrt, cbrt, abs, round, floor, ceil, exp, log (natural), log10, log2, sin, cos, tan, asin, acos, atan, min, max, mean, median, sum, gcd, lcm, percentage(part, whole), percentchange(before, after). “5 mile to km” converts units; “350 - 20%” takes 20% off 350.',
    ),
})
export type CalculatorArguments = z.infer<typeof CalculatorArguments>
