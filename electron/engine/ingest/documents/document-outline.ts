import { z } from 'zod'
import type { EvidencePlace } from '@shared/session/evidence-place'

/** What the stored structure of a document says about headings and pages; its runs of text stay unread. */
const Structure = z.object({
  blocks: z.array(
    z.object({
      kind: z.string().optional(),
      start: z.number(),
      heading_path: z.array(z.string()),
      page: z.number().int().positive().optional(),
    }),
  ),
  pages: z.array(
    z.object({
      start: z.number(),
      end: z.number(),
      number: z.number().int().positive(),
      is_picture: z.literal(true).optional(),
      ocr: z.object({ confidence: z.number() }).optional(),
    }),
  ),
})

/** Where a document changes its heading or its page, in text order. Throws where it is no structure. */
export function outlineOf(structure: unknown): EvidencePlace[] {
  const { blocks, pages } = Structure.parse(structure)
  const pageOf = new Map(pages.filter((page) => !page.is_picture).map((page) => [page.number, page]))
  const pictures = pages.filter((page) => page.is_picture)
  const steps = [
    ...pages.map(({ start, number, is_picture: isPicture }) => ({
      start,
      page: isPicture ? undefined : number,
      path: undefined,
      isFront: false,
    })),
    ...blocks.map(({ kind, start, heading_path: path, page }) => ({
      start,
      page,
      path,
      isFront: kind === 'front_matter',
    })),
  ].toSorted((a, b) => a.start - b.start)
  const outline: EvidencePlace[] = []
  for (const step of steps) {
    const { start, path, isFront } = step
    const last = outline.at(-1)
    const page = step.page ?? last?.page ?? null
    const whole = page === null ? pictures.find((picture) => start < picture.end) : pageOf.get(page)
    // Of a slide, OCR has read only the pictures.
    const ocr = whole && whole.start <= start && start < whole.end ? whole.ocr?.confidence : undefined
    const next: EvidencePlace = {
      start,
      heading_path: path ?? last?.heading_path ?? [],
      page,
      ...(ocr !== undefined && { ocr }),
      ...(isFront && { front_matter: true }),
    }
    if (last && isSamePlace(last, next)) continue
    if (last?.start === start) outline.pop()
    outline.push(next)
  }
  return outline
}

/** The places of `[start, end)`, the first of them from its beginning on. */
export function placesWithin(outline: readonly EvidencePlace[], start: number, end: number): EvidencePlace[] {
  const first = outline.findLast((place) => place.start <= start)
  const inside = outline.filter((place) => place.start > start && place.start < end)
  return [...(first ? [{ ...first, start }] : []), ...inside]
}

function isSamePlace(one: EvidencePlace, other: EvidencePlace): boolean {
  return (
    one.page === other.page &&
    one.ocr === other.ocr &&
    one.front_matter === other.front_matter &&
    one.heading_path.join('\n') === other.heading_path.join('\n')
  )
}
