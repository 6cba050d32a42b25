import { describe, expect, it } from 'vitest'
import { detectDelimiter } from '@engine/ingest/parsers/tables/csv'
import { blockLines, parse } from '../parse-text'

describe('csvParser', () => {
  it('names every value by its column', async () => {
    const parsed = await parse('name,amount,note\nApple,3,"red,\nround"\nPear,,green\n', 'fruit.csv')
    expect(blockLines(parsed)).toEqual([
      'table_row: name: Apple; amount: 3; note: red, round',
      'table_row: name: Pear; note: green',
    ])
    expect(parsed.structure.title).toBe('fruit')
  })

  it('invents no header: a row of numbers, or with an empty or repeated cell, is data', async () => {
    expect(blockLines(await parse('1,2\n3,4\n', 'a.csv'))).toEqual(['table_row: 1 | 2', 'table_row: 3 | 4'])
    expect(blockLines(await parse('a,a\nb,c\n', 'a.csv'))).toEqual(['table_row: a | a', 'table_row: b | c'])
    expect(blockLines(await parse('a,,c\nb,c,d\n', 'a.csv'))).toEqual(['table_row: a |  | c', 'table_row: b | c | d'])
  })

  it('takes a dash for no name of a column', async () => {
    expect(blockLines(await parse('-,width,height\nA,1,2\n', 'a.csv'))).toEqual(['table_row: A; width: 1; height: 2'])
  })

  it('takes an empty first cell for the place above the names of the rows', async () => {
    expect(blockLines(await parse(',2021,2022\nCosts,80,85\n', 'a.csv'))).toEqual([
      'table_row: Costs; 2021: 80; 2022: 85',
    ])
    expect(blockLines(await parse(',3,4\nCosts,80,85\n', 'a.csv'))).toEqual([
      'table_row: | 3 | 4',
      'table_row: Costs | 80 | 85',
    ])
  })

  it('finds the header below a title row', async () => {
    const parsed = await parse('Results\nteam,points\nReds,4\n', 'a.csv')
    expect(blockLines(parsed)).toEqual(['table_row: Results', 'table_row: team: Reds; points: 4'])
  })

  it.each([
    ['a;b\n1,5;2,5\n3,5;4,5', ';'],
    ['a\tb, c\n1\t2, 3', '\t'],
    ['a|b|c\n1|2|3', '|'],
    ['"x;y",b\n"1;2",3', ','],
  ])('finds the delimiter of %j', (text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter)
  })

  it('reads on after a quote that is never closed', async () => {
    const parsed = await parse('a,b\n"open,1\nc,2\nd,3\n', 'a.csv')
    expect(parsed.text).toContain('d')
    expect(parsed.structure.blocks.length).toBeGreaterThanOrEqual(1)
  })
})

describe('textParser', () => {
  it('keeps wrapped lines together and makes paragraphs of long ones', async () => {
    expect(blockLines(await parse('one line\nwraps here\n\nnext', 'a.txt'))).toEqual([
      'paragraph: one line\nwraps here',
      'paragraph: next',
    ])
    const article = '一篇很长的新闻。'.repeat(40)
    expect(blockLines(await parse(`${article}\n${article}\n`, 'a.txt'))).toHaveLength(2)
  })

  it('finds headings that writers make without markup', async () => {
    const source = 'CHAPTER ONE\n\nText.\n\n1.2 Scope\n\nMore.\n\n第三章 结论\n\n完。\n\nIt was 1. The end.\n'
    const kinds = (await parse(source, 'a.txt')).structure.blocks.map((block) => block.kind)
    expect(kinds).toEqual(['heading', 'paragraph', 'heading', 'paragraph', 'heading', 'paragraph', 'paragraph'])
  })

  it('reads underlined and starred headings', async () => {
    const rst = await parse('Title\n=====\n\ntext\n\nSub\n---\n\nmore\n', 'a.rst')
    expect(rst.structure.blocks.at(-1)?.heading_path).toEqual(['Title', 'Sub'])
    const org = await parse('* Top\n** Low\ntext\n', 'a.org')
    expect(org.structure.blocks.at(-1)?.heading_path).toEqual(['Top', 'Low'])
  })

  it('sets list items apart', async () => {
    expect(blockLines(await parse('To do:\n- one\n  wraps\n- two', 'a.txt'))).toEqual([
      'paragraph: To do:',
      'list_item: - one\n  wraps',
      'list_item: - two',
    ])
  })

  it('takes one endless line', async () => {
    const parsed = await parse('word '.repeat(400_000), 'a.txt')
    expect(parsed.structure.blocks).toHaveLength(1)
  })
})

describe('codeParser', () => {
  it('cuts at unindented lines after an empty one, not inside a function', async () => {
    const source = 'import a\n\nfunction f() {\n  x\n\n  y\n}\n\nconst z = 1\n'
    expect(blockLines(await parse(source, 'a.ts'))).toEqual([
      'code: import a',
      'code: function f() {\n  x\n\n  y\n}',
      'code: const z = 1',
    ])
  })
})
