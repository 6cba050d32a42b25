import { create } from 'zustand'

/** The turn whose question is being edited in its place; null for none. */
export const useEditing = create<{ readonly turnId: string | null }>(() => ({ turnId: null }))

export function startEditing(turnId: string): void {
  useEditing.setState({ turnId })
}

export function stopEditing(): void {
  useEditing.setState({ turnId: null })
}
