import type { DocumentRecord } from '@shared/documents'
import { type ErrorReport, toCairnError } from '@shared/errors'
import { create } from 'zustand'
import { call } from '../connection'
import { attempt, notify } from '../window/notices'

interface TrashState {
  /** Last trashed first; null before it was read. */
  readonly list: readonly DocumentRecord[] | null
  readonly error: ErrorReport | null
}

export const useTrash = create<TrashState>(() => ({ list: null, error: null }))

/** Reads what is in the trash now. */
export async function readTrash(): Promise<void> {
  try {
    useTrash.setState({ list: await call((client) => client.documents.trashed()), error: null })
  } catch (thrown) {
    useTrash.setState({ error: toCairnError(thrown).report() })
  }
}

export async function restoreTrashed(ids: readonly string[]): Promise<void> {
  await attempt(() => call((client) => client.documents.restore({ ids: [...ids] })))
  await readTrash()
}

/** Deletes for good what is in the trash, or these of it. */
export async function emptyTrash(ids?: readonly string[]): Promise<void> {
  await attempt(async () => {
    const { deleted } = await call((client) => client.documents.empty_trash(ids ? { ids: [...ids] } : {}))
    notify({ key: 'library:trash.emptied', values: { count: deleted.length } })
  })
  await readTrash()
}
