import { titleFromName } from '../../files/file-name'
import type { Published } from '@shared/documents'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { readSourceText } from '../structure/source-text'
import { StructureBuilder } from '../structure/structure-builder'
import { addReferences, fileName, type Reference, withWorks } from './listed-work'

const line = /^([A-Z][A-Z\d]) {1,3}- ?(.*)$/u

/** Bibliographies in RIS, as most databases of literature export them. */
export const risParser: Parser = {
  format: 'ris',
  extensions: ['ris'],
  kind: 'text',
  recognises: ({ promised, text }) =>
    promised !== 'code' && /^\s*TY {1,3}- ?[A-Z]{3,10}\s*$/mu.test(text.slice(0, 400)),
  parse({ bytes, name }: ParserInput): ParsedText {
    const { text, gaps } = readSourceText(bytes)
    const builder = new StructureBuilder()
    builder.gaps.push(...gaps)
    const references = recordsOf(text).map(referenceOf)
    addReferences(builder, references)
    return withWorks(builder.finish('ris', titleFromName(name)), references)
  },
}

type Tags = Map<string, string[]>

const kinds: Readonly<Record<string, Published['kind']>> = {
  ...{ JOUR: 'article', BOOK: 'book', CONF: 'inproceedings', CPAPER: 'inproceedings', CHAP: 'incollection' },
  ...{ THES: 'phdthesis', RPRT: 'techreport' },
}

function recordsOf(text: string): Tags[] {
  const records: Tags[] = []
  let open: Tags | undefined
  let last: string[] | undefined
  for (const written of text.split('\n')) {
    const [, tag, value = ''] = line.exec(written.trimEnd()) ?? []
    if (tag === 'TY') {
      open = new Map([['TY', [value.trim()]]])
      records.push(open)
      last = undefined
    } else if (tag === 'ER') open = undefined
    else if (tag !== undefined && open) {
      last = open.get(tag) ?? []
      open.set(tag, last)
      last.push(value.trim())
    } else if (last && written.trim() !== '') last.push(`${last.pop() ?? ''} ${written.trim()}`)
  }
  return records
}

function referenceOf(tags: Tags): Reference {
  const all = (...names: readonly string[]) => names.flatMap((name) => tags.get(name) ?? []).filter(Boolean)
  const first = (...names: readonly string[]) => all(...names)[0]
  const [from, to] = [first('SP'), first('EP')]
  return {
    kind: kinds[first('TY') ?? ''],
    key: first('ID'),
    title: first('TI', 'T1', 'CT'),
    authors: people(all('AU', 'A1')),
    editors: people(all('ED', 'A2', 'A3')),
    year: /\d{4}/u.exec(first('PY', 'Y1', 'DA') ?? '')?.[0],
    container: first('JO', 'JF', 'T2', 'BT', 'JA', 'J2'),
    volume: first('VL'),
    issue: first('IS'),
    pages: to && from ? `${from}–${to}` : from,
    publisher: first('PB'),
    place: first('CY'),
    doi: first('DO'),
    isbn: first('SN'),
    url: first('UR'),
    keywords: all('KW').join(', ') || undefined,
    files: all('L1', 'L2').map(fileName).filter(Boolean).join(', ') || undefined,
    paths: all('L1', 'L2'),
    note: first('N1'),
    abstract: first('AB', 'N2'),
  }
}

function people(names: readonly string[]): string | undefined {
  const written = names.map((name) => {
    const [family = '', ...given] = name.split(',').map((part) => part.trim())
    return /\p{Script=Han}/u.test(family) ? family + given.join('') : [...given, family].join(' ').trim()
  })
  return written.join(', ') || undefined
}
