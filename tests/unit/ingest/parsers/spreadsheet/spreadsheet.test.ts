import { type BookType, type CellObject, utils, type WorkBook, write } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { sniffFormat } from '@engine/ingest/files/sniff'
import { readWorkbook } from '@engine/ingest/parsers/spreadsheet/read-sheets'
import { blockLines, parse } from '../../parse-text'

type Cells = readonly (readonly unknown[])[]

function bookOf(sheets: Readonly<Record<string, Cells>>): WorkBook {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name)
  return book
}

function bytesOf(book: WorkBook, type: BookType = 'xlsx'): Uint8Array {
  return new Uint8Array(
    write(book, { type: 'array', bookType: type, compression: true, cellStyles: true }) as ArrayBuffer,
  )
}

const lines = async (book: WorkBook, name = 'a.xlsx', type: BookType = 'xlsx') =>
  blockLines(await parse(bytesOf(book, type), name))

const prices: Cells = [
  ['Item', 'Price', 'Left'],
  ['Pen', 2, 40],
  ['Lamp', 31.5, 3],
]

describe('a spreadsheet', () => {
  // Would catch rows without the names of their columns, and a citation that does not say where in the sheet it is.
  it.each([
    ['xlsx', 'a.xlsx'],
    ['xlsb', 'a.xlsb'],
    ['biff8', 'a.xls'],
    ['ods', 'a.ods'],
  ] as const)(
    'saved as %s gives each row with the names of its columns, under its sheet and range',
    async (type, name) => {
      const parsed = await parse(
        bytesOf(
          bookOf({
            Prices: prices,
            库存: [
              ['名称', '数量'],
              ['灯', 7],
            ],
          }),
          type,
        ),
        name,
      )
      expect(blockLines(parsed)).toEqual([
        'heading: Prices',
        'heading: A2:C3',
        'table_row: Item: Pen; Price: 2; Left: 40',
        'table_row: Item: Lamp; Price: 31.5; Left: 3',
        'heading: 库存',
        'heading: A2:B2',
        'table_row: 名称: 灯; 数量: 7',
      ])
      expect(parsed.structure.blocks.at(-1)?.heading_path).toEqual(['库存', 'A2:B2'])
      for (const { start, end } of parsed.structure.blocks) expect(parsed.text.slice(start, end).trim()).not.toBe('')
    },
  )

  it('finds several tables on one sheet, below and beside each other, with their titles', async () => {
    const cells = [
      ['Pens'],
      ['Item', 'Price', null, 'Shop', 'Town'],
      ['Blue', 2, null, 'Nord', 'Ellerby'],
      ['Red', 3, null, 'Süd', 'Tarnsford'],
      [],
      ['Lamps'],
      ['Item', 'Watt'],
      ['Desk', 9],
    ]
    expect(await lines(bookOf({ Shop: cells }))).toEqual([
      'heading: Shop',
      'heading: Pens (A3:B4)',
      'table_row: Item: Blue; Price: 2',
      'table_row: Item: Red; Price: 3',
      'heading: D3:E4',
      'table_row: Shop: Nord; Town: Ellerby',
      'table_row: Shop: Süd; Town: Tarnsford',
      'heading: Lamps (A8:B8)',
      'table_row: Item: Desk; Watt: 9',
    ])
  })

  it('names columns by two rows where a merged name spans several', async () => {
    const book = bookOf({
      S: [
        ['Town', '2023', null, '2024', null],
        [null, 'Sales', 'Staff', 'Sales', 'Staff'],
        ['Ellerby', 10, 2, 12, 3],
      ],
    })
    const sheet = book.Sheets['S']
    if (sheet) sheet['!merges'] = [utils.decode_range('B1:C1'), utils.decode_range('D1:E1')]
    expect(await lines(book)).toContain(
      'table_row: Town: Ellerby; 2023 / Sales: 10; 2023 / Staff: 2; 2024 / Sales: 12; 2024 / Staff: 3',
    )
  })

  it('goes on with a table behind an empty row, but not with words that head the next', async () => {
    const cells = [...prices, [], ['Desk', 120, 1], [], ['Shop', 'Town'], [], ['Nord', 4]]
    expect(await lines(bookOf({ S: cells }))).toEqual([
      'heading: S',
      'heading: A2:C5',
      'table_row: Item: Pen; Price: 2; Left: 40',
      'table_row: Item: Lamp; Price: 31.5; Left: 3',
      'table_row: Item: Desk; Price: 120; Left: 1',
      'heading: A9:B9',
      'table_row: Shop: Nord; Town: 4',
    ])
  })

  it('shows dates as dates, percentages and amounts as the sheet does, and numbers that a format hides', async () => {
    const cell = (v: number, z: string): CellObject => ({ t: 'n', v, z })
    const book = bookOf({
      S: [
        ['When', 'Share', 'Amount', 'Short', 'Time'],
        [
          cell(45_000, 'm/d/yy'),
          cell(0.125, '0.0%'),
          cell(1234.5, '#,##0.00'),
          cell(1_234_567, '0.0,,"M"'),
          cell(45_000.5, 'yyyy-mm-dd hh:mm'),
        ],
      ],
    })
    expect(await lines(book)).toContain(
      'table_row: When: 2023-03-15; Share: 12.5%; Amount: 1,234.50; Short: 1.2M (1234567); Time: 2023-03-15 12:00',
    )
  })

  it('says which sheets and rows are hidden, and reads none of them', async () => {
    const book = bookOf({ Open: [...prices, ['Secret', 9, 9]], Hidden: [['Salary'], [9000]] })
    const open = book.Sheets['Open']
    if (open) open['!rows'] = [{}, {}, {}, { hidden: true }]
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] }
    const parsed = await parse(bytesOf(book), 'a.xlsx')
    expect(parsed.text).not.toMatch(/Secret|Salary|9000/u)
    expect(parsed.structure.gaps.map(({ detail }) => detail)).toEqual([
      'Sheet “Open”: hidden rows were not read (1).',
      'Hidden sheets were not read: Hidden.',
    ])
  })

  it('cites fifty rows at the most, and cuts a sheet without end with a gap', async () => {
    const many = [['n', 'twice'], ...Array.from({ length: 120 }, (_, at) => [at, at * 2])]
    const headings = (await lines(bookOf({ S: many }))).filter((line) => line.startsWith('heading'))
    expect(headings).toEqual(['heading: S', 'heading: A2:B51', 'heading: A52:B101', 'heading: A102:B121'])
    const { sheets } = await readWorkbook(bytesOf(bookOf({ S: many })), { rows: 100, columns: 1 })
    expect(sheets[0]).toMatchObject({ isCut: true })
    expect(sheets[0]?.rows).toHaveLength(100)
    expect(sheets[0]?.rows[0]?.cells).toEqual(['n'])
  })

  it('repeats what a merged cell holds for each of its rows', async () => {
    const book = bookOf({
      S: [
        ['Region', 'Town', 'Sales'],
        ['North', 'Ellerby', 1],
        [null, 'Tarnsford', 2],
      ],
    })
    const sheet = book.Sheets['S']
    if (sheet) sheet['!merges'] = [utils.decode_range('A2:A3')]
    expect(await lines(book)).toContain('table_row: Region: North; Town: Tarnsford; Sales: 2')
  })
})

describe('a spreadsheet that is none', () => {
  const whole = bytesOf(bookOf({ Prices: prices }))
  const old = bytesOf(bookOf({ Prices: prices }), 'biff8')

  // Would catch a crash, a hang or gibberish from what a failed download leaves.
  it.each([0.1, 0.3, 0.5, 0.7, 0.9])('cut off at %d is refused in words', async (share) => {
    for (const [bytes, name] of [
      [whole, 'a.xlsx'],
      [old, 'a.xls'],
    ] as const) {
      const cut = bytes.slice(0, Math.round(bytes.length * share))
      const outcome = await Promise.resolve()
        .then(() => parse(cut, name))
        .then(
          ({ text }) => text,
          (thrown: unknown) => (thrown as { code?: string }).code,
        )
      expect(outcome).toMatch(/^(?:FILE_CORRUPT|FORMAT_UNSUPPORTED|Prices\b[^\0]*|)$/u)
    }
  })

  // SheetJS reserves what a part says it unpacks to: gigabytes, and half a minute, for a file of a few kilobytes.
  it.each(['xlsx', 'ods'] as const)('is refused where a part of %s claims more than it holds', async (type) => {
    const claims = Buffer.from(bytesOf(bookOf({ Prices: prices }), type))
    claims.writeUInt32LE(claims.readUInt32LE(22) + 1, 22)
    await expect(parse(new Uint8Array(claims), `a.${type}`)).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
  })

  it('is recognised by its content, whatever it is called', () => {
    expect(sniffFormat(whole, 'a.pdf')).toBe('xlsx')
    expect(sniffFormat(old, 'a.doc')).toBe('xls')
  })

  it('neither opens entities nor grows without end', async () => {
    const book = (sheet: string) =>
      zipSync({
        '[Content_Types].xml': strToU8('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
        'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>'),
        'xl/_rels/workbook.xml.rels': strToU8(
          '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        ),
        'xl/worksheets/sheet1.xml': strToU8(sheet),
      })
    const secret =
      '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&e;</t></is></c></row></sheetData></worksheet>'
    const read = await parse(book(secret), 'a.xlsx').then(
      ({ text }) => text,
      () => '',
    )
    expect(read).not.toContain('root:')
    // A cell that claims the last row and column there is.
    const far =
      '<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>'
    const outcome = await parse(book(far), 'a.xlsx').then(
      ({ text }) => text.length,
      () => 0,
    )
    expect(outcome).toBeLessThan(100)
  })
})
