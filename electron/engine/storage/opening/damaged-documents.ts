import { addressesOf, type DocumentRecord } from '@shared/documents'
import { CairnError, hasCode } from '@shared/errors'
import { type NoteValues, whyOf } from '@shared/note'
import type { DamagedDocument } from '@engine/ports/storage/document-store'
import { isShelvedBy, type SourceFiles } from '@engine/ports/storage/files/source-files'
import type { JournalledCatalogue } from '../catalogue/document-catalogue'
import type { FileObjectStore } from '../files/object-store'

/** What is wrong with a stored file: the notes that say so, and why it could not be read. */
export interface Fault {
  readonly key:
    | 'object_missing'
    | 'object_changed'
    | 'object_unreadable'
    | 'own_file_missing'
    | 'own_file_changed'
    | 'own_file_unreadable'
  /** Of a stored object; absent for the file in the store that a document was read from. */
  readonly address?: string
  readonly why: NoteValues
}

/** A document with stored files that are missing, changed or unreadable. */
export interface FaultyDocument extends DamagedDocument {
  readonly faults: readonly Fault[]
}

export interface KeptDocuments {
  readonly catalogue: JournalledCatalogue
  readonly objects: FileObjectStore
  readonly sources: SourceFiles
}

/** Reads every stored file of every document, and tells of which something is wrong. Files that several share are read once. */
export async function findFaultyDocuments(parts: KeptDocuments): Promise<FaultyDocument[]> {
  const { catalogue, objects } = parts
  const known = new Map<string, Fault | null>()
  const faultOf = async (address: string): Promise<Fault | null> => {
    const before = known.get(address)
    if (before !== undefined) return before
    const found = await readFault(objects, address)
    known.set(address, found)
    return found
  }
  const faulty: FaultyDocument[] = []
  for (const record of catalogue.list()) {
    const faults: Fault[] = []
    for (const address of keptFor(record)) {
      const fault = await faultOf(address)
      if (fault) faults.push(fault)
    }
    const ofOwnFile = await faultOfOwnFile(record, parts)
    if (faults.length === 0 && !ofOwnFile) continue
    const original = originalOf(record)
    const isWhole = (address: string) => !faults.some((fault) => fault.address === address)
    const hasOriginal = keptFor(record).has(original) && isWhole(original)
    const mends = await waysToMend(record, hasOriginal, parts, async (one) => (await faultOf(one)) === null)
    faulty.push({
      ...{ record, faults: ofOwnFile ? [...faults, ofOwnFile] : faults, ...mends },
      ...{ objectsAreWhole: faults.length === 0, ownFileIsWhole: !ofOwnFile },
    })
  }
  return faulty
}

/** What a searchable document needs; one that was never read needs nothing yet. */
function keptFor(record: DocumentRecord): ReadonlySet<string> {
  if (!record.live && !record.pending) return new Set()
  return new Set(addressesOf({ ...record, content_hash: originalOf(record) }))
}

function originalOf({ live, pending, content_hash }: DocumentRecord): string {
  return (live ?? pending)?.content_hash ?? content_hash
}

async function waysToMend(
  record: DocumentRecord,
  originalIsWhole: boolean,
  { catalogue, sources }: KeptDocuments,
  isWhole: (address: string) => Promise<boolean>,
): Promise<Pick<DamagedDocument, 'mendsFrom'>> {
  if (originalIsWhole) return { mendsFrom: 'original' }
  if (record.part_of) {
    const outer = catalogue.get(record.part_of.document)
    return { mendsFrom: outer && (await isWhole(originalOf(outer))) ? 'outer' : null }
  }
  return { mendsFrom: (await hashOfFile(record.source, sources)) === originalOf(record) ? 'source' : null }
}

async function readFault(objects: FileObjectStore, address: string): Promise<Fault | null> {
  try {
    await objects.read(address)
    return null
  } catch (thrown) {
    if (thrown instanceof CairnError && thrown.code === 'INVALID_INPUT')
      return { address, key: 'object_missing', why: {} }
    if (!(thrown instanceof CairnError) || thrown.code !== 'STORE_DAMAGED') {
      return { address, key: 'object_unreadable', why: whyOf(thrown) }
    }
    return { address, key: (await objects.hasFile(address)) ? 'object_changed' : 'object_missing', why: {} }
  }
}

/**
 * What is wrong with the file in the store that a document was read from, where there is one. Only of a file whose folder is named by its content can be
 * told that it has changed.
 */
async function faultOfOwnFile(record: DocumentRecord, { sources }: KeptDocuments): Promise<Fault | null> {
  const { source, part_of, trashed_at } = record
  if (part_of || trashed_at !== null || !sources.isOwn(source)) return null
  try {
    const hash = await sources.hash(source)
    const isAsItCame = hash === originalOf(record) || !isShelvedBy(source, originalOf(record))
    return isAsItCame ? null : { key: 'own_file_changed', why: {} }
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return { key: 'own_file_missing', why: {} }
    if (hasCode(thrown, 'STORE_DAMAGED')) return { key: 'own_file_changed', why: {} }
    return { key: 'own_file_unreadable', why: whyOf(thrown) }
  }
}

/** Null where it cannot be read: then nothing can be mended from it. */
async function hashOfFile(source: string, sources: SourceFiles): Promise<string | null> {
  return sources.hash(source).catch(() => null)
}
