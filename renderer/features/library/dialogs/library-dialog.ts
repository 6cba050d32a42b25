import { create } from 'zustand'
import type { HostQuestion } from '@renderer/state/library/adding/wanted-page'

/** The question the library is asking; one at a time. */
export type LibraryDialog =
  | { readonly kind: 'move'; readonly ids: readonly string[] }
  | { readonly kind: 'tags'; readonly ids: readonly string[] }
  | { readonly kind: 'rename'; readonly collection: string }
  | { readonly kind: 'password'; readonly id: string; readonly name: string }
  | { readonly kind: 'title'; readonly id: string; readonly title: string }
  | { readonly kind: 'path' }
  | { readonly kind: 'trash' }
  | { readonly kind: 'dates'; readonly of: 'dates' | 'changed' }
  | { readonly kind: 'page'; readonly address: string; readonly id?: string; readonly question?: HostQuestion }
  | { readonly kind: 'text'; readonly text: string }

export const useLibraryDialog = create<{ readonly dialog: LibraryDialog | null }>(() => ({ dialog: null }))

/** Asks a question in place of the one that is open. */
export function openDialog(dialog: LibraryDialog): void {
  useLibraryDialog.setState({ dialog })
}

export function closeDialog(): void {
  useLibraryDialog.setState({ dialog: null })
}
