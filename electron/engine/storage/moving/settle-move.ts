import { join, relative, sep } from 'node:path'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import { type StoreDescription, writeStoreDescription } from '../files/store-file'

/**
 * Of a store that was moved: documents whose files lay in its old folder have them in this one. A crash in between leaves it to the
 * next start. Returns the description that the store has then.
 */
export async function settleMove(
  folder: string,
  description: StoreDescription,
  catalogue: DocumentCatalogue,
): Promise<StoreDescription> {
  const { moved_from: from, ...settled } = description
  if (from === undefined) return description
  const inside = catalogue.list().filter(({ source }) => source.startsWith(`${from}${sep}`))
  await Promise.all(
    inside.map(({ id }) =>
      catalogue.update(id, (record) => ({ ...record, source: join(folder, relative(from, record.source)) })),
    ),
  )
  await writeStoreDescription(folder, settled)
  return settled
}
