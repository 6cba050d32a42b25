import { createSecretKey } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { type FileSeal, noFileSeal, SealedFiles } from '@engine/platform/sealing/sealed-files'
import { type OpenStoreOptions, openStore } from '@engine/storage/opening/open-store'
import type { DocumentChunks, IndexedChunk } from '@engine/ports/storage/chunk-index'
import type { Store } from '@engine/storage/store'
import { toSearchColumn } from '@engine/text/analyse'

export const dimensions = 8

// Read once: an open store points the temporary folder of the process into itself.
const temporary = tmpdir()

/** A folder that is deleted after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(temporary, 'cairn-storage-'))
  // Not `afterEach`: a worker loads this module once, and so only its first test file would have that.
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A store that is closed after the test, in a folder that is deleted. */
export async function testStore(folder?: string, options: Partial<OpenStoreOptions> = {}): Promise<Store> {
  const store = await openStore(folder ?? (await temporaryFolder()), { dimensions, embedderId: 'test-1', ...options })
  onTestFinished(() => store.close())
  return store
}

/** A unit vector that leans towards one axis; different for every number. */
export function vectorOf(seed: number): Float32Array {
  const vector = new Float32Array(dimensions)
  for (let at = 0; at < dimensions; at += 1)
    vector[at] = Math.sin(seed * 7.3 + at * 1.7) + (at === seed % dimensions ? 2 : 0)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

function sealed(): FileSeal {
  const seal = new SealedFiles()
  seal.use(createSecretKey(Buffer.alloc(32, 7)), true)
  return seal
}

/** What files are put through: in clear, and sealed. */
export const fileSeals = [
  ['in clear', () => noFileSeal],
  ['sealed', sealed],
] as const

/** The file of a stored object in a store's folder. */
export function fileOfObject(folder: string, address: string, { isSealing }: FileSeal): string {
  return join(folder, 'objects', address.slice(0, 2), `${address}${isSealing ? '.sealed' : ''}`)
}

/** One chunk for each text, analysed as ingestion does it. */
export function documentChunks(
  documentId: string,
  revision: string,
  texts: readonly string[],
  overrides: Partial<IndexedChunk['chunk']> = {},
): DocumentChunks {
  const chunks = texts.map((text, index): IndexedChunk => {
    const chunk = {
      id: `${documentId}/${revision}/${index}`,
      doc_id: documentId,
      doc_name: `${documentId}.md`,
      title: 'Notes',
      revision,
      collection: 'default',
      format: 'markdown',
      index,
      text,
      start: index * 100,
      end: index * 100 + text.length,
      page: null,
      heading_path: ['Part one', 'A "quoted" heading'],
      context: '',
      token_count: 5,
      window_start: index * 100,
      window_end: index * 100 + text.length,
      ...overrides,
    }
    return { chunk, search: toSearchColumn(text), vector: vectorOf(index) }
  })
  return { documentId, revision, chunks }
}

/** A document's record; searchable when it is given a revision. */
export function documentRecord(
  id: string,
  revision: string | null,
  overrides: Partial<DocumentRecord> = {},
): DocumentRecord {
  return {
    id,
    name: `${id}.md`,
    source: `/papers/${id}.md`,
    format: 'markdown',
    title: 'Notes',
    status: revision === null ? 'queued' : 'ready',
    content_hash: `hash-of-${id}`,
    byte_size: 10,
    char_count: 10,
    chunk_count: 1,
    collection: 'default',
    tags: [],
    gaps: [],
    error: null,
    duplicate_of: null,
    created_at: 1,
    updated_at: 1,
    pending: null,
    live: revision === null ? null : liveRevision(revision),
    trashed_at: null,
    part_of: null,
    member_count: null,
    modified_at: null,
    authors: [],
    written_at: null,
    ...overrides,
  }
}

export function liveRevision(revision: string) {
  return { revision, content_hash: 'c', text_object: 'a'.repeat(64), structure_object: 'b'.repeat(64) }
}

/** A text query from plain words. */
export function textQuery(parts: { terms?: string[]; phrases?: string[][]; excluded?: string[]; begins?: string }) {
  return { terms: [], phrases: [], excluded: [], ...parts }
}
