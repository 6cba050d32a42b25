import { GraphMode } from '@shared/settings'
import { keptStore } from '../kept-entries'
import { draftKey } from './drafts'

const chosen = keptStore('cairn.graph-mode.', GraphMode, 100)

/** How the knowledge graph is searched in each chat, by draft key; it survives a reload as the draft does. Absent: what the settings say. */
export const useGraphModes = chosen.useEntries

/** Chooses how the graph is searched in the chat of a draft key; null for what the settings say. */
export const chooseGraphMode = chosen.set

/** Keeps choices across the page's end and shows those made in other tabs, until the returned function is called. */
export const followGraphModes = chosen.follow

export function graphModeOf(sessionId: string | null): GraphMode | undefined {
  return useGraphModes.getState().entries[draftKey(sessionId)]
}

/** A new chat's choice goes with its first question; the next new chat starts without one. */
export function takeGraphModeAlong(sessionId: string): void {
  const mode = graphModeOf(null)
  if (mode === undefined) return
  chooseGraphMode(draftKey(sessionId), mode)
  chooseGraphMode(draftKey(null), null)
}
