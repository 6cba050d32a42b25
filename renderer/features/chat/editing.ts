import { z } from 'zod'
import { create } from 'zustand'
import { KeptEntries } from '@renderer/state/kept-entries'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'

interface Editing {
  /** The turn whose question is being edited in its place; null for none. */
  readonly turnId: string | null
  readonly text: string
}

/** By turn. A page has one at most; the rest are of other tabs. */
const kept = new KeptEntries('cairn.edit.', z.string(), 10, true)

/** The question being edited, kept while its turn is off the screen and beyond a reload. */
export const useEditing = create<Editing>(() => {
  // The one written last comes first.
  const [newest] = Object.entries(kept.readAll())
  return newest ? { turnId: newest[0], text: newest[1] } : { turnId: null, text: '' }
})

/** Edits a turn's question; one that is being edited already keeps its text. */
export function startEditing({ turn_id: turnId, question }: Pick<Turn, 'turn_id' | 'question'>): void {
  if (useEditing.getState().turnId === turnId) return
  stopEditing()
  useEditing.setState({ turnId, text: question })
}

export function writeEdit(text: string): void {
  const { turnId } = useEditing.getState()
  if (turnId !== null) kept.write(turnId, text)
  useEditing.setState({ text })
}

export function stopEditing(): void {
  const { turnId } = useEditing.getState()
  if (turnId !== null) kept.write(turnId, null)
  useEditing.setState({ turnId: null, text: '' })
}

/** Keeps an edit across the page's end, until the returned function is called. */
export function followEditing(): () => void {
  // What other tabs edit is theirs.
  return kept.follow(() => undefined)
}
