import { CairnError } from '@shared/errors'
import { openDocument } from './open-documents'
import type { EngineClient } from '@shells/engine-client'

/** The most text of a document that one call reads, in UTF-16 units. */
export const mostText = 20_000

export interface ReadStretch {
  readonly title: string
  readonly text: string
  readonly start: number
  readonly end: number
  readonly total: number
  readonly heading_path: string[]
  readonly page: number | null
}

/**
 * A stretch of a document's text, at most `mostText` long, with the headings and the page it begins under. Throws NOT_FOUND, and
 * INVALID_INPUT for a start behind the end of the text.
 */
export async function readStretch(
  client: EngineClient,
  { document: id, start, length }: { readonly document: string; readonly start: number; readonly length: number },
): Promise<ReadStretch> {
  const { title, name } = await openDocument(client, id)
  const wanted = { id, start, end: start + Math.min(length, mostText) }
  const { text: read, total_chars: total, structure } = await client.documents.content(wanted)
  if (start > 0 && start >= total) {
    throw new CairnError('INVALID_INPUT', `The text of this document ends at ${total}.`, 'Read from an earlier place.')
  }
  const text = wholeCharacters(read)
  const first = structure.blocks.find(({ end }) => end > start)
  const page = first?.page ?? structure.pages.find((one) => one.end > start)?.number ?? null
  const place = { heading_path: first?.heading_path ?? [], page }
  return { title: title || name, text, start, end: start + text.length, total, ...place }
}

/** Half of a character beyond the basic plane is left to the next stretch. */
function wholeCharacters(text: string): string {
  return text.length > 1 && /[\uD800-\uDBFF]$/u.test(text) ? text.slice(0, -1) : text
}
