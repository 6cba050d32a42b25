import { create } from 'zustand'
import { useView } from './view'

/** The session whose title is being edited in the list; null for none. */
export const useRenaming = create<{ readonly id: string | null }>(() => ({ id: null }))

export function startRenaming(id: string): void {
  useView.setState({ sidebarOpen: true })
  useRenaming.setState({ id })
}

export function stopRenaming(): void {
  useRenaming.setState({ id: null })
}
