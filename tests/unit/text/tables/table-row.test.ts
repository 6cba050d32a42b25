import { expect, test } from 'vitest'
import { isTableRow } from '@engine/text/tables/table-row'

// Would catch a summary of a community that is the rows of somebody's telephone list.
test.each([
  '| Gu Haoran | Data manager | 16 |',
  '…or 30 kVA; quantity: 1; unit: piece; location: Generator house',
  '姓名: 顾浩然; 职务: 数据管理员',
  'Gu Haoran | Data manager | 16',
  'No. of rooms: 5; Approx. cost: 30',
])('%s is a row', (text) => expect(isTableRow(text)).toBe(true))

test.each([
  'Marta Lindqvist succeeded Anton Greve as director.',
  'One rule holds: nobody works alone; the duty phone is 21.',
  'Either a | b or nothing.',
  'The set {x|x>0} and |y| are given.',
  'The station opened in 1932; two rules hold: nobody works alone; and one more: call the duty phone.',
  'It failed. They found: a leak; Then it ran. The cause: rust; nothing else.',
  'The forest (Portuguese: Floresta; Spanish: Selva) is large.',
  '缆车最多可载六人；风速超过 20 米时停运。',
  '',
])('%s is none', (text) => expect(isTableRow(text)).toBe(false))
