import { readZipEntries, readZipText, type ZipEntry } from '../docx/zip-entries'
import { decodeEntities } from '../tables/xml-records'
import { type About, aboutDocument } from './about'

interface Properties {
  /** The part of the container that says who and when. */
  readonly part: string
  /** Names of XML elements, the best first. */
  readonly authors: readonly string[]
  readonly date: string
}

const office: Properties = { part: 'docProps/core.xml', authors: ['dc:creator'], date: 'dcterms:created' }
const openDocument: Properties = {
  part: 'meta.xml',
  authors: ['meta:initial-creator', 'dc:creator'],
  date: 'meta:creation-date',
}
const propertiesOf: Readonly<Record<string, Properties>> = {
  ...{ docx: office, pptx: office, xlsx: office },
  ...{ odt: openDocument, odp: openDocument, ods: openDocument },
}
/** Far more than such a part has; a larger one is not read. */
const largestPart = 256 * 1024

/** What an office file says of itself; nothing for other formats, and where it cannot be read. */
export function aboutOfficeFile(format: string, bytes: Uint8Array): About {
  const properties = Object.hasOwn(propertiesOf, format) ? propertiesOf[format] : undefined
  if (!properties) return {}
  try {
    const entry = readZipEntries(bytes).find(({ name }) => name === properties.part)
    return entry && entry.data.length < largestPart ? aboutOfPart(entry, properties) : {}
  } catch {
    // The document itself was read; this much less is known of it.
    return {}
  }
}

function aboutOfPart(entry: ZipEntry, { part, authors, date }: Properties): About {
  const xml = (readZipText([entry], part) ?? '').slice(0, largestPart)
  const valueOf = (name: string) => {
    const [, value = ''] = new RegExp(`<${name}(?=[\\s>])[^<>]*>([^<]*)<`, 'u').exec(xml) ?? []
    return decodeEntities(value).trim()
  }
  const author = authors.map(valueOf).find((name) => name !== '') ?? ''
  // Made by a program from a template: the date is the template's.
  if (/^python-docx$/iu.test(author)) return {}
  return aboutDocument(author.split(/[;；]/u), valueOf(date))
}
