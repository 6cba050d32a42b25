import { unzipSync } from 'fflate'
import fc from 'fast-check'
import { getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import type { ReportFormat } from '@shared/api/research-api'
import { exportReport } from '@engine/research/export/export-report'
import {
  evidenceItem,
  everyBlock,
  framed,
  quoted,
  refTo,
  reportOf,
  runWith,
} from '../../../support/research/sample-run'

const formats = ['markdown', 'html', 'docx', 'pdf', 'json'] as const satisfies ReportFormat[]
const run = runWith(everyBlock.report, everyBlock.evidence)

async function text(format: ReportFormat, of = run): Promise<string> {
  return Buffer.from((await exportReport(of, format)).bytes).toString('utf8')
}

async function documentXml(of = run): Promise<string> {
  const { bytes } = await exportReport(of, 'docx')
  return Buffer.from(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array()).toString('utf8')
}

describe('a report as a file', () => {
  it('is named after its title, in letters that file systems take', async () => {
    const odd = runWith(reportOf({ title: 'A/B: "risk"?' }), [])
    for (const format of formats) expect((await exportReport(odd, format)).name).toMatch(/^A B risk\.\w+$/u)
    expect((await exportReport(runWith(reportOf({ title: '...' }), []), 'pdf')).name).toBe('r_sample.pdf')
  })

  it('is refused where there is none yet', async () => {
    await expect(exportReport(runWith(null, []), 'pdf')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('can be empty', async () => {
    const empty = runWith(reportOf({}), [])
    for (const format of formats) expect((await exportReport(empty, format)).bytes.length).toBeGreaterThan(100)
  })

  it('as JSON is the whole run', async () => {
    expect(JSON.parse(await text('json'))).toEqual(JSON.parse(JSON.stringify(run)))
  })
})

describe('every mark of a report', () => {
  it('leads to its source and back in HTML', async () => {
    const html = await text('html')
    for (const number of [1, 2, 3]) {
      expect(html).toContain(`href="#source_${number}"`)
      expect(html).toContain(`<li id="source_${number}">`)
      expect(html).toContain(`id="mark_${number}"`)
      expect(html).toContain(`href="#mark_${number}"`)
    }
    const targets = [...html.matchAll(/href="#([^"]+)"/gu)].map(([, target]) => target)
    for (const target of targets) expect(html).toContain(`id="${target}"`)
  })

  it('leads to its source and back in Markdown', async () => {
    const markdown = await text('markdown')
    const targets = [...markdown.matchAll(/\]\(#([^)]+)\)/gu)].map(([, target]) => target)
    expect(new Set(targets).size).toBe(6)
    for (const target of targets) expect(markdown).toContain(`<a id="${target}"></a>`)
  })

  it('leads to its source and back in Word', async () => {
    const xml = await documentXml()
    const anchors = [...xml.matchAll(/w:anchor="([^"]+)"/gu)].map(([, anchor]) => anchor)
    const places = new Set([...xml.matchAll(/w:bookmarkStart[^>]* w:name="([^"]+)"/gu)].map(([, name]) => name))
    expect(new Set(anchors)).toEqual(new Set([1, 2, 3].flatMap((at) => [`source_${at}`, `mark_${at}`])))
    for (const anchor of anchors) expect(places).toContain(anchor)
  })

  it('leads to its source and back in PDF', async () => {
    const pdf = await getDocumentProxy(new Uint8Array((await exportReport(run, 'pdf')).bytes))
    const places = new Set(Object.keys(await pdf.getDestinations()))
    const links: string[] = []
    for (let page = 1; page <= pdf.numPages; page += 1) {
      const annotations = (await (await pdf.getPage(page)).getAnnotations()) as { dest?: string }[]
      links.push(...annotations.flatMap(({ dest }) => (typeof dest === 'string' ? [dest] : [])))
    }
    for (const number of [1, 2, 3]) expect(links).toContain(`source_${number}`)
    // Sources 1 and 2 are cited first in one paragraph, source 3 in another.
    expect(new Set(links.filter((link) => link.startsWith('paragraph_'))).size).toBe(2)
    for (const link of links) expect(places).toContain(link)
  })

  it('is left out where its evidence is not in the run', async () => {
    const [first] = everyBlock.evidence
    if (!first) throw new Error('The sample has evidence.')
    const broken = runWith(reportOf({ summary: [quoted(first)] }), [])
    expect(await text('html', broken)).not.toContain('[1]')
    expect(await documentXml(broken)).not.toContain('source_1')
  })
})

describe('what a report says', () => {
  it('stands in every format: Chinese, places, conflicts, what is missing', async () => {
    const pdf = await getDocumentProxy(new Uint8Array((await exportReport(run, 'pdf')).bytes))
    const pages: string[] = []
    for (let page = 1; page <= pdf.numPages; page += 1) {
      const { items } = await (await pdf.getPage(page)).getTextContent()
      pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
    }
    const plain = (written: string) => written.replace(/<[^>]+>|\\/gu, '').replace(/\s+/gu, '')
    for (const written of [await text('markdown'), await text('html'), await documentXml(), pages.join('')]) {
      const said = plain(written)
      for (const words of [
        '上屋于一九七二年建成，共有十四张床位。',
        '手册.md',
        'page3',
        'Thedocumentsdonotagree:',
        'Notread',
        '24beds',
      ]) {
        expect(said).toContain(words)
      }
    }
  })

  it('marks the cited part of a passage', async () => {
    const item = evidenceItem(1, 'Before. The very words. After.')
    const one = runWith(reportOf({ summary: [quoted(item, 'The very words.')] }), [item])
    expect(await text('html', one)).toContain('Before. <mark>The very words.</mark> After.')
  })

  it('in Chinese speaks Chinese', async () => {
    const html = await text('html', runWith({ ...everyBlock.report, language: 'zh' }, everyBlock.evidence))
    for (const words of ['lang="zh-CN"', '摘要', '来源', '第 3 页', '文档之间说法不一']) expect(html).toContain(words)
  })

  it('is never read as markup, a link or a field', async () => {
    const hostile = evidenceItem(
      1,
      '<script>alert(1)</script> [x](javascript:alert(1)) | =1+1 { HYPERLINK "http://evil" } \u202Eabc ]]>',
      {
        document_name: '<img src=x onerror=alert(1)>.md',
      },
    )
    const bad = runWith(reportOf({ title: '<b>x</b>', summary: [quoted(hostile)] }), [hostile])
    const html = await text('html', bad)
    expect(html).not.toMatch(/<script|<img|<b>/u)
    const markdown = await text('markdown', bad)
    expect(markdown).not.toMatch(/(?<!\\)<script|(?<!\\)\]\(javascript/u)
    const xml = await documentXml(bad)
    expect(xml).not.toMatch(/w:instrText|w:fldSimple|\u202E/u)
    expect((await exportReport(bad, 'pdf')).bytes.length).toBeGreaterThan(1000)
  })

  it('takes any letters at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (letters) => {
        const item = evidenceItem(1, `${letters}.`, { document_name: letters || 'x' })
        const any = runWith(
          reportOf({ title: letters || 'x', summary: [quoted(item)], not_found: [framed(`${letters}!`)] }),
          [item],
        )
        for (const format of formats) expect((await exportReport(any, format)).bytes.length).toBeGreaterThan(0)
      }),
      { numRuns: 15 },
    )
  })
})

it('a table cell of one endless word stays on the page of a PDF', async () => {
  const item = evidenceItem(1, 'x'.repeat(500))
  const wide = runWith(
    reportOf({
      sections: [
        {
          id: 's',
          heading: 'Wide',
          kind: 'comparison',
          blocks: [
            {
              type: 'table',
              columns: ['a', 'b', 'c'],
              rows: [
                [
                  { text: 'x'.repeat(500), refs: [refTo(item)] },
                  { text: 'b', refs: [] },
                  { text: 'last', refs: [] },
                ],
              ],
            },
          ],
        },
      ],
    }),
    [item],
  )
  const pdf = await getDocumentProxy(new Uint8Array((await exportReport(wide, 'pdf')).bytes))
  const page = await pdf.getPage(1)
  const { width } = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  const last = items.find((one) => 'str' in one && one.str === 'last')
  expect(last && 'transform' in last ? Number(last.transform[4]) : Infinity).toBeLessThan(width - 50)
})
