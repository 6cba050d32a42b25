import type { DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { keptDocuments } from '@shared/sensitivity/sensitive-documents'
import type { EngineClient } from '@shells/engine-client'

export interface OpenDocuments {
  readonly documents: readonly DocumentRecord[]
  /** How many are kept from other programs, because they are tagged as confidential or secret. */
  readonly kept: number
}

/** The documents that other programs may know of; with `collection` those of one. */
export async function openDocuments(client: EngineClient, collection?: string): Promise<OpenDocuments> {
  const all = await client.documents.list({})
  const kept = keptDocuments(all)
  const asked = collection === undefined ? all : all.filter((one) => one.collection === collection)
  const documents = asked.filter(({ id }) => !kept.has(id))
  return { documents, kept: asked.length - documents.length }
}

/** A document that other programs may know of. Throws NOT_FOUND, for one that is kept from them as for one that is not there. */
export async function openDocument(client: EngineClient, id: string): Promise<DocumentRecord> {
  const document = await client.documents.get({ id })
  if (keptDocuments(await client.documents.list({})).has(id)) {
    throw new CairnError('NOT_FOUND', 'There is no such document.', 'list_documents shows which there are.')
  }
  return document
}

/** For what reads all documents at once. Throws PERMISSION_DENIED where one is kept from other programs. */
export async function requireNoneKept(client: EngineClient): Promise<void> {
  const { kept } = await openDocuments(client)
  if (kept === 0) return
  const message = `Documents that are marked as confidential are kept from other programs (${kept}), and this reads all documents.`
  throw new CairnError('PERMISSION_DENIED', message, 'Use “search” or “ask”, which leave those out.')
}

/** What a program is told of what it is not shown; empty where it is shown all. */
export function keptNote(kept: number): string {
  if (kept === 0) return ''
  const are = kept === 1 ? '1 document is' : `${kept} documents are`
  return `\n(${are} marked as confidential and not shown to other programs.)`
}
