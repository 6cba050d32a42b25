import { basename, relative } from 'node:path'
import { addressesOf, type DocumentRecord } from '@shared/documents'
import type { JournalledCatalogue } from '../catalogue/document-catalogue'
import type { KeptList } from '../files/kept-list'
import { objectNamed } from '../files/object-files'

interface NamingParts {
  /** The store folder, absolute. */
  readonly folder: string
  readonly catalogue: Pick<JournalledCatalogue, 'list' | 'findBySource'>
  readonly kept: Pick<KeptList, 'nameOf'>
}

/** What a person knows a file of the store by, where it cannot be opened and nothing will open it any more. */
export async function nameOfFile(path: string, { folder, catalogue, kept }: NamingParts): Promise<string> {
  const place = relative(folder, path)
  const object = objectNamed(basename(path))
  if (object) return namesOf(object.address, catalogue) || place
  const id = basename(path).replace(/(?:\.head)?\.jsonl?$/u, '')
  const source = catalogue.findBySource(path)
  if (source) return `the file in the store that “${source.name}” was read from`
  const read = catalogue.list().filter((record) => originalOf(record) === id)
  if (read.length > 0) return `what OCR has read of ${quoted(read)}`
  const name = await kept.nameOf(id)
  return name === undefined ? place : `“${name}” (${place})`
}

/** The documents that a stored file is of; empty where none is known. */
function namesOf(address: string, catalogue: Pick<JournalledCatalogue, 'list'>): string {
  const records = catalogue
    .list()
    .filter((record) => originalOf(record) === address || addressesOf(record).includes(address))
  if (records.length === 0) return ''
  const isOriginal = records.some((record) => originalOf(record) === address)
  return `${isOriginal ? 'the stored original' : 'the stored text'} of ${quoted(records)}`
}

function quoted(records: readonly DocumentRecord[]): string {
  return records.map(({ name }) => `“${name}”`).join(', ')
}

function originalOf({ live, pending, content_hash }: DocumentRecord): string {
  return (live ?? pending)?.content_hash ?? content_hash
}
