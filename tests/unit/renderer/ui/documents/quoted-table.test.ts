import { describe, expect, it } from 'vitest'
import { quotedTable } from '@renderer/ui/documents/quoted-table'

const markdown =
  'Alarms.\n\n| Alarm colour | Alarms in 2023 |\n| --- | ---: |\n| Yellow | 7 |\n| Red \\| black | 2 |\n\nThe end.'
const sheet = 'Zone NA; Sales: 12,553; Profit: 2,713\nZone EUR; Sales: 9,467'
const quotes = (text: string, ...parts: string[]) =>
  parts.map((part) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length }))

describe('quotedTable', () => {
  // Would catch "Yellow | 7", of which nobody knows what it says.
  it('puts rows of Markdown under the heads of their table', () => {
    expect(quotedTable(markdown, 'markdown', quotes(markdown, 'Yellow | 7', 'Red \\| black | 2'))).toEqual({
      heads: ['Alarm colour', 'Alarms in 2023'],
      rows: [
        ['Yellow', '7'],
        ['Red | black', '2'],
      ],
    })
  })

  it('puts rows that name their values under those names', () => {
    expect(quotedTable(sheet, 'xlsx', [{ start: 0, end: sheet.length }])).toEqual({
      heads: ['', 'Sales', 'Profit'],
      rows: [
        ['Zone NA', '12,553', '2,713'],
        ['Zone EUR', '9,467', ''],
      ],
    })
  })

  // Would catch a table that is shown as lines with bars because its first line is quoted too.
  it('shows the heads once where they are cited, and rows without any as they are', () => {
    const cited = quotes(markdown, 'Alarm colour | Alarms in 2023', 'Yellow | 7')
    const heads = ['Alarm colour', 'Alarms in 2023']
    expect(quotedTable(markdown, 'markdown', cited)).toEqual({ heads, rows: [['Yellow', '7']] })
    expect(quotedTable(markdown, 'markdown', cited.slice(0, 1))).toEqual({ heads, rows: [] })
    const bare = 'Bern | 12 | west\nOlten | 7'
    expect(quotedTable(bare, 'pdf', [{ start: 0, end: bare.length }])).toEqual({
      heads: ['', '', ''],
      rows: [
        ['Bern', '12', 'west'],
        ['Olten', '7', ''],
      ],
    })
  })

  // Would catch sentences that are torn into columns.
  it('leaves everything else as it is', () => {
    expect(quotedTable(markdown, 'markdown', quotes(markdown, 'The end.'))).toBeNull()
    expect(quotedTable(markdown, 'markdown', quotes(markdown, 'Alarms.', 'Yellow | 7'))).toBeNull()
    expect(quotedTable(sheet, 'xlsx', quotes(sheet, 'Sales: 12,553'))).toBeNull()
    for (const text of [
      'One: two; three',
      'He said: it rains; she said: it snows. And then: more.',
      'Fee: 3',
      'a | b',
      '',
    ])
      expect(quotedTable(text, 'text', [{ start: 0, end: text.length }]), text).toBeNull()
    const book = 'Title: The Lake; Author: E. Marsh\nNobody spoke until we had passed the island.'
    expect(quotedTable(book, 'epub', [{ start: 0, end: book.length }])).toBeNull()
    expect(quotedTable('a | b', 'markdown', [{ start: 0, end: 5 }])).toBeNull()
  })
})
