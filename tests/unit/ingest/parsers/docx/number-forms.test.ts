import { describe, expect, it } from 'vitest'
import { numberAs } from '@engine/ingest/parsers/docx/number-forms'

describe('numberAs', () => {
  it.each([
    [4, 'decimal', '4'],
    [4, 'decimalZero', '04'],
    [28, 'lowerLetter', 'bb'],
    [3, 'upperLetter', 'C'],
    [1994, 'upperRoman', 'MCMXCIV'],
    [9, 'lowerRoman', 'ix'],
    [12, 'ordinal', '12th'],
    [22, 'ordinal', '22nd'],
    [10, 'chineseCounting', '十'],
    [12, 'chineseCountingThousand', '十二'],
    [20, 'chineseCountingThousand', '二十'],
    [105, 'chineseCountingThousand', '一百零五'],
    [1020, 'chineseCountingThousand', '一千零二十'],
    [10_005, 'chineseCountingThousand', '一万零五'],
    [12, 'chineseLegalSimplified', '壹拾贰'],
    [20, 'ideographDigital', '二〇'],
    [3, 'decimalEnclosedCircle', '③'],
    [7, 'thaiLetters', '7'],
    [0, 'upperRoman', '0'],
    [5, 'none', ''],
  ])('writes %d as %s: %s', (number, form, written) => {
    expect(numberAs(number, form)).toBe(written)
  })
})
