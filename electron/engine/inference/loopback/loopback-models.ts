import { z } from 'zod'
import type { LoopbackServer } from '@shared/models/models'
import { CairnError } from '@shared/errors'
import { cancelled } from '@engine/platform/deadline'
import { isLoopback, type NetworkGate } from '@engine/platform/network-gate'
import { inTime, systemClock, type Clock } from '../routing/first-token-probe'

export interface FindServersOptions {
  readonly gate: Pick<NetworkGate, 'fetch'>
  /** Addresses from the settings. */
  readonly servers: readonly string[]
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock
  /** Milliseconds each has; 800 unless given. */
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

const ModelList = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).max(1000) })

/** Servers list these beside language models, without saying which is which. */
const notForLanguage = /embed|rerank|minilm|(?:^|[/_-])(?:bge|e5|gte)-/iu

const prefix = 'server:'

/** `server:<host:port>/<model>`. */
export function serverModelId(url: string, model: string): string {
  return `${prefix}${new URL(url).host}/${model}`
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

/** An address as a person writes it, without the slash at its end and with the path servers use; null for none. */
export function serverUrl(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  const path = url.pathname.replace(/\/+$/u, '')
  return `${url.protocol}//${url.host}${path === '' ? '/v1' : path}`
}

/**
 * Looks for servers where they usually listen on this machine and where the settings say. Those of the settings are
 * always listed, the others where they answer. Throws CairnError CANCELLED.
 */
export async function findServers(options: FindServersOptions): Promise<LoopbackServer[]> {
  const named = [...new Set(options.servers.map(serverUrl))].filter((url) => url !== null)
  const wellKnown = (options.wellKnown ?? wellKnownServers).filter(
    ({ port }) => !named.some((url) => isLoopback(new URL(url)) && Number(new URL(url).port) === port),
  )
  const found = await Promise.all([
    ...wellKnown.map(({ name, port }) => atEither(addressesOf(port), name, options)),
    ...named.map(async (url) => (await ask(url, new URL(url).host, options)) ?? unreachable(url)),
  ])
  return found.filter((server) => server !== null)
}

/** IPv4 first: most listen there. */
function addressesOf(port: number): string[] {
  return [`http://127.0.0.1:${port}/v1`, `http://[::1]:${port}/v1`]
}

function unreachable(url: string): LoopbackServer {
  return { url, name: new URL(url).host, reachable: false, models: [] }
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
  const outer = options.signal ?? new AbortController().signal
  const connection = new AbortController()
  const signal = AbortSignal.any([outer, connection.signal])
  const late = () => new CairnError('DEADLINE_EXCEEDED', `${name} did not answer.`)
  const limit = { ms: options.limitMs ?? 800, clock: options.clock ?? systemClock, signal, late }
  try {
    const list = ModelList.parse(await inTime(modelList(url, options.gate, signal), limit))
    const models = list.data.filter(({ id }) => !notForLanguage.test(id))
    return { url, name, reachable: true, models: models.map(({ id }) => ({ id: serverModelId(url, id), name: id })) }
  } catch {
    // Whatever it is, it lists no models; what the gate denied is in its log.
    if (outer.aborted) throw cancelled()
    return null
  } finally {
    connection.abort()
  }
}

async function modelList(url: string, gate: Pick<NetworkGate, 'fetch'>, signal: AbortSignal): Promise<unknown> {
  const response = await gate.fetch(`${url}/models`, { purpose: 'looking for model servers', signal })
  return response.ok ? response.json() : undefined
}
