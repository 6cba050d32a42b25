import type { LibraryAccess } from '@shared/changes'
import { create } from 'zustand'

/** How this Cairn stands to a library that it shares with others; null where the documents are this person's own. */
export const useSharedLibrary = create<{ readonly access: LibraryAccess | null }>(() => ({ access: null }))

export function receiveLibrary(access: LibraryAccess | null): void {
  useSharedLibrary.setState({ access })
}

/** What a person has to know of it before wondering why something does not work. */
export type LibraryNotice =
  { readonly kind: 'unreachable' } | { readonly kind: 'othersWrite'; readonly who: string; readonly since: number }

/** Null where reading and changing both work. */
export function libraryNotice(access: LibraryAccess | null): LibraryNotice | null {
  if (access === null) return null
  if (!access.reachable) return { kind: 'unreachable' }
  const { writer } = access
  return writer && { kind: 'othersWrite', who: writer.who, since: Date.parse(writer.since) }
}
