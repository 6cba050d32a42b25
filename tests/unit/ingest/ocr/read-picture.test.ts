import { describe, expect, it } from 'vitest'
import type { OcrLanguage } from '@engine/ingest/ocr/page-reading'
import { type GreyPicture, turned, turnedBack } from '@engine/ingest/ocr/pictures/grey-picture'
import { withoutRules } from '@engine/ingest/ocr/pictures/without-rules'
import { readPicture } from '@engine/ingest/ocr/recognition/read-picture'
import type { Recogniser, SeenText } from '@engine/ingest/ocr/recognition/recogniser'

const blank = (width: number, height: number): GreyPicture => ({
  width,
  height,
  pixels: new Uint8Array(width * height).fill(255),
})

const line = (text: string, confidence: number, top = 0): SeenText[number][number] => ({
  words: text.split(' ').map((word, at) => ({ text: word, confidence, box: [at * 100, top, at * 100 + 90, top + 20] })),
})

/** Sees what `see` says of a picture of this shape in this language. */
const recogniser = (see: (picture: GreyPicture, language: OcrLanguage) => SeenText) => {
  const asked: string[] = []
  const fake: Recogniser = {
    recognise: (picture, language) => {
      asked.push(language)
      return Promise.resolve(see(picture, language))
    },
    decode: () => Promise.reject(new Error('Not asked for.')),
    close: () => Promise.resolve(),
  }
  return { fake, asked }
}

describe('readPicture', () => {
  it('looks once at a page that is read well', async () => {
    const { fake, asked } = recogniser(() => [[line('plain English words', 0.95)]])
    const { languages, confidence } = await readPicture(blank(2000, 2000), fake)
    expect({ asked, languages }).toEqual({ asked: ['eng'], languages: ['eng'] })
    expect(confidence).toBeCloseTo(0.95)
  })

  it('takes the other language where the first reads badly, and single lines of it in a mixed page', async () => {
    const chinese = recogniser((_, language) => [
      [language === 'eng' ? line('BARRE xx', 0.2) : line('甘草 黄酮 养分', 0.9)],
    ])
    expect(await readPicture(blank(2000, 2000), chinese.fake)).toMatchObject({ languages: ['chi_sim'] })
    const mixed = recogniser((_, language) => [
      [
        line('an English line of letters', language === 'eng' ? 0.95 : 0.8),
        line(language === 'eng' ? 'EFX RR' : '甘草 黄酮', language === 'eng' ? 0.4 : 0.9, 40),
      ],
    ])
    const { text, languages } = await readPicture(blank(2000, 2000), mixed.fake)
    expect(languages).toEqual(['eng', 'chi_sim'])
    expect(text.flat().map(({ words }) => words.map((word) => word.text).join(' '))).toEqual([
      'an English line of letters',
      '甘草 黄酮',
    ])
  })

  it('turns a page upright and gives the places on the page as it lies', async () => {
    const lying = blank(2000, 3000)
    // Upright it is broader than high.
    const { fake } = recogniser(({ width, height }) => [
      [line('readable letters in a sufficient number', width > height ? 0.95 : 0.3)],
    ])
    const { turned: turn, text } = await readPicture(lying, fake)
    expect([90, 270]).toContain(turn)
    const [left, top, right, bottom] = text[0]?.[0]?.words[0]?.box ?? [0, 0, 0, 0]
    expect(bottom - top).toBeGreaterThan(right - left)
  })

  it('reads specks and leaves of a photograph as no text', async () => {
    const { fake } = recogniser(() => [[line('yp La', 0.4)], [line('|<<', 0.6)]])
    expect(await readPicture(blank(2000, 1500), fake)).toMatchObject({ text: [], confidence: 0 })
  })
})

describe('grey pictures', () => {
  it('turn, and boxes turn back', () => {
    const picture = { width: 2, height: 3, pixels: Uint8Array.from([1, 2, 3, 4, 5, 6]) }
    expect(turned(picture, 90)).toEqual({ width: 3, height: 2, pixels: Uint8Array.from([5, 3, 1, 6, 4, 2]) })
    // The pixel 6 lies in the lower right corner.
    expect(turnedBack([0, 1, 1, 2], 90, 2, 3)).toEqual([1, 2, 2, 3])
    for (const turn of [180, 270] as const) {
      const at = turned(picture, turn).pixels.indexOf(6)
      const wide = turn === 180 ? 2 : 3
      expect(
        turnedBack([at % wide, Math.floor(at / wide), (at % wide) + 1, Math.floor(at / wide) + 1], turn, 2, 3),
      ).toEqual([1, 2, 2, 3])
    }
  })

  it('lose long thin lines, and neither letters nor dark areas', () => {
    const picture = blank(400, 400)
    for (let x = 0; x < 400; x += 1) for (const y of [100, 101]) picture.pixels[y * 400 + x] = 0
    for (let x = 20; x < 40; x += 1) picture.pixels[200 * 400 + x] = 0
    for (let y = 300; y < 340; y += 1) picture.pixels.fill(0, y * 400, y * 400 + 400)
    const { pixels } = withoutRules(picture)
    expect(pixels[100 * 400 + 50]).toBe(255)
    expect(pixels[200 * 400 + 30]).toBe(0)
    expect(pixels[320 * 400 + 50]).toBe(0)
  })
})
