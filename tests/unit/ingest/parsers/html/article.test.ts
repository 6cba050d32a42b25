import { describe, expect, it } from 'vitest'
import { blockLines, parse } from '../../parse-text'

const saved = '<!-- saved from url=(0020)https://x.org/news/1 -->'
const prose = (subject: string) =>
  `<p>${`${subject} was measured at the station in the north, and the society wrote about it at length. `.repeat(4)}</p>`
const page = (comment: string) =>
  `<!DOCTYPE html>\n${comment}\n<html><head><title>The ice | X News</title><meta name="author" content="Ann Lee"></head><body>` +
  `<div class="menu"><ul>${'<li><a href="/a">Home and other news</a></li>'.repeat(12)}</ul></div>` +
  `<div id="content" class="article"><h1>The ice</h1>${prose('Ice')}${prose('Snow')}${prose('Rain')}<ul><li>thick</li></ul></div>` +
  `<div class="sidebar comments"><p>Buy now our lamp!</p></div></body></html>`

function mhtml(html: string): string {
  return [
    'From: <Saved by Blink>',
    'Snapshot-Content-Location: https://x.org/news/1',
    'Subject: The ice',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; type="text/html"; boundary="b"',
    '',
    '--b',
    'Content-Type: text/html',
    'Content-Transfer-Encoding: quoted-printable',
    'Content-Location: https://x.org/news/1',
    '',
    html.replaceAll('=', '=3D'),
    '--b',
    'Content-Type: image/png',
    'Content-Transfer-Encoding: base64',
    '',
    'AAAA',
    '--b--',
    '',
  ].join('\r\n')
}

describe('a page saved from a browser', () => {
  it('is read as its article, with who wrote it and where it comes from; the rest is a gap', async () => {
    const parsed = await parse(page(saved), 'ice.html')
    expect(parsed.text).not.toContain('Home and other news')
    expect(parsed.text).not.toContain('Buy now')
    expect(blockLines(parsed)[0]).toBe('table_row: Author: Ann Lee; Source: https://x.org/news/1')
    expect(parsed.text).toContain('Snow was measured')
    expect(blockLines(parsed)).toContain('list_item: - thick')
    expect(parsed.structure.gaps[0]?.detail).toMatch(/Around the article the page holds \d+ more words/u)
  })

  it('is read the same from one file of all its parts', async () => {
    const parsed = await parse(mhtml(page('')), 'ice.mhtml')
    expect(parsed.structure.format).toBe('mhtml')
    expect(parsed.text).toContain('Source: https://x.org/news/1')
    expect(parsed.text).toContain('Rain was measured')
    expect(parsed.text).not.toContain('Buy now')
  })

  it('is read as a whole where no article stands out, and where nobody saved it', async () => {
    const links = `${saved}<html><body>${'<p><a href="/a">Home</a></p>'.repeat(30)}</body></html>`
    expect((await parse(links, 'a.html')).structure.gaps).toEqual([])
    expect((await parse(page(''), 'a.html')).text).toContain('Buy now')
  })

  it('is read as a whole where it is nested deeper than the chooser reads', async () => {
    const deep = `${saved}<html><body>${'<div>'.repeat(20_000)}${prose('Ice')}</body></html>`
    expect((await parse(deep, 'a.html')).text).toContain('Ice was measured')
  })

  it('without any page is reported as damaged', async () => {
    const empty = 'Snapshot-Content-Location: x\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b--\r\n'
    await expect(parse(empty, 'a.mhtml')).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
  })
})
