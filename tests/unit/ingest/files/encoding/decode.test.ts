import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { decode } from '@engine/ingest/files/encoding/decode'
import { sniffFormat } from '@engine/ingest/files/sniff'

const chinese = '人工智能正在改变世界。我们需要认真研究它对社会和经济的影响，以及它带来的机会与挑战。'
const traditional = '人工智慧正在改變世界。我們需要認真研究它對社會和經濟的影響，以及它帶來的機會與挑戰。'
const japanese = 'これは日本語の文章です。文字コードを正しく判定できるかどうかを確かめるためのテストです。'
const korean = '이것은 한국어 문장입니다. 문자 인코딩을 올바르게 판별하는지 확인하기 위한 시험입니다.'
const russian = 'Это предложение на русском языке, по которому проверяется распознавание кодировки текста.'
const german = 'Die schöne Frau hat einen süßen Kaffee für 3,50 € gekauft und größere Äpfel über die Straße getragen.'

/** East Asian characters as bytes without their upper bits, between the marks that shift to them. */
function shiftedOut(announcement: string, wide: Buffer): Buffer {
  const parts = [...wide].map((byte) => (byte >= 0x80 ? byte & 0x7f : byte))
  // Spaces stand between shifts, as the encoding demands.
  const text = Buffer.from(parts)
    .toString('latin1')
    .split(' ')
    .map((word) => `\u000e${word}\u000f`)
    .join(' ')
  return Buffer.from(announcement + text, 'latin1')
}

describe('decode', () => {
  it.each([
    ['utf-8', chinese],
    ['utf-16le', chinese],
    ['utf-16be', chinese],
    ['utf-16le', german],
    ['utf-16be', german],
    ['utf-32le', chinese],
    ['utf-32be', german],
    ['gb18030', chinese],
    ['big5', traditional],
    ['shift_jis', japanese],
    ['euc-jp', japanese],
    ['euc-kr', korean],
    ['windows-1251', russian],
    ['koi8-r', russian],
    ['windows-1252', german],
  ])('reads %s without a byte order mark', (encoding, text) => {
    const lines = `${text}\n${text}\n`
    expect(decode(iconv.encode(lines, encoding, { addBOM: false })).text).toBe(lines)
  })

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])('drops the byte order mark of %s', (encoding) => {
    expect(decode(iconv.encode('ab 中', encoding, { addBOM: true }))).toMatchObject({ text: 'ab 中', unreadable: 0 })
  })

  it('reads a few umlauts as Western: statistics over so little text take them for East Asian pairs', () => {
    expect(decode(iconv.encode('## können\n\nkönnen\n\näöüß', 'windows-1252')).text).toBe('## können\n\nkönnen\n\näöüß')
  })

  it('reads short Chinese', () => {
    expect(decode(iconv.encode('合同编号：二零二四\n甲方：北京公司', 'gbk')).text).toBe(
      '合同编号：二零二四\n甲方：北京公司',
    )
  })

  it('believes a declared encoding where the bytes allow it, and not where they are UTF-8', () => {
    const page = '<meta charset="iso-8859-2"><p>Žluťoučký kůň'
    expect(decode(iconv.encode(page, 'iso-8859-2')).text).toBe(page)
    expect(decode(Buffer.from(page)).text).toBe(page)
  })

  it('counts what it cannot decode in damaged UTF-8 instead of reading all of it wrongly', () => {
    const damaged = Buffer.concat([Buffer.from(chinese), Buffer.from([0xe4, 0xb8]), Buffer.from(chinese)])
    expect(decode(damaged)).toMatchObject({ encoding: 'utf-8', unreadable: 1 })
  })

  it.each([
    ['iso-2022-jp', Buffer.from('\u001b$B$3$l$OF|K\\8l$NJ8>O$G$9!#\u001b(B\n', 'latin1'), 'これは日本語の文章です。\n'],
    [
      'iso-2022-kr',
      shiftedOut('\u001b$)C\n', iconv.encode(korean.split('.')[0] ?? '', 'euc-kr')),
      `\n${korean.split('.')[0]}`,
    ],
    ['iso-2022-cn', shiftedOut('\u001b$)A\n', iconv.encode('我们需要认真研究', 'gbk')), '\n我们需要认真研究'],
    ['hz-gb-2312', Buffer.from('Meeting in ~{11>)~} at ~~9.'), 'Meeting in 北京 at ~9.'],
    ['utf-7', iconv.encode(`${german} 1 + 1`, 'utf-7'), `${german} 1 + 1`],
    ['utf-7', iconv.encode(chinese, 'utf-7'), chinese],
  ])('reads %s, which is all ASCII', (encoding, bytes, text) => {
    expect(decode(bytes)).toEqual({ text, encoding, unreadable: 0 })
    expect(sniffFormat(new Uint8Array(bytes), 'a.txt')).toBe('text')
  })

  it.each([
    'a ~{ b ~} c; ~{x}~',
    'C++ and 1+1=2, call +49-30-1234 or +1-555-0100; q=a+bcd-e',
    'cm9vdDp4+abcd/efgh+ijkl==',
    'price +10- to +20-',
    '\u001b[31mred\u001b[0m costs 5\u001b[1m$\u001b[0m',
    'keys: ctrl+abc-def, alt+xyz-w',
  ])('leaves ASCII as it is that only looks like one of these: %j', (text) => {
    expect(decode(Buffer.from(text))).toEqual({ text, encoding: 'utf-8', unreadable: 0 })
  })

  it('normalises line ends and drops NULs', () => {
    expect(decode(Buffer.from('a\r\nb\rcc\0d\n')).text).toBe('a\nb\nccd\n')
  })

  it('never throws and never leaves half a character', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(decode(bytes).text).not.toMatch(/\p{Surrogate}/u)
      }),
    )
  })

  it('reads any text back that was saved as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const plain = text
          .replace(/\r\n?/gu, '\n')
          .replaceAll('\0', '')
          .replaceAll('\ufeff', '')
          .replaceAll(/[\u001b~+]/gu, '')
        expect(decode(Buffer.from(plain)).text).toBe(plain)
      }),
    )
  })
})
