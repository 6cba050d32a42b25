import { z } from 'zod'

/** The languages whose data is installed, by Tesseract's names. */
export const OcrLanguage = z.enum(['eng', 'chi_sim'])
export type OcrLanguage = z.infer<typeof OcrLanguage>

/** Clockwise degrees that a picture is turned by to stand upright. */
export const Turn = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
export type Turn = z.infer<typeof Turn>

/**
 * A word as it was read. `box` is `[x, y, width, height]` in the page's own units from its lower left corner: points of the crop
 * box in a PDF, pixels in a picture. `confidence` from 0 to 1.
 */
export const ReadWord = z.object({
  text: z.string().min(1),
  confidence: z.number(),
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
})
export type ReadWord = z.infer<typeof ReadWord>

/** Paragraphs of lines of words, in reading order. */
const Paragraphs = z.array(z.array(z.array(ReadWord)))
export type Paragraphs = z.infer<typeof Paragraphs>

/** What OCR made of one page; `width` and `height` in the units of the boxes. */
export const PageReading = z.object({
  page: z.number().int().positive(),
  /**
   * `blank`: nothing on it that is likely to be text. `illegible`: what was read makes no sense, as of another script.
   * `failed`: given up, for the reason in `error`.
   */
  state: z.enum(['read', 'blank', 'illegible', 'failed']),
  width: z.number(),
  height: z.number(),
  turned: Turn,
  languages: z.array(OcrLanguage),
  /** Mean confidence over the letters, from 0 to 1. */
  confidence: z.number(),
  paragraphs: Paragraphs,
  error: z.string().optional(),
})
export type PageReading = z.infer<typeof PageReading>

/** Below this a page is noted as hard to read: in the evaluation files pages reach .89, good copies of them made worse .72. */
export const hardToRead = 0.8

/** A page that was given up. */
export function failedReading(page: number, error: string): PageReading {
  return {
    ...{ page, state: 'failed', width: 0, height: 0, turned: 0, languages: [] },
    ...{ confidence: 0, paragraphs: [], error },
  }
}
