import { frontMatterEnd, placeAt, sayMore } from '@shared/session/evidence-place'
import { expect, it } from 'vitest'
import { outlineOf, placesWithin } from '@engine/ingest/documents/document-outline'

const structure = {
  blocks: [
    { start: 0, heading_path: ['Guide'] },
    { start: 10, heading_path: ['Guide'] },
    { start: 40, heading_path: ['Guide', 'Prices'] },
    { start: 50, heading_path: ['Guide', 'Prices'] },
    { start: 90, heading_path: ['Guide', 'Hours'] },
  ],
  pages: [
    { start: 0, end: 60, number: 1 },
    { start: 60, end: 120, number: 2 },
  ],
}

it('says under which heading and on which page each part of a passage stands', () => {
  const places = placesWithin(outlineOf(structure), 20, 95)
  expect(places).toEqual([
    { start: 20, heading_path: ['Guide'], page: 1 },
    { start: 40, heading_path: ['Guide', 'Prices'], page: 1 },
    { start: 60, heading_path: ['Guide', 'Prices'], page: 2 },
    { start: 90, heading_path: ['Guide', 'Hours'], page: 2 },
  ])
  const item = { heading_path: ['Guide'], page: 1, places }
  expect(placeAt(item, 65)).toMatchObject({ heading_path: ['Guide', 'Prices'], page: 2 })
  expect(placeAt({ heading_path: ['Guide'], page: 3 }, 65)).toEqual({ heading_path: ['Guide'], page: 3 })
})

it('takes pages from blocks where the format has no other', () => {
  const slides = [
    { start: 0, heading_path: ['One'], page: 1 },
    { start: 30, heading_path: ['Two'], page: 2 },
  ]
  expect(placesWithin(outlineOf({ blocks: slides, pages: [] }), 0, 60)).toEqual(slides)
})

it('takes the slides from blocks where OCR has read only one of them', () => {
  const blocks = [
    { start: 0, heading_path: ['One'], page: 1 },
    { start: 30, heading_path: ['Two'], page: 2 },
    { start: 35, heading_path: ['Two'], page: 2 },
    { start: 60, heading_path: ['Three'], page: 3 },
  ]
  const outline = outlineOf({ blocks, pages: [{ start: 35, end: 55, number: 2, ocr: { confidence: 0.9 } }] })
  expect(placesWithin(outline, 0, 80)).toEqual([
    { start: 0, heading_path: ['One'], page: 1 },
    { start: 30, heading_path: ['Two'], page: 2 },
    { start: 35, heading_path: ['Two'], page: 2, ocr: 0.9 },
    { start: 60, heading_path: ['Three'], page: 3 },
  ])
})

it('tells the fields before a document from the document', () => {
  const blocks = [
    { kind: 'front_matter', start: 4, heading_path: [] },
    { kind: 'front_matter', start: 20, heading_path: [] },
    { kind: 'paragraph', start: 50, heading_path: [] },
  ]
  const places = placesWithin(outlineOf({ blocks, pages: [] }), 4, 90)
  expect(places).toEqual([
    { start: 4, heading_path: [], page: null, front_matter: true },
    { start: 50, heading_path: [], page: null },
  ])
  expect(sayMore(places, { heading_path: [], page: null })).toBe(true)
  expect(frontMatterEnd({ places, start: 4, end: 90 })).toBe(50)
  expect(frontMatterEnd({ places: placesWithin(outlineOf({ blocks, pages: [] }), 4, 45), start: 4, end: 45 })).toBe(45)
  const proper = placesWithin(outlineOf({ blocks, pages: [] }), 55, 90)
  expect(frontMatterEnd({ places: proper, start: 55, end: 90 })).toBe(55)
  expect(sayMore(proper, { heading_path: [], page: null })).toBe(false)
})
