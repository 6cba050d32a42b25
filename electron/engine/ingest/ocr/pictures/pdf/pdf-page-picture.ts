import { getResolvedPDFJS } from 'unpdf'
import { z } from 'zod'
import type { Turn } from '../../page-reading'
import { type GreyPicture, scaled } from '../grey-picture'
import { fillOutline } from './fill-outline'
import { type Area, mapped, type Matrix, within } from './matrix'
import { openForDrawing } from './open-for-drawing'
import { type Painted, type PaintedOutline, type PaintedPicture, paintingOf } from './pdf-painting'

/** A PDF page laid on white. Lengths of the page in points. */
export interface PagePicture {
  /** Not turned: `turn` says how the page is shown. */
  readonly picture: GreyPicture
  readonly pixelsPerPoint: number
  readonly width: number
  readonly height: number
  readonly turn: Turn
}

/** Longer sides make nothing better. */
const largestSide = 3600
const leastPixelsPerPoint = 1
/** 600 dpi. */
const mostPixelsPerPoint = 600 / 72
/** 300 dpi, for letters that are drawn. */
const drawnPixelsPerPoint = 300 / 72

const Rotation = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).catch(0)

/**
 * Draws a page (1-based) of a PDF in shades of grey: its pictures, the letters of embedded fonts, filled shapes. Null where it
 * holds none. Throws what pdf.js throws.
 */
export async function pdfPagePicture(bytes: Uint8Array, number: number): Promise<PagePicture | null> {
  const proxy = await openForDrawing(bytes)
  try {
    const page = await proxy.getPage(number)
    const { OPS } = await getResolvedPDFJS()
    const painting = await paintingOf(page, OPS)
    if (painting.length === 0) return null
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view
    const [width, height] = [right - left, top - bottom]
    const finest = painting.reduce((most, one) => Math.max(most, finenessOf(one)), leastPixelsPerPoint)
    const pixelsPerPoint = Math.min(finest, mostPixelsPerPoint, largestSide / Math.max(width, height))
    const picture = laidOnWhite(painting, { left, top, width, height, pixelsPerPoint })
    return { picture, pixelsPerPoint, width, height, turn: Rotation.parse(((page.rotate % 360) + 360) % 360) }
  } finally {
    await proxy.loadingTask.destroy()
  }
}

interface Sheet {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly pixelsPerPoint: number
}

function finenessOf(painted: Painted): number {
  return painted.kind === 'picture' ? densityOf(painted) : drawnPixelsPerPoint
}

function laidOnWhite(painting: readonly Painted[], sheet: Sheet): GreyPicture {
  const width = Math.max(1, Math.round(sheet.width * sheet.pixelsPerPoint))
  const height = Math.max(1, Math.round(sheet.height * sheet.pixelsPerPoint))
  const pixels = new Uint8Array(width * height).fill(255)
  const onto = { width, height, pixels }
  for (const painted of painting) {
    const clip = pixelArea(painted.clip, onto, sheet)
    if (painted.kind === 'picture') paint(onto, painted, { ...sheet, clip })
    else draw(onto, painted, { ...sheet, clip })
  }
  return onto
}

/** `[left, top, right, bottom]` in pixels of what may be painted. */
function pixelArea(clip: Area | undefined, { width, height }: GreyPicture, sheet: Sheet): Area {
  return clip ? mapped(clip, toPixels(sheet)) : [0, 0, width, height]
}

/** From the page's user space to pixels, downwards. */
function toPixels({ left, top, pixelsPerPoint: density }: Sheet): Matrix {
  return [density, 0, 0, -density, -left * density, top * density]
}

function draw(onto: GreyPicture, painted: PaintedOutline, sheet: ClippedSheet): void {
  const matrix = within(toPixels(sheet), painted.matrix)
  fillOutline(onto, painted.outline, { ...painted, matrix, clip: sheet.clip })
}

interface ClippedSheet extends Sheet {
  readonly clip: Area
}

/** Takes for every pixel of the sheet the picture's pixel at that place. */
function paint(onto: GreyPicture, { picture, matrix, isMask }: PaintedPicture, sheet: ClippedSheet): void {
  const shrink = Math.min(1, sheet.pixelsPerPoint / densityOf({ picture, matrix }))
  const source = shrink < 0.75 ? scaled(picture, shrink) : picture
  const inverse = invert(matrix)
  if (!inverse) return
  const [from, to] = rowsOf(matrix, sheet, onto.height)
  const [first, last] = [Math.max(0, Math.floor(sheet.clip[0])), Math.min(onto.width, Math.ceil(sheet.clip[2]))]
  for (let y = from; y < to; y += 1) {
    const userY = sheet.top - (y + 0.5) / sheet.pixelsPerPoint
    for (let x = first; x < last; x += 1) {
      const userX = sheet.left + (x + 0.5) / sheet.pixelsPerPoint
      // The unit square of a picture begins at its lower left corner.
      const across = inverse[0] * userX + inverse[2] * userY + inverse[4]
      const up = inverse[1] * userX + inverse[3] * userY + inverse[5]
      if (across < 0 || across >= 1 || up <= 0 || up > 1) continue
      const at = Math.floor((1 - up) * source.height) * source.width + Math.floor(across * source.width)
      const grey = source.pixels[at] ?? 255
      // The light parts of a mask let through what lies below.
      if (!isMask || grey < 128) onto.pixels[y * onto.width + x] = grey
    }
  }
}

/** The rows of the sheet that a picture can touch. */
function rowsOf(
  [, b, , d, , f]: Matrix,
  { top, pixelsPerPoint, clip }: ClippedSheet,
  height: number,
): [number, number] {
  const corners = [f, f + b, f + d, f + b + d]
  const first = Math.floor((top - Math.max(...corners)) * pixelsPerPoint)
  const last = Math.ceil((top - Math.min(...corners)) * pixelsPerPoint)
  return [Math.max(0, first, Math.floor(clip[1])), Math.min(height, last, Math.ceil(clip[3]))]
}

/** Pixels of a picture to a point of the page, along its finer side. */
function densityOf({ picture, matrix: [a, b, c, d] }: Pick<PaintedPicture, 'picture' | 'matrix'>): number {
  const across = Math.hypot(a, b)
  const up = Math.hypot(c, d)
  return Math.max(across > 0 ? picture.width / across : 0, up > 0 ? picture.height / up : 0)
}

function invert([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c
  if (Math.abs(determinant) < 1e-9) return undefined
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ]
}
