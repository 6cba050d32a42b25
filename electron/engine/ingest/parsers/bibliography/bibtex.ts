import { Published } from '@shared/documents'
import { titleFromName } from '../../files/file-name'
import { latexText } from '../markup/latex-text'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { readSourceText } from '../structure/source-text'
import { StructureBuilder } from '../structure/structure-builder'
import { readBibtex } from './bibtex-entries'
import { addReferences, fileName, type Reference, withWorks } from './listed-work'

/** Bibliographies of BibTeX and BibLaTeX, as Zotero and others export them. */
export const bibtexParser: Parser = {
  format: 'bibtex',
  extensions: ['bib', 'bibtex'],
  kind: 'text',
  recognises: ({ promised, text }) => promised !== 'code' && /^\s*@[a-z]{2,20}\s*\{\s*[^\s,{}]{1,200},/iu.test(text),
  parse({ bytes, name }: ParserInput): ParsedText {
    const { text, gaps } = readSourceText(bytes)
    const builder = new StructureBuilder()
    builder.gaps.push(...gaps)
    const { entries, broken } = readBibtex(text)
    const references = entries.map(({ kind, key, fields }) => ({
      ...referenceOf(key, fields),
      kind: Published.shape.kind.catch(undefined).parse(kind),
    }))
    addReferences(builder, references)
    if (broken > 0) {
      const what = broken === 1 ? '1 entry' : `${broken} entries`
      builder.gaps.push({ kind: 'skipped_part', detail: `${what} could not be read to the end.` })
    }
    return withWorks(builder.finish('bibtex', titleFromName(name)), references)
  },
}

function referenceOf(key: string, fields: ReadonlyMap<string, string>): Reference {
  const field = (...names: readonly string[]) => {
    const written = names.map((name) => fields.get(name)).find((value) => value !== undefined && value !== '')
    return written === undefined ? undefined : latexText(written)
  }
  const raw = (name: string) => fields.get(name)
  return {
    key,
    title: field('title'),
    authors: people(raw('author')),
    editors: people(raw('editor')),
    year: field('year') ?? /\d{4}/u.exec(raw('date') ?? '')?.[0],
    container: field('journal', 'journaltitle', 'booktitle', 'series'),
    volume: field('volume'),
    issue: field('number', 'issue'),
    pages: field('pages'),
    publisher: field('publisher', 'school', 'institution', 'organization'),
    place: field('address', 'location'),
    doi: raw('doi'),
    isbn: raw('isbn') ?? raw('issn'),
    url: raw('url'),
    keywords: field('keywords'),
    files: attachedPaths(raw('file')).map(fileName).filter(Boolean).join(', '),
    paths: attachedPaths(raw('file')),
    note: field('note', 'annote'),
    abstract: field('abstract'),
  }
}

/** `Lee, Ann and Carl Öst` as `Ann Lee, Carl Öst`. */
function people(written: string | undefined): string | undefined {
  return written
    ?.split(/\sand\s/u)
    .map((person) => {
      const [family = '', ...given] = person.split(',').map((part) => latexText(part))
      return /\p{Script=Han}/u.test(family) ? family + given.join('') : [...given.toReversed(), family].join(' ').trim()
    })
    .join(', ')
}

/** Zotero writes `Title:path:type`, with `;` between files; others only a path. */
export function attachedPaths(written = ''): string[] {
  return written.split(/(?<!\\);/u).flatMap((file) => {
    const parts = file.split(/(?<!\\):/u)
    const path = (parts.length >= 3 ? parts.slice(1, -1).join(':') : file).replaceAll('\\:', ':').trim()
    return path === '' ? [] : [path]
  })
}
