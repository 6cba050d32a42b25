import type { ModelName } from '../../ports/language-model'
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
  let before = isSame ? behind(file, '') : behind(file, headerLine(header))
  return {
    record: isSame ? kept : { ...header, read: new Map(), failed: new Map() },
    async append(lines) {
      await files.append(document.id, before + lines.join(''))
      before = ''
    },
  }
}
