import { create } from 'zustand'
import type { SessionHeader } from '@shared/session/session-view'
import type { RunningTurn } from '@shared/changes'
import { call } from '../connection'
import { attempt, notify } from '../window/notices'
import { go, useRoute } from '../window/address'
import { showSidebar } from '../window/columns'

interface SessionsState {
  /** Pinned first, then newest first. */
  readonly headers: readonly SessionHeader[]
  /** False until the engine has told them once. */
  readonly known: boolean
}

export const useSessions = create<SessionsState>(() => ({ headers: [], known: false }))

export function receiveSessions(changed: readonly SessionHeader[], removed: readonly string[], whole: boolean): void {
  useSessions.setState(({ headers }) => {
    const all = new Map((whole ? [] : headers).map((header) => [header.id, header]))
    for (const id of removed) all.delete(id)
    for (const header of changed) all.set(header.id, header)
    return { headers: [...all.values()].sort(byPlace), known: true }
  })
}

function byPlace(a: SessionHeader, b: SessionHeader): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1
  return a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : a.id.localeCompare(b.id)
}

export async function renameSession(id: string, title: string): Promise<void> {
  await attempt(() => call((client) => client.sessions.rename({ id, title })))
}

export async function pinSession(id: string, pinned: boolean): Promise<void> {
  await attempt(() => call((client) => client.sessions.pin({ id, pinned })))
}

/** Takes a session off the list; a notice offers to undo it for as long as the engine can. */
export async function trashSession(header: SessionHeader): Promise<void> {
  await attempt(async () => {
    const { until } = await call((client) => client.sessions.trash({ id: header.id }))
    receiveSessions([], [header.id], false)
    if (useRoute.getState().sessionId === header.id) go({ sessionId: null })
    notify({
      key: 'sessions:deleted',
      values: { title: header.title },
      lifeMs: Math.max(3000, until - Date.now() - 1000),
      action: { key: 'app:undo', run: () => void restoreSession(header.id) },
    })
  })
}

async function restoreSession(id: string): Promise<void> {
  await attempt(async () => {
    const header = await call((client) => client.sessions.restore({ id }))
    receiveSessions([header], [], false)
    go({ view: 'chat', sessionId: id })
  })
}

/** The session whose title is being edited in the list; null for none. */
export const useRenaming = create<{ readonly id: string | null }>(() => ({ id: null }))

export function startRenaming(id: string): void {
  showSidebar()
  useRenaming.setState({ id })
}

export function stopRenaming(): void {
  useRenaming.setState({ id: null })
}

/** Which session each running turn of the engine belongs to, whether or not it is open here. */
export const useRunning = create<{ readonly turns: ReadonlyMap<string, string> }>(() => ({ turns: new Map() }))

export function receiveRunning(turns: readonly RunningTurn[]): void {
  useRunning.setState({ turns: new Map(turns.map((turn) => [turn.turn_id, turn.session_id])) })
}

export function receiveTurnState(turn: RunningTurn, state: 'running' | 'ended'): void {
  const turns = new Map(useRunning.getState().turns)
  if (state === 'running') turns.set(turn.turn_id, turn.session_id)
  else turns.delete(turn.turn_id)
  useRunning.setState({ turns })
}
