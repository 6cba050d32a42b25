import { describe, expect, it } from 'vitest'
import { StructureBuilder } from '@engine/ingest/parsers/structure/structure-builder'
import { addTable } from '@engine/ingest/parsers/tables/table'

function written(rows: readonly (readonly string[])[], header?: readonly string[]): string[] {
  const builder = new StructureBuilder()
  addTable(builder, rows, header)
  return builder.finish('csv', 'a').text.split('\n')
}

describe('the rows of a table', () => {
  it('name the column of each value', () => {
    expect(written([['Hut', '2']], ['Place', 'Beds'])).toEqual(['Place: Hut; Beds: 2'])
  })

  // Catches answers that read "Column 1: Red", where nobody gave the column a name.
  it.each([[['Column1', 'Column 2']], [['列1', '列2']], [['Unnamed: 0', 'Unnamed: 1']]])(
    'are plain where their columns are only numbered, and lose nothing: %s',
    (header) => {
      expect(written([['Red', 'Green']], header)).toEqual([header.join(' | '), 'Red | Green'])
    },
  )

  it('give a value alone where only its column is numbered', () => {
    expect(written([['0', 'Hut', '2']], ['Unnamed: 0', 'Place', 'Column 12 beds'])).toEqual([
      '0; Place: Hut; Column 12 beds: 2',
    ])
  })

  it('have no row for a header of dashes, and one for a header without rows', () => {
    expect(written([['Hut', '2']], ['-', '–'])).toEqual(['Hut | 2'])
    expect(written([], ['Place', 'Beds'])).toEqual(['Place | Beds'])
  })
})
