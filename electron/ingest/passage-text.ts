import type { Chunk } from '@shared/documents'
import { CairnError } from '@shared/errors'
import type { DocumentReader } from './read-document'

/**
 * Reads `[start, end)` of the text a chunk is from; null where it cannot be read as it was. One text that has rotted must
 * not silence the other documents, and the chunk's own text is still exact.
 */
export function passageText(reader: Pick<DocumentReader, 'textOf'>, log: (line: string) => void) {
  return async ({ chunk }: { readonly chunk: Chunk }, start: number, end: number): Promise<string | null> => {
    try {
      return await reader.textOf(chunk.doc_id, chunk.revision, start, end)
    } catch (thrown) {
      if (!(thrown instanceof CairnError) || thrown.code !== 'STORE_DAMAGED') throw thrown
      log(`${chunk.doc_name}: ${thrown.message} ${thrown.action}`)
      return null
    }
  }
}
