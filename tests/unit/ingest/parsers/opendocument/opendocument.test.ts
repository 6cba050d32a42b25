import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { blockLines, parse } from '../../parse-text'
import { smallOpenDocument } from '../../small-open-document'

const read = (body: string, more?: Record<string, string>) => parse(smallOpenDocument('text', body, more), 'a.odt')
const lines = async (body: string, more?: Record<string, string>) => blockLines(await read(body, more))
const p = (text: string) => `<text:p>${text}</text:p>`
const cell = (text: string, attributes = '') => `<table:table-cell ${attributes}>${p(text)}</table:table-cell>`
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`

describe('OpenDocument texts', () => {
  // Would catch a section that loses what it belongs to, and places that are off by the Chinese characters before them.
  test('keep headings by their level, with exact places', async () => {
    const parsed = await read(
      `<text:h text:outline-level="1">第一章</text:h><text:section>${p('总则。')}<text:h text:outline-level="2">Scope</text:h>${p('It applies to all.')}</text:section>`,
    )
    expect(blockLines(parsed)).toEqual([
      'heading: 第一章',
      'paragraph: 总则。',
      'heading: Scope',
      'paragraph: It applies to all.',
    ])
    expect(parsed.structure.blocks.at(-1)?.heading_path).toEqual(['第一章', 'Scope'])
    expect(parsed.structure.title).toBe('第一章')
  })

  // Would catch words run together, or torn apart: spaces, tabs and breaks are elements, spans are not.
  test('put spaces, breaks and runs together as they are shown', async () => {
    const text = 'one<text:s text:c="2"/>two<text:tab/>thr<text:span>ee</text:span><text:line-break/>four\n   five'
    expect(await lines(p(text))).toEqual(['paragraph: one  two three\nfour five'])
  })

  test('give lists, with the label where one is kept, and what is inside an item', async () => {
    const list = `<text:list><text:list-item><text:number>1.</text:number>${p('First')}${p('more')}<text:list><text:list-item>${p('Inner')}</text:list-item></text:list></text:list-item><text:list-item>${p('Second')}</text:list-item></text:list>${p('After')}`
    expect(await lines(list)).toEqual([
      'list_item: 1. First',
      'list_item: more',
      'list_item: - Inner',
      'list_item: - Second',
      'paragraph: After',
    ])
  })

  // Would catch what is anchored in a paragraph in the middle of its sentence, or lost.
  test('write notes, comments and text boxes behind their paragraph', async () => {
    const note = `<text:note><text:note-citation>1</text:note-citation><text:note-body>${p('See annex.')}</text:note-body></text:note>`
    const comment = `<office:annotation><dc:creator>Ann</dc:creator>${p('Really?')}</office:annotation>`
    const box = `<draw:frame><draw:text-box>${p('Boxed')}</draw:text-box></draw:frame>`
    const picture = '<draw:frame><draw:image/><svg:desc>A bridge</svg:desc></draw:frame>'
    expect(await lines(p(`It costs 5${note} euros${comment}.${box}${picture}`))).toEqual([
      'paragraph: It costs 5[1] euros.',
      'paragraph: [1] See annex.',
      'paragraph: Comment by Ann: Really?',
      'paragraph: Boxed',
      'paragraph: Picture: A bridge',
    ])
  })

  test('name the columns of tables, and fill cells over several rows', async () => {
    const head = `<table:table-header-rows>${row(cell('Town'), cell('Line'))}</table:table-header-rows>`
    const first = row(cell('Bern', 'table:number-rows-spanned="2"'), cell('S1'))
    const table = `<table:table>${head}${first}${row('<table:covered-table-cell/>', cell('S2'))}</table:table>`
    expect(await lines(table)).toEqual(['table_row: Town: Bern; Line: S1', 'table_row: Town: Bern; Line: S2'])
  })

  test('leave out what was deleted and the table of contents', async () => {
    const parsed = await read(
      `<text:tracked-changes>${p('gone')}</text:tracked-changes><text:table-of-content>${p('One … 3')}</text:table-of-content>${p('Here')}`,
    )
    expect(blockLines(parsed)).toEqual(['paragraph: Here'])
    expect(parsed.structure.gaps).toEqual([])
  })

  // Catches an address or a date of issue that stands on every page and is never found.
  test('give what stands above and below the pages, each line once, without page numbers', async () => {
    const head = `<style:header>${p('Zebrafinch Ltd, Holm')}</style:header><style:footer>${p('Page <text:page-number>1</text:page-number>')}${p('Issue of May')}</style:footer>`
    const hidden = `<style:header-left style:display="false">${p('Not shown')}</style:header-left>`
    const pages = `<style:master-page>${head}${hidden}</style:master-page><style:master-page>${head}</style:master-page>`
    const styles = `<s><office:master-styles>${pages}</office:master-styles></s>`
    expect(await lines(p('The body is here.'), { 'styles.xml': styles })).toEqual([
      'paragraph: The body is here.',
      'heading: Page headers and footers',
      'paragraph: Zebrafinch Ltd, Holm',
      'paragraph: Issue of May',
    ])
  })

  test('give footnotes and endnotes behind the paragraph that has their mark', async () => {
    const note = (mark: string, text: string) =>
      `<text:note><text:note-citation>${mark}</text:note-citation><text:note-body>${p(text)}</text:note-body></text:note>`
    expect(await lines(p(`It was sold${note('1', 'To Ann.')} in May${note('ii', 'Of 1998.')}.`) + p('Next.'))).toEqual([
      'paragraph: It was sold[1] in May[ii].',
      'paragraph: [1] To Ann.',
      'paragraph: [ii] Of 1998.',
      'paragraph: Next.',
    ])
  })
})

describe('OpenDocument presentations', () => {
  test('give each slide its number, title, notes, charts, and whether it is hidden', async () => {
    const box = (text: string, kind = '') =>
      `<draw:frame ${kind}><draw:text-box>${p(text)}</draw:text-box></draw:frame>`
    const notes = `<presentation:notes>${box('Slowly!', 'presentation:class="notes"')}</presentation:notes>`
    const chart = '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image/></draw:frame>'
    const table = `<table:table><table:table-header-rows>${row(cell(''), cell('East'))}</table:table-header-rows>${row(cell('Q1'), cell('4.3'))}</table:table>`
    const body = `<draw:page>${box('Text')}${box('Aims', 'presentation:class="title"')}${chart}${notes}</draw:page><draw:page draw:style-name="dp2">${box('预算', 'presentation:class="title"')}</draw:page>`
    const more = {
      'Object 1/content.xml': `<o><chart:chart><chart:title>${p('Sales')}</chart:title><chart:plot-area/>${table}</chart:chart></o>`,
    }
    const parsed = await parse(smallOpenDocument('presentation', body, more), 'a.odp')
    expect(blockLines(parsed)).toEqual([
      'heading: Slide 1: Aims',
      'paragraph: Text',
      'paragraph: Chart: Sales',
      'table_row: Q1; East: 4.3',
      'heading: Notes',
      'paragraph: Slowly!',
      'heading: Slide 2 (hidden): 预算',
    ])
    expect(parsed.structure.blocks.at(-1)?.page).toBe(2)
  })
})

describe('hostile and damaged OpenDocument files', () => {
  test('are known by what they say they are, whatever they are called', async () => {
    const slides = smallOpenDocument(
      'presentation',
      '<draw:page><draw:frame><text:p>x</text:p></draw:frame></draw:page>',
    )
    expect((await parse(slides, 'a.odt')).structure.format).toBe('odp')
    expect((await parse(smallOpenDocument('text', p('x')), 'a.docx')).structure.format).toBe('odt')
    const drawing = zipSync({
      mimetype: strToU8('application/vnd.oasis.opendocument.graphics'),
      'content.xml': strToU8('<x/>'),
    })
    await expect(parse(drawing, 'a.odt')).rejects.toMatchObject({ code: 'FORMAT_UNSUPPORTED' })
  })

  // Would catch an encrypted part that is called damaged, which nothing can mend.
  test('that are encrypted say so', async () => {
    const manifest = {
      'META-INF/manifest.xml': '<m:manifest><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>',
    }
    await expect(read(p('x'), { ...manifest, 'content.xml': '\u0001\u0002' })).rejects.toMatchObject({
      code: 'FILE_ENCRYPTED',
    })
  })

  test('cut off at any place, or without a body that ends, are damaged', async () => {
    const whole = smallOpenDocument('text', p('word '.repeat(2000)))
    for (const share of [0.1, 0.5, 0.9, 0.99])
      await expect(parse(whole.subarray(0, whole.length * share), 'a.odt')).rejects.toMatchObject({
        code: 'FILE_CORRUPT',
      })
    await expect(read('', { 'content.xml': '<office:body><office:text>' })).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
    })
  })

  // Would catch a count in an attribute that fills the memory, and nesting that overflows the stack.
  test('with huge counts and endless nesting cost nothing', async () => {
    const many = `<text:s text:c="999999999"/>end`
    const wide = `<table:table>${row(cell('a', 'table:number-columns-repeated="999999999"'))}<table:table-row table:number-rows-repeated="999999999">${cell('b')}${cell('c')}</table:table-row></table:table>`
    const parsed = await read(p(many) + wide)
    expect(parsed.text.length).toBeLessThan(2000)
    await expect(read('<text:span>'.repeat(100_000) + '</text:span>'.repeat(100_000))).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
    })
  })

  test('have no entities expanded', async () => {
    const xml = `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><d><office:body><office:text>${p('&a; &amp; end')}</office:text></office:body></d>`
    expect(await lines('', { 'content.xml': xml })).toEqual(['paragraph: &a; & end'])
  })
})
