import { describe, expect, it } from 'vitest'
import { openPdf, readPage } from '@engine/ingest/parsers/pdf/pdf-document'
import type { Run } from '@engine/ingest/parsers/pdf/pdf-runs'
import { hasReadableText } from '@engine/ingest/parsers/pdf/readable-page'
import { codedPdf, column, smallPdf } from '../../small-pdf'

const english =
  'The committee considered the proposal in detail and asked for several changes before the next meeting in May.'
const run = (text: string): Run => ({
  ...{ text, x: 0, y: 0, width: 10, size: 10, font: 'f', isRightToLeft: false },
  ...{ spaceBefore: false, spaceAfter: false, box: [0, 0, 10, 10] },
})
const isReadable = (text: string, controls = 0): boolean => hasReadableText({ directions: [[run(text)]], controls })
const shifted = (text: string, by: number): string =>
  Array.from(text, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + by)).join('')

async function firstPage(bytes: Uint8Array): Promise<boolean> {
  const document = await openPdf(bytes)
  try {
    return hasReadableText(await readPage(document, 1))
  } finally {
    await document.close()
  }
}

describe('hasReadableText', () => {
  it('sees glyph numbers for what they are in a real page', async () => {
    expect(await firstPage(codedPdf([english, english, english]))).toBe(false)
    expect(await firstPage(smallPdf([{ texts: column([english, english], 72, 700) }]))).toBe(true)
  })

  it.each([
    ['English', english],
    [
      'German',
      'Die Kommission hat den Vorschlag ausführlich geprüft und bat um Änderungen vor der nächsten Sitzung im Mai.',
    ],
    [
      'Polish',
      'Strcz skrzydła, bądź cierpliwy, wszystko przyjdzie z czasem; krzyk w szczelinie trwa chrzęst i świst przez chwilę.',
    ],
    ['Chinese', '人工智能正在改变世界。我们需要认真研究它对社会和经济的影响，以及它带来的机会与挑战。'],
    ['Japanese', 'これは日本語の文章です。文字コードを正しく判定できるかどうかを確かめるためのテストです。'],
    ['Korean', '이것은 한국어 문장입니다. 문자 인코딩을 올바르게 판별하는지 확인하기 위한 시험입니다.'],
    ['Russian', 'Это предложение на русском языке, по которому проверяется распознавание кодировки текста.'],
    ['Thai', 'ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอนหรือวรรณยุกต์เช่นเดียวกับภาษาจีน'],
    ['figures', '12.5 17.3 1,204 88.2 % 1998 2004 12.5 17.3 1,204 88.2 % 1998 2004'],
    [
      'contents',
      `Introduction ${'.'.repeat(200)} 1 Methods ${'. '.repeat(200)} 7 Results and discussion ${'.'.repeat(200)} 12`,
    ],
    [
      'abbreviations',
      `${'HTTP HTML CSS XML TCP DNS SSH '.repeat(4)} the protocols that this book explains in chapters with their history`,
    ],
    [
      'code',
      'for (let at = 0; at < n; at += 1) { if (list[at] === want) return { at, found: true } } // so it goes on',
    ],
    [
      'a mixture',
      'Москва (Moscow, 莫斯科) is the capital of Russia; Αθήνα (Athens) that of Greece, the oldest in Europe.',
    ],
  ])('reads %s', (_, text) => {
    expect(isReadable(text)).toBe(true)
  })

  it.each([
    [
      'letters moved by a distance',
      Array.from({ length: 2 }, () =>
        english
          .split(' ')
          .map((word) => shifted(word, -29))
          .join(' '),
      ).join(' '),
    ],
    ['private use', shifted('the committee considered the proposal', 0xf000)],
    [
      'numbers across all scripts',
      Array.from({ length: 200 }, (_, at) => String.fromCodePoint(0x400 + ((at * 7919) % 0x4c00))).join(''),
    ],
    ['signs in order of their use', '!"#$%&\'()*#+,-$./0#1&2"(3%4!5#6)7$8*9+:,;-<.=/>0?1@2"#%(&$)\'*+,!-./0'],
    ['rare characters', Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0x3400 + at * 97)).join('')],
  ])('does not take %s for writing', (_, text) => {
    expect(isReadable(text)).toBe(false)
  })

  it('counts the control characters that were left out', () => {
    expect(isReadable(english, 3)).toBe(true)
    expect(isReadable(english, 60)).toBe(false)
  })

  it('judges nothing by a few characters', () => {
    expect(isReadable('$%&')).toBe(true)
  })
})
