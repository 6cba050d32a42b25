import { type ErrorReport, toCairnError } from '@shared/errors'
import type { OwnTerm, TermList, TermLookup } from '@shared/terms'
import { create } from 'zustand'
import { call } from './connection'

interface OwnTermsState {
  /** Null until the engine has told them once. */
  readonly list: TermList | null
  readonly error: ErrorReport | null
}

/** The user's own rows of the bilingual term table. */
export const useOwnTerms = create<OwnTermsState>(() => ({ list: null, error: null }))

export async function readOwnTerms(): Promise<void> {
  try {
    useOwnTerms.setState({ list: await call((client) => client.terms.list()), error: null })
  } catch (thrown) {
    useOwnTerms.setState({ error: toCairnError(thrown).report() })
  }
}

/** Replaces the rows. False where the engine refused them or could not keep them; `error` then says why. */
export async function saveOwnTerms(own: readonly OwnTerm[]): Promise<boolean> {
  try {
    useOwnTerms.setState({ list: await call((client) => client.terms.set({ own: [...own] })), error: null })
    return true
  } catch (thrown) {
    useOwnTerms.setState({ error: toCairnError(thrown).report() })
    return false
  }
}

/** What the table knows of a text. Throws CairnError. */
export function lookUpTerms(text: string): Promise<TermLookup[]> {
  return call((client) => client.terms.lookup({ text }))
}
