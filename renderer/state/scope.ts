import type { SearchFilter } from '@shared/documents'
import { create } from 'zustand'

/** What a chat is limited to; empty lists limit nothing. */
export interface Scope {
  readonly collections: readonly string[]
  /** Document ids. */
  readonly documents: readonly string[]
  readonly tags: readonly string[]
}

export const wholeLibrary: Scope = { collections: [], documents: [], tags: [] }

/** The scope of each open chat, by draft key. */
export const useScopes = create<{ readonly scopes: Readonly<Record<string, Scope>> }>(() => ({ scopes: {} }))

export function setScope(key: string, scope: Scope): void {
  useScopes.setState(({ scopes }) => ({ scopes: { ...scopes, [key]: scope } }))
}

export function isWhole({ collections, documents, tags }: Scope): boolean {
  return collections.length + documents.length + tags.length === 0
}

/** The filter that a scope means; null for the whole library. */
export function filterOf(scope: Scope): SearchFilter | null {
  if (isWhole(scope)) return null
  const { collections, documents, tags } = scope
  return {
    ...(collections.length > 0 ? { collections: [...collections] } : {}),
    ...(documents.length > 0 ? { documents: [...documents] } : {}),
    ...(tags.length > 0 ? { tags: [...tags] } : {}),
  }
}
