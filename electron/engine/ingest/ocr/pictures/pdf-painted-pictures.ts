import type { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { z } from 'zod'
import { greyOf, type GreyPicture } from './grey-picture'

/** A PDF matrix: `x' = ax + cy + e`, `y' = bx + dy + f`. */
export type Matrix = readonly [number, number, number, number, number, number]

/** A picture as a page paints it: its unit square is laid into user space by `matrix`. */
export interface PaintedPicture {
  readonly picture: GreyPicture
  readonly matrix: Matrix
  /** A stencil: only its dark parts are painted. */
  readonly isMask: boolean
}

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>
type Operators = Awaited<ReturnType<typeof getResolvedPDFJS>>['OPS']

const Six = z.array(z.number()).length(6)
/** `kind`: 1 for one bit a pixel, 2 for RGB, 3 for RGBA; masks have none, and one bit a pixel. */
const Pixels = z.object({
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  kind: z.number().optional(),
  data: z.custom<ArrayLike<number>>((value) => ArrayBuffer.isView(value)),
})
const NamedMask = z.object({ data: z.string() })

const identity: Matrix = [1, 0, 0, 1, 0, 0]
/** A page of hundreds of pictures is a drawing. */
const mostPictures = 400

/** The pictures that a page paints, in the order of painting. Those that pdf.js could not decode are left out. */
export async function paintedPictures(page: PdfPage, OPS: Operators): Promise<PaintedPicture[]> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const found: PaintedPicture[] = []
  const stack: Matrix[] = []
  let matrix = identity
  for (const [at, operator] of fnArray.entries()) {
    const args: unknown[] = z.array(z.unknown()).catch([]).parse(argsArray[at])
    if (operator === OPS.save) stack.push(matrix)
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = stack.pop() ?? identity
    else if (operator === OPS.transform) matrix = within(matrix, args)
    else if (operator === OPS.paintFormXObjectBegin) {
      stack.push(matrix)
      matrix = within(matrix, args[0])
    } else {
      const isMask = operator === OPS.paintImageMaskXObject
      const isPicture = operator === OPS.paintImageXObject || operator === OPS.paintInlineImageXObject
      if (!isMask && !isPicture) continue
      const picture = await pictureOf(page, args[0], isMask)
      if (picture) found.push({ picture, matrix, isMask })
      if (found.length >= mostPictures) break
    }
  }
  return found
}

function within([a, b, c, d, e, f]: Matrix, inner: unknown): Matrix {
  const parsed = Six.safeParse(inner)
  if (!parsed.success) return [a, b, c, d, e, f]
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = parsed.data
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

async function pictureOf(page: PdfPage, source: unknown, isMask: boolean): Promise<GreyPicture | undefined> {
  const named = typeof source === 'string' ? source : NamedMask.safeParse(source).data?.data
  const parsed = Pixels.safeParse(named === undefined ? source : await objectOf(page, named))
  if (!parsed.success) return undefined
  const { width, height, kind, data } = parsed.data
  if (isMask || kind === 1) return fromBits(data, width, height)
  return kind === 2 || kind === 3 ? greyOf(data, width, height, kind === 2 ? 3 : 4) : undefined
}

/** pdf.js keeps what several pages use apart, under names of their own. */
function objectOf(page: PdfPage, name: string): Promise<unknown> {
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
