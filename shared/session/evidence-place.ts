import { z } from 'zod'

/** From `start` on, an offset into the document's extracted text, this is where a text stands. */
export const EvidencePlace = z.object({
  start: z.number().int().nonnegative(),
  heading_path: z.array(z.string()),
  page: z.number().int().positive().nullable(),
  /** How sure OCR was of the page, from 0 to 1; absent where it was not read by OCR. */
  ocr: z.number().optional(),
  /** Fields that describe the document, before it begins; absent for the document itself, and in records of an older Cairn. */
  front_matter: z.literal(true).optional(),
})
export type EvidencePlace = z.infer<typeof EvidencePlace>

interface Placed {
  readonly heading_path: readonly string[]
  readonly page: number | null
  readonly ocr?: number | undefined
  readonly front_matter?: true | undefined
  /** In text order, where it stands under several headings or on several pages. */
  readonly places?: readonly EvidencePlace[] | undefined
}

/** The headings and the page of an offset into the document's text; those of the passage as a whole where no more is known. */
export function placeAt({ heading_path, page, places }: Placed, offset: number): Omit<Placed, 'places'> {
  return places?.findLast(({ start }) => start <= offset) ?? { heading_path, page }
}

/** Whether the places of a passage's parts say anything that is not known of the passage as a whole. */
export function sayMore(places: readonly EvidencePlace[], { heading_path: path, page }: Placed): boolean {
  return places.some(
    (one) =>
      one.page !== page ||
      one.ocr !== undefined ||
      one.front_matter !== undefined ||
      one.heading_path.join('\n') !== path.join('\n'),
  )
}

interface PlacedText {
  readonly places?: readonly EvidencePlace[] | undefined
  readonly start: number
  readonly end: number
}

/** The offset in `[start, end]` where the fields that stand before a document end; `start` where a text begins with none. */
export function frontMatterEnd({ places = [], start, end }: PlacedText): number {
  const last = places.findLastIndex((place) => place.front_matter === true)
  return last === -1 ? start : (places[last + 1]?.start ?? end)
}
