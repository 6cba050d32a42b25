import type { EntityCard } from '@shared/graph'
import { create } from 'zustand'

/** Something about an entity that is being put right. */
export interface Correction {
  readonly kind: 'rename' | 'retype' | 'merge' | 'split'
  readonly card: EntityCard
}

export const useCorrection = create<{ readonly open: Correction | null }>(() => ({ open: null }))

export function openCorrection(correction: Correction): void {
  useCorrection.setState({ open: correction })
}

export function closeCorrection(): void {
  useCorrection.setState({ open: null })
}
