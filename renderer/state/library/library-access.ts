import type { LibraryAccess, LibraryStanding } from '@shared/changes'
import { type ErrorReport, toCairnError } from '@shared/errors'
import { create } from 'zustand'
import { call } from '../connection'
import { attempt } from '../window/notices'

interface SharedLibraryState {
  /** How this Cairn stands to a library that it shares with others; null where the documents are this person's own. */
  readonly access: LibraryAccess | null
  /** As it was last asked for. */
  readonly standing: LibraryStanding | null
  readonly asking: boolean
  readonly error: ErrorReport | null
}

export const useSharedLibrary = create<SharedLibraryState>(() => ({
  access: null,
  standing: null,
  asking: false,
  error: null,
}))

export function receiveLibrary(access: LibraryAccess | null): void {
  useSharedLibrary.setState({ access })
}

/** Asks how the shared library stands at this moment. */
export async function askLibraryStanding(): Promise<void> {
  if (useSharedLibrary.getState().asking) return
  useSharedLibrary.setState({ asking: true })
  try {
    useSharedLibrary.setState({ standing: await call((client) => client.store.library()), error: null })
  } catch (thrown) {
    useSharedLibrary.setState({ error: toCairnError(thrown).report() })
  } finally {
    useSharedLibrary.setState({ asking: false })
  }
}

/** Has the system's keychain keep the keys of the library's bucket, or forget them. */
export async function keepLibraryKeys(keep: boolean): Promise<void> {
  await attempt(async () => {
    useSharedLibrary.setState({ standing: await call((client) => client.store.keep_keys({ keep })) })
  })
}

/** What a person has to know of it before wondering why something does not work. */
export type LibraryNotice =
  | { readonly kind: 'unreachable' | 'refused' | 'offline' }
  | { readonly kind: 'othersWrite'; readonly who: string; readonly since: number }

/** Null where reading and changing both work. */
export function libraryNotice(access: LibraryAccess | null): LibraryNotice | null {
  if (access === null) return null
  if (!access.reachable) return { kind: kindOf(access.trouble) }
  const { writer } = access
  return writer && { kind: 'othersWrite', who: writer.who, since: Date.parse(writer.since) }
}

function kindOf(trouble: ErrorReport | null): 'unreachable' | 'refused' | 'offline' {
  if (trouble?.code === 'PERMISSION_DENIED') return 'refused'
  return trouble?.code === 'NETWORK_DENIED' ? 'offline' : 'unreachable'
}
