import { keptDocuments } from '@shared/sensitivity/sensitive-documents'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'

/** Which documents other programs and other machines are not given, as the library is now. */
export interface KeptDocuments {
  readonly isKept: (documentId: string) => boolean
  readonly keepsNone: () => boolean
}

/** Looked up once after each change of the library. */
export function keptOf(catalogue: Pick<DocumentCatalogue, 'list' | 'onChange'>): KeptDocuments {
  let kept: ReadonlySet<string> | undefined
  catalogue.onChange(() => (kept = undefined))
  const current = () => (kept ??= keptDocuments(catalogue.list()))
  return { isKept: (id) => current().has(id), keepsNone: () => current().size === 0 }
}
