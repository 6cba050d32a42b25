import type { DocumentRecord } from '@shared/documents'
import { nearGroups } from '@shared/near-duplicates'

type Documents = ReadonlyMap<string, DocumentRecord>
type Groups = ReadonlyMap<string, readonly DocumentRecord[]>

const known = new WeakMap<Documents, Groups>()
const none: readonly DocumentRecord[] = []

/** The documents that are nearly the same as one, itself among them, the one that leads first; empty where there is no other. */
export function nearDocuments(documents: Documents, id: string): readonly DocumentRecord[] {
  let groups = known.get(documents)
  if (!groups) {
    groups = new Map(nearGroups(documents.values()).flatMap((group) => group.map((one) => [one.id, group] as const)))
    known.set(documents, groups)
  }
  return groups.get(id) ?? none
}
