import { isDeepStrictEqual } from 'node:util'
import { type DocumentRecord, DocumentStructure, type ListedWork } from '@shared/documents'
import { CairnError } from '@shared/errors'
import type { DocumentCatalogue, ObjectStore } from '@engine/ports/storage/document-store'
import { ownFileName } from './family'
import { decodeStored } from './read-document'

interface Rooms {
  readonly catalogue: Pick<DocumentCatalogue, 'list' | 'update'>
  readonly objects: Pick<ObjectStore, 'read'>
}

const bibliographies: ReadonlySet<string> = new Set(['bibtex', 'ris', 'csl-json'])

/**
 * Gives documents the title, authors and year that a bibliography says of their files. Only documents below the folder of the
 * bibliography are meant; no file is looked for on the disk.
 */
export async function nameListedWorks({ catalogue, objects }: Rooms): Promise<void> {
  const records = catalogue.list().filter(({ trashed_at }) => trashed_at === null)
  for (const bibliography of records.filter(({ format }) => bibliographies.has(format ?? ''))) {
    const works = await worksOf(bibliography, objects)
    if (works.length === 0) continue
    const folder = plainPath(bibliography.source.slice(0, -ownFileName(bibliography).length))
    const below = records.filter(({ id, source }) => id !== bibliography.id && plainPath(source).startsWith(folder))
    const byName = new Map<string, DocumentRecord[]>()
    for (const record of below) {
      const name = plainPath(ownFileName(record))
      byName.set(name, [...(byName.get(name) ?? []), record])
    }
    for (const work of works) {
      for (const record of work.files.flatMap((file) => meantBy(plainPath(file), folder, byName) ?? [])) {
        // Nothing is written where nothing is new.
        if (named(record, work) !== record) await catalogue.update(record.id, (current) => named(current, work))
      }
    }
  }
}

async function worksOf({ live }: DocumentRecord, objects: Rooms['objects']): Promise<readonly ListedWork[]> {
  if (!live) return []
  try {
    const structure = DocumentStructure.parse(JSON.parse(decodeStored(await objects.read(live.structure_object))))
    return structure.works ?? []
  } catch (thrown) {
    // Damage is reported where the document is read.
    if (thrown instanceof CairnError) return []
    throw thrown
  }
}

/** The document at a path from the folder; for a path of another machine the one whose path ends most like it, if it is one alone. */
function meantBy(
  path: string,
  folder: string,
  byName: ReadonlyMap<string, readonly DocumentRecord[]>,
): DocumentRecord | undefined {
  const alike = byName.get(path.slice(path.lastIndexOf('/') + 1)) ?? []
  const exact = alike.find(({ source }) => plainPath(source) === folder + path.replace(/^\.\//u, ''))
  if (exact) return exact
  const shared = alike.map(({ source }) => sharedEnd(plainPath(source), path))
  const nearest = alike.filter((_, at) => shared[at] === Math.max(...shared))
  return nearest.length === 1 ? nearest[0] : undefined
}

/** How many parts two paths have in common, from the last one back. */
function sharedEnd(one: string, other: string): number {
  const a = one.split(/\/| › /u).toReversed()
  const b = other.split('/').toReversed()
  const first = a.findIndex((part, at) => part !== b[at])
  return first === -1 ? a.length : first
}

/** A path with the signs of one system, of an address too. */
function plainPath(path: string): string {
  const plain = path.replaceAll('\\', '/').normalize('NFC')
  if (!/^file:\/\//iu.test(plain)) return plain
  try {
    return decodeURI(plain.slice('file://'.length))
  } catch {
    // It has a percent sign of its own.
    return plain.slice('file://'.length)
  }
}

function named(record: DocumentRecord, work: ListedWork): DocumentRecord {
  const { authors, year } = work
  const published = work.published ?? record.published
  const title = record.own_title ?? work.title
  // A date that says more than the year stays where the year is the same.
  const written = year === undefined || record.written_at?.startsWith(year) ? record.written_at : year
  const people = authors.length > 0 ? authors : record.authors
  const isKnown =
    (title ?? record.title) === record.title &&
    written === record.written_at &&
    people.join('\n') === record.authors.join('\n') &&
    isDeepStrictEqual(published, record.published)
  return isKnown ? record : { ...record, title: title ?? record.title, authors: people, written_at: written, published }
}
