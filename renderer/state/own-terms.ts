import { type ErrorReport, toCairnError } from '@shared/errors'
import type { OwnTerm, TermList } from '@shared/terms'
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
  await receive((client) => client.terms.list())
}

/** Replaces the rows. False where the engine refused them or could not keep them; `error` then says why. */
export function saveOwnTerms(own: readonly OwnTerm[]): Promise<boolean> {
  return receive((client) => client.terms.set({ own: [...own] }))
}

async function receive(run: Parameters<typeof call<TermList>>[0]): Promise<boolean> {
  try {
    useOwnTerms.setState({ list: await call(run), error: null })
    return true
  } catch (thrown) {
    useOwnTerms.setState({ error: toCairnError(thrown).report() })
    return false
  }
}
