import { CairnError } from '@shared/errors'
import type { Engine } from '@engine/ports/engine-interface'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import { WebSocket } from 'ws'
import type { EngineClient } from '@shells/engine-client'
import { type Running, runningRecord } from '@shells/store-record'

/** The engine of another process. */
export interface Connection {
  readonly client: EngineClient
  isOpen(): boolean
  close(): void
}

const patienceMs = 5000
const giveUpMs = 15_000

/** Connects to the process that has a store open; undefined where none answers. */
export async function reachRunning(folder: string): Promise<Connection | undefined> {
  const running = await runningRecord.read(folder)
  return running && connect(running)
}

function connect({ port, secret }: Running): Promise<Connection | undefined> {
  const headers = { Authorization: `Bearer ${secret}` }
  // Found by its literal address, so that no name can lead elsewhere.
  const options = { headers, handshakeTimeout: patienceMs, followRedirects: false, perMessageDeflate: false }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, options)
  return new Promise((resolve) => {
    socket.once('open', () => {
      const link = new RPCLink({ websocket: socket as unknown as globalThis.WebSocket })
      const client: EngineClient = createORPCClient(link)
      resolve({ client, isOpen: () => socket.readyState === socket.OPEN, close: () => socket.close() })
    })
    // It was killed, or something else has its port now.
    socket.on('error', () => resolve(undefined))
    socket.once('close', () => resolve(undefined))
  })
}

/** Has the guest that may have a store open give it up. False where none did. */
export async function takeFromGuest(folder: string): Promise<boolean> {
  const running = await runningRecord.read(folder)
  if (running?.kind !== 'guest') return false
  try {
    const response = await fetch(`http://127.0.0.1:${running.port}/give-up`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${running.secret}` },
      redirect: 'error',
      signal: AbortSignal.timeout(giveUpMs),
    })
    return response.status === 204
  } catch {
    // Killed, or busy for longer than anybody waits.
    return false
  }
}

/** Opens a store; where a guest has it, once that has given it up. Throws what opening throws. */
export async function openWithGuests(folder: string, open: () => Promise<Engine>): Promise<Engine> {
  try {
    return await open()
  } catch (thrown) {
    if (!isLocked(thrown) || !(await takeFromGuest(folder))) throw thrown
    return open()
  }
}

export function isLocked(thrown: unknown): boolean {
  return thrown instanceof CairnError && thrown.code === 'STORE_LOCKED'
}
