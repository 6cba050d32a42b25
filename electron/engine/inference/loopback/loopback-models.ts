import type { LoopbackServer } from '@shared/models/models'
import { isLoopback } from '@engine/platform/network-gate'
import { systemClock, type Clock } from '../routing/first-token-probe'
import type { ServerGate } from './loopback-request'
import { listModels, readServedModels, type ServerQuery } from './served-models'

export interface FindServersOptions {
  readonly gate: ServerGate
  /** Addresses from the settings. */
  readonly servers: readonly string[]
  /** Ids of models that were given a job: their servers are listed also where they do not answer. */
  readonly chosen: readonly string[]
  /** Whether a key is kept for an address. */
  readonly hasKey: (url: string) => boolean
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock
  /** Milliseconds each has for its list of models, and again for what it says of them; 800 unless given. */
  readonly limitMs?: number
  /** Servers to look for besides those of the settings; the well-known servers unless given. */
  readonly wellKnown?: readonly WellKnownServer[]
}

export interface WellKnownServer {
  readonly name: string
  readonly port: number
}

/** Default ports of the programs' own documentation. */
const wellKnownServers: readonly WellKnownServer[] = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama-server', port: 8080 },
]

const prefix = 'server:'

/** `server:<host:port>/<model>`. */
export function serverModelId(url: string, model: string): string {
  return `${prefix}${new URL(url).host}/${model}`
}

export function isServed(id: string): boolean {
  return id.startsWith(prefix)
}

/**
 * Where a model of a server is asked: with the address the settings have for its host, or the usual one. Null for an id
 * that names none.
 */
export function serverOfModel(id: string, servers: readonly string[]): { url: string; model: string } | null {
  const parts = /^server:([^/]+)\/(.+)$/su.exec(id)
  const [, host, model] = parts ?? []
  if (host === undefined || model === undefined) return null
  const named = servers.map(serverUrl).find((url) => url !== null && new URL(url).host === host)
  const usual = serverUrl(`http://${host}`)
  if (named == null && usual === null) return null
  return { url: named ?? (usual !== null && isLoopback(new URL(usual)) ? usual : `https://${host}/v1`), model }
}

/** Whether a model is one of a server on another machine. One whose server nobody knows is held for that. */
export function isOnOtherMachine(id: string, servers: readonly string[]): boolean {
  if (!isServed(id)) return false
  const server = serverOfModel(id, servers)
  return server === null || !isLoopback(new URL(server.url))
}

/** An address as a person writes it, without the slash at its end and with the path servers use; null for none. */
export function serverUrl(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  const path = url.pathname.replace(/\/+$/u, '')
  return `${url.protocol}//${url.host}${path === '' ? '/v1' : path}`
}

/** The address a key may be sent to; null for none: by plain HTTP beyond this machine everybody on the way could read it. */
export function addressForKey(address: string): string | null {
  const url = serverUrl(address)
  return url !== null && (url.startsWith('https:') || isLoopback(new URL(url))) ? url : null
}

/**
 * Looks for servers where they usually listen on this machine and where the settings say. Those of the settings are
 * always listed, the others where they answer or one of their models was chosen. Throws CairnError CANCELLED.
 */
export async function findServers(options: FindServersOptions): Promise<LoopbackServer[]> {
  const named = [...new Set(options.servers.map(serverUrl))].filter((url) => url !== null)
  const wellKnown = (options.wellKnown ?? wellKnownServers).filter(
    ({ port }) => !named.some((url) => isLoopback(new URL(url)) && Number(new URL(url).port) === port),
  )
  const found = await Promise.all([
    ...wellKnown.map(async ({ name, port }) => {
      const urls = addressesOf(port)
      const chosen = options.chosen.map((id) => serverOfModel(id, [])?.url).find((url) => urls.includes(url ?? ''))
      return (await atEither(urls, name, options)) ?? (chosen === undefined ? null : unreachable(chosen, name, options))
    }),
    ...named.map(async (url) => {
      const name = new URL(url).host
      return (await ask(url, name, options)) ?? unreachable(url, name, options)
    }),
  ])
  return found.filter((server) => server !== null)
}

/** IPv4 first: most listen there. */
function addressesOf(port: number): string[] {
  return [`http://127.0.0.1:${port}/v1`, `http://[::1]:${port}/v1`]
}

function unreachable(url: string, name: string, { hasKey }: FindServersOptions): LoopbackServer {
  return { url, name, reachable: false, has_key: hasKey(url), needs_key: false, models: [] }
}

async function atEither(urls: string[], name: string, options: FindServersOptions): Promise<LoopbackServer | null> {
  for (const url of urls) {
    const server = await ask(url, name, options)
    if (server) return server
  }
  return null
}

/** Asks a server for its models; null where no model server answers. */
async function ask(url: string, name: string, options: FindServersOptions): Promise<LoopbackServer | null> {
  const { gate, hasKey, clock = systemClock, limitMs = 800 } = options
  const outer = options.signal ?? new AbortController().signal
  const connection = new AbortController()
  const signal = AbortSignal.any([outer, connection.signal])
  const query: ServerQuery = { url, gate, clock, limitMs, signal }
  const about = { url, name, has_key: hasKey(url) }
  try {
    const listed = await listModels(query)
    if (listed === 'needs key') return { ...about, reachable: true, needs_key: true, models: [] }
    if (listed === null) return null
    const models = (await readServedModels(listed, query)).map(({ name: model, kind, context_length }) => {
      return { id: serverModelId(url, model), name: model, kind, context_length }
    })
    return { ...about, reachable: true, needs_key: false, models }
  } finally {
    connection.abort()
  }
}
