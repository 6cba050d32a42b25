import { create } from 'zustand'
import { showSidebar } from '../window/view'

/** The session whose title is being edited in the list; null for none. */
export const useRenaming = create<{ readonly id: string | null }>(() => ({ id: null }))

export function startRenaming(id: string): void {
  showSidebar()
  useRenaming.setState({ id })
}

export function stopRenaming(): void {
  useRenaming.setState({ id: null })
}
