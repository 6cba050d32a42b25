import { DocumentStructure } from '@shared/documents'
import type { ParsedFile } from '@engine/ingest/parsing/parse-worker'

export function textOf({ textBytes }: ParsedFile): string {
  // The text may begin with U+FEFF of its own; dropping it would shift every offset.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(textBytes)
}

export function structureOf({ structureBytes }: ParsedFile): DocumentStructure {
  return DocumentStructure.parse(JSON.parse(new TextDecoder().decode(structureBytes)))
}
