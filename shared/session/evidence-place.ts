import { z } from 'zod'

/** From `start` on, an offset into the document's extracted text, this is where a text stands. */
export const EvidencePlace = z.object({
  start: z.number().int().nonnegative(),
  heading_path: z.array(z.string()),
  page: z.number().int().positive().nullable(),
  /** How sure OCR was of the page, from 0 to 1; absent where it was not read by OCR. */
  ocr: z.number().optional(),
})
export type EvidencePlace = z.infer<typeof EvidencePlace>

interface Placed {
  readonly heading_path: readonly string[]
  readonly page: number | null
  readonly ocr?: number | undefined
  /** In text order, where it stands under several headings or on several pages. */
  readonly places?: readonly EvidencePlace[] | undefined
}

/** The headings and the page of an offset into the document's text; those of the passage as a whole where no more is known. */
export function placeAt({ heading_path, page, places }: Placed, offset: number): Omit<Placed, 'places'> {
  return places?.findLast(({ start }) => start <= offset) ?? { heading_path, page }
}
