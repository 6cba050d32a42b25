import type { Chunk } from '@shared/documents'
import { CairnError } from '@shared/errors'
import type { EvidencePlace } from '@shared/session/evidence-place'
import type { DocumentReader } from './read-document'

type Read<T> = (passage: { readonly chunk: Chunk }, start: number, end: number) => Promise<T>

/** Reads `[start, end)` of the text a chunk is from; null where it is damaged: the chunk's own text is still exact. */
export function passageText(reader: Pick<DocumentReader, 'textOf'>, log: (line: string) => void): Read<string | null> {
  return ({ chunk }, start, end) =>
    unlessDamaged(() => reader.textOf(chunk.doc_id, chunk.revision, start, end), null, chunk, log)
}

/** Where the parts of `[start, end)` stand; empty where that cannot be read: the chunk's own heading is known. */
export function passagePlaces(
  reader: Pick<DocumentReader, 'placesOf'>,
  log: (line: string) => void,
): Read<EvidencePlace[]> {
  return ({ chunk }, start, end) =>
    unlessDamaged(() => reader.placesOf(chunk.doc_id, chunk.revision, start, end), [], chunk, log)
}

async function unlessDamaged<T>(
  read: () => Promise<T>,
  otherwise: T,
  { doc_name: name }: Chunk,
  log: (line: string) => void,
): Promise<T> {
  try {
    return await read()
  } catch (thrown) {
    if (!(thrown instanceof CairnError) || thrown.code !== 'STORE_DAMAGED') throw thrown
    log(`${name}: ${thrown.message} ${thrown.action}`)
    return otherwise
  }
}
