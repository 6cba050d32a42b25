import type { DocumentRecord } from '@shared/documents'
import type { EvidenceItem } from '@shared/events'

/** What is known of a source as a work; nothing is made up where a document does not say it. */
export type SourceWork = Pick<DocumentRecord, 'title' | 'name' | 'authors' | 'written_at' | 'from_web'>

/** The documents that an answer rests on, each once, in the order of their numbers; those that left the library are missing. */
export function worksOf(
  evidence: readonly Pick<EvidenceItem, 'number' | 'document_id'>[],
  documents: ReadonlyMap<string, SourceWork>,
): SourceWork[] {
  const ids = new Set(evidence.toSorted((a, b) => a.number - b.number).map((item) => item.document_id))
  return [...ids].flatMap((id) => documents.get(id) ?? [])
}

/** Entries of a BibTeX file (type `misc`, which wants no field), with keys of first author and year. */
export function asBibtex(works: readonly SourceWork[]): string {
  const used = new Set<string>()
  return works
    .map((work) => {
      const year = yearOf(work)
      const stem = keyOf(work, year)
      let key = stem
      for (let times = 2; used.has(key); times += 1) key = `${stem}-${times}`
      used.add(key)
      const fields: [string, string][] = [['title', `{${escaped(titleOf(work))}}`]]
      if (work.authors.length > 0) fields.push(['author', work.authors.map(escapedName).join(' and ')])
      if (year !== null) fields.push(['year', year])
      if (work.from_web) {
        fields.push(['howpublished', `\\url{${work.from_web.address}}`], ['urldate', dayOf(work.from_web.fetched_at)])
      } else fields.push(['note', escaped(work.name)])
      const lines = fields.map(([name, value]) => `  ${name} = {${value}}`)
      return `@misc{${key},\n${lines.join(',\n')}\n}`
    })
    .join('\n\n')
}

/** Lines after the manner of the American Psychological Association, sorted by their first words; no date is `n.d.` there. */
export function asApa(works: readonly SourceWork[]): string {
  const lines = works.map((work) => {
    const date = `(${yearOf(work) ?? 'n.d.'}).`
    const title = titleOf(work).replace(/\.$/u, '')
    const people = peopleOf(work.authors)
    const place = work.from_web
      ? `Retrieved ${dayOf(work.from_web.fetched_at)}, from ${work.from_web.address}`
      : `[${work.name}]`
    return people === '' ? `${title}. ${date} ${place}` : `${people} ${date} ${title}. ${place}`
  })
  return lines.toSorted((a, b) => a.localeCompare(b)).join('\n')
}

function titleOf({ title, name }: SourceWork): string {
  return (title === '' ? name : title).replace(/\s+/gu, ' ')
}

function yearOf({ written_at }: SourceWork): string | null {
  return /^\d{4}/u.exec(written_at ?? '')?.[0] ?? null
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
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
