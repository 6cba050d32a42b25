import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyse, analysePhrase } from '@engine/text/analyse'
import { foldHan } from '@engine/text/chinese/han-fold'
import { chineseNumber } from '@engine/text/numbers'
import { isStopTerm, withoutQuestionWords } from '@engine/text/english/stop-words'

/** Whether a document that says one thing is found by a question that says the other, by a term that is not grammar. */
const shared = (a: string, b: string): string[] => {
  const known = new Set(analyse(a))
  return analyse(b).filter((term) => known.has(term) && !isStopTerm(term))
}

describe('both scripts of Chinese', () => {
  it.each([
    ['臺灣的頭髮為什麼發展', '台湾的头发为什么发展'],
    ['衞生部說明，溫度過高', '卫生部说明，温度过高'],
    ['牠們在這裡看著', '它们在这里看着'],
    ['啟動線上匯流排', '启动线上汇流排'],
    ['著名的乾隆皇帝', '著名的乾隆皇帝'],
    ['敍述與敘述', '叙述与叙述'],
  ])('%s is %s', (traditional, simplified) => {
    expect(analyse(traditional)).toEqual(analyse(simplified))
  })

  it('keeps common simplified characters as they are, and offsets in every text', () => {
    expect(foldHan('什么后来只有几里路，台湾、着落、周末的面条')).toBe('什么后来只有几里路，台湾、着落、周末的面条')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(foldHan(text)).toHaveLength(text.length)
        expect(foldHan(foldHan(text))).toBe(foldHan(text))
      }),
    )
    for (let code = 0x3400; code <= 0x9fff; code += 1) {
      const folded = foldHan(String.fromCharCode(code))
      expect(foldHan(folded)).toBe(folded)
    }
  })

  it('knows question words in either, and leaves the rest of the text alone', () => {
    expect(withoutQuestionWords('臺灣的水位是多少').trim()).toBe('臺灣的水位')
    expect(withoutQuestionWords('住宿多少钱').trim()).toBe('住宿')
    expect(withoutQuestionWords('這裡為什麼有臺風')).not.toContain('什麼')
  })
})

describe('numbers and units', () => {
  it.each([
    ['1,200', '1200'],
    ['１，２００ people', '1200'],
    ['1 200 people', '1200'],
    ['12,345,678.9', '12345678.9'],
    ['３．５', '3.5'],
    ['50% of them', '50 percent'],
    ['百分之五十', '50％'],
    ['百分之三点五', '3.5 per cent'],
    ['12kg', '12 kilograms'],
    ['12公斤', '12 kg'],
    ['5 g', '5g'],
    ['100km', '100 kilometres'],
    ['二十世纪', '20世纪'],
    ['三月', '3月'],
    ['第十二章', '第12章'],
    ['一九四九年', '1949年'],
    ['3.5 million', '350万'],
    ['two billion or 2 billion', '20亿'],
    ['v1.2', '1.2'],
  ])('%s is found as %s, and the other way round', (a, b) => {
    expect(shared(a, b)).not.toEqual([])
    expect(shared(b, a)).not.toEqual([])
  })

  it('a number is one term, and what only looks like one is not', () => {
    expect(analyse('1,200')).toEqual(['1200'])
    expect(analyse('3.5')).toEqual(['3.5'])
    expect(analyse('12,34')).toEqual(['12', '34'])
    expect(analyse('一个十分好的千万')).not.toContain('10')
    expect(analyse('三四个')).not.toContain('34')
    expect(analyse('2024-01-05')).toContain('2024-01-05')
  })

  it.each<[string, number | undefined]>([
    ['十', 10],
    ['二十一', 21],
    ['一百零五', 105],
    ['一千零一', 1001],
    ['两千万', 20_000_000],
    ['一亿二千万', 120_000_000],
    ['二〇二〇', 2020],
    ['千万', undefined],
    ['三四', undefined],
    ['百', undefined],
  ])('reads %s', (numerals, value) => {
    expect(chineseNumber(numerals)).toBe(value)
  })

  it('reads what it writes', () => {
    const digits = '零一二三四五六七八九'
    const write = (value: number): string => {
      const [thousands, hundreds, tens, ones] = [1000, 100, 10, 1].map((unit) => Math.floor(value / unit) % 10)
      const parts = [
        [thousands, '千'],
        [hundreds, '百'],
        [tens, '十'],
        [ones, ''],
      ] as const
      const written = parts.map(([digit = 0, unit]) => (digit ? `${digits.charAt(digit)}${unit}` : '零')).join('')
      return written.replace(/零+/gu, '零').replace(/^零|零$/gu, '')
    }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), (value) => {
        expect(chineseNumber(write(value))).toBe(value)
      }),
    )
  })
})

describe('English words', () => {
  it.each([
    ['children', 'child'],
    ['men', 'man'],
    ['won', 'win'],
    ['built', 'building'],
    ['wrote', 'writes'],
    ['began', 'begin'],
    ['led', 'leading'],
    ['colours', 'color'],
    ['organisation', 'organization'],
    ['organised', 'organizing'],
    ['centres', 'center'],
    ['neighbourhood', 'neighborhood'],
    ['analysed', 'analyzes'],
    ['travelled', 'traveling'],
  ])('%s is %s', (a, b) => {
    expect(analyse(a)).toEqual(analyse(b))
  })

  it.each([
    ['hour', 'hor'],
    ['contour', 'contor'],
    ['left', 'leave'],
    ['found', 'find'],
    ['precise', 'prize'],
  ])('%s is not %s', (a, b) => {
    expect(analyse(a)).not.toEqual(analyse(b))
  })
})

describe('phrases', () => {
  it('have the terms a text has where it holds the same words, side by side', () => {
    const parts = fc.constantFrom('水位', '上升', 'pump', '12kg', '1,200', '50%', 'TKT-1042', 'v1.2', '三月', '３', 'é')
    const text = fc.array(parts, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(text, text, text, (before, phrase, after) => {
        const whole = ` ${analyse(`${before}\n${phrase}\n${after}`).join(' ')} `
        expect(whole).toContain(` ${analysePhrase(phrase).join(' ')} `)
      }),
    )
  })

  it('identifiers count whole and in parts', () => {
    expect(analyse('foo_bar')).toEqual(['foo_bar', 'foo', 'bar'])
    expect(analyse('v1.2.3')).toEqual(['v1.2.3', '1.2.3', 'v1', '2', '3'])
    expect(shared('see TKT-1042.', 'tkt-1042')).toContain('tkt-1042')
  })
})

// Found by questions of random characters: what is left of a number whose last mark is an accent alone was no term of any document.
it('an accent that stands behind a joiner leaves no joiner at the end of a term', () => {
  expect(analyse('1,200－\u{e0100}')).toEqual(['1200'])
  expect(analyse('well-\u0301')).toEqual(['well'])
})
