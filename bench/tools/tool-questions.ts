import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** A labelled question; what its fields mean stands in `tests/fixtures/tools/README.md`. */
const ToolQuestion = z.object({
  id: z.string(),
  kind: z.string(),
  language: z.enum(['en', 'zh']),
  question: z.string(),
  tool: z.string().nullable(),
  expected: z.object({
    figures: z.array(z.number()).default([]),
    /** Each must be in the answer; `|` parts ways of saying the same. */
    text: z.array(z.string()).default([]),
    files: z.array(z.string()).default([]),
  }),
  asks_back: z.string().optional(),
  /** The moment it is asked at, where it is another than the set's. */
  now: z.string().optional(),
})
export type ToolQuestion = z.infer<typeof ToolQuestion>

export async function readToolQuestions(path: string): Promise<ToolQuestion[]> {
  return z.array(ToolQuestion).parse(JSON.parse(await readFile(path, 'utf8')))
}

/** Whether a figure stands in a text, thousands separators and the sign aside: whole numbers exactly, others within 0.5 %. */
export function holdsFigure(text: string, figure: number): boolean {
  const wanted = Math.abs(figure)
  const near = Number.isInteger(figure) ? 1e-9 : Math.max(0.005 * wanted, 1e-9)
  return figuresIn(text).some((one) => Math.abs(one - wanted) <= near)
}

function figuresIn(text: string): number[] {
  const plain = text.replace(/(?<=\d)[,\u202f\u00a0 ](?=\d{3}(?!\d))/gu, '')
  return [...plain.matchAll(/\d+(?:\.\d+)?(?:e[+-]?\d+)?/giu)].map(([digits]) => Number(digits))
}

/** Whether a text says all that an answer has to say. */
export function holdsAll(said: string, { figures, text }: ToolQuestion['expected']): boolean {
  const lower = said.toLowerCase()
  const isSaid = (ways: string) => ways.split('|').some((way) => lower.includes(way.trim().toLowerCase()))
  return figures.every((figure) => holdsFigure(said, figure)) && text.every(isSaid)
}
