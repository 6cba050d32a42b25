import { describe, expect, test } from 'vitest'
import { RangeFinder } from '@engine/answer/citations/range-finder'

function shown(text: string, sentence: string): string {
  const { start, end } = new RangeFinder({ text }).find(sentence)
  return text.slice(start, end)
}

const records = [
  'item: Satellite messenger; quantity: 5; location: Duty room; responsible: Ines Okafor',
  'item: Radio handset; quantity: 16; location: Duty room; responsible: Ines Okafor',
  'item: Snowshoes; quantity: 12; location: Store room B; responsible: Elias Rothe',
]

describe('what a citation opens', () => {
  // Catches a table whose every line is cited by all of it.
  test('is one record of a table', () => {
    expect(shown(records.join('\n'), 'Ines Okafor looks after 16 radio handsets.')).toBe(records[1])
    const rows = '| Level | Height |\n|---|---|\n| yellow | 2.40 m |\n| red | 3.10 m |'
    expect(shown(`Alarms are raised by height.\n\n${rows}`, 'A red alarm is raised at 3.10 m.')).toBe(
      '| red | 3.10 m |',
    )
  })

  // Catches a title that is cited for a price, because both have the year.
  test('is the row with the figure rather than a title with the year, also in the other language', () => {
    const prices =
      '鹰坳站 2025 年价目表\n\n项目: 床位（每晚）; 普通价: 48; 学生价: 32\n项目: 早餐; 普通价: 9; 学生价: 7'
    expect(shown(prices, 'In 2025 a night costs 32 euros for students.')).toContain('学生价: 32')
  })

  test('is a sentence of prose, or all of a text that has none of the words', () => {
    const text = 'The pump is new. It moves 40 litres per second.'
    expect(shown(text, 'It moves 40 litres.')).toBe('It moves 40 litres per second.')
    expect(shown(text, 'Nobody knows why.')).toBe(text)
  })
})
