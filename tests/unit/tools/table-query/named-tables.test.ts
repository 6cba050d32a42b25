import { describe, expect, it } from 'vitest'
import { tableChoice } from '@engine/tools/table-query/arguments/plan-names'
import { namedTables, withoutCopies } from '@engine/tools/table-query/linking/named-tables'
import type { DataTable } from '@engine/tools/tables/data-table'
import { libraryOfFile } from '../tables/table-library'

const documents = {
  'use-of-water.md':
    '# Use\n\n## 2023\n\n| Site | m3 |\n|---|---|\n| A | 1 |\n| B | 2 |\n\n## 2024\n\n| Site | m3 |\n|---|---|\n| A | 3 |\n| B | 4 |\n',
  'parts.csv': 'Part,Price\nBolt,1\nNut,2\n',
  'more-parts.csv': 'Part,Price\nBolt,1\nNut,2\n',
  'twins.md':
    '# Twins\n\n| Name | Age |\n|---|---|\n| A | 1 |\n| B | 2 |\n\ntext\n\n| Town | Size |\n|---|---|\n| C | 3 |\n| D | 4 |\n',
}

const library = libraryOfFile(documents)

async function tablesOf(): Promise<readonly DataTable[]> {
  return (await library()).catalogue.tables()
}

describe('files and sheets that a question names', () => {
  it.each([
    ['total price in parts.csv', ['parts.csv'], 'total price'],
    ['going by use-of-water.md, how much', ['use-of-water.md', 'use-of-water.md'], ', how much'],
    ['how much in “use-of-water.md/2024”?', ['use-of-water.md'], 'how much ?'],
    ['parts.csv里最贵的是什么', ['parts.csv'], '最贵的是什么'],
    ['在“more-parts.csv”中,总价是多少', ['more-parts.csv'], ',总价是多少'],
  ])('%s', async (question, files, left) => {
    const named = namedTables(question, await tablesOf())
    expect(named.tables.map(({ documentName }) => documentName)).toEqual(files)
    expect(named.text.length).toBe(question.length)
    expect(named.text.replace(/\s+/gu, ' ').trim()).toBe(left)
  })

  it('are none where a question names no file', async () => {
    const tables = await tablesOf()
    expect(namedTables('total price of spare-parts.csv', tables)).toEqual({
      tables,
      isNamed: false,
      text: 'total price of spare-parts.csv',
    })
  })
})

it('tables of one name are told apart, and copies are one', async () => {
  const tables = await tablesOf()
  const labels = tables.map((table) => tableChoice(table, tables).label)
  expect(new Set(labels).size).toBe(tables.length)
  expect(labels).toContain('use-of-water.md/2023')
  expect(withoutCopies(tables, (table) => table).length).toBe(tables.length - 1)
})
