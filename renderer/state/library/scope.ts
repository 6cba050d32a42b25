import type { SearchFilter } from '@shared/documents'
import { z } from 'zod'
import { draftKey } from '../chat/drafts'
import { keptStore } from '../kept-entries'
import { go } from '../window/address'

const names = z.array(z.string()).readonly()

const noNames = z.array(z.string()).readonly().default([])

/** The limits of a chat; empty lists limit nothing. Documents are ids, dates and days of change are ranges of days. */
export const Scope = z
  .object({ collections: names, documents: names, tags: names, formats: noNames, dates: noNames, changed: noNames })
  .readonly()
export type Scope = z.infer<typeof Scope>

/** What a chat can be limited to, in the order it is shown. */
export const kindsOfScope = [
  'collections',
  'tags',
  'formats',
  'dates',
  'changed',
  'documents',
] as const satisfies (keyof Scope)[]

export const wholeLibrary: Scope = { collections: [], documents: [], tags: [], formats: [], dates: [], changed: [] }

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

export function isWhole(scope: Scope): boolean {
  return kindsOfScope.every((kind) => scope[kind].length === 0)
}

/** The scope that a filter came from. */
export function scopeOf(filter: SearchFilter | null): Scope {
  const { collections = [], documents = [], tags = [], formats = [], dates = [], changed = [] } = filter ?? {}
  return { collections, documents, tags, formats, dates, changed }
}

/** The filter that a scope means; null for the whole library. */
export function filterOf(scope: Scope): SearchFilter | null {
  if (isWhole(scope)) return null
  return Object.fromEntries(kindsOfScope.flatMap((kind) => (scope[kind].length > 0 ? [[kind, [...scope[kind]]]] : [])))
}
