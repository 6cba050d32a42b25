import { create } from 'zustand'
import type { ShellInfo } from '@shared/api/shell-api'
import type { Change } from '@shared/changes'
import { CairnError } from '@shared/errors'
import { type Client, connect, type Connection, errorOf } from '@renderer/bridge/connect'
import { attempt } from './window/notices'

interface ConnectionState {
  /** `connecting` only before the first success; afterwards a missing engine is `lost` until it is back. */
  readonly status: 'connecting' | 'open' | 'lost'
  readonly shell: ShellInfo | null
}

export const useConnection = create<ConnectionState>(() => ({ status: 'connecting', shell: null }))

let current: Connection | undefined
const firstWaitMs = 250
const longestWaitMs = 3000

/** Calls the engine. Throws CairnError; UNREACHABLE where the engine was lost before it answered. */
export async function call<T>(run: (client: Client) => Promise<T>): Promise<T> {
  const connection = current
  if (!connection) throw new CairnError('UNREACHABLE', 'The engine cannot be reached.', 'Cairn tries again by itself.')
  try {
    return await run(connection.client)
  } catch (thrown) {
    if (current !== connection || !connection.isOpen()) {
      // At once, so that whoever waits for the engine does not find it there before its end was noticed.
      if (current === connection) lose()
      throw new CairnError('UNREACHABLE', 'The connection to the engine was lost.', 'Cairn tries again by itself.', {
        cause: thrown,
      })
    }
    throw errorOf(thrown)
  }
}

function lose(): void {
  current = undefined
  if (useConnection.getState().status === 'open') useConnection.setState({ status: 'lost' })
}

/** Resolves once the engine can be reached; at once where it can be now. */
export function reachable(signal?: AbortSignal): Promise<void> {
  if (useConnection.getState().status === 'open') return Promise.resolve()
  return new Promise((resolve, reject) => {
    const stop = useConnection.subscribe((state) => {
      if (state.status !== 'open') return
      finish()
      resolve()
    })
    const abort = () => {
      finish()
      reject(new DOMException('Aborted', 'AbortError'))
    }
    const finish = () => {
      stop()
      signal?.removeEventListener('abort', abort)
    }
    signal?.addEventListener('abort', abort)
  })
}

/** Keeps the window connected until aborted, and hands every change of the engine to `apply`. */
export async function stayConnected(apply: (change: Change) => void, signal: AbortSignal): Promise<void> {
  let wait = firstWaitMs
  while (!signal.aborted) {
    try {
      const connection = await connect(signal)
      wait = firstWaitMs
      await serve(connection, apply, signal)
    } catch {
      // Nobody is there yet, or no longer: that is what the state says and the loop is for.
    }
    lose()
    await pause(wait, signal)
    wait = Math.min(wait * 1.6, longestWaitMs)
  }
}

async function serve(connection: Connection, apply: (change: Change) => void, signal: AbortSignal): Promise<void> {
  const close = () => connection.close()
  signal.addEventListener('abort', close)
  try {
    const [shell, changes] = await Promise.all([
      connection.client.shell.info(),
      // It ends by itself when the connection does.
      connection.client.changes.watch(),
    ])
    for await (const change of changes) {
      apply(change)
      if (change.type !== 'snapshot') continue
      current = connection
      useConnection.setState({ status: 'open', shell })
    }
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}

/** Waits so many milliseconds, less where the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}

/** Chooses another data folder; the window starts again with it. */
export async function changeFolder(): Promise<void> {
  await attempt(() => call((client) => client.shell.change_folder()))
}

/** Opens a web or mail address outside the window; false where there is no window and the browser does it. */
export function openOutside(address: string): boolean {
  if (useConnection.getState().shell?.kind !== 'window') return false
  void attempt(() => call((client) => client.shell.open_link({ url: address })))
  return true
}
