import type { DocumentRecord, Published } from '@shared/documents'
import type { NamedSource, SourceWords } from './copy-text'

/** What is known of a source as a work; nothing is made up where a document does not say it. */
type SourceWork = Pick<DocumentRecord, 'title' | 'name' | 'authors' | 'written_at' | 'from_web' | 'published'>

/** A document that an answer rests on. */
export interface CitedWork extends SourceWork {
  /** What is said of it beside what it is: that it has left the library; empty for nothing. */
  readonly remark: string
  /** What is cited of it, by where it stands: `Section, page 3`, empty where that is not known, and the words quoted. */
  readonly cited: readonly { readonly place: string; readonly quotes: readonly string[] }[]
}

/** The documents that an answer rests on, each once, in the order of their numbers; those that left the library by their names alone. */
export function worksOf(
  sources: readonly NamedSource[],
  documents: ReadonlyMap<string, SourceWork>,
  { gone }: Pick<SourceWords, 'gone'>,
): CitedWork[] {
  const works = new Map<string, CitedWork>()
  for (const { documentId: id, name, place, quotes } of sources) {
    if (id === null) continue
    const known = works.get(id)
    const work = documents.get(id)
    const bare = { title: name, name, authors: [], written_at: null }
    const remark = work ? '' : gone
    const cited = [...(known?.cited ?? []), { place: place.join(', '), quotes }]
    works.set(id, { ...(work ?? bare), remark, cited })
  }
  return [...works.values()]
}

/** Entries of a BibTeX file, with keys of first author and year; what is quoted stands in `annote`, which no bibliography prints. */
export function asBibtex(works: readonly CitedWork[]): string {
  const used = new Set<string>()
  return works
    .map((work) => {
      const year = yearOf(work)
      const stem = keyOf(work, year)
      let key = stem
      for (let times = 2; used.has(key); times += 1) key = `${stem}-${times}`
      used.add(key)
      const lines = fieldsOf(work, year).map(([name, value]) => `  ${name} = {${value}}`)
      return `@${work.published?.kind ?? 'misc'}{${key},\n${lines.join(',\n')}\n}`
    })
    .join('\n\n')
}

function fieldsOf(work: CitedWork, year: string | null): [string, string][] {
  const { authors, published = {}, from_web: web, name, remark } = work
  const fields: [string, string][] = [['title', `{${escaped(titleOf(work))}}`]]
  if (authors.length > 0) fields.push(['author', authors.map(escapedName).join(' and ')])
  if (year !== null) fields.push(['year', year])
  for (const [field, value] of publishedFields(published)) fields.push([field, escaped(value)])
  if (published.doi !== undefined) fields.push(['doi', published.doi])
  if (web) fields.push(['howpublished', `\\url{${web.address}}`], ['urldate', dayOf(web.fetched_at)])
  const notes = [web ? '' : name, remark].filter(Boolean)
  if (notes.length > 0) fields.push(['note', escaped(notes.join('; '))])
  const cited = quotationsOf(work).join('; ')
  if (cited !== '') fields.push(['annote', escaped(cited)])
  return fields
}

/** Fields of BibTeX by what they hold; where a work stands in has a name of its own for each kind. */
function publishedFields({ kind, container, volume, issue, pages, publisher }: Published): [string, string][] {
  const inside = kind === 'article' ? 'journal' : kind === 'book' ? 'series' : 'booktitle'
  const made = kind === 'phdthesis' ? 'school' : kind === 'techreport' ? 'institution' : 'publisher'
  const known = { [inside]: container, volume, number: issue, pages: pages?.replace(/\s*[–—-]+\s*/u, '--') }
  return Object.entries({ ...known, [made]: publisher }).flatMap(([name, value]) => (value ? [[name, value]] : []))
}

/**
 * References after the manner of the American Psychological Association, sorted by their first words; no date is `n.d.` there. Under each
 * stands what is quoted of it.
 */
export function asApa(works: readonly CitedWork[]): string {
  const entries = works.map((work) => {
    const date = `(${yearOf(work) ?? 'n.d.'}).`
    const title = titleOf(work).replace(/\.$/u, '')
    const people = peopleOf(work.authors)
    const line = [people === '' ? `${title}. ${date}` : `${people} ${date} ${title}.`, apaPlace(work)].join(' ')
    const remark = work.remark === '' ? '' : ` [${work.remark}]`
    return [line + remark, ...quotationsOf(work).map((quotation) => `    ${quotation}`)].join('\n')
  })
  return entries.toSorted((a, b) => a.localeCompare(b)).join('\n')
}

/** Where a work was published and is found: journal and DOI, address, or the file it was read from. */
function apaPlace({ published = {}, from_web: web, name }: CitedWork): string {
  const { container, volume, issue, pages, publisher, doi } = published
  const numbers = [volume, issue && `(${issue})`].filter(Boolean).join('')
  const where = [[container, numbers, pages].filter(Boolean).join(', '), publisher]
    .filter(Boolean)
    .map((part) => `${part}.`)
  if (doi !== undefined) where.push(`https://doi.org/${doi}`)
  if (web) return [...where, `Retrieved ${dayOf(web.fetched_at)}, from ${web.address}`].join(' ')
  return where.length > 0 ? where.join(' ') : `[${name}]`
}

/** `“The words” (Section, page 3)` for each part that is cited; the place alone where no words are known. */
function quotationsOf({ cited }: CitedWork): string[] {
  return cited.flatMap(({ place, quotes }) => {
    const behind = place === '' ? '' : ` (${place})`
    return quotes.length > 0 ? quotes.map((quote) => `“${quote}”${behind}`) : [place].filter(Boolean)
  })
}

function titleOf({ title, name }: SourceWork): string {
  return (title === '' ? name : title).replace(/\s+/gu, ' ')
}

function yearOf({ written_at }: SourceWork): string | null {
  return /^\d{4}/u.exec(written_at ?? '')?.[0] ?? null
}

/** The day as it was here. */
function dayOf(time: number): string {
  const moment = new Date(time)
  const two = (figure: number) => String(figure).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** A name as `Family, Given`, where it is written in Latin letters and its parts can be told; else as it stands. */
function parted(name: string): { readonly family: string; readonly given: readonly string[] } {
  const [before = '', after] = name.split(/,\s*/u, 2)
  if (after !== undefined) return { family: before, given: after.split(/\s+/u) }
  const words = name.trim().split(/\s+/u)
  const isPlain = words.length > 1 && words.length < 4 && /^[\p{Script=Latin}.'’ -]+$/u.test(name)
  return isPlain ? { family: words.at(-1) ?? '', given: words.slice(0, -1) } : { family: name.trim(), given: [] }
}

function peopleOf(authors: readonly string[]): string {
  const names = authors.map((author) => {
    const { family, given } = parted(author)
    const initials = given.map((word) => `${Array.from(word)[0] ?? ''}.`).join(' ')
    return initials === '' ? family : `${family}, ${initials}`
  })
  const last = names.at(-1) ?? ''
  const people = names.length > 1 ? `${names.slice(0, -1).join(', ')}, & ${last}` : last
  return people === '' || people.endsWith('.') ? people : `${people}.`
}

function keyOf(work: SourceWork, year: string | null): string {
  const first = work.authors[0]
  const word = first === undefined ? titleOf(work) : parted(first).family
  const plain = word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, ' ')
    .trim()
  const stem = plain.split(' ').slice(0, 3).join('-')
  const named = /^[a-z]/u.test(stem) ? stem : `source${stem === '' ? '' : '-'}${stem}`
  return [named, year ?? ''].filter(Boolean).join('-')
}

function escaped(text: string): string {
  const words: Record<string, string> = { '\\': '\\textbackslash{}', '^': '\\^{}', '~': '\\~{}' }
  return text.replace(/[\\{}$&#%_^~]/gu, (sign) => words[sign] ?? `\\${sign}`)
}

/** In BibTeX the word `and` parts names, so one that has it is held together. */
function escapedName(name: string): string {
  return /\sand\s/iu.test(name) ? `{${escaped(name)}}` : escaped(name)
}
