import { expect, test } from 'vitest'
import { readNumber } from '@engine/tools/tables/typing/read-number'

test.each<[string, number, string | null]>([
  ['12 kg', 12, 'kg'],
  ['€1,200.50', 1200.5, 'EUR'],
  ['(1,234)', -1234, null],
  ['($1,234.50)', -1234.5, 'USD'],
  ['1,234-', -1234, null],
  ['€-5', -5, 'EUR'],
  ['US$ 5bn', 5e9, 'USD'],
  ['1.2K', 1200, null],
  ['1.2M (1234567)', 1_234_567, null],
  ['12.35% (0.123456)', 12.3456, '%'],
  ['12 %', 12, '%'],
  ['12,34,567', 1_234_567, null],
  ["1'234.5", 1234.5, null],
  ['1 234 567', 1_234_567, null],
  ['5 km/h', 5, 'km/h'],
  ['12 m²', 12, 'm²'],
  ['30 ℃', 30, '°C'],
  ['１２３', 123, null],
  ['1.2万', 12_000, null],
  ['3.5亿元', 350_000_000, 'CNY'],
  ['三千元', 3000, 'CNY'],
  ['百分之十五', 15, '%'],
  ['¥3,000', 3000, '¥'],
  ['1,234[3]', 1234, null],
  ['−4', -4, null],
  ['1e5', 100_000, null],
])('%s is %d %s', (cell, value, unit) => {
  expect(readNumber(cell, '.')).toEqual({ value, unit })
})

test.each<[string, number, string | null]>([
  ['1.234,56', 1234.56, null],
  ['1,5 kg', 1.5, 'kg'],
  ['1.234.567', 1_234_567, null],
  ['12', 12, null],
])('%s with a decimal comma is %d %s', (cell, value, unit) => {
  expect(readNumber(cell, ',')).toEqual({ value, unit })
})

// Would catch an identifier, a range, a date or a word that is added up.
test.each([
  '0012',
  '1.2.3',
  '10-20',
  '12 Main Street',
  '3rd',
  'A12',
  '<5',
  '~12',
  '+86 138 0000',
  '192.168.1.1',
  '12:30',
  '1/2',
  '一般',
  '三月',
  '12 (approx)',
  '5 ft 3 in',
  '1,23',
  'n/a',
  '',
])('"%s" is no number', (cell) => {
  expect(readNumber(cell, '.')).toBe(null)
})
