import type { Change } from '@shared/changes'
import type { CatalogueChange } from '@engine/ports/storage/document-store'

/** What windows are told of a write to the list of documents: those in the trash are gone for them. */
export function documentsChange({ changed, removed }: CatalogueChange): Change {
  const trashed = changed.filter(({ trashed_at }) => trashed_at !== null).map(({ id }) => id)
  return {
    type: 'documents',
    changed: changed.filter(({ trashed_at }) => trashed_at === null),
    removed: [...removed, ...trashed],
  }
}
