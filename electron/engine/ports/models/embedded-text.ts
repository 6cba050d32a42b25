import type { Chunk } from '@shared/documents'

/** The text to embed for a chunk: its headings, then its text. Vectors are reused by the hash of this text. */
export function embeddedText(chunk: Pick<Chunk, 'title' | 'heading_path' | 'context' | 'text'>): string {
  return [chunk.title, chunk.heading_path.join(' › '), chunk.context, chunk.text].filter(Boolean).join('\n')
}
