import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pdfPagePicture, type PagePicture } from '@engine/ingest/ocr/pictures/pdf/pdf-page-picture'
import { codedPdf, drawnPdf } from '../small-pdf'

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts')

/** The share of dark pixels in an area, in points from the lower left corner. */
function inkIn({ picture, pixelsPerPoint, height }: PagePicture, [left, bottom, right, top]: number[] = []): number {
  let all = 0
  let ink = 0
  for (let y = height - (top ?? 0); y < height - (bottom ?? 0); y += 0.5) {
    for (let x = left ?? 0; x < (right ?? 0); x += 0.5) {
      const grey =
        picture.pixels[Math.floor(y * pixelsPerPoint) * picture.width + Math.floor(x * pixelsPerPoint)] ?? 255
      all += 1
      if (grey < 128) ink += 1
    }
  }
  return ink / all
}

async function draw(bytes: Uint8Array): Promise<PagePicture> {
  const drawn = await pdfPagePicture(bytes, 1)
  if (!drawn) throw new Error('Nothing was drawn.')
  return drawn
}

describe('pdfPagePicture', () => {
  // Would catch fonts that are lost, as on Node 20 without the buffers that pdf.js asks for, and letters in the wrong place.
  it('draws the letters of an embedded font where they stand, whether or not it tells which they are', async () => {
    const font = await readFile(join(fonts, 'LiberationSans-Regular.ttf'))
    const drawn = await draw(codedPdf(['Heron hut', '', 'opened'], font))
    // Twelve points high, at 72 from the left, two lines of fourteen apart.
    expect(inkIn(drawn, [72, 698, 124, 712])).toBeGreaterThan(0.1)
    expect(inkIn(drawn, [72, 670, 113, 682])).toBeGreaterThan(0.1)
    expect(inkIn(drawn, [72, 684, 300, 696])).toBe(0)
    expect(inkIn(drawn, [130, 660, 600, 780])).toBe(0)
  })

  it('draws filled shapes in their colour, in their order, within their clip, and no hidden text', async () => {
    const drawn = await draw(
      drawnPdf(
        [
          '0.2 g 100 100 200 50 re f',
          '1 1 1 rg 120 110 20 20 re f',
          'q 300 300 20 20 re W n 0 g 250 250 200 200 re f Q',
          '0 g BT /F1 40 Tf 3 Tr 72 700 Td (HIDDEN) Tj ET',
          '0 g BT /F1 40 Tf 0 Tr 2 0 0 2 72 500 Tm (II) Tj ET',
        ].join('\n'),
      ),
    )
    expect(inkIn(drawn, [101, 101, 119, 149])).toBe(1)
    expect(inkIn(drawn, [121, 111, 139, 129])).toBe(0)
    expect(inkIn(drawn, [301, 301, 319, 319])).toBe(1)
    expect(inkIn(drawn, [250, 250, 298, 298])).toBe(0)
    expect(inkIn(drawn, [72, 690, 400, 740])).toBe(0)
    expect(inkIn(drawn, [72, 500, 120, 550])).toBeGreaterThan(0.2)
  })

  it('has nothing to show of an empty page', async () => {
    expect(await pdfPagePicture(drawnPdf(''), 1)).toBeNull()
  })
})
