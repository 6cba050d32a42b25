import type { AskedMove } from '@shared/api/store/backup-api'
import { create } from 'zustand'
import { call, useConnection } from '../connection'
import { attempt } from '../window/notices'

/** Where the data folder is to be moved at the next start; null before that was read. */
export const useAskedMove = create<{ readonly move: AskedMove | null }>(() => ({ move: null }))

export async function readAskedMove(): Promise<void> {
  useAskedMove.setState({ move: await call((client) => client.store.moving()) })
}

/** Has the data folder moved; a window starts again for it, a browser waits for the next start. */
export async function moveDataFolder(to: string): Promise<void> {
  await attempt(async () => {
    useAskedMove.setState({ move: await call((client) => client.store.move({ to })) })
    if (useConnection.getState().shell?.native_files) await call((client) => client.shell.start_again())
  })
}

export async function leaveDataFolder(): Promise<void> {
  await attempt(async () => useAskedMove.setState({ move: await call((client) => client.store.stay()) }))
}
