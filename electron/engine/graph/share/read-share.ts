import type { Chunk } from '@shared/documents'
import { toSearchColumn } from '@engine/text/analyse'
import { shareOf } from './document-share'
import { type FactPatterns, loadFactPatterns } from '../facts/patterns/fact-patterns'
import { readFacts } from '../facts/read-facts'
import { graphShareVersion } from './graph-share'
import { encodeShare } from './share-file'

export interface SharedChunk extends Pick<Chunk, 'id' | 'heading_path' | 'context' | 'text'> {
  /** Its analysed terms, as the index holds them (`IndexedChunk.search`); analysed here where they are absent. */
  readonly search?: string | undefined
}

/** A document as it is searched, to be read for the graph. */
export interface ShareTask {
  readonly documentId: string
  readonly revision: string
  readonly title: string
  /** In reading order. */
  readonly chunks: readonly SharedChunk[]
  /** Folder of the patterns that facts are found by, absolute. */
  readonly patterns: string
}

const loaded = new Map<string, Promise<FactPatterns>>()

/** Reads what a document contributes to the graph: the bytes of its share's file. */
export async function readShare({ documentId, revision, title, chunks, patterns }: ShareTask): Promise<Uint8Array> {
  const known = loaded.get(patterns) ?? loadFactPatterns(patterns)
  loaded.set(patterns, known)
  known.catch(() => loaded.delete(patterns))
  const passages = chunks.map(({ id, heading_path: headingPath, context, text, search }) => ({
    ...{ id, title, headingPath, text },
    search: search ?? toSearchColumn(title, headingPath.join('\n'), context, text),
  }))
  const links = shareOf(documentId, passages)
  const facts = readFacts(passages, await known)
  return encodeShare({ version: graphShareVersion, documentId, revision, title, links, facts })
}
