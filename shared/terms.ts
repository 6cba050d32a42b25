import { z } from 'zod'

/** Most rows of one's own; a longer list belongs into a file of Cairn's. */
export const MAX_OWN_TERMS = 5000

const han = /\p{Script=Han}/u

const English = z
  .string()
  .trim()
  .min(2, 'An English term has at least two letters.')
  .max(80, 'A term has at most 80 characters.')
  .refine((term) => !han.test(term), 'The English term may not hold Chinese characters.')
  .refine((term) => /\p{L}/u.test(term), 'An English term has letters.')

const Chinese = z
  .string()
  .trim()
  .min(1, 'A Chinese term may not be empty.')
  .max(40, 'A Chinese term has at most 40 characters.')
  .refine((term) => han.test(term), 'A Chinese term holds Chinese characters.')

/** A row of the bilingual term table: an English term and its Chinese equivalents, the most usual first. */
export const OwnTerm = z.object({
  english: English,
  chinese: z
    .array(Chinese)
    .min(1, 'An English term needs at least one Chinese term.')
    .max(10, 'A row has at most ten Chinese terms.'),
})
export type OwnTerm = z.infer<typeof OwnTerm>

/** All rows of one's own, each English term once. */
export const OwnTerms = z
  .array(OwnTerm)
  .max(MAX_OWN_TERMS, `There can be at most ${MAX_OWN_TERMS} rows.`)
  .refine(
    (rows) => new Set(rows.map(({ english }) => english.toLowerCase())).size === rows.length,
    'An English term may stand in one row only; add further Chinese terms to that row.',
  )

/** The user's rows, and how many ship with Cairn. */
export const TermList = z.object({ own: z.array(OwnTerm), shipped: z.number().int().nonnegative() })
export type TermList = z.infer<typeof TermList>

/** A term found in a text and what is searched for it in the other language. */
export const TermLookup = z.object({ term: z.string(), translations: z.array(z.string()), own: z.boolean() })
export type TermLookup = z.infer<typeof TermLookup>
