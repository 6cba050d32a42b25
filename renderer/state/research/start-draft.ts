import { create } from 'zustand'
import { type Scope, wholeLibrary } from '../library/scope'
import { go } from '../window/address'

/** What the form that begins research holds. */
export interface StartDraft {
  readonly goal: string
  /** The id of a ready-made job; null for none. */
  readonly job: string | null
  readonly scope: Scope
  readonly looksFirst: boolean
}

const nothing: StartDraft = { goal: '', job: null, scope: wholeLibrary, looksFirst: true }

/** It outlives its form, so that other places can fill it in and a look elsewhere loses nothing. */
export const useStartDraft = create<StartDraft>(() => nothing)

export function changeStartDraft(part: Partial<StartDraft>): void {
  useStartDraft.setState(part)
}

export function clearStartDraft(): void {
  useStartDraft.setState(nothing)
}

/** Cairn's own job that sets documents side by side, and how many documents it takes. */
const comparison = { id: 'compare-documents', min: 2, max: 6 } as const

/** Whether so many documents can be set side by side. */
export function canCompare(documents: number): boolean {
  return documents >= comparison.min && documents <= comparison.max
}

/** Goes to the form that begins research, filled in for a comparison of these documents. */
export function compareDocuments(documents: readonly string[]): void {
  useStartDraft.setState({ ...nothing, job: comparison.id, scope: { ...wholeLibrary, documents } })
  go({ view: 'research', runId: null })
}
