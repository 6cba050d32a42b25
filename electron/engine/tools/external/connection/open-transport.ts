import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CairnError } from '@shared/errors'
import { fnv1aHex } from '@shared/hash'
import type { ToolServerConfig } from '@shared/tools/tool-server-shapes'
import type { NetworkGate } from '@engine/platform/network-gate'
import type { Machine } from '@engine/platform/paths'
import { requireLoopback } from '../config/server-place'
import { bareEnvironment, findProgram } from './bare-environment'
import type { GuardedTransport, TransportLimits } from './guarded-transport'
import { HttpTransport } from './http-transport'
import type { RecentLines } from './recent-lines'
import { type ServerProcess, startServerProcess } from './server-process'
import { StdioTransport } from './stdio-transport'

/** What connections of all servers share. */
export interface ConnectionRooms {
  /** The store folder, absolute. */
  readonly folder: string
  readonly machine: Pick<Machine, 'platform' | 'env'>
  readonly gate: NetworkGate
  /** Milliseconds, of any clock that only goes forward. */
  readonly now: () => number
  readonly limits?: TransportLimits | undefined
}

export interface OpenTransport {
  readonly transport: GuardedTransport
  /** Null for a server that Cairn did not start. */
  readonly process: Pick<ServerProcess, 'pid' | 'howItEnded' | 'kill'> | null
}

/**
 * Starts a server, or turns to one that runs; nothing is said yet. Throws CairnError TOOL_UNAVAILABLE, NETWORK_DENIED, or the system's error
 * where its folder cannot be made.
 */
export async function openTransport(
  config: ToolServerConfig,
  rooms: ConnectionRooms,
  said: RecentLines,
): Promise<OpenTransport> {
  const { gate, now, limits } = rooms
  const shared = { now, ...(limits && { limits }) }
  if (config.type === 'http') {
    requireLoopback(config)
    const { url, headers, name } = config
    const transport = new HttpTransport({ ...shared, url, headers, gate, purpose: `the tools of ${name}` })
    return { transport, process: null }
  }
  if (gate.isOffline()) throw mayNotStart(config.name)
  const home = join(rooms.folder, 'tool-servers', folderName(config.name))
  await mkdir(home, { recursive: true, mode: 0o700 })
  const cwd = config.cwd ?? home
  const env = bareEnvironment(rooms.machine, home, config.env)
  const program = await findProgram(config.command, env, cwd)
  const process = await startServerProcess({ program, args: config.args, env, cwd })
  said.follow(process.stderr)
  return { transport: new StdioTransport({ ...shared, process }), process }
}

/** What a program of others does by itself, no gate sees. */
function mayNotStart(name: string): CairnError {
  const message = `Cairn is switched offline, so it does not start ${name}: a program of its own could reach the network.`
  const action = 'Switch “Offline, whatever happens” off in the settings if you want it to.'
  return new CairnError('NETWORK_DENIED', message, action)
}

/** Names may differ in letters that a file system does not have, or takes for the same. */
function folderName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9-]+/gu, '-')
    .slice(0, 40)
  return `${plain}-${fnv1aHex(name.toLowerCase())}`
}
