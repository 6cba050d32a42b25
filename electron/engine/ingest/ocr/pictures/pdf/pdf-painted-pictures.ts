import type { getDocumentProxy } from 'unpdf'
import { z } from 'zod'
import { greyOf, type GreyPicture } from '../grey-picture'

export type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** `kind`: 1 for one bit a pixel, 2 for RGB, 3 for RGBA; masks have none, and one bit a pixel. */
const Pixels = z.object({
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  kind: z.number().optional(),
  data: z.custom<ArrayLike<number>>((value) => ArrayBuffer.isView(value)),
})
const NamedMask = z.object({ data: z.string() })

/** A picture that a page paints, in shades of grey; undefined where pdf.js could not decode it. */
export async function pictureOf(page: PdfPage, source: unknown, isMask: boolean): Promise<GreyPicture | undefined> {
  const named = typeof source === 'string' ? source : NamedMask.safeParse(source).data?.data
  const parsed = Pixels.safeParse(named === undefined ? source : await objectOf(page, named))
  if (!parsed.success) return undefined
  const { width, height, kind, data } = parsed.data
  if (isMask || kind === 1) return fromBits(data, width, height)
  return kind === 2 || kind === 3 ? greyOf(data, width, height, kind === 2 ? 3 : 4) : undefined
}

/** pdf.js keeps what several pages use apart, under names of their own. */
export function objectOf(page: PdfPage, name: string): Promise<unknown> {
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs
  return new Promise((resolve) => {
    objects.get(name, (value: unknown) => resolve(value))
  })
}

/** One bit a pixel, rows filled up to whole bytes; 1 is white. */
function fromBits(data: ArrayLike<number>, width: number, height: number): GreyPicture {
  const pixels = new Uint8Array(width * height)
  const rowBytes = (width + 7) >> 3
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const byte = data[y * rowBytes + (x >> 3)] ?? 0xff
      pixels[y * width + x] = (byte >> (7 - (x & 7))) & 1 ? 255 : 0
    }
  }
  return { width, height, pixels }
}
