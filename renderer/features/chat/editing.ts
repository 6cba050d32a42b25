import { create } from 'zustand'
import type { Turn } from '../../state/turn'

interface Editing {
  /** The turn whose question is being edited in its place; null for none. */
  readonly turnId: string | null
  readonly text: string
}

/** The question being edited, kept while its turn is off the screen. */
export const useEditing = create<Editing>(() => ({ turnId: null, text: '' }))

/** Edits a turn's question; one that is being edited already keeps its text. */
export function startEditing({ turn_id: turnId, question }: Pick<Turn, 'turn_id' | 'question'>): void {
  if (useEditing.getState().turnId !== turnId) useEditing.setState({ turnId, text: question })
}

export function writeEdit(text: string): void {
  useEditing.setState({ text })
}

export function stopEditing(): void {
  useEditing.setState({ turnId: null, text: '' })
}
