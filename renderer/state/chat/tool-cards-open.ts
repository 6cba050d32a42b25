import { create } from 'zustand'

interface OpenToolCards {
  /** Runs of tools whose cards are unfolded or folded by hand, by their ids. */
  readonly unfolded: Readonly<Record<string, boolean>>
}

export const useToolCards = create<OpenToolCards>(() => ({ unfolded: {} }))

export function foldToolCard(callId: string, isUnfolded: boolean): void {
  useToolCards.setState(({ unfolded }) => ({ unfolded: { ...unfolded, [callId]: isUnfolded } }))
}

/** The id of a card's element. */
export function toolCardId(callId: string): string {
  return `tool-${callId}`
}

/** Unfolds the card of a tool's run, and brings it into view. */
export function openToolCard(callId: string): void {
  foldToolCard(callId, true)
  const card = document.getElementById(toolCardId(callId))
  card?.scrollIntoView({ block: 'nearest' })
  card?.querySelector('button')?.focus({ preventScroll: true })
}
