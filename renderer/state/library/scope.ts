import type { SearchFilter } from '@shared/documents'
import { z } from 'zod'
import { draftKey } from '../chat/drafts'
import { keptStore } from '../kept-entries'
import { go } from '../window/address'

const names = z.array(z.string()).readonly()

/** The limits of a chat; empty lists limit nothing. Documents are ids. */
export const Scope = z.object({ collections: names, documents: names, tags: names }).readonly()
export type Scope = z.infer<typeof Scope>

export const wholeLibrary: Scope = { collections: [], documents: [], tags: [] }

const scopes = keptStore('cairn.scope.', Scope, 100)

/** The scope of each chat that is limited, by draft key; it survives a reload as the draft does. */
export const useScopes = scopes.useEntries

/** Keeps scopes across the page's end and shows those that other tabs set, until the returned function is called. */
export const followScopes = scopes.follow

export function setScope(key: string, scope: Scope): void {
  scopes.set(key, isWhole(scope) ? null : scope)
}

/** Begins a chat that is limited to some documents or a collection. */
export function askAbout(limits: Partial<Scope>): void {
  setScope(draftKey(null), { ...wholeLibrary, ...limits })
  go({ view: 'chat', sessionId: null })
}

export function isWhole({ collections, documents, tags }: Scope): boolean {
  return collections.length + documents.length + tags.length === 0
}

/** The scope that a filter came from; a format, which no scope has, is left out. */
export function scopeOf(filter: SearchFilter | null): Scope {
  const { collections = [], documents = [], tags = [] } = filter ?? {}
  return { collections, documents, tags }
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
