import type { DocumentRecord } from '@shared/documents'

export function aDocument(change: Partial<DocumentRecord>): DocumentRecord {
  return {
    id: 'd',
    name: 'document.md',
    source: '/document.md',
    format: 'markdown',
    title: 'Document',
    status: 'ready',
    content_hash: '',
    byte_size: 0,
    char_count: 0,
    chunk_count: 0,
    collection: 'default',
    tags: [],
    gaps: [],
    error: null,
    duplicate_of: null,
    created_at: 0,
    updated_at: 0,
    pending: null,
    live: null,
    trashed_at: null,
    part_of: null,
    member_count: null,
    modified_at: null,
    authors: [],
    written_at: null,
    ...change,
  }
}
