import { hasHan } from '@engine/text/letters'
import { z } from 'zod'

/** A thing tables tell of what they list: how columns are called that tell it, and how else it is asked for. */
const Attribute = z.object({
  names: z.array(z.string().min(1)).min(1),
  asked: z.array(z.string().min(1)),
  /** What its cells have in common. */
  holds: z.enum(['digit', 'letter']).optional(),
})
export type Attribute = z.infer<typeof Attribute>

export const ColumnNamesFile = z.object({ version: z.literal(1), attributes: z.array(Attribute) })

/** Whether a text uses a name: as whole words, in Chinese as part of it. Both in lower case; `_` and `-` are spaces. */
export function usesName(text: string, name: string): boolean {
  return hasHan(name) ? text.includes(name) : ` ${text} `.includes(` ${name} `)
}

/** A question or the head of a column as names are looked for in it. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** What a question asks for by the name of an attribute, or by a question word that stands for one. */
export function askedAttributes(asked: string, attributes: readonly Attribute[]): Attribute[] {
  const text = plainWords(asked)
  return attributes.filter(({ names, asked }) => [...names, ...asked].some((name) => usesName(text, name)))
}
