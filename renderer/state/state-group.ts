import type { DocumentStatus } from '@shared/documents'

export const stateGroups = ['reading', 'ready', 'partial', 'failed'] as const
/** What a document's status means to a reader; everything between dropped and searchable is `reading`. */
export type StateGroup = (typeof stateGroups)[number]

export function groupOf(status: DocumentStatus): StateGroup {
  return status === 'ready' || status === 'partial' || status === 'failed' ? status : 'reading'
}
