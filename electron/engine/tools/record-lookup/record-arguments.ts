import { z } from 'zod'

/** Which record is looked up, and what of it. */
export const RecordLookupArguments = z.object({
  value: z.string().min(1).max(200).describe('What the record is known by: an identifier such as TKT-1042, or a name.'),
  table: z
    .string()
    .min(1)
    .max(500)
    .describe('The name of the table: its file, and its sheet behind a slash where it has several.'),
  column: z.string().min(1).max(200).describe('The header of the column that holds the value.'),
  fields: z
    .array(z.string().min(1).max(200))
    .max(30)
    .default([])
    .describe('Headers of what is asked for; empty for the whole record.'),
})
export type RecordLookupArguments = z.infer<typeof RecordLookupArguments>

/** What a record is known by in each concept's columns: identifiers, people, things. */
export const namingConcepts: ReadonlySet<string> = new Set([
  'order',
  'invoice',
  'ticket',
  'person',
  'student',
  'customer',
  'supplier',
  'item',
  'project',
  'meter',
])
