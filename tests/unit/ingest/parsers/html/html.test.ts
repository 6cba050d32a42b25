import { describe, expect, it } from 'vitest'
import { blockLines, parse } from '../../parse-text'

describe('htmlParser', () => {
  it('reads what a reader sees', async () => {
    const parsed = await parse(
      `<!doctype html><title>The  Page</title><style>x</style><script>var a = "<p>no"</script>
       <h1>Head &amp; <b>line</b></h1><p>One  two<br>three&nbsp;four</p><p hidden>no</p><p style="display: none">no</p>
       <ol start=3><li>first<ul><li>inner</ul><li>second</ol><blockquote>said</blockquote>
       <pre>a
  b</pre><div>loose<div>nested</div>tail</div><svg><text>no</text></svg><noscript>no</noscript>`,
      'a.html',
    )
    expect(blockLines(parsed)).toEqual([
      'heading: Head & line',
      'paragraph: One two\nthree four',
      'list_item: 3. first',
      'list_item: - inner',
      'list_item: 4. second',
      'quote: said',
      'code: a\n  b',
      'paragraph: loose',
      'paragraph: nested',
      'paragraph: tail',
    ])
    expect(parsed.structure.title).toBe('The Page')
    expect(parsed.structure.blocks[1]?.heading_path).toEqual(['Head & line'])
  })

  it('leaves navigation out only where the page says what is main', async () => {
    const framed = '<nav>menu</nav><header>top</header><main><header>in</header><p>text</main><footer>foot</footer>'
    expect(blockLines(await parse(framed, 'a.html'))).toEqual(['paragraph: in', 'paragraph: text'])
    expect(blockLines(await parse('<nav>menu</nav><p>text', 'a.html'))).toEqual(['paragraph: menu', 'paragraph: text'])
  })

  it('writes table rows with the names of their columns, spans filled in', async () => {
    const parsed = await parse(
      `<table><caption>Sales</caption><tr><th rowspan=2>Region<th colspan=2>2023</tr><tr><th>Q1<th>Q2</tr>
       <tr><td rowspan=2>North<td>1<td>2</tr><tr><td>3<td></tr></table>`,
      'a.html',
    )
    expect(blockLines(parsed)).toEqual([
      'paragraph: Sales',
      'table_row: Region: North; 2023 Q1: 1; 2023 Q2: 2',
      'table_row: Region: North; 2023 Q1: 3',
    ])
  })

  it('takes names and values for a table without header, and a layout table for text', async () => {
    const pairs = '<table><tr><td>Name<td>Ann</tr><tr><td>City<td>Rome</tr></table>'
    expect(blockLines(await parse(pairs, 'a.html'))).toEqual(['table_row: Name | Ann', 'table_row: City | Rome'])
    const layout = '<table><tr><td>left<table><tr><td>a<td>b</tr><tr><td>c<td>d</tr></table><td>right</table>'
    expect(blockLines(await parse(layout, 'a.html'))).toEqual([
      'paragraph: left',
      'table_row: a | b',
      'table_row: c | d',
      'paragraph: right',
    ])
  })

  it('bounds spans, so that colspan=1000000000 cannot fill the memory', async () => {
    const parsed = await parse(
      '<table><tr><th colspan=1000000000>a<th>b</tr><tr><td rowspan=99999999>x<td>y</table>',
      'a.html',
    )
    expect(parsed.text.length).toBeLessThan(5000)
  })

  it('survives 100,000 nested elements without overflow or quadratic time', async () => {
    for (const tag of ['div', 'b', 'table><tr><td', 'ul><li', 'span', 'font', 'blockquote']) {
      const parsed = await parse(`${`<${tag}>`.repeat(100_000)}deep<p>after`, 'a.html')
      expect(parsed.text).toContain('deep')
    }
  }, 60_000)

  it('keeps the text of a page cut off in the middle of a tag', async () => {
    expect(blockLines(await parse('<html><p>kept</p><p class="x', 'a.html'))).toEqual(['paragraph: kept'])
  })
})
