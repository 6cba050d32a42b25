import { describe, expect, it } from 'vitest'
import { blockLines, parse } from '../../parse-text'

const factbook = `<?xml version="1.0"?>
<!-- two -->
<factbook>
  <country code="CA"><name>Canada</name><leader>Justin Trudeau</leader></country>
  <country code="TT"><name>Trinidad &amp; Tobago</name><leader><![CDATA[Keith <Rowley>]]></leader></country>
</factbook>`

describe('data files', () => {
  // Would catch answers that quote tags and braces.
  it('become a row a record', async () => {
    expect(blockLines(await parse(factbook, 'factbook.xml'))).toEqual([
      'table_row: code: CA; name: Canada; leader: Justin Trudeau',
      'table_row: code: TT; name: Trinidad & Tobago; leader: Keith <Rowley>',
    ])
    const json = '[{"sku": "A-1", "price": 18.0, "in": {"stock": true}},\n {"sku": "B-2", "tags": ["x", "y"]}]'
    const rows = ['table_row: sku: A-1; price: 18.0; in stock: true', 'table_row: sku: B-2; tags: x, y']
    expect(blockLines(await parse(json, 'a.json'))).toEqual(rows)
    const lines = '{"id": 12345678901234567890, "name": "甲"}\n\n{"id": 2, "name": "乙"}\n'
    expect(blockLines(await parse(lines, 'a.ndjson'))).toEqual([
      'table_row: id: 12345678901234567890; name: 甲',
      'table_row: id: 2; name: 乙',
    ])
    expect(blockLines(await parse('{"id": "S-1", "name": "Sample"}', 'a.json'))).toEqual([
      'table_row: id: S-1; name: Sample',
    ])
  })

  it('give what is long a paragraph of its own', async () => {
    const long = 'word '.repeat(200).trim()
    expect(blockLines(await parse(JSON.stringify([{ id: 'a', text: long }]), 'a.json'))).toEqual([
      'paragraph: id: a',
      `paragraph: text: ${long}`,
    ])
  })

  it.each([
    ['{"scripts": {"build": "x"}, "files": []}', 'package.json'],
    ['[1, 2, 3]', 'a.json'],
    ['[{"rows": [{"a": 1}]}]', 'a.json'],
    ['{"broken": ', 'a.json'],
    ['<article><p>It <b>is</b> so.</p><p>And so.</p></article>', 'a.xml'],
    ['<a><b>1</b></c>', 'a.xml'],
    ['<a><b><c>1</c><d>2</d></b>', 'a.xml'],
    [factbook, 'drawing.svg'],
  ])('stay as they are written otherwise: %s', async (text, name) => {
    expect((await parse(text, name)).text).toBe(text)
  })

  it('of any depth are read or left', async () => {
    expect((await parse('<a>'.repeat(50_000), 'a.xml')).structure.format).toBe('code')
    expect((await parse(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`, 'a.json')).structure.format).toBe('code')
  })
})

it('reads tab-separated text as the table it is', async () => {
  const parsed = await parse(
    'Code\tSymbol\tName\nCZK\tK\tCzech koruna\nCHF\tCHF\tSwiss franc\nAFN\t\tAfghani\n',
    'currency.csv.txt',
  )
  expect(blockLines(parsed)).toContain('table_row: Code: CZK; Symbol: K; Name: Czech koruna')
})
