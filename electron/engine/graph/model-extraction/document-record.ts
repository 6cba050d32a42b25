import type { ModelName } from '@engine/ports/models/language-model'
import type { ExtractionDocument, ExtractionFiles } from './extraction-parts'
import { behind, type ExtractionRecord, headerLine, readRecord } from './extraction-record'

/** The record of one reading of a document, open for appending. */
export interface OpenRecord {
  readonly record: ExtractionRecord
  /** Resolves once they are on disk. */
  readonly append: (lines: readonly string[]) => Promise<void>
}

/** What this model has read of this revision of a document; nothing where its record is about another reading. */
export async function openRecord(
  document: ExtractionDocument,
  model: ModelName,
  files: ExtractionFiles,
): Promise<OpenRecord> {
  const header = { documentId: document.id, revision: document.revision, model: model.id }
  const file = await files.read(document.id)
  const kept = readRecord(file)
  const isSame =
    kept?.documentId === header.documentId && kept.revision === header.revision && kept.model === header.model
  let isBegun = false
  return {
    record: isSame ? kept : { ...header, read: new Map(), failed: new Map() },
    async append(lines) {
      const text = lines.join('')
      if (isBegun) await files.append(document.id, text)
      else if (isSame) await files.append(document.id, behind(file, text))
      // What stands there is of no use any more, and may be of a text the document has no more.
      else await files.replace(document.id, headerLine(header) + text)
      isBegun = true
    },
  }
}
