import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { blockLines, parse } from '../../parse-text'
import { frame, relations, shape, slide, smallPptx } from '../../small-pptx'

const title = (text: string) => shape([text], 'title')
const read = (slides: readonly string[], more?: Record<string, string>) => parse(smallPptx(slides, more), 'deck.pptx')
const cell = (text: string, attributes = '') =>
  `<a:tc ${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`
const row = (...cells: string[]) => `<a:tr>${cells.join('')}</a:tr>`

describe('slides', () => {
  // Would catch slides in the order of their file names, which says nothing.
  test('are read in the order they are shown, each below its number and title, with exact places', async () => {
    const parsed = await read([
      slide(title('Aims') + shape(['Fewer forms', 'Shorter queues'], 'body')),
      slide(title('预算') + shape(['明年的预算是 250 万元。'])),
    ])
    expect(blockLines(parsed)).toEqual([
      'heading: 幻灯片 1：Aims',
      'list_item: - Fewer forms',
      'list_item: - Shorter queues',
      'heading: 幻灯片 2：预算',
      'paragraph: 明年的预算是 250 万元。',
    ])
    expect(parsed.structure.blocks.map(({ page }) => page)).toEqual([1, 1, 1, 2, 2])
    expect(parsed.structure.blocks.at(-1)?.heading_path).toEqual(['幻灯片 2：预算'])
    expect(parsed.structure.title).toBe('Aims')
  })

  // Would catch a hidden slide that is left out, or cited as if everyone had seen it.
  test('say that they are hidden', async () => {
    expect(blockLines(await read([slide(title('Reserve'), 'show="0"')]))).toEqual([
      'heading: Slide 1 (hidden): Reserve',
    ])
  })

  // Would catch lost words: each of these stands somewhere else than in a shape of the slide itself.
  test('give groups, line breaks, alternatives, notes and descriptions of pictures', async () => {
    const inner = shape(['Inside a group'])
    const broken =
      '<p:sp><p:txBody><a:p><a:r><a:t>Line one</a:t></a:r><a:br/><a:r><a:t>line two</a:t></a:r></a:p></p:txBody></p:sp>'
    const either = `<mc:AlternateContent><mc:Choice>${shape(['New form'])}</mc:Choice><mc:Fallback>${shape(['Old form'])}</mc:Fallback></mc:AlternateContent>`
    const picture = (descr: string) =>
      `<p:pic><p:nvPicPr><p:cNvPr id="3" name="y" descr="${descr}"/></p:nvPicPr></p:pic>`
    const parsed = await read(
      [
        slide(
          title('All') +
            `<p:grpSp><p:grpSp>${inner}</p:grpSp></p:grpSp>` +
            broken +
            either +
            picture('A heron &gt; a duck') +
            picture('IMG_1.jpg'),
        ),
      ],
      {
        'ppt/slides/_rels/slide1.xml.rels': relations({ r1: ['notesSlide', '../notesSlides/notesSlide1.xml'] }),
        'ppt/notesSlides/notesSlide1.xml': `<p:notes><p:cSld><p:spTree>${shape(['Say thanks.'], 'body')}${shape(['1'], 'sldNum')}</p:spTree></p:cSld></p:notes>`,
      },
    )
    expect(blockLines(parsed)).toEqual([
      'heading: Slide 1: All',
      'paragraph: Inside a group',
      'paragraph: Line one\nline two',
      'paragraph: New form',
      'paragraph: Picture: A heron > a duck',
      'heading: Notes',
      'paragraph: Say thanks.',
    ])
    expect(parsed.structure.blocks.at(-1)?.heading_path).toEqual(['Slide 1: All', 'Notes'])
  })

  // Would catch a footer that stands in every passage, and one that is lost.
  test('write what stands on each of them once', async () => {
    const one = slide(shape(['Text']) + shape(['Acme, confidential'], 'ftr') + shape(['7'], 'sldNum'))
    const lines = blockLines(await read([one, one]))
    expect(lines.filter((line) => line.includes('confidential'))).toHaveLength(1)
    expect(lines).not.toContain('paragraph: 7')
  })

  test('without text are named', async () => {
    const { structure } = await read([slide(title('One')), slide('<p:pic/>')])
    expect(structure.gaps).toMatchObject([{ kind: 'pages_without_text', pages: [2] }])
    await expect(read([slide('<p:pic/>')])).rejects.toMatchObject({ code: 'NO_TEXT' })
  })
})

describe('tables, charts and diagrams', () => {
  test('name the columns of a table, and fill cells over several rows', async () => {
    const table = `<a:tbl><a:tblPr firstRow="1"/>${row(cell('Town'), cell('Line'))}${row(cell('Bern', 'rowSpan="2"'), cell('S1'))}${row(cell('', 'vMerge="1"'), cell('S2'))}</a:tbl>`
    expect(blockLines(await read([slide(frame(table))])).slice(1)).toEqual([
      'table_row: Town: Bern; Line: S1',
      'table_row: Town: Bern; Line: S2',
    ])
  })

  // Would catch a figure that is only in a chart and so never found, or with the digits a computer adds.
  test('give a chart as rows with the shown values', async () => {
    const points = (values: readonly string[]) =>
      values.map((v, at) => `<c:pt idx="${at}"><c:v>${v}</c:v></c:pt>`).join('')
    const series = (name: string, values: readonly string[], format: string) =>
      `<c:ser><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(['Q1', 'Q2'])}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>${format}</c:formatCode>${points(values)}</c:numCache></c:numRef></c:val></c:ser>`
    const chart = `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>${series('East', ['4.2999999999999998', '2.5'], 'General')}${series('Share', ['0.29', '0.5'], '0%')}</c:barChart></c:plotArea></c:chart></c:chartSpace>`
    const parsed = await read([slide(frame('<c:chart r:id="r2"/>'))], {
      'ppt/slides/_rels/slide1.xml.rels': relations({ r2: ['chart', '/ppt/charts/chart1.xml'] }),
      'ppt/charts/chart1.xml': chart,
    })
    expect(blockLines(parsed).slice(1)).toEqual([
      'paragraph: Chart: Sales',
      'table_row: Q1; East: 4.3; Share: 29%',
      'table_row: Q2; East: 2.5; Share: 50%',
    ])
  })

  test('give a diagram in the order of its author, also where it is connected in a circle', async () => {
    const point = (id: string, text: string, type = 'node') =>
      `<dgm:pt modelId="${id}" type="${type}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`
    const link = (from: string, to: string, order: number) =>
      `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${order}"/>`
    const data = `<dgm:dataModel><dgm:ptLst>${point('3', 'Ship')}${point('0', '', 'doc')}${point('2', 'Build')}${point('1', 'Plan')}${point('9', 'drawn', 'pres')}</dgm:ptLst><dgm:cxnLst>${link('0', '2', 1)}${link('0', '1', 0)}${link('2', '3', 0)}${link('3', '2', 0)}</dgm:cxnLst></dgm:dataModel>`
    const parsed = await read([slide(frame('<dgm:relIds r:dm="r2"/>'))], {
      'ppt/slides/_rels/slide1.xml.rels': relations({ r2: ['diagramData', '../diagrams/data1.xml'] }),
      'ppt/diagrams/data1.xml': data,
    })
    expect(blockLines(parsed).slice(1)).toEqual(['list_item: - Plan', 'list_item: - Build', 'list_item: - Ship'])
  })
})

describe('hostile and damaged presentations', () => {
  test('are known by what is in them, whatever they are called', async () => {
    for (const name of ['deck.ppt', 'deck.docx', 'deck'])
      expect((await parse(smallPptx([slide(title('x'))]), name)).structure.format).toBe('pptx')
  })

  test('cut off at any place are damaged, not half read as whole', async () => {
    const whole = smallPptx([slide(title('Aims') + shape(['word '.repeat(400)]))])
    for (const share of [0.1, 0.5, 0.9, 0.99])
      await expect(parse(whole.subarray(0, whole.length * share), 'deck.pptx')).rejects.toMatchObject({
        code: 'FILE_CORRUPT',
      })
  })

  test('with one bad slide or part give the others, and say which was lost', async () => {
    const deck = [slide(title('One')), '<p:sld><p:cSld>', slide(title('Three') + frame('<c:chart r:id="r2"/>'))]
    const parsed = await read(deck, {
      'ppt/slides/_rels/slide1.xml.rels': relations({ r2: ['chart', '../charts/chart1.xml'] }),
      'ppt/charts/chart1.xml': '<c:chartSpace><',
    })
    expect(blockLines(parsed)).toEqual(['heading: Slide 1: One', 'heading: Slide 3: Three'])
    expect(parsed.structure.gaps).toMatchObject([{ kind: 'skipped_part', pages: [2, 3] }])
  })

  // Would catch entities of the file's own being expanded, or a file of the computer that is read through them.
  test('have no entities expanded', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b SYSTEM "file:///etc/passwd">]>${slide(shape(['&a;&b; &lt;end']))}`
    expect(blockLines(await read([bomb.replace(/<\?xml.*?\?>/u, '')]))).toContain('paragraph: &a;&b; <end')
  })

  test('nested without end are refused, and a zip bomb is not unpacked', async () => {
    const deep = slide('<p:grpSp>'.repeat(100_000) + '</p:grpSp>'.repeat(100_000))
    await expect(read([deep])).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
    const bomb = zipSync({ 'ppt/presentation.xml': new Uint8Array(68_000_000) })
    await expect(parse(bomb, 'deck.pptx')).rejects.toMatchObject({ code: 'ARCHIVE_BOMB' })
  })

  // Would catch one slide of 1 MB that is listed a thousand times and read as often.
  test('read each part once, however often it is listed', async () => {
    const twice = {
      'ppt/_rels/presentation.xml.rels': relations({
        s0: ['slide', 'slides/slide1.xml'],
        s1: ['slide', 'slides/slide1.xml'],
      }),
    }
    const parsed = await read([slide(title('One')), slide(title('Two'))], twice)
    expect(blockLines(parsed)).toHaveLength(1)
  })
})
