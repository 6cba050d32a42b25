import { z } from 'zod'
import { create } from 'zustand'
import { call } from '../connection'
import { storedWords } from '../kept-entries'
import { attempt } from '../window/notices'
import { receiveSessions, useSessions } from './sessions-store'

const storedClosed = storedWords('cairn.folders.closed', z.array(z.string().max(60)).max(1000))

interface FolderDisplay {
  /** Folders that show no chats now, by name. */
  readonly closed: ReadonlySet<string>
  /** The chats whose folder is being chosen, and the folder they are in (`''` for none); null for no dialog. */
  readonly moving: { readonly ids: readonly string[]; readonly from: string; readonly whole: boolean } | null
}

export const useFolders = create<FolderDisplay>(() => ({ closed: new Set(storedClosed.read() ?? []), moving: null }))

export function toggleFolder(name: string): void {
  const closed = new Set(useFolders.getState().closed)
  if (!closed.delete(name)) closed.add(name)
  storedClosed.write([...closed])
  useFolders.setState({ closed })
}

/** Asks into which folder one chat goes. */
export function startMoving(id: string, from: string): void {
  useFolders.setState({ moving: { ids: [id], from, whole: false } })
}

/** Asks for another name of a folder: all its chats are moved. */
export function startRenamingFolder(name: string): void {
  useFolders.setState({ moving: { ids: idsIn(name), from: name, whole: true } })
}

export function stopMoving(): void {
  useFolders.setState({ moving: null })
}

/** Puts chats into a folder, or takes them out of theirs for an empty name. */
export async function moveSessions(ids: readonly string[], folder: string): Promise<void> {
  await attempt(async () => {
    const wanted = folder.trim()
    const moved = await call((client) => client.sessions.move({ ids: [...ids], folder: wanted === '' ? null : wanted }))
    receiveSessions(moved, [], false)
  })
}

/** Takes every chat out of a folder; then it is gone. */
export async function dissolveFolder(name: string): Promise<void> {
  await moveSessions(idsIn(name), '')
}

function idsIn(name: string): string[] {
  return useSessions.getState().headers.flatMap(({ id, folder }) => (folder === name ? [id] : []))
}
