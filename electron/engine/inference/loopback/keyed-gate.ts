import type { NetworkGate } from '@engine/platform/network-gate'
import type { ServerKeys } from '@engine/platform/server-keys'

/** The way to model servers. */
export interface ServerGate {
  fetch: NetworkGate['fetch']
  /** A server's words without the key it was sent; absent where no key is sent. */
  readonly mask?: (text: string) => string
}

/** The network gate that sends along a server's key: to the origin it is kept for, and to no other. */
export function keyedGate(gate: Pick<NetworkGate, 'fetch'>, keys: Pick<ServerKeys, 'headersFor' | 'mask'>): ServerGate {
  return {
    fetch: (url, init) => gate.fetch(url, { ...init, headers: { ...init.headers, ...keys.headersFor(url) } }),
    mask: (text) => keys.mask(text),
  }
}
