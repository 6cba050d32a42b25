import { nearDocuments } from '@renderer/state/library/library-store'
import type { DocumentRecord } from '@shared/documents'

/** What a row of the list is among documents that are nearly the same. */
export type NearRow =
  /** It stands for these many others, which follow it while they are unfolded. */
  | { readonly kind: 'leads'; readonly others: number; readonly isOpen: boolean }
  /** It follows the one of this name. */
  | { readonly kind: 'follows'; readonly leader: string }

interface FoldedList {
  readonly list: readonly DocumentRecord[]
  /** Documents without an entry are nearly the same as none that is listed. */
  readonly rows: ReadonlyMap<string, NearRow>
}

/**
 * Shows each group of documents that are nearly the same once: the oldest that passes the filter stands for the others, which follow
 * it where its id is in `open`. `shown` are the documents that pass the filter, in its order.
 */
export function foldNearDocuments(
  shown: readonly DocumentRecord[],
  documents: ReadonlyMap<string, DocumentRecord>,
  open: ReadonlySet<string>,
): FoldedList {
  const passing = new Set(shown.map(({ id }) => id))
  const rows = new Map<string, NearRow>()
  const list = shown.flatMap((record) => {
    const [leader = record, ...others] = nearDocuments(documents, record.id).filter(({ id }) => passing.has(id))
    if (others.length === 0) return [record]
    if (leader.id !== record.id) return []
    const isOpen = open.has(record.id)
    rows.set(record.id, { kind: 'leads', others: others.length, isOpen })
    if (!isOpen) return [record]
    for (const { id } of others) rows.set(id, { kind: 'follows', leader: record.name })
    return [record, ...others.map(({ id }) => documents.get(id) ?? record)]
  })
  return { list, rows }
}
