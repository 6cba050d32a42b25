import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { addressesOf, type DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { type NoteValues, whyOf } from '@shared/note'
import type { DamagedDocument } from '@engine/ports/storage/document-store'
import type { SourceFiles } from '@engine/ports/storage/files/source-files'
import type { JournalledCatalogue } from '../catalogue/document-catalogue'
import type { FileObjectStore } from '../files/object-store'

export interface ObjectFault {
  readonly address: string
  /** The note that says so. */
  readonly key: 'object_missing' | 'object_changed' | 'object_unreadable'
  /** Why it could not be read. */
  readonly why: NoteValues
}

/** A document with stored files that are missing, changed or unreadable. */
export interface FaultyDocument extends DamagedDocument {
  readonly faults: readonly ObjectFault[]
}

export interface KeptDocuments {
  readonly catalogue: JournalledCatalogue
  readonly objects: FileObjectStore
  readonly sources: SourceFiles
}

/** Reads every stored file of every document, and tells of which something is wrong. Files that several share are read once. */
export async function findFaultyDocuments(parts: KeptDocuments): Promise<FaultyDocument[]> {
  const { catalogue, objects } = parts
  const known = new Map<string, ObjectFault | null>()
  const faultOf = async (address: string): Promise<ObjectFault | null> => {
    const before = known.get(address)
    if (before !== undefined) return before
    const found = await readFault(objects, address)
    known.set(address, found)
    return found
  }
  const faulty: FaultyDocument[] = []
  for (const record of catalogue.list()) {
    const faults: ObjectFault[] = []
    for (const address of keptFor(record)) {
      const fault = await faultOf(address)
      if (fault) faults.push(fault)
    }
    if (faults.length === 0) continue
    const original = originalOf(record)
    const isWhole = (address: string) => !faults.some((fault) => fault.address === address)
    const mends = await waysToMend(record, isWhole(original), parts, async (one) => (await faultOf(one)) === null)
    faulty.push({ record, faults, ...mends })
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

async function readFault(objects: FileObjectStore, address: string): Promise<ObjectFault | null> {
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

/** Null where it cannot be read: then nothing can be mended from it. */
async function hashOfFile(source: string, sources: SourceFiles): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    const { path, release } = await sources.bring(source)
    try {
      for await (const piece of createReadStream(path)) if (piece instanceof Uint8Array) hash.update(piece)
    } finally {
      await release()
    }
    return hash.digest('hex')
  } catch {
    return null
  }
}
