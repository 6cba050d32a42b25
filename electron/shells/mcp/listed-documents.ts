import { z } from 'zod'
import type { DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'

/** Documents whose name or title holds a text, by name. */
export function listedDocuments(records: readonly DocumentRecord[], query = ''): DocumentRecord[] {
  const sought = query.toLowerCase()
  return records
    .filter(({ name, title }) => `${name}\n${title}`.toLowerCase().includes(sought))
    .toSorted((a, b) => compare(keyOf(a), keyOf(b)))
}

/** Those with a text that can be read. */
export function readable(records: readonly DocumentRecord[]): DocumentRecord[] {
  return records.filter(({ live }) => live !== null)
}

const Key = z.tuple([z.string(), z.string()])
type Key = z.infer<typeof Key>

function keyOf({ name, id }: DocumentRecord): Key {
  return [name, id]
}

function compare([nameA, idA]: Key, [nameB, idB]: Key): number {
  if (nameA !== nameB) return nameA < nameB ? -1 : 1
  if (idA === idB) return 0
  return idA < idB ? -1 : 1
}

/**
 * One page of sorted documents, and the cursor of the next one. A cursor is the last document's place, so that none is shown twice
 * or left out where documents come and go in between. Throws INVALID_INPUT for a cursor that is none.
 */
export function pageOf(
  documents: readonly DocumentRecord[],
  limit: number,
  cursor?: string,
): { readonly page: readonly DocumentRecord[]; readonly next: string | undefined } {
  const after = cursor === undefined ? undefined : keyIn(cursor)
  const rest = after ? documents.filter((one) => compare(keyOf(one), after) > 0) : documents
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const next = last && rest.length > limit ? Buffer.from(JSON.stringify(keyOf(last))).toString('base64url') : undefined
  return { page, next }
}

function keyIn(cursor: string): Key {
  try {
    return Key.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    const action = 'List again from the start, without a cursor.'
    throw new CairnError('INVALID_INPUT', 'This cursor is not one that Cairn gave.', action, { cause })
  }
}
