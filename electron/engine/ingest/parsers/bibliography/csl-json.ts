import { z } from 'zod'
import type { Published } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { titleFromName } from '../../files/file-name'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { readSourceText } from '../structure/source-text'
import { StructureBuilder } from '../structure/structure-builder'
import { attachedPaths } from './bibtex'
import { addReferences, fileName, type Reference, withWorks } from './listed-work'

const Text = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined)
const People = z
  .array(z.object({ family: Text, given: Text, literal: Text }))
  .default([])
  .catch([])
const DateParts = z
  .object({ 'date-parts': z.array(z.array(z.union([z.string(), z.number()]))).optional(), raw: Text, literal: Text })
  .optional()
  .catch(undefined)
const Item = z.object({
  ...{
    id: Text,
    type: Text,
    title: Text,
    publisher: Text,
    volume: Text,
    issue: Text,
    page: Text,
    abstract: Text,
    keyword: Text,
  },
  ...{
    DOI: Text,
    ISBN: Text,
    ISSN: Text,
    URL: Text,
    note: Text,
    'container-title': Text,
    'publisher-place': Text,
    file: Text,
  },
  ...{ author: People, editor: People, issued: DateParts },
})

const kinds: Readonly<Record<string, Published['kind']>> = {
  ...{ article: 'article', 'article-journal': 'article', book: 'book', 'paper-conference': 'inproceedings' },
  ...{ chapter: 'incollection', thesis: 'phdthesis', report: 'techreport' },
}

/** The kinds of works that no other JSON names so. */
const typed =
  /"type"\s*:\s*"(?:article(?:-journal|-magazine|-newspaper)?|book|chapter|paper-conference|thesis|report|webpage|manuscript)"/u

/** Bibliographies in CSL-JSON, as Zotero and others export them. */
export const cslJsonParser: Parser = {
  format: 'csl-json',
  extensions: [],
  kind: 'text',
  recognises: ({ extension, text }) =>
    (extension === 'json' || extension === '') &&
    /^\s*\[\s*\{/u.test(text) &&
    typed.test(text) &&
    /"(?:author|issued|container-title)"\s*:/u.test(text),
  parse({ bytes, name }: ParserInput): ParsedText {
    const { text, gaps } = readSourceText(bytes)
    const builder = new StructureBuilder()
    builder.gaps.push(...gaps)
    const references = itemsOf(text).map(referenceOf)
    addReferences(builder, references)
    return withWorks(builder.finish('csl-json', titleFromName(name)), references)
  },
}

function itemsOf(text: string): z.infer<typeof Item>[] {
  try {
    return z.array(Item).parse(JSON.parse(text))
  } catch (thrown) {
    throw new CairnError(
      'FILE_CORRUPT',
      'The bibliography is damaged, or was not exported completely.',
      'Export it again and add the new file.',
      { cause: thrown },
    )
  }
}

function referenceOf(item: z.infer<typeof Item>): Reference {
  const issued = item.issued?.['date-parts']?.[0]?.[0] ?? item.issued?.raw ?? item.issued?.literal
  return {
    kind: kinds[item.type ?? ''],
    key: item.id,
    title: item.title,
    authors: people(item.author),
    editors: people(item.editor),
    year: /\d{4}/u.exec(String(issued ?? ''))?.[0],
    container: item['container-title'],
    volume: item.volume,
    issue: item.issue,
    pages: item.page,
    publisher: item.publisher,
    place: item['publisher-place'],
    doi: item.DOI,
    isbn: item.ISBN ?? item.ISSN,
    url: item.URL,
    keywords: item.keyword,
    files: attachedPaths(item.file).map(fileName).filter(Boolean).join(', '),
    paths: attachedPaths(item.file),
    note: item.note,
    abstract: item.abstract,
  }
}

function people(names: z.infer<typeof People>): string | undefined {
  const written = names.map(({ family = '', given = '', literal }) => {
    if (literal !== undefined) return literal
    return /\p{Script=Han}/u.test(family) ? family + given : `${given} ${family}`.trim()
  })
  return written.filter(Boolean).join(', ') || undefined
}
