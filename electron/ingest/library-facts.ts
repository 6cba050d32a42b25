import type { DocumentCatalogue } from '../ports/document-store'
import { isVisible } from './library'

/** What answers may say of the library: nothing of what is in the trash. */
export function libraryFacts(catalogue: Pick<DocumentCatalogue, 'list' | 'get'>) {
  const visible = () => catalogue.list().filter(isVisible)
  return {
    /** What can be searched, newest first. */
    documents: () =>
      visible()
        .filter(({ live }) => live !== null)
        .toSorted((a, b) => b.updated_at - a.updated_at)
        .map(({ id, name, title, chunk_count: chunks, format, gaps }) => {
          return { id, name, title: title || name, chunks, format, gaps }
        }),
    facts: (id: string) => {
      const record = catalogue.get(id)
      return record && { contentHash: record.content_hash, tags: record.tags }
    },
    /** What cannot be searched. */
    unread: () =>
      visible()
        .filter(({ live }) => live === null)
        .map(({ id, format, status }) => ({ id, format, failed: status === 'failed' })),
  }
}
