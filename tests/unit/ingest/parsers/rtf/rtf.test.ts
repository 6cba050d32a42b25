import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { blockLines, parse } from '../../parse-text'

/** An RTF file with the given body; backslashes stand as they are. */
const rtf = (body: string, head = String.raw`\ansi\ansicpg1252\deff0`) => `{\\rtf1${head} ${body}}`
const read = (body: string, head?: string) => parse(rtf(body, head), 'a.rtf')
const lines = async (body: string, head?: string) => blockLines(await read(body, head))
const escaped = (text: string, encoding: string) =>
  [...iconv.encode(text, encoding)].map((byte) => `\\'${byte.toString(16).padStart(2, '0')}`).join('')

describe('the letters of an RTF file', () => {
  // Would catch the code page of the file taken where a font has its own, and the other way round.
  test.each([
    ['the file', String.raw`\ansi\ansicpg936`, '', escaped('预算报告', 'gbk'), '预算报告'],
    [
      'a font',
      String.raw`\ansi\ansicpg1252`,
      String.raw`{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset134 SimSun;}}\f1 `,
      escaped('总则', 'gbk'),
      '总则',
    ],
    [
      'a font of a western name',
      String.raw`\ansi\ansicpg936`,
      String.raw`{\fonttbl{\f0\fcharset0 Arial;}}\f0 `,
      escaped('总则', 'gbk'),
      '总则',
    ],
    [
      'western letters',
      String.raw`\ansi\ansicpg936`,
      String.raw`{\fonttbl{\f0\fcharset0 Arial;}}\f0 caf`,
      `${escaped('é', 'win1252')} au lait`,
      'café au lait',
    ],
    [
      'Cyrillic',
      String.raw`\ansi\ansicpg1252`,
      String.raw`{\fonttbl\f0\fcharset0 Arial;\f1\fcharset204 Arial;}\f1 `,
      escaped('Отчёт', 'win1251'),
      'Отчёт',
    ],
    ['a Macintosh', String.raw`\mac`, '', escaped('é', 'macintosh'), 'é'],
  ])('are those of %s', async (_, head, before, text, expected) => {
    expect(await lines(before + text, head)).toEqual([`paragraph: ${expected}`])
  })

  // Would catch the stand-in for old programs read as text, or the letters after it lost.
  test('in Unicode are followed by as many stand-ins as the group says', async () => {
    expect(await lines(String.raw`\u20013?\u25991 ?!`)).toEqual(['paragraph: 中文!'])
    expect(await lines(String.raw`{\uc0\u20013\u25991 a}{\uc2\u20013\'d6\'d0b}\u-10179?\u-8694?`)).toEqual([
      'paragraph: 中文a中b😊',
    ])
  })

  test('are told from marks, spaces and line ends of the file', async () => {
    const body = 'It\\rquote s a\\~b\\tab c \\{d\\}\\line e\\emdash f, wo\nrd\\-s'
    expect(await lines(body)).toEqual(['paragraph: It’s a b c {d}\ne—f, words'])
  })
})

describe('what an RTF file is made of', () => {
  test('headings by outline and by style, lists with their labels, with exact places', async () => {
    const styles = String.raw`{\stylesheet{\s0 Normal;}{\s1 heading 1;}{\s2\outlinelevel1 Own;}{\*\cs10 heading 2;}}`
    const body = String.raw`\pard\s1 Terms\par\pard\s2 Payment\par\pard Within 30 days.\par{\listtext\f3\'b7\tab}Cash\par{\pntext 2.\tab}Card\par\pard\outlinelevel0 第二章\par`
    const parsed = await read(styles + body.replace('第二章', String.raw`\u31532?\u20108?\u31456?`))
    expect(blockLines(parsed)).toEqual([
      'heading: Terms',
      'heading: Payment',
      'paragraph: Within 30 days.',
      'list_item: - Cash',
      'list_item: 2. Card',
      'heading: 第二章',
    ])
    expect(parsed.structure.blocks[2]?.heading_path).toEqual(['Terms', 'Payment'])
    expect(parsed.structure.title).toBe('Terms')
  })

  test('tables with a header, joined cells and several paragraphs in a cell', async () => {
    const body = String.raw`Before\par\trowd\trhdr\cellx1\cellx2\pard\intbl Town\cell Line\cell\row
\trowd\clvmgf\cellx1\cellx2 Bern\cell S1\par and S3\cell\row\trowd\clvmrg\cellx1\cellx2\cell S2\cell\row\pard After\par`
    expect(await lines(body)).toEqual([
      'paragraph: Before',
      'table_row: Town: Bern; Line: S1 and S3',
      'table_row: Town: Bern; Line: S2',
      'paragraph: After',
    ])
  })

  // Would catch a note in the middle of its sentence, and text boxes that split it.
  test('notes, comments and text boxes, which come after their paragraph', async () => {
    const box = String.raw`{\shp{\*\shpinst{\sp{\sn name}{\sv Box}}{\shptxt Boxed\par}}{\shprslt old copy}}`
    const body = String.raw`It costs 5{\super\chftn}{\footnote{\chftn} See {\b annex}.} euros{\*\atnauthor Ann}{\*\annotation Really?}.${box}\par Next\par`
    expect(await lines(body)).toEqual([
      'paragraph: It costs 5[1] euros.',
      'paragraph: [1] See annex.',
      'paragraph: Comment: Really?',
      'paragraph: Boxed',
      'paragraph: Next',
    ])
  })

  // Would catch instructions, fonts or pictures read as if they were text.
  test('nothing of what is not for reading, which is said where it holds words', async () => {
    const body = String.raw`{\info{\title My report}{\author Ann}}{\header Acme page}{\*\unknown secret{\b too}}{\field{\*\fldinst HYPERLINK "x"}{\fldrslt a link}} {\pict\pngblip 89504e47}{\v hidden}{\upr{old}{\*\ud new}}{\bin4 }{}x}end`
    const parsed = await read(body)
    expect(blockLines(parsed)).toEqual(['paragraph: a link newend'])
    expect(parsed.structure.title).toBe('My report')
    expect(parsed.structure.gaps).toHaveLength(2)
  })
})

describe('hostile and damaged RTF files', () => {
  test('cut off at any place give what is there, and say so', async () => {
    const whole = rtf(
      String.raw`{\fonttbl{\f0 Arial;}}\pard First one\par\trowd\cellx1\pard\intbl Cell\cell\row Last \u20013? word\par`,
    )
    for (let end = whole.indexOf('First') + 5; end < whole.length; end += 1) {
      const { text, structure } = await parse(whole.slice(0, end), 'a.rtf')
      expect(text).toContain('First')
      expect(structure.gaps.some(({ detail }) => detail.includes('ends in the middle'))).toBe(true)
    }
  })

  test('nested without end are refused; many groups side by side are not', async () => {
    await expect(read('{'.repeat(200_000))).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
    expect(await lines(`${'{\\b }'.repeat(50_000)}x`)).toEqual(['paragraph: x'])
    expect(await lines(`${'}'.repeat(5)}x`).catch(() => [])).toEqual([])
  })

  // Would catch numbers believed: a skip over the end, a count of stand-ins that never comes, a font of a page that is none.
  test('with huge or senseless numbers are read on', async () => {
    const body = String.raw`\uc99999999\f-99999999999\u99999999999 \uc1 a\ansicpg31337 b\'zz\u0 c{\fonttbl{\f0\fcharset999\cpg7 x;}}\par\bin-5 d\par\bin9999999999 e`
    expect((await lines(body)).join()).toContain('d')
  })

  test('of any bytes end without a crash', async () => {
    const pieces = [
      '{',
      '}',
      '\\par ',
      '\\cell',
      '\\row',
      '\\trowd',
      "\\'d6",
      '\\u20013',
      '\\*\\x',
      '{\\footnote',
      '\\pict',
      '{\\fonttbl',
      '{\\stylesheet',
      '\\intbl',
      ' word',
    ]
    let seed = 7
    for (let round = 0; round < 200; round += 1) {
      let body = 'word'
      for (let at = 0; at < 60; at += 1) {
        seed = (seed * 1103515245 + 12345) % 2147483648
        body += pieces[(seed >> 8) % pieces.length] ?? ''
      }
      await parse(rtf(body), 'a.rtf')
    }
  })
})
