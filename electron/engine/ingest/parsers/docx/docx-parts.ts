import { decodeEntities } from '../tables/xml-records'
import { readZipText, type ZipEntry } from './zip-entries'

/** The text of WordprocessingML, one line a paragraph. */
export function wordText(xml: string): string {
  const text = xml
    .replace(/<w:delText[^>]*>[^<]*<\/w:delText>|<w:instrText[^>]*>[^<]*<\/w:instrText>/gu, '')
    .replace(/<w:(?:tab|br|cr)\b[^>]*>/gu, ' ')
    .replace(/<\/w:p>/gu, '\n')
    .replace(/<[^<>]*>/gu, '')
  return decodeEntities(text)
}

/** The paragraphs of a document's text boxes, each once (Word stores a second copy for old readers). */
export function textBoxParagraphs(documentXml: string): string[] {
  const found = new Set<string>()
  for (const [, content] of documentXml.matchAll(/<w:txbxContent>([\s\S]*?)<\/w:txbxContent>/gu)) {
    for (const line of wordText(content ?? '').split('\n')) {
      const text = line.replace(/\s+/gu, ' ').trim()
      if (text) found.add(text)
    }
  }
  return [...found]
}

/** Whether a page header or footer holds words, beyond page numbers. */
export function hasHeaderOrFooterText(entries: readonly ZipEntry[]): boolean {
  return entries
    .filter((entry) => /^word\/(header|footer)\d*\.xml$/u.test(entry.name))
    .some((entry) => /\p{L}{2,}/u.test(wordText(readZipText(entries, entry.name) ?? '')))
}

/** Rules of mammoth's style map that make headings of paragraphs whose style has an outline level under another name. */
export function headingStyleMap(stylesXml: string): string[] {
  const rules = ["p[style-name='Title'] => h1:fresh"]
  const named = new Map<string, { name: string; basedOn: string | undefined; level: number | undefined }>()
  for (const [, attributes, body] of stylesXml.matchAll(/<w:style\b([^>]*)>([\s\S]*?)<\/w:style>/gu)) {
    if (attributes === undefined || body === undefined || !attributes.includes('"paragraph"')) continue
    const id = /w:styleId="([^"]*)"/u.exec(attributes)?.[1]
    const name = /<w:name\s+w:val="([^"]*)"/u.exec(body)?.[1]
    const level = /<w:outlineLvl\s+w:val="(\d)"/u.exec(body)?.[1]
    if (id === undefined || name === undefined) continue
    const basedOn = /<w:basedOn\s+w:val="([^"]*)"/u.exec(body)?.[1]
    named.set(id, { name, basedOn, level: level === undefined ? undefined : Number(level) })
  }
  for (const [id, style] of named) {
    const level = outlineLevel(named, id)
    if (level === undefined || level > 5 || /^(heading \d|title)$/iu.test(style.name) || /['\\&]/u.test(style.name))
      continue
    rules.push(`p[style-name='${style.name}'] => h${level + 1}:fresh`)
  }
  return rules
}

/** A style inherits its outline level; level 9 stands for body text. */
function outlineLevel(
  styles: ReadonlyMap<string, { basedOn: string | undefined; level: number | undefined }>,
  id: string,
): number | undefined {
  let current = styles.get(id)
  for (let steps = 0; current && steps < 12; steps += 1) {
    if (current.level !== undefined) return current.level
    current = current.basedOn === undefined ? undefined : styles.get(current.basedOn)
  }
  return undefined
}
