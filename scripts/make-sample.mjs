// Makes the binary documents of resources/sample from the sources beside this script: PDF by printing HTML with a
// local Chromium, DOCX by writing a minimal OOXML package. Run: node scripts/make-sample.mjs [docx|pdf]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { strToU8, zipSync } from 'fflate'

const sources = join(import.meta.dirname, 'sample-sources')
const target = join(import.meta.dirname, '..', 'resources', 'sample')

const pdfs = ['annual-report-2024', '冬季安全手册']
const docxs = ['data-policy', '科研合作协议']

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const wordNamespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const openPackage = 'http://schemas.openxmlformats.org/package/2006'
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const bulletList = 1
const quoteStyle = 'Quote'

const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const run = (text) => `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`

function paragraph(text, style, list) {
  const numbering = list ? `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>` : ''
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${numbering}</w:pPr>${run(text)}</w:p>`
}

function table(rows) {
  const cell = (text) => `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr>${paragraph(text, 'Normal')}</w:tc>`
  const row = (cells, at) =>
    `<w:tr>${at === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells.map(cell).join('')}</w:tr>`
  const border = (side) => `<w:${side} w:val="single" w:sz="4" w:color="999999"/>`
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(border).join('')
  const grid = rows[0].map(() => '<w:gridCol w:w="3000"/>').join('')
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr>` +
    `<w:tblGrid>${grid}</w:tblGrid>${rows.map(row).join('')}</w:tbl>${paragraph('', 'Normal')}`
  )
}

/** The body of a document from the few Markdown forms the sources use; `orderedLists` counts the numbered lists. */
function bodyOf(markdown) {
  const parts = []
  let rows = []
  let orderedLists = 0
  let wasOrdered = false
  const flush = () => {
    if (rows.length > 0) parts.push(table(rows))
    rows = []
  }
  for (const line of markdown.split('\n')) {
    if (line.startsWith('|')) {
      const cells = line.split('|').slice(1, -1)
      if (!cells.every((cell) => /^[ :-]+$/u.test(cell))) rows.push(cells.map((cell) => cell.trim()))
      continue
    }
    flush()
    const heading = /^(#{1,3}) (.+)$/u.exec(line)
    const ordered = /^\d+\. (.+)$/u.exec(line)
    const bullet = /^- (.+)$/u.exec(line)
    const quote = /^> (.+)$/u.exec(line)
    if (ordered && !wasOrdered) orderedLists += 1
    if (line !== '') wasOrdered = ordered !== null
    if (heading) parts.push(paragraph(heading[2], `Heading${heading[1].length}`))
    else if (ordered) parts.push(paragraph(ordered[1], 'ListParagraph', bulletList + orderedLists))
    else if (bullet) parts.push(paragraph(bullet[1], 'ListParagraph', bulletList))
    else if (quote) parts.push(paragraph(quote[1], quoteStyle))
    else if (line !== '') parts.push(paragraph(line, 'Normal'))
  }
  flush()
  return { xml: parts.join(''), orderedLists }
}

function numberingXml(orderedLists) {
  const abstract = (id, format, text) =>
    `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/>` +
    `<w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum>`
  const numbered = Array.from({ length: orderedLists }, (_, at) => at + 1)
  const restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
  return (
    `${xmlHead}<w:numbering ${wordNamespace}>${abstract(0, 'bullet', '•')}${abstract(1, 'decimal', '%1.')}` +
    `<w:num w:numId="${bulletList}"><w:abstractNumId w:val="0"/></w:num>` +
    numbered.map((n) => `<w:num w:numId="${bulletList + n}"><w:abstractNumId w:val="1"/>${restart}</w:num>`).join('') +
    '</w:numbering>'
  )
}

function stylesXml() {
  const style = (id, name, run, paragraphProperties = '') =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>` +
    `${id === 'Normal' ? '' : '<w:basedOn w:val="Normal"/>'}<w:pPr>${paragraphProperties}</w:pPr><w:rPr>${run}</w:rPr></w:style>`
  const outline = (level) => `<w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="${level}"/>`
  return (
    `${xmlHead}<w:styles ${wordNamespace}><w:docDefaults><w:rPrDefault><w:rPr>` +
    '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Microsoft YaHei"/><w:sz w:val="22"/>' +
    '</w:rPr></w:rPrDefault></w:docDefaults>' +
    style('Normal', 'Normal', '', '<w:spacing w:after="120"/>') +
    style('Heading1', 'heading 1', '<w:b/><w:sz w:val="36"/>', outline(0)) +
    style('Heading2', 'heading 2', '<w:b/><w:sz w:val="28"/>', outline(1)) +
    style('Heading3', 'heading 3', '<w:b/><w:sz w:val="24"/>', outline(2)) +
    style('ListParagraph', 'List Paragraph', '') +
    style(quoteStyle, 'Quote', '<w:i/>', '<w:ind w:left="720"/>') +
    '</w:styles>'
  )
}

function makeDocx(name) {
  const markdown = readFileSync(join(sources, `${name}.md`), 'utf8')
  const body = bodyOf(markdown)
  const title = /^# (.+)$/mu.exec(markdown)?.[1] ?? name
  const section =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1300" w:right="1300" w:bottom="1300" w:left="1300"/></w:sectPr>'
  const relation = (id, type, file) => `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${file}"/>`
  const part = (file, type) => `<Override PartName="/${file}" ContentType="${type}"/>`
  const files = {
    '[Content_Types].xml':
      `${xmlHead}<Types xmlns="${openPackage}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      part('word/document.xml', `${wordType}.document.main+xml`) +
      part('word/styles.xml', `${wordType}.styles+xml`) +
      part('word/numbering.xml', `${wordType}.numbering+xml`) +
      part('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml') +
      '</Types>',
    '_rels/.rels':
      `${xmlHead}<Relationships xmlns="${openPackage}/relationships">${relation(1, 'officeDocument', 'word/document.xml')}` +
      `<Relationship Id="rId2" Type="${openPackage}/relationships/metadata/core-properties" Target="docProps/core.xml"/>` +
      '</Relationships>',
    'word/_rels/document.xml.rels':
      `${xmlHead}<Relationships xmlns="${openPackage}/relationships">${relation(1, 'styles', 'styles.xml')}` +
      `${relation(2, 'numbering', 'numbering.xml')}</Relationships>`,
    'word/document.xml': `${xmlHead}<w:document ${wordNamespace}><w:body>${body.xml}${section}</w:body></w:document>`,
    'word/styles.xml': stylesXml(),
    'word/numbering.xml': numberingXml(body.orderedLists),
    'docProps/core.xml':
      `${xmlHead}<cp:coreProperties xmlns:cp="${openPackage}/metadata/core-properties" ` +
      `xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title></cp:coreProperties>`,
  }
  // Local fields, not an instant: the zip format stores local time, so this is the same in every time zone.
  const mtime = new Date(2025, 0, 15, 12, 0, 0)
  const entries = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, [strToU8(text), { mtime }]]))
  write(`${name}.docx`, zipSync(entries, { level: 9 }))
}

function makePdf(name) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-sample-'))
  try {
    const printed = join(folder, 'printed.pdf')
    const browser = process.env.CHROMIUM ?? '/usr/bin/chromium'
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer']
    const quiet = ['--disable-background-networking', `--user-data-dir=${join(folder, 'profile')}`]
    const page = pathToFileURL(join(sources, `${name}.html`)).href
    const result = spawnSync(browser, [...flags, ...quiet, `--print-to-pdf=${printed}`, page], { timeout: 120_000 })
    if (result.status !== 0)
      throw new Error(`${browser} could not print ${name}: ${String(result.stderr ?? result.error)}`)
    // The printing time is the only part that differs between two runs; replacing it keeps every offset.
    const bytes = readFileSync(printed, 'latin1')
    const fixed = bytes.replace(/\/(CreationDate|ModDate) \(D:\d{14}/gu, '/$1 (D:20250115120000')
    write(`${name}.pdf`, Buffer.from(fixed, 'latin1'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function write(file, bytes) {
  writeFileSync(join(target, file), bytes)
  console.log(`${file}: ${bytes.length} bytes`)
}

const only = process.argv[2]
if (only !== 'pdf') docxs.forEach(makeDocx)
if (only !== 'docx') pdfs.forEach(makePdf)
