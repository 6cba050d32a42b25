import { LRUCache } from 'lru-cache'
import type { EvidencePlace } from '@shared/session/evidence-place'
import { DocumentStructure, type DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { outlineOf, placesWithin } from './document-outline'
import type { DocumentCatalogue, DocumentContent, ObjectStore } from '@engine/ports/storage/document-store'

const cachedCharacters = 32_000_000
/** Of structures as they are stored; parsed they take several times that. */
const cachedStructureBytes = 24_000_000
const cachedPlaces = 100_000

export interface DocumentReader {
  /** `[start, end)` of a document's extracted text; null when that revision is no longer the live one. */
  textOf(documentId: string, revision: string, start: number, end: number): Promise<string | null>
  /** Where the parts of `[start, end)` stand; empty when that revision is no longer the live one. */
  placesOf(documentId: string, revision: string, start: number, end: number): Promise<EvidencePlace[]>
  /** The text of a document as it is now; null where the document is gone, in the trash, or its text cannot be read. */
  currentText(documentId: string): Promise<string | null>
  /** Text and structure of the live content. Throws NOT_FOUND while a document has none. */
  content(record: DocumentRecord): Promise<DocumentContent>
  /** Gives up what was read and is kept in memory. */
  forget(): void
}

/** Texts, structures and outlines by their address in the object store, the recent ones from memory. */
function createContentCache(objects: ObjectStore) {
  const texts = new LRUCache<string, string>({ maxSize: cachedCharacters, sizeCalculation: (text) => text.length + 1 })
  const structures = new LRUCache<string, { bytes: number; structure: DocumentStructure }>({
    maxSize: cachedStructureBytes,
    sizeCalculation: ({ bytes }) => bytes + 1,
  })
  const outlines = new LRUCache<string, EvidencePlace[]>({
    maxSize: cachedPlaces,
    sizeCalculation: (outline) => outline.length + 1,
  })

  return {
    forget: () => {
      for (const cache of [texts, structures, outlines]) cache.clear()
    },
    readText: (address: string) => cachedIn(texts, address, async () => decodeStored(await objects.read(address))),
    readOutline: (address: string) =>
      cachedIn(outlines, address, async () => {
        const known = structures.get(address)?.structure
        return outlineOf(known ?? JSON.parse(decodeStored(await objects.read(address))))
      }),
    /** A window asks for a long text piece by piece; parsing its whole structure for each would hold up everyone. */
    readStructure: async (address: string): Promise<DocumentStructure> => {
      const { structure } = await cachedIn(structures, address, async () => {
        const bytes = await objects.read(address)
        return { bytes: bytes.length, structure: DocumentStructure.parse(JSON.parse(decodeStored(bytes))) }
      })
      return structure
    },
  }
}

async function cachedIn<T extends string | object>(
  cache: LRUCache<string, T>,
  address: string,
  read: () => Promise<T>,
): Promise<T> {
  const known = cache.get(address)
  if (known !== undefined) return known
  const value = await read()
  cache.set(address, value)
  return value
}

export function createDocumentReader(catalogue: DocumentCatalogue, objects: ObjectStore): DocumentReader {
  const { readText, readStructure, readOutline, forget } = createContentCache(objects)
  return {
    forget,
    async textOf(documentId, revision, start, end) {
      const live = catalogue.get(documentId)?.live
      if (live?.revision !== revision) return null
      return (await readText(live.text_object)).slice(start, end)
    },
    async placesOf(documentId, revision, start, end) {
      const live = catalogue.get(documentId)?.live
      return live?.revision === revision ? placesWithin(await readOutline(live.structure_object), start, end) : []
    },
    async currentText(documentId) {
      const record = catalogue.get(documentId)
      if (!record?.live || record.trashed_at !== null) return null
      try {
        return await readText(record.live.text_object)
      } catch (thrown) {
        if (!(thrown instanceof CairnError) || thrown.code !== 'STORE_DAMAGED') throw thrown
        return null
      }
    },
    async content(record) {
      const { live } = record
      if (!live) {
        const action = record.error?.action ?? 'Wait until it is ready, then try again.'
        throw new CairnError('NOT_FOUND', `"${record.name}" has no readable text yet.`, action)
      }
      return { text: await readText(live.text_object), structure: await readStructure(live.structure_object) }
    },
  }
}

/** A text may begin with U+FEFF; without `ignoreBOM` every offset behind it would shift. */
export function decodeStored(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
