import { describe, expect, it } from 'vitest'
import { cellsOf, readShape } from '@renderer/features/viewer/text/table-cells'

const values = (row: string, rows: readonly string[]) => {
  const shape = readShape(rows)
  return cellsOf(row, 100, shape).map(({ column, value }) => [column, row.slice(value.start - 100, value.end - 100)])
}

describe('table rows', () => {
  const named = [
    'Item: Rope; Count: 4; Remark: old; to be replaced',
    'Item: Axe; Remark: none',
    'Item: Lamp; Count: 2',
    'Item: Sled; Count: 1; Remark: ratio: 1; see note',
  ]

  // Would catch values that slide into the column of an empty cell before them.
  it('puts named cells into their columns, empty ones left out', () => {
    expect(readShape(named).names).toEqual(['Item', 'Count', 'Remark'])
    expect(values(named[1] ?? '', named)).toEqual([
      [0, 'Axe'],
      [2, 'none'],
    ])
  })

  // Would catch a value with a semicolon or colon that is cut into cells of its own.
  it('keeps separators inside a value', () => {
    expect(values(named[0] ?? '', named)).toContainEqual([2, 'old; to be replaced'])
    expect(values(named[3] ?? '', named)).toContainEqual([2, 'ratio: 1; see note'])
  })

  it('reads Chinese column names', () => {
    const rows = ['项目: 往返票; 价格: 22', '项目: 单程票; 价格: 13']
    expect(readShape(rows).names).toEqual(['项目', '价格'])
    expect(values(rows[1] ?? '', rows)).toEqual([
      [0, '单程票'],
      [1, '13'],
    ])
  })

  it('cuts rows without names at bars, and keeps empty cells in between', () => {
    const rows = ['a | b | c', 'd |  | f', 'one']
    expect(readShape(rows)).toMatchObject({ names: null, columns: 3 })
    expect(values('d |  | f', rows)).toEqual([
      [0, 'd'],
      [1, ''],
      [2, 'f'],
    ])
    expect(values('one', rows)).toEqual([[0, 'one']])
  })

  // Would catch widths of a column without any text, by which all are divided.
  it('gives every column a width', () => {
    for (const rows of [named, [''], ['x | y'], []]) {
      const { widths, columns } = readShape(rows)
      expect(widths).toHaveLength(columns)
      for (const width of widths) expect(width).toBeGreaterThan(1)
    }
  })
})
