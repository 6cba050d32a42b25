import { strToU8, zipSync } from 'fflate'

const relations = (body: string): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${body}</Relationships>`

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** A Word document with the given body, in as little XML as readers accept; `more` adds or replaces parts, which the document refers to. */
export function smallDocx(body: string, more: Record<string, string | Uint8Array> = {}): Uint8Array {
  const parts: Record<string, string | Uint8Array> = {
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>' +
      '</Types>',
    '_rels/.rels': relations(
      '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>',
    ),
    'word/_rels/document.xml.rels': relations(
      ['styles', ...Object.keys(more).flatMap((name) => /^word\/([a-z]+)\d*\.xml$/u.exec(name)?.[0].slice(5, -4) ?? [])]
        .map(
          (part) =>
            `<Relationship Id="${part}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${part.replace(/\d+$/u, '')}" Target="${part}.xml"/>`,
        )
        .join(''),
    ),
    'word/styles.xml':
      `<w:styles xmlns:w="${word}"><w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/></w:style>` +
      '<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Firm Clause"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>',
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="${word}" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><w:body>${body}</w:body></w:document>`,
    ...more,
  }
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ),
  )
}

export function paragraph(text: string, style?: string): string {
  const properties = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

export function table(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]): string => row.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('')
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`
}
