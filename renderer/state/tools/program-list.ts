import { type ErrorReport, toCairnError } from '@shared/errors'
import type { InBoth, ToolServerConfig, ToolServerState } from '@shared/tools/tool-server-shapes'
import { create } from 'zustand'
import { call } from '../connection'
import { attempt } from '../window/notices'

interface ToolServers {
  /** Programs with tools, in the order of their names; null before they were read. */
  readonly list: readonly ToolServerState[] | null
  /** Why they could not be read. */
  readonly error: ErrorReport | null
}

export const useToolServers = create<ToolServers>(() => ({ list: null, error: null }))

type ServerCall = Parameters<typeof call<ToolServerState[]>>[0]

/** What the engine tells by itself; null where it runs no tools. */
export function receiveToolServers(list: readonly ToolServerState[] | null): void {
  useToolServers.setState({ list, error: null })
}

/** Reads the servers as they are now. */
export async function readToolServers(): Promise<void> {
  try {
    useToolServers.setState({ list: await call((client) => client.tools.servers.list()), error: null })
  } catch (thrown) {
    useToolServers.setState({ error: toCairnError(thrown).report() })
  }
}

/** Adds a server, or replaces the one of its name; null where the engine took it, otherwise why not. */
export async function addToolServer(server: ToolServerConfig): Promise<ErrorReport | null> {
  const added = await reported(() => call((client) => client.tools.servers.put({ servers: [server] })))
  if ('error' in added) return added.error
  useToolServers.setState({ list: added.value, error: null })
  return null
}

/** What a pasted block of servers became. */
export type PastedServers =
  { readonly names: readonly string[]; readonly notes: readonly InBoth[] } | { readonly error: ErrorReport }

/** Adds the servers of a pasted `mcpServers` block; nothing of it where anything is wrong. */
export async function pasteToolServers(text: string): Promise<PastedServers> {
  const pasted = await reported(() => call((client) => client.tools.servers.import({ text })))
  if ('error' in pasted) return pasted
  const { names, notes, servers } = pasted.value
  useToolServers.setState({ list: servers, error: null })
  return { names, notes }
}

/** Switches a server on or off, at once on the screen; what the engine then answers counts. */
export async function enableToolServer(name: string, enabled: boolean): Promise<void> {
  const before = useToolServers.getState().list
  const list = before?.map((server) => (server.name === name ? { ...server, enabled } : server)) ?? null
  useToolServers.setState({ list })
  if (!(await receive((client) => client.tools.servers.enable({ name, enabled })))) {
    useToolServers.setState({ list: before })
  }
}

export function restartToolServer(name: string): Promise<boolean> {
  return receive((client) => client.tools.servers.restart({ name }))
}

/** Ends a server and forgets it, with its variables and what was allowed to it: nothing can bring those back. */
export function removeToolServer(name: string): Promise<boolean> {
  return receive((client) => client.tools.servers.remove({ name }))
}

async function receive(run: ServerCall): Promise<boolean> {
  return attempt(async () => useToolServers.setState({ list: await call(run), error: null }))
}

async function reported<Value>(
  run: () => Promise<Value>,
): Promise<{ readonly value: Value } | { readonly error: ErrorReport }> {
  try {
    return { value: await run() }
  } catch (thrown) {
    return { error: toCairnError(thrown).report() }
  }
}
